//! Tests of the order, the editor and the undo of the queue.

use super::{Next, Prompt, Queue, UNDOS};
use crate::card::PauseReason;
use crate::id::MessageId;

fn queue(ids: &[&str]) -> Queue {
    let mut queue = Queue::default();
    for id in ids {
        queue.push(Prompt {
            id: (*id).into(),
            text: format!("text {id}"),
            queued_at: 0,
            attachments: Vec::new(),
            held: false,
        });
    }
    queue
}

fn order(queue: &Queue) -> Vec<&str> {
    queue
        .prompts()
        .iter()
        .map(|prompt| prompt.id.as_str())
        .collect()
}

fn id(id: &str) -> MessageId {
    id.into()
}

fn text<'a>(queue: &'a Queue, wanted: &str) -> &'a str {
    let prompt = queue
        .prompts()
        .iter()
        .find(|prompt| prompt.id.as_str() == wanted);
    &prompt.expect("the prompt is there").text
}

#[test]
fn prompts_start_in_their_order() {
    let mut queue = queue(&["a", "b"]);
    assert!(matches!(queue.next(), Next::Prompt(prompt) if prompt.id == id("a")));
    assert!(matches!(queue.next(), Next::Prompt(prompt) if prompt.id == id("b")));
    assert_eq!(queue.next(), Next::Empty);
}

#[test]
fn the_queue_waits_while_its_first_prompt_is_edited() {
    let mut queue = queue(&["a", "b"]);
    assert!(queue.begin_edit(&id("a")));
    assert_eq!(queue.next(), Next::Blocked(PauseReason::Editing));
    assert_eq!(queue.next_free().map(|prompt| prompt.id), Some(id("b")));
    assert_eq!(queue.next_free(), None);
}

#[test]
fn a_held_prompt_keeps_its_place_and_those_after_it_start() {
    let mut queue = queue(&["a", "b", "c"]);
    assert!(queue.hold(&id("a"), true));
    assert!(!queue.hold(&id("a"), true), "it is held already");
    assert!(!queue.hold(&id("x"), true), "there is no such prompt");
    assert_eq!(queue.free(), 2);
    assert!(matches!(queue.next(), Next::Prompt(prompt) if prompt.id == id("b")));
    assert!(queue.begin_edit(&id("c")));
    assert_eq!(queue.next(), Next::Blocked(PauseReason::Editing));
    assert!(queue.abandon_edit().is_some());
    assert!(queue.hold(&id("c"), true));
    assert_eq!(queue.next(), Next::Blocked(PauseReason::Held));
    assert_eq!(order(&queue), ["a", "c"]);
    assert!(queue.hold(&id("c"), false));
    assert!(matches!(queue.next(), Next::Prompt(prompt) if prompt.id == id("c")));
    assert!(matches!(queue.next_free(), Some(prompt) if prompt.id == id("a")));
    assert_eq!(queue.next(), Next::Empty);
}

#[test]
fn an_edit_is_kept_or_abandoned() {
    let mut queue = queue(&["a"]);
    queue.begin_edit(&id("a"));
    queue.change_edit("new".into());
    assert_eq!(text(&queue, "a"), "text a", "not before it is done");
    assert!(queue.finish_edit());
    assert_eq!(text(&queue, "a"), "new");
    queue.begin_edit(&id("a"));
    queue.change_edit("other".into());
    assert!(queue.abandon_edit().is_some());
    assert_eq!(text(&queue, "a"), "new");
}

#[test]
fn a_second_editor_keeps_the_text_of_the_first() {
    let mut queue = queue(&["a", "b"]);
    queue.begin_edit(&id("a"));
    queue.change_edit("new".into());
    assert!(queue.begin_edit(&id("b")));
    assert_eq!(text(&queue, "a"), "new");
    assert_eq!(queue.edit().map(|edit| edit.draft.as_str()), Some("text b"));
}

