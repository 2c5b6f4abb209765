//! Storage: what is written and when, what a reload restores, and failures of storage.
//!
//! `broken` tests records that cannot be read.

mod broken;

use midturn_core::card::{Card, PauseReason};
use midturn_core::chat::{ChatInput, UNDOABLE_MS};
use midturn_core::input::{Input, QueueInput};
use midturn_core::run_event::LostReason;
use midturn_core::transcript::Outcome;

use super::fakes::{FINISHED, FakeStorage, Mode, STARTED, text};
use super::harness::Harness;
use super::peers::FakeOrigin;
use crate::driver::{Notice, StorageError, Table};
use crate::transport::{Ask, TransportEvent};

fn turn(thread: &str, place: usize) -> (Table, String) {
    (Table::Turns, format!("{thread}\u{1f}{place:08}"))
}

fn conversation(thread: &str) -> (Table, String) {
    (Table::Conversations, thread.to_owned())
}

#[test]
fn a_message_is_written_before_it_is_sent() {
    let page = Harness::new();
    page.open("t");
    page.say("t", "Hello");
    let written = page.store.written();
    assert!(written.contains(&(Table::Threads, "t".to_owned())));
    assert!(written.contains(&conversation("t")));
    assert!(written.contains(&turn("t", 0)));
}

#[test]
fn a_large_turn_is_written_less_often() {
    let page = Harness::new();
    let stream = page.streaming("t", "Hello", &[STARTED]);
    stream.events(&[&text("m", &"a".repeat(2_000_000))]);
    page.time.advance(400);
    assert!(page.store.written().contains(&turn("t", 0)));
    stream.events(&[&text("m", "b")]);
    page.time.advance(1_900);
    assert!(!page.store.written().contains(&turn("t", 0)));
    page.time.advance(200);
    assert!(page.store.written().contains(&turn("t", 0)));
}

#[test]
fn a_request_waits_for_the_storage_also_if_the_backend_recognises_its_message() {
    let page = Harness::new();
    let stream = page.begin("t", "One");
    stream.open();
    let control = r#"{"type":"CUSTOM","name":"midturn.control","value":{"events":"/e"}}"#;
    stream.events(&[STARTED, control, FINISHED]);
    stream.tell(TransportEvent::Ended);
    page.time.advance(400);
    page.store.mode.set(Mode::Waits);
    page.say("t", "Two");
    assert_eq!(page.asked(), 1, "not sent before the message is written");
    page.store.go_on();
    assert_eq!(page.asked(), 2);
}

#[test]
fn a_request_does_not_wait_for_ever_for_storage_that_stops_to_answer() {
    let page = Harness::new();
    page.streaming("t", "One", &[STARTED, FINISHED]);
    page.time.advance(400);
    page.store.mode.set(Mode::NeverAnswers);
    page.say("t", "Two");
    page.time.advance(9_000);
    assert_eq!(page.asked(), 1);
    page.time.advance(1_000);
    assert_eq!(page.asked(), 2);
    assert_eq!(page.view.notices.take(), [Notice::StorageUnavailable]);
}

#[test]
fn streamed_changes_are_written_at_most_every_400_ms_and_only_changed_records() {
    let page = Harness::new();
    page.streaming("t", "one", &[STARTED, &text("m", "Hi"), FINISHED]);
    page.say("t", "two");
    let stream = page.last();
    stream.open();
    page.time.advance(1_000);
    page.store.written();
    page.store.batches.take();

    for _ in 0..39 {
        stream.events(&[&text("n", "x")]);
        page.time.advance(10);
    }
    assert!(page.store.batches.borrow().is_empty());
    page.time.advance(10);
    assert_eq!(page.store.batches.borrow().len(), 1);
    assert_eq!(page.store.written(), [conversation("t"), turn("t", 1)]);
    page.time.advance(10_000);
    assert!(
        page.store.written().is_empty(),
        "nothing new, nothing written"
    );
}

