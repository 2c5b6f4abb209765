//! The inbox: order, no re-entrance, start and shutdown, effects for the view.

use std::cell::Cell;
use std::rc::Rc;

use midturn_core::change::{Change, ChatChange};
use midturn_core::chat::ChatInput;
use midturn_core::effect::{Announcement, FocusTarget};
use midturn_core::input::Input;
use midturn_core::transcript::Outcome;

use super::fakes::{FINISHED, FakeStorage, Mode, STARTED, text};
use super::harness::Harness;

#[test]
fn input_dispatched_during_a_publication_is_applied_after_the_current_input() {
    let page = Harness::new();
    let stream = page.begin("t", "Hello");
    stream.open();
    let seen = Rc::new(Cell::new(0));
    let count = seen.clone();
    page.view
        .on_publish
        .replace(Some(Box::new(move |driver, changes| {
            let grew =
                |change: &ChatChange| matches!(change, ChatChange::In(_, Change::TextGrew { .. }));
            if changes.iter().any(grew) && count.get() == 0 {
                count.set(1);
                let text = "typed meanwhile".to_owned();
                let input = Input::ComposerChanged { text };
                driver.dispatch(ChatInput::In("t".into(), input));
                // Not applied yet: the current input comes first.
                driver.read(|chat| {
                    let held = chat.conversation(&"t".into()).unwrap();
                    assert_eq!(held.composer(), "");
                });
            }
        })));
    stream.events(&[STARTED, &text("m", "Hi"), FINISHED]);
    assert_eq!(seen.get(), 1);
    assert_eq!(
        page.look("t", |held| held.composer().to_owned()),
        "typed meanwhile"
    );
    assert_eq!(page.outcome("t"), Some(Outcome::Completed));
}

#[test]
fn input_from_the_person_is_urgent_and_from_the_network_is_not() {
    let page = Harness::new();
    page.view.published.take();
    let stream = page.begin("t", "Hello");
    let urgent = |page: &Harness| -> Vec<bool> {
        let published = page.view.published.take();
        published.into_iter().map(|(_, urgent)| urgent).collect()
    };
    // Open, loaded (urgent because the person may be typing), typing, submit.
    assert_eq!(urgent(&page), [true, true, true, true]);
    stream.opens_with(&[STARTED]);
    assert_eq!(urgent(&page), [false, false]);
}

#[test]
fn prompts_are_queued_and_start_in_order() {
    let page = Harness::new();
    let first = page.begin("t", "one");
    page.say("t", "two");
    page.say("t", "three");
    assert_eq!(page.asked(), 1);
    first.opens_with(&[STARTED, FINISHED]);
    assert_eq!(page.asked(), 2);
    assert_eq!(page.last_turn("t").text, "two");
    assert_eq!(page.look("t", |held| held.queue().len()), 1);
    page.last().opens_with(&[STARTED, FINISHED]);
    assert_eq!(page.last_turn("t").text, "three");
    let announced = page.view.announced.take();
    let queued = |ahead| ("t".into(), Announcement::Queued { ahead });
    assert!(announced.contains(&queued(0)) && announced.contains(&queued(1)));
}

#[test]
fn a_focus_effect_reaches_the_view_with_its_thread() {
    let page = Harness::new();
    page.begin("t", "Hello");
    let run = page.run("t");
    page.input("t", Input::CancelClicked { run });
    assert_eq!(
        page.view.focused.take(),
        [("t".into(), FocusTarget::Editor)]
    );
}

#[test]
fn unknown_events_and_invalid_input_are_counted_and_change_nothing() {
    let page = Harness::new();
    let stream = page.streaming("t", "Hello", &[STARTED]);
    let before = page.conversation("t");
    let counted = page.driver.diagnostics();
    stream.events(&[r#"{"type":"NEWER_THAN_THIS"}"#]);
    page.input("t", Input::ResumeClicked);
    assert_eq!(page.driver.diagnostics(), counted + 2);
    assert_eq!(page.conversation("t"), before);
}

#[test]
fn input_waits_until_the_list_of_threads_is_read() {
    let store = FakeStorage::new(Mode::Works);
    let before = Harness::with_store(store.clone());
    before.begin("t", "Hello");
    before.driver.shutdown();

    let page = Harness::not_started(store);
    page.open("t");
    assert_eq!(page.view.published.borrow().len(), 0);
    let started = Rc::new(Cell::new(false));
    let told = started.clone();
    page.driver.start(move || told.set(true));
    assert!(started.get());
    let title = page
        .driver
        .read(|chat| chat.head(&"t".into()).unwrap().title.clone());
    assert_eq!(
        title, "Hello",
        "an early Open does not hide the stored title"
    );
    assert_eq!(page.look("t", |held| held.turns().len()), 1);
}

#[test]
fn shutdown_aborts_streams_writes_changes_and_ignores_later_input() {
    let page = Harness::new();
    let one = page.begin("a", "Hello");
    let two = page.begin("b", "Hello");
    two.open();
    page.begin("c", "Hello").refuse(503, "", None);
    page.write("a", "a draft");
    assert!(page.time.pending() > 0);
    page.driver.shutdown();
    assert!(one.is_aborted() && two.is_aborted());
    assert_eq!(page.time.pending(), 0);
    let before = page.conversation("a");
    page.view.published.take();
    page.say("a", "too late");
    one.events(&[STARTED, FINISHED]);
    page.driver.flush();
    assert_eq!(page.conversation("a"), before);
    assert!(page.view.published.take().is_empty());

    let again = Harness::with_store(page.store.clone());
    again.open("a");
    assert_eq!(
        again.look("a", |held| held.composer().to_owned()),
        "a draft"
    );
}

#[test]
fn shutdown_during_a_publication_stops_the_effects() {
    let page = Harness::new();
    page.open("t");
    page.write("t", "Hello");
    page.view
        .on_publish
        .replace(Some(Box::new(|driver, _| driver.shutdown())));
    let id = page.driver.fresh_message_id();
    page.input("t", Input::Submit { id });
    assert_eq!(page.asked(), 0);
}

#[test]
fn a_dropped_driver_aborts_its_streams_and_is_freed() {
    let page = Harness::new();
    let stream = page.begin("t", "Hello");
    stream.open();
    let store = page.weak();
    drop(page);
    assert!(stream.is_aborted());
    assert!(store.upgrade().is_none(), "nothing keeps the driver alive");
    stream.events(&[STARTED]);
}
