//! Tests of recordings: every input is read back unchanged, and a replay gives the same results.
//! `random` tests the same with random sequences.

use midturn_core::chat::{Chat, ChatInput, ChatStep, RecordedChat, ThreadHead, ThreadState};
use midturn_core::client_tool::ClientTool;
use midturn_core::composer::Recall;
use midturn_core::conversation::Conversation;
use midturn_core::input::Input;
use midturn_core::recording::TimedInput;
use midturn_core::run_event::Abilities;
use midturn_core::sharing::{Copied, Epoch, Message, Place};
use midturn_core::testing::builder::{ABLE, convo, text};

use crate::inputs::samples;
use crate::storage::{read, write};

/// A chat with only this thread, as JSON.
pub(crate) fn write_chat(chat: &Chat, thread: &str) -> String {
    serde_json::to_string(&chat.recorded(&thread.into())).expect("a chat can be written")
}

/// Reads the chat of [`write_chat`].
pub(crate) fn read_chat(json: &str) -> serde_json::Result<Chat> {
    serde_json::from_str::<RecordedChat<'_>>(json).map(Chat::from)
}

fn head() -> ThreadHead {
    ThreadHead {
        id: "t".into(),
        title: "Título".into(),
        named: true,
        updated_at: 7,
        deleted: false,
        deleted_at: 0,
        running: false,
        state: ThreadState::default(),
        agent: String::new(),
    }
}

fn comes_back(input: ChatInput) {
    let at = 1_700_000_000_000;
    let before = TimedInput { at, input };
    let back: TimedInput = read(&write(&before)).expect("it can be read");
    assert_eq!(back, before);
}

#[test]
fn every_input_of_a_conversation_is_read_back_unchanged() {
    for input in samples() {
        comes_back(ChatInput::In("t".into(), input));
    }
}

#[test]
fn every_input_of_the_chat_is_read_back_unchanged() {
    let tool = ClientTool {
        name: "n".into(),
        confirm: false,
    };
    let busy = convo().running("m1").event(text("a", "b")).queued(2);
    let busy = || Box::new(busy.clone().composing("not stored").build());
    let inputs = [
        ChatInput::Listed(vec![head()]),
        ChatInput::Open("t".into()),
        ChatInput::Loaded(busy()),
        ChatInput::Mirrored(busy()),
        ChatInput::Taken("t".into()),
        ChatInput::HandedOver("t".into()),
        ChatInput::Left("t".into()),
        ChatInput::Heard(head()),
        ChatInput::Agent("a".into()),
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
        comes_back(input);
    }
}

#[test]
fn every_message_between_pages_is_read_back_unchanged() {
    let place = |began, seq| Place {
        epoch: Epoch { fence: 1, began },
        seq,
    };
    let (page, at) = (|| "p".into(), place(3, 300));
    let input = || ChatInput::In("t".into(), Input::KeepRunning);
    let conversation = convo().running("m1").composing("not stored").build();
    let copied = Box::new(Copied {
        head: head(),
        conversation,
    });
    let messages = [
        Message::Hello { page: page() },
        Message::Copy {
            to: page(),
            at,
            base: place(2, 1),
            copied,
        },
        Message::Did {
            at,
            by: page(),
            act: Some(2),
            input: TimedInput {
                at: 7,
                input: input(),
            },
        },
        Message::Ask {
            page: page(),
            act: 2,
            input: input(),
        },
        Message::Had {
            page: page(),
            act: 2,
            at,
        },
        Message::Ping,
        Message::Pong {
            at,
            kept: place(0, 0),
        },
        Message::Driving { at },
        Message::Stored { at },
    ];
    for message in messages {
        let text = write(&message);
        assert_eq!(read::<Message>(&text).expect("it can be read"), message);
        let later = text.replacen("\"version\":1", "\"version\":2", 1);
        assert!(read::<Message>(&later).is_err(), "{later}");
    }
}

/// A chat with one thread, with tools and a page of the past.
fn chat() -> Chat {
    let mut chat = Chat::new(Abilities::default());
    chat.apply(ChatInput::Open("t".into()), 1);
    let empty = Conversation::new("t".into());
    chat.apply(ChatInput::Loaded(Box::new(empty)), 1);
    let past = samples().into_iter().filter(|input| {
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
fn a_chat_that_was_read_back_gives_the_same_results() {
    let inputs = samples();
    for start in [0, 1, 20, inputs.len()] {
        let mut chat = chat();
        play(&mut chat, &inputs[..start]);
        let mut back = read_chat(&write_chat(&chat, "t")).expect("it is a chat");
        assert_eq!(
            back.conversation(&"t".into()),
            chat.conversation(&"t".into())
        );
        assert_eq!(
            play(&mut back, &inputs[start..]),
            play(&mut chat, &inputs[start..])
        );
        assert_eq!(write_chat(&back, "t"), write_chat(&chat, "t"));
    }
}

#[test]
fn text_typed_before_a_thread_is_loaded_is_in_the_recording() {
    let mut chat = Chat::new(ABLE);
    chat.apply(ChatInput::Open("t".into()), 1);
    let typed = Input::ComposerChanged { text: "te".into() };
    chat.apply(ChatInput::In("t".into(), typed), 2);
    let mut back = read_chat(&write_chat(&chat, "t")).expect("it is a chat");
    let loaded = || ChatInput::Loaded(Box::new(Conversation::new("t".into())));
    assert_eq!(back.apply(loaded(), 3), chat.apply(loaded(), 3));
    let held = back.conversation(&"t".into()).expect("it is loaded");
    assert_eq!(held.composer(), "te");
}

#[test]
fn a_recalled_text_is_in_the_recording() {
    let mut chat = Chat::new(ABLE);
    chat.apply(ChatInput::Open("t".into()), 1);
    chat.apply(
        ChatInput::Loaded(Box::new(Conversation::new("t".into()))),
        1,
    );
    let apply = |chat: &mut Chat, input| chat.apply(ChatInput::In("t".into(), input), 2);
    let typed = Input::ComposerChanged {
        text: "said".into(),
    };
    for input in [
        typed,
        Input::Submit { id: "m".into() },
        Input::Recall(Recall::Older),
    ] {
        apply(&mut chat, input);
    }
    let mut back = read_chat(&write_chat(&chat, "t")).expect("it is a chat");
    let end = || Input::Recall(Recall::End);
    assert_eq!(apply(&mut back, end()), apply(&mut chat, end()));
    let held = back.conversation(&"t".into()).expect("it is loaded");
    assert_eq!(held.composer(), "");
}

#[test]
fn a_recording_has_only_its_own_thread() {
    let back = read_chat(&write_chat(&chat(), "t")).expect("it is a chat");
    assert!(back.head(&"t".into()).is_some() && back.head(&"other".into()).is_none());
    let none = read_chat(&write_chat(&chat(), "unknown")).expect("it is a chat");
    assert!(none.head(&"t".into()).is_none());
}

#[test]
fn a_truncated_recording_and_an_unknown_input_are_refused() {
    let chat = write_chat(&chat(), "t");
    for end in (0..chat.len()).filter(|end| chat.is_char_boundary(*end)) {
        assert!(read_chat(&chat[..end]).is_err(), "{end}");
    }
    // An input that does not exist.
    assert!(serde_json::from_str::<ChatInput>(r#"{"dance":"t"}"#).is_err());
}