#[test]
fn a_flush_writes_all_unsaved_changes() {
    let page = Harness::new();
    let stream = page.begin("t", "Hello");
    stream.open();
    page.time.advance(10_000);
    page.store.written();
    stream.events(&[STARTED, &text("m", "Hi")]);
    page.driver.flush();
    assert!(page.store.written().contains(&turn("t", 0)));
    assert_eq!(
        page.time.pending(),
        1,
        "the flush takes the place of the timer; the one left listens to the agent"
    );
}

#[test]
fn a_reload_restores_the_conversation() {
    let page = Harness::new();
    let stream = page.begin("t", "one");
    stream.open();
    let call = r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"search"}"#;
    let end = r#"{"type":"TOOL_CALL_END","toolCallId":"c"}"#;
    let result = r#"{"type":"TOOL_CALL_RESULT","toolCallId":"c","messageId":"r","content":"42"}"#;
    stream.events(&[STARTED, &text("m", "Hi"), call, end, result, FINISHED]);
    page.say("t", "two");
    page.last().opens_with(&[STARTED]);
    page.say("t", "three");
    page.say("t", "four");
    let run = page.run("t");
    page.input("t", Input::Stop { run });
    page.write("t", "a draft");
    let before = page.conversation("t");
    assert!(matches!(before.card(), Card::Paused { .. }));

    let page = page.reload();
    assert_eq!(page.driver.read(|chat| chat.heads().len()), 1);
    page.open("t");
    assert_eq!(page.conversation("t"), before);
    assert!(page.view.notices.take().is_empty());
    page.input("t", Input::Queue(QueueInput::EditLast));
    assert_eq!(
        page.look("t", |held| held.queue().edit().unwrap().draft.clone()),
        "four"
    );
}

#[test]
fn a_reload_interrupts_the_active_run_and_pauses_the_queue() {
    let page = Harness::new();
    page.streaming("t", "one", &[STARTED, &text("m", "Hi")]);
    page.say("t", "two");
    let page = page.reload();
    page.open("t");
    assert_eq!(
        page.outcome("t"),
        Some(Outcome::Interrupted(LostReason::Reload))
    );
    assert_eq!(page.said("t"), ["Hi"]);
    let reason = PauseReason::Interrupted;
    let paused = |card: &Card| matches!(card, Card::Paused { reason: held, .. } if *held == reason);
    assert!(page.look("t", |held| paused(held.card())));
    // The interruption is written too.
    page.time.advance(400);
    assert!(page.store.written().contains(&turn("t", 0)));
}

#[test]
fn a_run_is_rejoined_after_a_reload_if_the_backend_announced_an_events_url() {
    let page = Harness::new();
    let stream = page.begin("t", "one");
    stream.open();
    let control = r#"{"type":"CUSTOM","name":"midturn.control","value":{"events":"/e"}}"#;
    stream.chunk(format!(
        "id: 1\ndata: {STARTED}\n\nid: 2\ndata: {control}\n\n"
    ));
    let run = page.run("t");
    let page = page.reload();
    page.open("t");
    page.time.advance(1);
    let joined = page.last();
    assert_eq!(joined.request.url, "http://agent/e?threadId=t");
    let after = Some("2".to_owned());
    assert_eq!(joined.request.ask, Ask::Get { after });
    joined.open();
    let finished = FINISHED.replace("\"r\"", &format!("\"{run}\""));
    joined.events(&[&text("m", "Hi"), &finished]);
    assert_eq!(page.said("t"), ["Hi"]);
    assert_eq!(page.outcome("t"), Some(Outcome::Completed));
}

