//! Typed text is stored before the page can close.

use midturn_core::input::Input;

use super::fakes::Mode;
use super::harness::Harness;
use crate::driver::{Table, Write};

#[test]
fn every_key_stroke_in_the_composer_is_written_at_once() {
    let page = Harness::new();
    let draft = [(Table::Drafts, "t".to_owned())];
    page.open("t");
    for text in ["H", "He", "Hel"] {
        page.write("t", text);
        assert_eq!(page.store.written(), draft);
    }
}

#[test]
fn text_typed_during_a_slow_write_is_written_once_that_write_is_done() {
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
fn text_moved_from_the_editor_to_the_composer_is_written_in_one_batch_with_its_thread() {
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
