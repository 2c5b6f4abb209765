//! Records that cannot be read: of a later version, from before the first release, cut off, or
//! broken. Whatever can be read is restored. Unreadable records stay stored, and a notice is shown.
//!
//! `midturn-core-tests` tests the records themselves.

use std::rc::Rc;

use crate::driver::storage::{draft_key, file_key};
use crate::driver::tests::fakes::{FINISHED, FakeStorage, Mode, STARTED, text};
use crate::driver::tests::harness::Harness;
use crate::driver::{Notice, StorageError, Table};

/// The record as a later version of Midturn would write it.
fn later_version(record: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(record).expect("a record is text");
    let later = text.replacen("\"version\":1", "\"version\":2", 1);
    assert_ne!(later, text);
    later.into_bytes()
}

/// A page with a stored thread: two finished turns, an active one, a queued prompt and a draft.
fn stored() -> Harness {
    let page = Harness::new();
    page.open("t");
    for words in ["one", "two"] {
        page.say("t", words);
        page.last()
            .opens_with(&[STARTED, &text("m", "Hi"), FINISHED]);
    }
    page.say("t", "three");
    page.say("t", "queued words");
    page.write("t", "a draft");
    page.driver.flush();
    page
}

/// The person's messages.
fn texts(page: &Harness) -> Vec<String> {
    page.look("t", |held| {
        let turns = held.turns().iter();
        turns.map(|turn| turn.text.clone()).collect()
    })
}

#[test]
fn an_unreadable_turn_is_left_out_and_a_notice_is_shown() {
    let whole = stored().store.all(Table::Turns).remove(0).1;
    for broken in [
        Vec::new(),
        b"{\"version\":1}".to_vec(),
        whole[..whole.len() - 1].to_vec(),
        [&whole[..], &[0]].concat(),
        later_version(&whole),
    ] {
        let page = stored();
        let key = page.store.all(Table::Turns).remove(0).0;
        page.store.put(Table::Turns, &key, &broken);
        let page = page.reload();
        page.open("t");
        assert_eq!(texts(&page), ["two", "three"], "{broken:?}");
        let thread = "t".into();
        assert_eq!(
            page.view.notices.take(),
            [Notice::StorageCorrupt { thread }]
        );
    }
}

#[test]
fn a_value_that_the_browser_cannot_read_costs_neither_the_other_turns_nor_files() {
    let page = stored();
    page.attached("t", "f");
    page.say("t", "with a file");
    page.driver.flush();
    let key = page.store.all(Table::Turns).remove(0).0;
    // Each turn that is lost may have any file.
    page.store
        .put(Table::Attachments, &file_key("t", "of-one"), b"x");
    page.store.damaged.replace(Some(key));
    let page = page.reload();
    page.open("t");
    page.time.advance(60_000);
    assert_eq!(texts(&page), ["two", "three"]);
    assert!(page.kept().contains(&file_key("t", "of-one")));
    let thread = "t".into();
    assert_eq!(
        page.view.notices.take(),
        [Notice::StorageCorrupt { thread }]
    );
}

#[test]
fn a_read_that_fails_for_a_moment_makes_nothing_look_absent() {
    let page = Harness::new();
    page.streaming("t", "one", &[STARTED, &text("m", "Hi"), FINISHED]);
    let page = page.reload();
    page.store.mode.set(Mode::Fails(StorageError::Failed));
    page.open("t");
    page.time.advance(100);
    page.store.mode.set(Mode::Works);
    page.time.advance(1_000);
    assert_eq!(page.said("t"), ["Hi"]);
    let corrupt = |notice: &Notice| matches!(notice, Notice::StorageCorrupt { .. });
    assert!(!page.view.notices.take().iter().any(corrupt));
}

#[test]
fn an_unreadable_conversation_keeps_its_turns_and_typed_texts() {
    let whole = stored().store.all(Table::Conversations).remove(0).1;
    for broken in [later_version(&whole), whole[..whole.len() - 1].to_vec()] {
        let page = stored();
        page.store.put(Table::Conversations, "t", &broken);
        let page = page.reload();
        page.open("t");
        assert_eq!(page.look("t", |held| held.turns().len()), 3);
        let composer = page.look("t", |held| held.composer().to_owned());
        assert_eq!(composer, "queued words\na draft");
        assert_eq!(page.view.notices.take().len(), 1);
        // The conversation can go on.
        page.say("t", "four");
        assert_eq!(page.asked(), 1);
    }
}