#[test]
fn an_undeleted_thread_is_kept_and_a_deleted_one_is_purged_by_the_next_page() {
    let page = Harness::new();
    for thread in ["a", "b"] {
        page.streaming(thread, "Hello", &[STARTED, FINISHED]);
        page.driver.dispatch(ChatInput::Delete(thread.into()));
    }
    page.driver.dispatch(ChatInput::Undelete("b".into()));
    let page = page.reload();
    assert_eq!(page.store.all(Table::Threads).len(), 2, "it may be undone");
    page.time.advance(UNDOABLE_MS);
    let page = page.reload();
    let listed = page.driver.read(|chat| chat.heads().len());
    assert_eq!(listed, 1);
    for table in [Table::Threads, Table::Conversations] {
        let keys: Vec<_> = page
            .store
            .all(table)
            .into_iter()
            .map(|(key, _)| key)
            .collect();
        assert_eq!(keys, ["b"]);
    }
    assert_eq!(page.store.all(Table::Turns).len(), 1);
    page.open("b");
    assert_eq!(page.look("b", |held| held.turns().len()), 1);
}

#[test]
fn another_page_does_not_purge_a_thread_whose_deletion_can_be_undone() {
    let origin = FakeOrigin::new();
    let page = Harness::beside(&origin, FakeStorage::new(Mode::Works));
    page.streaming("t", "Hello", &[STARTED, FINISHED]);
    page.driver.dispatch(ChatInput::Delete("t".into()));
    drop(Harness::beside(&origin, page.store.clone()));
    assert_eq!(page.store.all(Table::Turns).len(), 1);
    page.driver.dispatch(ChatInput::Undelete("t".into()));
    let before = page.conversation("t");
    let page = page.reload();
    page.open("t");
    assert_eq!(page.conversation("t"), before);
}

#[test]
fn a_thread_can_be_renamed_without_being_loaded() {
    let page = Harness::new();
    page.begin("t", "Hello");
    let page = page.reload();
    let title = "Better".to_owned();
    let thread = "t".into();
    page.driver.dispatch(ChatInput::Rename { thread, title });
    let page = page.reload();
    let title = page.driver.read(|chat| chat.heads()[0].title.clone());
    assert_eq!(title, "Better");
    page.open("t");
    assert_eq!(page.look("t", |held| held.turns().len()), 1);
}

#[test]
fn without_storage_the_chat_works_and_one_notice_is_shown() {
    for error in [StorageError::Unavailable, StorageError::Failed] {
        let page = Harness::with_store(FakeStorage::new(Mode::Fails(error)));
        page.open("t");
        // Reads are tried again.
        page.time.advance(2_000);
        page.streaming("t", "Hello", &[STARTED, &text("m", "Hi"), FINISHED]);
        page.say("t", "Again");
        page.driver.flush();
        assert_eq!(page.said("t"), Vec::<String>::new());
        assert_eq!(page.asked(), 2);
        assert_eq!(
            page.view.notices.take(),
            [Notice::StorageUnavailable],
            "{error}"
        );
    }
}

#[test]
fn failed_writes_are_retried_when_storage_works_again() {
    let page = Harness::new();
    page.open("t");
    page.store.mode.set(Mode::Fails(StorageError::Failed));
    let stream = page.begin("t", "Hello");
    assert_eq!(page.view.notices.take(), [Notice::StorageUnavailable]);
    page.store.mode.set(Mode::Works);
    stream.opens_with(&[STARTED, FINISHED]);
    page.time.advance(400);
    // A later failure shows a new notice.
    page.store.mode.set(Mode::Fails(StorageError::Failed));
    page.say("t", "Again");
    assert_eq!(page.view.notices.take(), [Notice::StorageUnavailable]);
    page.store.mode.set(Mode::Works);
    let page = page.reload();
    assert_eq!(page.driver.read(|chat| chat.heads().len()), 1);
    page.open("t");
    assert_eq!(page.look("t", |held| held.turns().len()), 2);
}

#[test]
fn the_page_starts_even_if_storage_never_answers() {
    let page = Harness::not_started(FakeStorage::new(Mode::NeverAnswers));
    page.driver.start(|| ());
    page.open("t");
    page.time.advance(10_000);
    assert_eq!(page.view.notices.take(), [Notice::StorageUnavailable]);
    page.say("t", "Hello");
    assert_eq!(page.asked(), 1);
}
