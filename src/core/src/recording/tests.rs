//! Recordings: everything that can happen comes back as it was, and played again it does what it
//! did.
//!
//! Not responsible for random sequences (see `midturn-exploration`).

mod samples;

use super::{read_chat, read_input, write_chat, write_input};
use crate::chat::{Chat, ChatInput, ChatStep, ThreadHead};
use crate::client_tool::ClientTool;
use crate::conversation::Conversation;
use crate::input::Input;
use crate::run_event::Abilities;
use crate::testing::builder::{ABLE, convo, text};
use samples::inputs;

#[test]
fn everything_that_can_happen_comes_back_as_it_was() {
    for input in inputs() {
        let bytes = write_input(&ChatInput::In("t".into(), input.clone()), 1_700_000_000_000);
        let read = read_input(&bytes);
        let Some((1_700_000_000_000, ChatInput::In(thread, back))) = read else {
            panic!("{input:?} came back as {read:?}");
        };
        assert_eq!((thread.as_str(), back), ("t", input));
    }
}

#[test]
fn what_happens_to_the_list_comes_back_too() {
    let head = ThreadHead {
        id: "t".into(),
        title: "Título".into(),
        named: true,
        updated_at: 7,
        deleted: false,
        running: false,
        agent: String::new(),
    };
    let tool = ClientTool {
        name: "n".into(),
        confirm: false,
    };
    let busy = convo().running("m1").event(text("a", "b")).queued(2);
    let inputs = [
        ChatInput::Listed(vec![head]),
        ChatInput::Open("t".into()),
        ChatInput::Loaded(Box::new(busy.build())),
        ChatInput::Rename {
            thread: "t".into(),
            title: "x".into(),
        },
        ChatInput::Delete("t".into()),
        ChatInput::Undelete("t".into()),
        ChatInput::Forget("t".into()),
        ChatInput::Tools(vec![tool]),
        ChatInput::Online,
    ];
    for input in inputs {
        let read = read_input(&write_input(&input, 7)).map(|(_, read)| read);
        assert_eq!(format!("{read:?}"), format!("{:?}", Some(input)));
    }
}

/// A chat with one thread, with tools and a page of the past.
fn chat() -> Chat {
    let mut chat = Chat::new(Abilities::default());
    chat.apply(ChatInput::Open("t".into()), 1);
    chat.apply(
        ChatInput::Loaded(Box::new(Conversation::new("t".into()))),
        1,
    );
    let past = inputs().into_iter().filter(|input| {
        matches!(
            input,
            Input::ToolsOffered(_) | Input::PastWanted | Input::PastLoaded { .. }
        )
    });
    for input in past {
        chat.apply(ChatInput::In("t".into(), input), 2);
    }
    chat.apply(ChatInput::Open("other".into()), 3);
    chat
}

fn play(chat: &mut Chat, inputs: &[Input]) -> Vec<ChatStep> {
    let inputs = inputs.iter().cloned().zip(10..);
    inputs
        .map(|(input, at)| chat.apply(ChatInput::In("t".into(), input), at))
        .collect()
}

#[test]
fn a_chat_that_is_read_back_goes_on_as_it_would_have() {
    let inputs = inputs();
    for start in [0, 1, 20, inputs.len()] {
        let mut chat = chat();
        play(&mut chat, &inputs[..start]);
        let bytes = write_chat(&chat, &"t".into());
        let mut back = read_chat(&bytes).expect("it is a chat");
        assert_eq!(
            back.conversation(&"t".into()),
            chat.conversation(&"t".into())
        );
        assert_eq!(
            play(&mut back, &inputs[start..]),
            play(&mut chat, &inputs[start..])
        );
        assert_eq!(
            write_chat(&back, &"t".into()),
            write_chat(&chat, &"t".into())
        );
    }
}

#[test]
fn what_is_written_before_a_thread_is_loaded_is_in_it() {
    let mut chat = Chat::new(ABLE);
    chat.apply(ChatInput::Open("t".into()), 1);
    let typed = Input::ComposerChanged { text: "te".into() };
    chat.apply(ChatInput::In("t".into(), typed), 2);
    let mut back = read_chat(&write_chat(&chat, &"t".into())).expect("it is a chat");
    let loaded = || ChatInput::Loaded(Box::new(Conversation::new("t".into())));
    assert_eq!(back.apply(loaded(), 3), chat.apply(loaded(), 3));
    let held = back.conversation(&"t".into()).expect("it is loaded");
    assert_eq!(held.composer(), "te");
}

#[test]
fn a_recording_has_one_thread_alone() {
    let back = read_chat(&write_chat(&chat(), &"t".into())).expect("it is a chat");
    assert!(back.head(&"t".into()).is_some() && back.head(&"other".into()).is_none());
    let none = read_chat(&write_chat(&chat(), &"unknown".into())).expect("it is a chat");
    assert!(none.head(&"t".into()).is_none());
}

#[test]
fn bytes_that_are_no_recording_are_refused() {
    let input = write_input(&ChatInput::In("t".into(), Input::KeepRunning), 7);
    let chat = write_chat(&chat(), &"t".into());
    for end in 0..input.len() {
        assert!(read_input(&input[..end]).is_none());
    }
    for end in 0..chat.len() {
        assert!(read_chat(&chat[..end]).is_none());
    }
    for bad in [0, super::VERSION + 1] {
        let of_other = |bytes: &[u8]| [&[bad], &bytes[1..]].concat();
        assert!(read_input(&of_other(&input)).is_none());
        assert!(read_chat(&of_other(&chat)).is_none());
    }
    // A variant that there is none of.
    assert!(read_input(&[super::VERSION, 0, 99]).is_none());
}
