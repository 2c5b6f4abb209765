//! What a person does before a thread is loaded.

use midturn_core::input::Input;

use super::fakes::{FakeStorage, Mode};
use super::harness::Harness;
use crate::driver::storage::{Storage as _, Write};

/// Whether a page that finds these writes has the text, written or sent.
fn is_found(batches: &[Vec<Write>], text: &str) -> bool {
    let store = FakeStorage::new(Mode::Works);
    for batch in batches {
        store.write(batch.clone(), Box::new(|_| ()));
    }
    let page = Harness::with_store(store);
    page.open("t");
    page.look("t", |held| {
        let sent = held.turns().iter().any(|turn| turn.text == text);
        sent || held.composer() == text
    })
}

#[test]
fn a_message_sent_with_a_state_before_its_thread_is_loaded_is_stored_at_every_moment() {
    let page = Harness::not_started(FakeStorage::new(Mode::Works));
    page.open("t");
    page.write("t", "Hello");
    let state = r#"{"page":3}"#.to_owned();
    page.input("t", Input::StateGiven { state });
    let id = page.driver.fresh_message_id();
    page.input("t", Input::Submit { id });
    page.driver.start(|| ());
    assert_eq!(page.last_turn("t").text, "Hello");
    let batches = page.store.batches.take();
    let found = (0..=batches.len()).map(|end| is_found(&batches[..end], "Hello"));
    let found: Vec<bool> = found.collect();
    let first = found.iter().position(|found| *found).expect("it is stored");
    assert!(found[first..].iter().all(|found| *found), "{found:?}");
    assert!(first < batches.len(), "{found:?}");
}
