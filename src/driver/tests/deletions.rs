//! Deletion of threads at the backend: requested once the deletion can no longer be undone, retried
//! until the backend answers, and only if a threads URL is known.

use std::cell::Cell;
use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::find::Words;

use super::fakes::{FINISHED, Posted, STARTED, text};
use super::harness::Harness;
use crate::driver::{Notice, Options, Table};

const CONTROL: &str =
    r#"{"type":"CUSTOM","name":"midturn.control","value":{"threads":"/threads"}}"#;

/// Runs a turn whose backend sends this control announcement.
fn talk(page: &Harness, thread: &str, said: &str) {
    page.streaming(
        thread,
        "hello",
        &[STARTED, said, &text("m", "Hi"), FINISHED],
    );
}

/// A page with a thread of a backend that announced a threads URL.
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

/// How many deletions are noted in storage.
fn notes(page: &Harness) -> usize {
    let settings = page.store.all(Table::Settings);
    let noted = |(key, _): &&(String, Vec<u8>)| key.starts_with("deletion");
    settings.iter().filter(noted).count()
}

const URL: &str = "http://agent/threads/a%2Fb";

#[test]
fn the_backend_is_asked_once_the_deletion_cannot_be_undone() {
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
fn an_undone_deletion_is_not_sent() {
    let page = talked();
    delete(&page);
    undo(&page);
    settle(&page);
    assert!(urls(&page).is_empty());
    assert_eq!(notes(&page), 0);
    // A new message in the deleted thread undoes the deletion too.
    delete(&page);
    page.say("a/b", "again");
    assert_eq!(notes(&page), 0);
    let page = page.reload();
    page.time.advance(120_000);
    assert!(urls(&page).is_empty());
}

#[test]
fn a_backend_without_a_threads_url_is_not_asked() {
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
fn a_configured_threads_url_needs_no_announcement() {
    let page = Harness::with_options(|options| options.threads_url = Some("/mine/".to_owned()));
    page.begin("a/b", "hello").open();
    delete(&page);
    settle(&page);
    assert_eq!(urls(&page), ["http://agent/mine/a%2Fb"]);
}

#[test]
fn the_next_page_sends_a_deletion_that_a_closed_page_left_unsent() {
    let page = talked();
    delete(&page);
    let page = page.reload();
    // Another page may still undo the deletion.
    assert!(urls(&page).is_empty());
    page.time.advance(60_000);
    assert_eq!(urls(&page), [URL]);
    asked(&page)[0].answer(404);
    assert_eq!(notes(&page), 0);
}

#[test]
fn a_deletion_undone_by_another_page_is_not_sent() {
    let page = talked();
    delete(&page);
    let next = Harness::with_store(page.store.clone());
    undo(&page);
    next.time.advance(120_000);
    assert!(urls(&next).is_empty());
}

#[test]
fn a_page_of_another_agent_does_not_send_the_deletion() {
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
fn the_headers_of_another_agent_do_not_go_with_a_deletion() {
    let page = talked();
    delete(&page);
    settle(&page);
    asked(&page)[0].answer(503);
    let mut options = page.driver.options();
    "http://other".clone_into(&mut options.agent_url);
    page.driver.set_options(options);
    page.time.advance(120_000);
    assert_eq!(urls(&page).len(), 1);
    assert_eq!(notes(&page), 1);
}

#[test]
fn a_busy_backend_is_retried_also_by_a_later_page() {
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
fn a_refused_deletion_shows_a_notice_and_is_not_retried() {
    let page = talked();
    delete(&page);
    settle(&page);
    asked(&page)[0].answer(405);
    page.time.advance(120_000);
    assert_eq!(asked(&page).len(), 1);
    assert_eq!(*page.view.notices.borrow(), [Notice::NotDeleted]);
    assert_eq!(notes(&page), 0);
}

#[test]
fn the_search_finds_no_deleted_thread_that_can_still_be_restored() {
    // After a reload the thread is stored alone.
    let page = talked().reload();
    let found = || {
        let count = Rc::new(Cell::new(None));
        let heard = count.clone();
        let query = Words::new("hello").expect("it is no blank");
        page.driver
            .search(query, move |found| heard.set(Some(found.len())));
        count.get()
    };
    assert_eq!(found(), Some(1));
    delete(&page);
    assert_eq!(found(), Some(0));
    undo(&page);
    assert_eq!(found(), Some(1));
}
