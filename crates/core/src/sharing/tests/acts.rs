//! The person's acts in a mirror: requested until they are stored, and performed once.

use super::{at, copied, did, driver, follower, found, hears, input, page, timed, words};
use crate::attachment::MessageContent;
use crate::chat::ChatInput;
use crate::conversation::Conversation;
use crate::input::Input;
use crate::sharing::{Act, Draft, Message, Place, Sharing, SharingEffect, SharingInput};

fn copy(place: Place, base: Place) -> Message {
    Message::Copy {
        to: page("me"),
        at: place,
        base,
        copied: copied(2),
    }
}

/// The request to the driver to perform this page's first act, which carries text.
fn asks() -> SharingEffect {
    SharingEffect::Say(Message::Ask {
        page: page("me"),
        act: 1,
        input: input(5),
    })
}

/// A mirror whose act with text has been performed by a driver.
fn taken() -> Sharing {
    let mut held = follower();
    assert_eq!(held.apply(words(5), 0), [asks(), SharingEffect::Outbox]);
    let played = SharingEffect::Play {
        input: timed(7),
        act: Some(1),
    };
    assert_eq!(hears(&mut held, did(at(1, 4), "me", Some(1))), [played]);
    held
}

#[test]
fn an_act_in_a_mirror_is_requested_until_a_driver_has_it() {
    let mut held = follower();
    held.apply(words(5), 0);
    // The next driver may not have received the act.
    let mirror = SharingEffect::Mirror(copied(2));
    assert_eq!(
        hears(&mut held, copy(at(2, 0), at(1, 3))),
        [mirror.clone(), asks()]
    );
    hears(&mut held, did(at(2, 1), "me", Some(1)));
    // The same driver has performed the act.
    assert_eq!(hears(&mut held, copy(at(2, 2), at(1, 3))), [mirror]);
}

#[test]
fn an_act_is_requested_again_from_a_new_driver() {
    let mut held = follower();
    held.apply(words(5), 0);
    let next = Message::Driving { at: at(2, 0) };
    let hello = Message::Hello { page: page("me") };
    assert_eq!(hears(&mut held, next), [SharingEffect::Say(hello)]);
    let mirror = SharingEffect::Mirror(copied(2));
    assert_eq!(hears(&mut held, copy(at(2, 0), at(0, 0))), [mirror, asks()]);
}

#[test]
fn an_act_taken_but_not_stored_is_requested_from_the_next_driver() {
    let mirror = SharingEffect::Mirror(copied(2));
    let mut held = taken();
    assert_eq!(held.outbox().len(), 1, "nobody has stored it");
    // The next driver began with a state from before the act.
    let effects = hears(&mut held, copy(at(2, 0), at(1, 3)));
    assert_eq!(effects, [mirror.clone(), asks()]);
    // The next driver began with a state that has the act.
    let mut held = taken();
    assert_eq!(hears(&mut held, copy(at(2, 0), at(1, 4))), [mirror]);
    assert_eq!(held.outbox().len(), 1);
    // This page is the next driver, and has read the stored state.
    let mut held = taken();
    held.apply(SharingInput::Granted, 0);
    assert_eq!(held.apply(found(at(2, 0)), 0), [SharingEffect::Read]);
    let performs = SharingEffect::Perform {
        page: page("me"),
        act: 1,
        input: input(5),
    };
    assert!(held.apply(SharingInput::Ready, 0).contains(&performs));
}

#[test]
fn an_act_leaves_the_outbox_once_its_driver_has_stored_it() {
    for told in [
        Message::Stored { at: at(1, 4) },
        Message::Stored { at: at(1, 9) },
        Message::Pong {
            at: at(1, 4),
            kept: at(1, 4),
        },
    ] {
        let mut held = taken();
        assert_eq!(
            hears(&mut held, Message::Stored { at: at(1, 3) }),
            [],
            "what is stored ends before it"
        );
        let later = Message::Stored { at: at(2, 0) };
        assert_eq!(hears(&mut held, later), [], "it may have begun before it");
        let effects = hears(&mut held, told);
        assert!(effects.contains(&SharingEffect::Outbox));
        assert!(held.outbox().is_empty());
    }
    let mut held = taken();
    hears(&mut held, copy(at(2, 3), at(1, 4)));
    hears(&mut held, Message::Stored { at: at(2, 0) });
    assert!(held.outbox().is_empty(), "the next driver began with it");
}

#[test]
fn a_driver_tells_its_mirrors_what_is_stored() {
    let mut held = driver();
    assert_eq!(held.apply(SharingInput::Kept(at(2, 0)), 0), []);
    hears(&mut held, Message::Hello { page: page("you") });
    let stored = SharingEffect::Say(Message::Stored { at: at(2, 0) });
    assert_eq!(held.apply(SharingInput::Kept(at(2, 0)), 0), [stored]);
    assert_eq!(held.apply(SharingInput::Kept(at(1, 9)), 0), []);
}

