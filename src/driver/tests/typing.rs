//! What is typed is stored before a page can go.

use midturn_core::input::Input;

use super::fakes::Mode;
use super::harness::Harness;
use crate::driver::{Table, Write};

#[test]
fn every_key_stroke_of_a_draft_is_written_at_once() {
    let page = Harness::new();
    let draft = [(Table::Drafts, "t".to_owned())];
    page.open("t");
    for text in ["H", "He", "Hel"] {
        page.write("t", text);
        assert_eq!(page.store.written(), draft);
    }
}

#[test]
fn what_is_typed_while_storage_is_slow_is_written_when_it_answers() {
    let page = Harness::new();
    page.open("t");
    page.write("t", "H");
    page.store.batches.take();
    page.store.mode.set(Mode::Waits);
    for text in ["He", "Hel", "Hell", "Hello"] {
        page.write("t", text);
    }
    page.store.go_on();
    page.store.go_on();
    assert_eq!(page.store.batches.borrow().len(), 2, "one at a time");
    let drafts = page.store.all(Table::Drafts);
    let [(_, draft)] = &drafts[..] else {
        panic!("{} drafts", drafts.len())
    };
    assert!(draft.windows(5).any(|bytes| bytes == b"Hello"));
}

#[test]
fn what_goes_back_to_the_composer_is_written_together_with_the_thread_that_had_it() {
    let page = Harness::new();
    let stream = page.begin("t", "Hello");
    stream.open();
    let run = page.run("t");
    page.input("t", Input::CancelClicked { run });
    let text = "instead".to_owned();
    page.input("t", Input::EditorChanged { text });
    page.store.batches.take();
    page.input("t", Input::EditorDismiss);
    let batches = page.store.batches.take();
    let has = |batch: &[Write], of| {
        let mut writes = batch.iter();
        writes.any(|write| matches!(write, Write::Put { table, .. } if *table == of))
    };
    let batch = batches
        .iter()
        .find(|batch| has(batch, Table::Conversations))
        .expect("the thread is written");
    assert!(has(batch, Table::Drafts));
}
