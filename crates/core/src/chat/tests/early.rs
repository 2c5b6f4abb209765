//! What is written and sent before a thread is loaded.

use super::{composer, send, titles, type_in};
use crate::attachment::{AttachmentInput, MessageContent};
use crate::chat::{Chat, ChatEffect, ChatInput, ChatStep};
use crate::conversation::Conversation;
use crate::effect::Effect;
use crate::id::{MessageId, ThreadId};
use crate::input::Input;
use crate::run_event::Abilities;
use crate::sharing::Draft;
use crate::testing::builder::{CONTROLLED, file, run_of};

/// A chat whose thread is not loaded yet, and the thread's stored conversation with this draft.
fn unread(draft: &str) -> (Chat, Conversation) {
    let mut chat = Chat::new(CONTROLLED);
    chat.apply(ChatInput::Open("t".into()), 1);
    let mut stored = Conversation::new("t".into());
    let text = draft.into();
    let _ = stored.apply(Input::ComposerChanged { text }, 1);
    (chat, stored)
}

/// Loads the thread, and dispatches what came before, as the shell does. Returns all effects.
fn load(chat: &mut Chat, stored: Conversation, at: u64) -> Vec<ChatEffect> {
    let mut effects = Vec::new();
    for effect in chat.apply(ChatInput::Loaded(Box::new(stored)), at).effects {
        let ChatEffect::Again(thread, inputs) = effect else {
            effects.push(effect);
            continue;
        };
        for input in inputs {
            let input = ChatInput::In(thread.clone(), input);
            effects.extend(chat.apply(input, at).effects);
        }
    }
    effects
}

#[test]
fn text_typed_before_the_thread_is_loaded_stays() {
    let (mut chat, stored) = unread("");
    type_in(&mut chat, "h");
    type_in(&mut chat, "hello");
    chat.apply(ChatInput::Loaded(Box::new(stored)), 3);
    assert_eq!(composer(&chat), "hello");
}

#[test]
fn a_stored_draft_goes_before_text_typed_meanwhile() {
    let (mut chat, stored) = unread("from yesterday");
    type_in(&mut chat, "hello");
    chat.apply(ChatInput::Loaded(Box::new(stored)), 3);
    assert_eq!(composer(&chat), "from yesterday\n\nhello");
    let (mut chat, stored) = unread("from yesterday");
    chat.apply(ChatInput::Loaded(Box::new(stored)), 3);
    assert_eq!(composer(&chat), "from yesterday");
}

#[test]
fn text_typed_before_a_copy_comes_from_another_page_is_in_its_composer_at_once() {
    let (mut chat, _) = unread("");
    type_in(&mut chat, "hello");
    let id = MessageId::from("t-5");
    let (thread, say) = (ThreadId::from("t"), send(&mut chat, "t", "first", 5));
    assert_eq!(say, ChatStep::default());
    type_in(&mut chat, "more");
    let copy = Box::new(Conversation::new(thread.clone()));
    let step = chat.apply(ChatInput::Mirrored(copy), 6);
    // The page shows the composer of now: a text that came with a later input would be missing there.
    assert_eq!(composer(&chat), "more");
    let said = MessageContent::from("first".to_owned());
    let again = ChatEffect::Again(thread, vec![Input::Say { id, said }]);
    assert_eq!(step.effects, [again], "the other page sends the message");
}

#[test]
fn text_typed_before_the_thread_is_loaded_goes_behind_text_of_an_editor_that_closes() {
    let (_, mut stored) = unread("");
    let id = MessageId::from("m1");
    let said = MessageContent::from("hello".to_owned());
    let text = "instead".to_owned();
    let run = run_of("m1");
    for input in [
        Input::Say { id, said },
        Input::CancelClicked { run },
        Input::EditorChanged { text },
    ] {
        let _ = stored.apply(input, 1);
    }
    // The run cannot be joined again, so its turn is over, and the card's editor with it.
    let mut chat = Chat::new(Abilities::default());
    chat.apply(ChatInput::Open("t".into()), 1);
    type_in(&mut chat, "typed");
    chat.apply(ChatInput::Loaded(Box::new(stored)), 3);
    assert_eq!(composer(&chat), "instead\n\ntyped");
}

#[test]
fn a_message_submitted_before_the_thread_is_loaded_is_sent_without_the_draft() {
    let (mut chat, stored) = unread("from yesterday");
    let early = send(&mut chat, "t", "hello", 5);
    assert_eq!(early, ChatStep::default());
    send(&mut chat, "t", " \n", 6);
    send(&mut chat, "t", "and more", 7);
    let thread = ThreadId::from("t");
    let kept = Draft::of(&chat, &thread, Vec::new());
    let nothing = Conversation::new(thread.clone());
    assert_eq!(
        kept.clone().left_of(&nothing).text,
        "hello\nand more",
        "to store"
    );
    let effects = load(&mut chat, stored, 8);
    let runs = |held: &ChatEffect| matches!(held, ChatEffect::In(_, Effect::OpenStream { .. }));
    assert_eq!(effects.into_iter().filter(runs).count(), 1);
    assert_eq!(chat.composed(&thread).text, "from yesterday");
    let held = chat.conversation(&thread).expect("it is loaded");
    assert_eq!(
        kept.left_of(held).text,
        "",
        "the stored draft adds nothing to it"
    );
    let conversation = chat.conversation(&"t".into());
    let said = conversation.map(|held| (held.turns()[0].text.as_str(), held.queue().len()));
    assert_eq!(said, Some(("hello", 1)), "one is at work, one waits");
    assert_eq!(composer(&chat), "from yesterday");
    assert_eq!(titles(&chat), ["hello"]);
}

#[test]
fn files_attached_before_the_thread_is_loaded_stay() {
    let (mut chat, stored) = unread("");
    let attach = |chat: &mut Chat, id: &str| {
        let input = Input::Attachment(AttachmentInput::Added(file(id)));
        chat.apply(ChatInput::In("t".into(), input), 2);
    };
    attach(&mut chat, "f");
    let id = "m1".into();
    chat.apply(ChatInput::In("t".into(), Input::Submit { id }), 2);
    attach(&mut chat, "g");
    attach(&mut chat, "h");
    let unreadable = AttachmentInput::Unreadable("h".into());
    let input = Input::Attachment(unreadable);
    chat.apply(ChatInput::In("t".into(), input), 2);
    let kept = Draft::of(&chat, &"t".into(), Vec::new());
    assert_eq!(kept.into_files(), [file("g"), file("f")], "needed");
    load(&mut chat, stored, 3);
    let held = chat.conversation(&"t".into()).expect("it is loaded");
    assert_eq!(held.turns()[0].attachments, [file("f")]);
    assert_eq!(held.attached().files(), [file("g")]);
    assert_eq!(titles(&chat), ["f.png"], "there are no words to call it by");
}
