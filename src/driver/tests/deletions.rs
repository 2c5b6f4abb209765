//! A deleted thread: its backend is told once that cannot be undone, again until it has answered,
//! and only where it said that it has threads.

use std::rc::Rc;

use midturn_core::chat::ChatInput;

use super::fakes::{FINISHED, Posted, STARTED, text};
use super::harness::Harness;
use crate::driver::{Notice, Options, Table};

const CONTROL: &str =
    r#"{"type":"CUSTOM","name":"midturn.control","value":{"threads":"/threads"}}"#;

/// A turn of a backend that says this about itself.
fn talk(page: &Harness, thread: &str, said: &str) {
    let stream = page.begin(thread, "hello");
    stream.open();
    stream.events(&[STARTED, said, &text("m", "Hi"), FINISHED]);
}

/// A page with a thread of a backend that has threads.
fn talked() -> Harness {
    let page = Harness::new();
    talk(&page, "a/b", CONTROL);
    page
}

fn delete(page: &Harness) {
    page.driver.dispatch(ChatInput::Delete("a/b".into()));
}

fn undo(page: &Harness) {
    page.driver.dispatch(ChatInput::Undelete("a/b".into()));
}

fn settle(page: &Harness) {
    page.driver.dispatch(ChatInput::Forget("a/b".into()));
}

fn asked(page: &Harness) -> Vec<Rc<Posted>> {
    page.net.deleted.borrow().clone()
}

fn urls(page: &Harness) -> Vec<String> {
    asked(page).iter().map(|held| held.url.clone()).collect()
}

/// How many deletions are noted.
fn notes(page: &Harness) -> usize {
    let settings = page.store.all(Table::Settings);
    let noted = |(key, _): &&(String, Vec<u8>)| key.starts_with("deletion");
    settings.iter().filter(noted).count()
}

const URL: &str = "http://agent/threads/a%2Fb";

#[test]
fn its_backend_is_told_when_it_can_no_longer_be_undone() {
    let page = talked();
    delete(&page);
    assert!(urls(&page).is_empty());
    settle(&page);
    assert_eq!(urls(&page), [URL]);
    asked(&page)[0].answer(204);
    assert_eq!(notes(&page), 0);
    for table in [Table::Threads, Table::Conversations, Table::Turns] {
        assert!(page.store.all(table).is_empty(), "{table:?}");
    }
    let page = page.reload();
    page.time.advance(120_000);
    assert!(urls(&page).is_empty());
}

#[test]
fn one_that_is_undone_is_told_to_nobody() {
    let page = talked();
    delete(&page);
    undo(&page);
    settle(&page);
    assert!(urls(&page).is_empty());
    assert_eq!(notes(&page), 0);
    // So is one that the person writes in again.
    delete(&page);
    page.say("a/b", "again");
    assert_eq!(notes(&page), 0);
    let page = page.reload();
    page.time.advance(120_000);
    assert!(urls(&page).is_empty());
}

#[test]
fn a_backend_that_has_not_said_where_its_threads_are_is_not_asked() {
    let page = Harness::new();
    talk(
        &page,
        "a/b",
        r#"{"type":"CUSTOM","name":"midturn.control","value":{"url":"/c","cancel":true}}"#,
    );
    delete(&page);
    settle(&page);
    assert!(urls(&page).is_empty());
    assert_eq!(notes(&page), 0);
}

#[test]
fn what_the_embedder_says_counts_without_an_announcement() {
    let page = Harness::with_options(|options| options.threads_url = Some("/mine/".to_owned()));
    page.begin("a/b", "hello").open();
    delete(&page);
    settle(&page);
    assert_eq!(urls(&page), ["http://agent/mine/a%2Fb"]);
}

#[test]
fn the_next_page_tells_it_when_the_one_before_was_closed_too_soon() {
    let page = talked();
    delete(&page);
    let page = page.reload();
    // Another page may still undo it.
    assert!(urls(&page).is_empty());
    page.time.advance(60_000);
    assert_eq!(urls(&page), [URL]);
    asked(&page)[0].answer(404);
    assert_eq!(notes(&page), 0);
}

#[test]
fn the_next_page_tells_nothing_that_the_one_before_has_undone() {
    let page = talked();
    delete(&page);
    let next = Harness::with_store(page.store.clone());
    undo(&page);
    next.time.advance(120_000);
    assert!(urls(&next).is_empty());
}

#[test]
fn a_page_of_another_agent_leaves_it_to_those_of_its_own() {
    let page = talked();
    delete(&page);
    let other = Harness::not_started(page.store.clone());
    other.driver.set_options(Options {
        agent_url: "http://other".to_owned(),
        threads_url: Some("/threads".to_owned()),
        ..Options::default()
    });
    other.driver.start(|| ());
    other.time.advance(120_000);
    assert!(urls(&other).is_empty());
    let own = Harness::with_store(page.store.clone());
    own.time.advance(120_000);
    assert_eq!(urls(&own), [URL]);
}

#[test]
fn a_busy_backend_is_asked_again_and_a_later_page_goes_on() {
    let page = talked();
    delete(&page);
    settle(&page);
    for attempt in 0..6 {
        assert_eq!(asked(&page).len(), attempt + 1);
        asked(&page)[attempt].answer(409);
        page.time.advance(64_000);
    }
    assert_eq!(asked(&page).len(), 6);
    assert_eq!(*page.view.notices.borrow(), [Notice::NotDeleted]);
    assert_eq!(notes(&page), 1);
    let page = page.reload();
    assert_eq!(urls(&page), [URL]);
    asked(&page)[0].answer(204);
    assert_eq!(notes(&page), 0);
    assert!(page.view.notices.borrow().is_empty());
}

#[test]
fn a_refusal_is_told_and_not_repeated() {
    let page = talked();
    delete(&page);
    settle(&page);
    asked(&page)[0].answer(405);
    page.time.advance(120_000);
    assert_eq!(asked(&page).len(), 1);
    assert_eq!(*page.view.notices.borrow(), [Notice::NotDeleted]);
    assert_eq!(notes(&page), 0);
}