#[test]
fn a_repeated_request_is_performed_once() {
    let mut held = driver();
    let ask = || Message::Ask {
        page: page("you"),
        act: 4,
        input: input(5),
    };
    let performs = SharingEffect::Perform {
        page: page("you"),
        act: 4,
        input: input(5),
    };
    assert_eq!(hears(&mut held, ask()), [performs]);
    assert_eq!(hears(&mut held, ask()), [], "it is about to be applied");
    held.apply(
        SharingInput::Applied {
            by: page("you"),
            act: Some(4),
            input: None,
        },
        0,
    );
    let had = SharingEffect::Say(Message::Had {
        page: page("you"),
        act: 4,
        at: at(2, 1),
    });
    assert_eq!(hears(&mut held, ask()), [had]);
}

#[test]
fn text_given_back_is_read_from_storage_if_the_message_about_its_act_was_lost() {
    let mut held = follower();
    held.apply(words(5), 0);
    let had = || Message::Had {
        page: page("me"),
        act: 1,
        at: at(1, 4),
    };
    assert_eq!(hears(&mut held, had()), [SharingEffect::GivenBack(1)]);
    assert_eq!(hears(&mut held, had()), [], "once");
    assert_eq!(hears(&mut taken(), had()), [], "this page has heard of it");
}

/// A key stroke in the card's editor.
fn key(text: &str) -> ChatInput {
    let text = text.to_owned();
    let input = Box::new(Input::EditorChanged { text });
    let said = MessageContent::default();
    ChatInput::In("t".into(), Input::By { said, input })
}

#[test]
fn while_nothing_is_stored_the_outbox_of_a_driver_has_what_was_typed_once() {
    let mut held = driver();
    let mut put = |input: ChatInput| {
        let (by, act) = (page("me"), None);
        let words = true;
        let acted = SharingInput::Acted { input, words };
        held.apply(acted, 0);
        let input = None;
        held.apply(SharingInput::Applied { by, act, input }, 0);
        held.outbox().to_vec()
    };
    for text in ["on", "one", "one mor", "one more"] {
        assert_eq!(put(key(text)).len(), 1);
    }
    assert_eq!(put(key("other")).len(), 2, "another editor, perhaps");
    assert_eq!(put(input(5)).len(), 3);
    let all = put(key("others"));
    assert_eq!(all.len(), 4, "something was done in between");
    assert_eq!(all[0].input, key("one more"));
    // The stored outbox is written anew.
    let shorter = [SharingEffect::Outbox];
    assert_eq!(held.apply(SharingInput::Kept(at(2, 6)), 0), shorter);
    assert_eq!(held.outbox().len(), 1);
    assert_eq!(held.apply(SharingInput::Kept(at(2, 7)), 0), shorter);
    assert!(held.outbox().is_empty());
}

#[test]
fn a_draft_keeps_only_the_last_text_of_an_editor() {
    let edits = ["on", "one", "one more"].into_iter().zip(1..);
    let outbox = edits.map(|(text, number)| {
        let input = key(text);
        Act { number, input }
    });
    let draft = Draft {
        said: "composed".to_owned().into(),
        outbox: outbox.collect(),
    };
    let left = draft.left_of(&Conversation::new("t".into()));
    assert_eq!(left.text, "one more\ncomposed");
}

#[test]
fn only_an_unrelated_text_overwrites_the_text_of_an_editor() {
    let mut held = Conversation::new("t".into());
    let mut apply = |input| held.apply(input, 1);
    let text = "go".to_owned();
    apply(Input::ComposerChanged { text });
    apply(Input::Submit { id: "m".into() });
    let run = "m.1".into();
    apply(Input::CancelClicked { run });
    let text = "one".to_owned();
    apply(Input::EditorChanged { text });
    let by = |text: &str| {
        let text = text.to_owned();
        let input = Box::new(Input::EditorChanged { text });
        let said = MessageContent::default();
        Input::By { said, input }
    };
    assert_eq!(held.overwritten_by(&by("two")), Some("one"));
    for more in ["one", "one more", "on", ""] {
        assert_eq!(held.overwritten_by(&by(more)), None);
    }
}

#[test]
fn was_heard_is_true_once_the_conversation_has_the_act() {
    let mut held = Conversation::new("t".into());
    let said: MessageContent = "words".to_owned().into();
    let input = Box::new(Input::Submit { id: "m".into() });
    let by = Input::By { said, input };
    let draft = Draft {
        said: MessageContent::default(),
        outbox: vec![Act {
            number: 1,
            input: ChatInput::In("t".into(), by.clone()),
        }],
    };
    assert!(!draft.was_heard(&held));
    held.apply(by, 1);
    assert!(draft.was_heard(&held));
}
