//! Threads that are read without being opened.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::input::Input;

use super::fakes::{FINISHED, STARTED, text};
use super::harness::Harness;

/// The texts of the person's messages, each with whether it is no longer part of the thread.
fn archived(page: &Harness, thread: &str) -> Vec<(String, bool)> {
    let read = Rc::new(RefCell::default());
    let heard = read.clone();
    page.driver.archived(&thread.into(), move |archived| {
        let (turns, left_out) = archived.expect("it can be read");
        let turns = turns.into_iter();
        let told = turns.map(|turn| (turn.text, left_out.has(&turn.id)));
        *heard.borrow_mut() = told.collect();
    });
    read.take()
}

#[test]
fn a_thread_says_which_messages_are_no_longer_part_of_it_open_or_not() {
    let page = Harness::new();
    for said in ["one", "two"] {
        page.streaming("t", said, &[STARTED, &text("m", "Hi"), FINISHED]);
    }
    let turn = page.look("t", |held| held.turns()[1].id.clone());
    let id = page.driver.fresh_message_id();
    let text = "three".to_owned();
    page.input("t", Input::SendAgain { turn, id, text });
    let expected = [("one", false), ("two", true), ("three", false)];
    let expected = expected.map(|(text, left_out)| (text.to_owned(), left_out));
    assert_eq!(archived(&page, "t"), expected);
    assert_eq!(archived(&page.reload(), "t"), expected);
}