#[test]
fn an_active_run_with_an_unreadable_turn_does_not_block_its_thread() {
    let page = stored();
    let key = page.store.all(Table::Turns).remove(2).0;
    page.store.put(Table::Turns, &key, b"{");
    let page = page.reload();
    page.open("t");
    assert!(page.look("t", |held| held.active().is_none()));
    page.say("t", "four");
    assert_eq!(page.asked(), 1);
}

#[test]
fn a_thread_with_an_unreadable_list_entry_can_still_be_opened() {
    let page = stored();
    page.store.put(Table::Threads, "t", b"{}");
    let page = page.reload();
    let listed = page.driver.read(|chat| chat.heads()[0].id.clone());
    assert_eq!(listed.as_str(), "t");
    page.open("t");
    assert_eq!(page.look("t", |held| held.turns().len()), 3);
}

/// Storage with the draft of a closed page, altered by `change`, and the draft's key.
fn left(change: impl Fn(&[u8]) -> Vec<u8>) -> (Rc<FakeStorage>, String) {
    let page = Harness::new();
    page.open("t");
    page.write("t", "a draft");
    page.driver.flush();
    let (key, record) = page.store.all(Table::Drafts).remove(0);
    page.store.put(Table::Drafts, &key, &change(&record));
    let store = page.store.clone();
    drop(page);
    (store, key)
}

#[test]
fn the_text_of_a_draft_of_a_later_version_is_restored() {
    let (store, before) = left(later_version);
    for _ in 0..2 {
        let page = Harness::with_store(store.clone());
        page.open("t");
        let composer = page.look("t", |held| held.composer().to_owned());
        assert_eq!(composer, "a draft");
        page.driver.flush();
        // The page has stored the draft as its own, so it is not restored twice.
        let drafts = page.store.all(Table::Drafts);
        assert_eq!(drafts.len(), 1);
        assert_ne!(drafts[0].0, before);
    }
}

#[test]
fn an_unreadable_draft_stays_stored() {
    for broken in [&b"\x04\x07a draft\x07a draft\0\0"[..], b"{", b""] {
        let (store, before) = left(|_| broken.to_vec());
        let page = Harness::with_store(store);
        page.open("t");
        assert_eq!(page.look("t", |held| held.composer().len()), 0);
        page.driver.flush();
        let drafts = page.store.all(Table::Drafts);
        assert_eq!(drafts, [(before, broken.to_vec())]);
    }
}

#[test]
fn no_files_are_deleted_while_a_draft_is_unreadable() {
    let (store, _) = left(|_| b"{".to_vec());
    let page = Harness::with_store(store);
    page.open("t");
    page.say("t", "hello");
    page.store
        .put(Table::Attachments, &file_key("t", "f"), b"x");
    let page = page.reload();
    page.open("t");
    page.time.advance(60_000);
    assert_eq!(page.store.all(Table::Attachments).len(), 1);
}

#[test]
fn records_from_before_the_first_release_stay_stored_and_a_notice_is_shown() {
    // The older format: a version, the typed text, and fields without names.
    let old = b"\x04\0\x02m1\x05hello\0\0";
    let page = stored();
    let (key, _) = page.store.all(Table::Turns).remove(1);
    page.store.put(Table::Turns, &key, old);
    page.store.put(Table::Threads, "t", old);
    page.store.put(Table::Drafts, &draft_key("t", "p"), old);
    let page = page.reload();
    page.open("t");
    assert_eq!(page.look("t", |held| held.turns().len()), 2);
    let corrupt = || Notice::StorageCorrupt { thread: "t".into() };
    assert_eq!(page.view.notices.take(), [corrupt(), corrupt()]);
    page.say("t", "more");
    page.driver.flush();
    let held = |table, key: String| page.store.all(table).contains(&(key, old.to_vec()));
    assert!(held(Table::Turns, key));
    assert!(held(Table::Drafts, draft_key("t", "p")));
}
