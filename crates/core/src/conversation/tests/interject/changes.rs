//! Interjections that are changed or taken back before the agent has them. Plain backends are
//! tested in `emulated`.

use super::{able, change, delivered, revise, sending, sent, undelivered};
use crate::control::InterjectionAnswer::{Accepted, TooLate};
use crate::input::InterjectionInput;
use crate::transcript::Delivery;

#[test]
fn a_change_of_an_accepted_interjection_is_sent() {
    let waiting = able().interjecting("i1", "a").heard("i1", Accepted);
    let changed = revise(waiting, "i1", "b");
    assert_eq!(sent(&changed), [sending("m1", "i1")]);
    assert_eq!(
        changed
            .conversation
            .posted(&"i1".into())
            .expect("text")
            .text,
        "b"
    );
    let heard = changed.heard("i1", Accepted);
    let held = heard.turn("m1").interjection(&"i1".into()).expect("it");
    assert_eq!((held.text.as_str(), &held.revision), ("b", &None));
}

#[test]
fn a_change_during_a_request_is_sent_after_its_answer() {
    let changed = revise(able().interjecting("i1", "a"), "i1", "b");
    assert_eq!(sent(&changed), []);
    let heard = changed.heard("i1", Accepted);
    assert_eq!(sent(&heard), [sending("m1", "i1")]);
    let posted = heard.conversation.posted(&"i1".into()).expect("text");
    assert_eq!(posted.text, "b");
}

#[test]
fn the_text_of_a_late_change_goes_to_the_composer() {
    let waiting = able().interjecting("i1", "a").heard("i1", Accepted);
    let late = revise(waiting.clone(), "i1", "b").heard("i1", TooLate);
    assert_eq!(late.conversation.composer(), "b");
    let got = revise(waiting, "i1", "b").event(delivered("i1"));
    assert_eq!(got.conversation.composer(), "b");
    let held = got.turn("m1").interjection(&"i1".into()).expect("it");
    assert_eq!(held.text, "a", "the agent has the first text");
}

#[test]
fn a_taken_back_text_returns_to_the_composer_when_the_backend_agrees() {
    let waiting = able().interjecting("i1", "a").heard("i1", Accepted);
    let asked = change(waiting, InterjectionInput::TakeBack("i1".into()));
    assert_eq!(sent(&asked), [sending("m1", "i1")]);
    assert_eq!(
        asked.conversation.posted(&"i1".into()).expect("text").text,
        ""
    );
    for gone in [
        asked.clone().heard("i1", Accepted),
        asked.clone().event(undelivered("i1")),
    ] {
        assert_eq!(gone.conversation.composer(), "a");
        assert!(gone.turn("m1").interjection(&"i1".into()).is_none());
        assert_eq!(gone.prompts(), [""; 0]);
    }
    let late = asked.event(delivered("i1"));
    assert_eq!(late.conversation.composer(), "");
    assert_eq!(late.delivery("i1"), Delivery::Delivered { step: Some(3) });
}

#[test]
fn of_two_changes_the_last_text_is_sent() {
    let waiting = able().interjecting("i1", "a").heard("i1", Accepted);
    let twice = revise(revise(waiting, "i1", "b"), "i1", "c");
    assert_eq!(sent(&twice), [], "the change before is not answered yet");
    let told = twice.heard("i1", Accepted);
    assert_eq!(sent(&told), [sending("m1", "i1")]);
    assert_eq!(
        told.conversation.posted(&"i1".into()).expect("text").text,
        "c"
    );
    let done = told.heard("i1", Accepted);
    let held = done.turn("m1").interjection(&"i1".into()).expect("it");
    assert_eq!((held.text.as_str(), &held.revision), ("c", &None));
}

#[test]
fn taking_back_a_changed_interjection_returns_the_changed_text() {
    let waiting = able().interjecting("i1", "a").heard("i1", Accepted);
    let changed = revise(waiting, "i1", "b");
    let back = change(changed, InterjectionInput::TakeBack("i1".into()));
    let gone = back.heard("i1", Accepted).heard("i1", Accepted);
    assert_eq!(gone.conversation.composer(), "b");
}

#[test]
fn an_unsent_interjection_is_taken_back_at_once() {
    let two = able().interjecting("i1", "a").interjecting("i2", "b");
    let back = change(two, InterjectionInput::TakeBack("i2".into()));
    assert_eq!(back.conversation.composer(), "b");
    assert_eq!(back.outward(), []);
}

#[test]
fn the_text_of_a_change_to_an_unknown_interjection_goes_to_the_composer() {
    let kept = revise(able().composing("x"), "none", "y");
    assert_eq!(
        kept.conversation.composer(),
        "x
y"
    );
}