#[test]
fn opening_the_same_editor_again_keeps_its_draft() {
    let mut queue = queue(&["a"]);
    queue.begin_edit(&id("a"));
    queue.change_edit("half".into());
    assert!(queue.begin_edit(&id("a")));
    assert_eq!(queue.edit().map(|edit| edit.draft.as_str()), Some("half"));
}

#[test]
fn a_blank_edit_removes_the_prompt_and_can_be_undone() {
    let mut queue = queue(&["a", "b"]);
    queue.begin_edit(&id("a"));
    queue.change_edit(" \n".into());
    assert!(queue.finish_edit());
    assert_eq!(order(&queue), ["b"]);
    assert!(queue.restore());
    assert_eq!(order(&queue), ["a", "b"]);
    assert_eq!(text(&queue, "a"), "text a");
}

#[test]
fn a_restored_prompt_returns_to_its_place() {
    let mut queue = queue(&["a", "b", "c"]);
    assert!(queue.remove(&id("b")));
    let removed = queue.removed().map(|prompt| prompt.id.as_str());
    assert_eq!(removed.collect::<Vec<_>>(), ["b"]);
    assert!(queue.restore());
    assert_eq!(order(&queue), ["a", "b", "c"]);
    assert!(!queue.restore(), "once");
}

#[test]
fn each_removed_prompt_returns_to_its_place_the_latest_first() {
    let mut queue = queue(&["a", "b", "c"]);
    for gone in ["a", "c", "b"] {
        assert!(queue.remove(&id(gone)));
    }
    assert!(queue.restore());
    assert_eq!(order(&queue), ["b"]);
    assert!(queue.restore() && queue.restore());
    assert_eq!(order(&queue), ["a", "b", "c"]);
    assert!(!queue.restore());
}

#[test]
fn only_the_latest_removed_prompts_can_return() {
    let names: Vec<String> = (0..=UNDOS).map(|name| name.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut queue = queue(&names);
    for name in &names {
        assert!(queue.remove(&id(name)));
    }
    let removed = queue.removed().map(|prompt| prompt.id.as_str());
    assert_eq!(removed.collect::<Vec<_>>(), names[1..]);
}

#[test]
fn a_prompt_restored_to_a_shorter_queue_goes_to_the_end() {
    let mut queue = queue(&["a", "b"]);
    queue.remove(&id("b"));
    queue.next();
    assert!(queue.restore());
    assert_eq!(order(&queue), ["b"]);
}

#[test]
fn a_prompt_taken_while_edited_has_the_edited_text() {
    for (draft, expected) in [("new", "new"), (" ", "text a")] {
        let mut queue = queue(&["a"]);
        queue.begin_edit(&id("a"));
        queue.change_edit(draft.into());
        assert_eq!(
            queue.take(&id("a")).map(|prompt| prompt.text).as_deref(),
            Some(expected)
        );
        assert_eq!(queue.edit(), None);
    }
}

#[test]
fn the_last_prompt_takes_the_wish_to_pause_with_it() {
    let mut queue = queue(&["a", "b"]);
    queue.pause_after_turn(true);
    queue.move_to(&id("b"), 0);
    queue.remove(&id("a"));
    assert!(queue.pauses());
    queue.take(&id("b"));
    assert!(!queue.pauses());
    queue.pause_after_turn(true);
    assert!(!queue.pauses());
}

#[test]
fn moving_past_the_end_is_the_end() {
    let mut queue = queue(&["a", "b", "c"]);
    assert_eq!(queue.move_to(&id("a"), 99), Some(2));
    assert_eq!(order(&queue), ["b", "c", "a"]);
    assert_eq!(queue.move_to(&id("a"), 0), Some(0));
    assert_eq!(order(&queue), ["a", "b", "c"]);
}

#[test]
fn unknown_prompts_are_refused() {
    let mut queue = queue(&["a"]);
    let none = id("none");
    assert!(!queue.begin_edit(&none));
    assert!(!queue.remove(&none));
    assert_eq!(queue.take(&none), None);
    assert_eq!(queue.move_to(&none, 0), None);
    assert!(
        !queue.change_edit("x".into()) && !queue.finish_edit() && queue.abandon_edit().is_none()
    );
}
