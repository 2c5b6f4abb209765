//! Older messages: loaded from the embedder's history, and not stored.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::history::HistoryMessage;
use midturn_core::history::{PastRest, PastState};
use midturn_core::input::Input;
use midturn_protocol::name::Name;

use super::fakes::{FINISHED, FakeStorage, Mode, STARTED, text};
use super::harness::Harness;
use super::peers::FakeOrigin;
use super::protocols::{THREAD, last_post, speaking};
use crate::driver::{Answered, Asked, History, Options, Table};

/// A request for older messages, not answered yet.
type Pending = (Asked, Rc<dyn Fn(Answered)>);

#[derive(Default)]
struct Keeper(RefCell<Vec<Pending>>);

impl History for Keeper {
    fn load(&self, asked: Asked, answer: Rc<dyn Fn(Answered)>) {
        self.0.borrow_mut().push((asked, answer));
    }
}

impl Keeper {
    fn with(page: &Harness, thread: &str) -> Rc<Self> {
        let keeper = Rc::new(Self::default());
        page.driver
            .set_history(&thread.into(), Some(keeper.clone()));
        keeper
    }

    fn asked(&self) -> Vec<(String, Option<String>)> {
        let pending = self.0.borrow();
        let name = |(asked, _): &Pending| {
            let before = asked.before.as_ref().map(ToString::to_string);
            (asked.thread.to_string(), before)
        };
        pending.iter().map(name).collect()
    }

    fn answer(&self, place: usize, from: usize, to: usize, rest: PastRest) {
        let message = |n: usize| HistoryMessage::User {
            id: format!("u{n}").into(),
            text: format!("text of {n}"),
            attachments: Vec::new(),
        };
        let messages = (from..to).map(message).collect();
        let answer = self.0.borrow()[place].1.clone();
        answer(Answered::Messages(messages, rest));
    }
}

fn ids(page: &Harness, thread: &str) -> Vec<String> {
    page.look(thread, |held| {
        held.turns().iter().map(|turn| turn.text.clone()).collect()
    })
}

#[test]
fn older_messages_are_requested_when_a_thread_opens_and_not_stored() {
    let page = Harness::new();
    let keeper = Keeper::with(&page, "t");
    assert!(keeper.asked().is_empty());
    page.open("t");
    assert_eq!(keeper.asked(), [("t".to_owned(), None)]);
    keeper.answer(0, 0, 3, PastRest::Nothing);
    assert_eq!(ids(&page, "t"), ["text of 0", "text of 1", "text of 2"]);
    page.driver.flush();
    assert!(page.store.written().is_empty());

    // A message sent in this page is stored as the first turn of the thread.
    page.say("t", "mine");
    page.last()
        .opens_with(&[STARTED, &text("m", "Hi"), FINISHED]);
    page.driver.flush();
    let turns: Vec<_> = page
        .store
        .written()
        .into_iter()
        .filter(|(table, _)| *table == Table::Turns)
        .map(|(_, key)| key)
        .collect();
    assert!(!turns.is_empty());
    assert!(
        turns.iter().all(|key| *key == "t\u{1f}00000000"),
        "{turns:?}"
    );

    let page = page.reload();
    let keeper = Keeper::with(&page, "t");
    page.open("t");
    assert_eq!(ids(&page, "t"), ["mine"]);
    keeper.answer(0, 0, 3, PastRest::Nothing);
    assert_eq!(
        ids(&page, "t"),
        ["text of 0", "text of 1", "text of 2", "mine"]
    );
}

#[test]
fn a_page_that_follows_asks_for_what_the_driving_page_still_waits_for() {
    let origin = FakeOrigin::new();
    let store = FakeStorage::new(Mode::Works);
    let page = || {
        let page = Harness::beside(&origin, store.clone());
        let keeper = Keeper::with(&page, "t");
        page.open("t");
        origin.deliver();
        (page, keeper)
    };
    let (driving, first) = page();
    let (following, second) = page();
    assert_eq!(second.asked(), [("t".to_owned(), None)]);
    second.answer(0, 0, 2, PastRest::More);
    first.answer(0, 0, 2, PastRest::More);
    assert_eq!(ids(&following, "t"), ["text of 0", "text of 1"]);

    // The page that is left keeps them.
    driving.driver.flush();
    driving.driver.shutdown();
    drop(driving);
    origin.deliver();
    assert_eq!(ids(&following, "t"), ["text of 0", "text of 1"]);
    following.look("t", |held| assert_eq!(*held.past(), PastState::More));
}

#[test]
fn a_history_set_after_opening_is_asked_at_once_but_its_replacement_is_not() {
    let page = Harness::new();
    page.open("t");
    let keeper = Keeper::with(&page, "t");
    assert_eq!(keeper.asked().len(), 1);
    keeper.answer(0, 0, 1, PastRest::Nothing);
    let other = Keeper::with(&page, "t");
    assert!(other.asked().is_empty());
}

#[test]
fn a_removed_history_is_not_asked_again_and_its_successor_continues() {
    let page = Harness::new();
    page.open("t");
    let keeper = Keeper::with(&page, "t");
    keeper.answer(0, 5, 7, PastRest::More);
    page.driver.set_history(&"t".into(), None);
    // The state is as without a history: not failed, and nothing more to load.
    page.look("t", |held| assert_eq!(*held.past(), PastState::Unasked));
    assert_eq!(ids(&page, "t"), ["text of 5", "text of 6"]);
    assert_eq!(keeper.asked().len(), 1);
    let other = Keeper::with(&page, "t");
    let before = Some("u5".to_owned());
    assert_eq!(other.asked(), [("t".to_owned(), before)]);
    assert_eq!(keeper.asked().len(), 1);
}

