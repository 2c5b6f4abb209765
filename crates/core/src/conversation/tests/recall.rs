//! What was sent before comes back into an empty composer, and never over a draft.

use crate::change::Change;
use crate::composer::Recall;
use crate::input::Input;
use crate::testing::builder::{Convo, convo};

fn sent() -> Convo {
    convo()
        .user("first")
        .running("m1")
        .finished()
        .user("second")
        .running("m2")
        .finished()
}

fn composer(convo: &Convo) -> &str {
    convo.conversation.composer()
}

#[test]
fn older_and_newer_texts_come_back_one_by_one() {
    let latest = sent().given(Input::Recall(Recall::Older));
    assert_eq!(composer(&latest), "second");
    assert!(latest.last.changes.contains(&Change::Composer));
    let older = latest.given(Input::Recall(Recall::Older));
    assert_eq!(composer(&older), "first");
    let oldest = older.given(Input::Recall(Recall::Older));
    assert_eq!(composer(&oldest), "first");
    let newer = oldest.given(Input::Recall(Recall::Newer));
    assert_eq!(composer(&newer), "second");
    let none = newer.given(Input::Recall(Recall::Newer));
    assert_eq!(composer(&none), "");
    assert_eq!(composer(&none.given(Input::Recall(Recall::Newer))), "");
}

#[test]
fn a_draft_is_never_overwritten() {
    let draft = sent().composing("a draft");
    assert_eq!(
        composer(&draft.given(Input::Recall(Recall::Older))),
        "a draft"
    );
    // A text that came back and was changed is a draft.
    let changed = sent()
        .given(Input::Recall(Recall::Older))
        .composing("second!");
    let again = changed.given(Input::Recall(Recall::Older));
    assert_eq!(composer(&again), "second!");
    assert_eq!(
        composer(&again.given(Input::Recall(Recall::End))),
        "second!"
    );
}

#[test]
fn an_end_leaves_the_composer_empty() {
    let recalled = sent().given(Input::Recall(Recall::Older));
    assert_eq!(composer(&recalled.given(Input::Recall(Recall::End))), "");
}

#[test]
fn a_thread_without_messages_has_nothing_to_bring_back() {
    assert_eq!(composer(&convo().given(Input::Recall(Recall::Older))), "");
}