#[test]
fn a_late_answer_goes_to_the_thread_of_its_request() {
    let page = Harness::new();
    let keeper = Keeper::with(&page, "one");
    page.open("one");
    page.open("two");
    keeper.answer(1, 5, 6, PastRest::Nothing);
    keeper.answer(0, 0, 1, PastRest::More);
    assert_eq!(ids(&page, "one"), ["text of 0"]);
    assert_eq!(ids(&page, "two"), ["text of 5"]);
}

#[test]
fn without_a_history_nothing_is_requested() {
    let page = Harness::new();
    page.open("t");
    page.look("t", |held| assert_eq!(*held.past(), PastState::Unasked));
}

#[test]
fn an_answer_after_shutdown_changes_nothing() {
    let page = Harness::new();
    let keeper = Keeper::with(&page, "t");
    page.open("t");
    page.driver.shutdown();
    keeper.answer(0, 0, 1, PastRest::Nothing);
    assert!(ids(&page, "t").is_empty());
}

/// What `LangGraph` has of a thread.
fn at_server(texts: &[&str]) -> String {
    let message = |(place, text): (usize, &&str)| {
        format!("{{\"type\":\"human\",\"id\":\"u{place}\",\"content\":\"{text}\"}}")
    };
    let messages: Vec<String> = texts.iter().enumerate().map(message).collect();
    format!(
        "[{{\"thread_id\":\"{THREAD}\",\"values\":{{\"messages\":[{}]}}}}]",
        messages.join(",")
    )
}

#[test]
fn a_backend_that_keeps_the_messages_is_asked_for_them() {
    let page = speaking(Name::LangGraph, "");
    page.open(THREAD);
    let asked = last_post(&page);
    assert_eq!(asked.url, "http://agent/threads/search");
    asked.answer_with(200, &at_server(&["one", "two"]));
    assert_eq!(ids(&page, THREAD), ["one", "two"]);
    page.look(THREAD, |held| assert_eq!(*held.past(), PastState::Complete));
    // What was said elsewhere meanwhile comes with the next load.
    let page = page.reload_with(|held| held.protocol = Some(Name::LangGraph));
    page.open(THREAD);
    last_post(&page).answer_with(200, &at_server(&["one", "two", "three"]));
    assert_eq!(ids(&page, THREAD), ["one", "two", "three"]);
}

#[test]
fn messages_that_the_backend_does_not_return_are_asked_for_again() {
    let page = speaking(Name::LangGraph, "");
    page.open(THREAD);
    last_post(&page).answer_with(500, "");
    page.look(THREAD, |held| assert_eq!(*held.past(), PastState::Failed));
    page.input(THREAD, Input::PastWanted);
    let asked = last_post(&page);
    page.time.advance(31_000);
    assert!(asked.is_aborted());
    page.look(THREAD, |held| assert_eq!(*held.past(), PastState::Failed));
    page.input(THREAD, Input::PastWanted);
    last_post(&page).answer_with(200, "[]");
    page.look(THREAD, |held| assert_eq!(*held.past(), PastState::Complete));
}

#[test]
fn the_embedders_history_comes_before_the_backends() {
    let page = speaking(Name::LangGraph, "");
    let keeper = Keeper::with(&page, THREAD);
    page.open(THREAD);
    assert_eq!(keeper.asked().len(), 1);
    assert!(page.posts().is_empty());
    // A history that is set later replaces what was asked.
    let page = speaking(Name::LangGraph, "");
    page.open(THREAD);
    let asked = last_post(&page);
    let keeper = Keeper::with(&page, THREAD);
    assert!(asked.is_aborted());
    assert_eq!(keeper.asked().len(), 1);
}

/// What an agent that speaks AG-UI shows of a thread.
fn shown(texts: &[&str]) -> String {
    let message = |(place, text): (usize, &&str)| {
        format!("{{\"id\":\"u{place}\",\"role\":\"user\",\"content\":\"{text}\"}}")
    };
    let messages: Vec<String> = texts.iter().enumerate().map(message).collect();
    format!(
        "{{\"id\":\"t\",\"snapshot\":{{\"messages\":[{}]}}}}",
        messages.join(",")
    )
}

#[test]
fn an_agent_that_speaks_ag_ui_is_asked_only_for_what_is_not_here() {
    let with_past = |held: &mut Options| held.past_url = Some("/threads".to_owned());
    let page = Harness::with_options(with_past);
    page.open("t");
    assert!(page.posts().is_empty(), "a new thread is nowhere else");
    // A link names a message that is not here.
    page.input("t", Input::PastWanted);
    let asked = last_post(&page);
    assert_eq!(asked.url, "http://agent/threads/t");
    asked.answer_with(200, &shown(&["one", "two"]));
    assert_eq!(ids(&page, "t"), ["one", "two"]);
    page.look("t", |held| assert_eq!(*held.past(), PastState::Complete));

    // Once the thread continues here, the rest of it is needed with each load.
    page.say("t", "three");
    page.last()
        .opens_with(&[STARTED, &text("m", "Hi"), FINISHED]);
    let page = page.reload_with(with_past);
    page.open("t");
    assert_eq!(ids(&page, "t"), ["three"]);
    last_post(&page).answer_with(200, &shown(&["one", "two"]));
    assert_eq!(ids(&page, "t"), ["one", "two", "three"]);
}

#[test]
fn a_backend_that_keeps_no_messages_has_nothing_more() {
    let page = Harness::new();
    page.open("t");
    page.input("t", Input::PastWanted);
    assert!(page.posts().is_empty());
    page.look("t", |held| assert_eq!(*held.past(), PastState::Complete));
}
