//! Events that cannot be written, and readers during a commit.

use super::super::{Begin, Store};

fn begin(thread: &str) -> Begin {
    Begin {
        thread: thread.to_owned(),
        run: "r".to_owned(),
        message_id: "m".to_owned(),
        first_words: "hello".to_owned(),
        messages: Vec::new(),
        leaves_out: false,
        at: 0,
    }
}

#[tokio::test]
async fn flush_returns_false_after_an_event_of_the_run_was_lost() {
    let store = Store::open(None).await.unwrap();
    // The thread does not exist yet, so the database refuses its events.
    let (outlet, mut frames) = store.outlet("t", "r");
    outlet.event("{}".to_owned()).await;
    frames.recv().await.unwrap();
    assert!(!outlet.flush().await);
    assert!(store.is_failing(), "nothing has been written since");
    assert!(store.has_lost("t", "r"));
    // The store works again, but the event is still missing.
    store.begin(begin("t")).await.unwrap();
    store.begin(begin("u")).await.unwrap();
    assert!(!store.is_failing());
    assert!(!outlet.flush().await);
    let (other, _frames) = store.outlet("u", "r");
    other.event("{}".to_owned()).await;
    assert!(other.flush().await);
    store.finish("t", "r", None, 1).await.unwrap();
    assert!(!store.has_lost("t", "r"));
}

#[tokio::test]
async fn a_commit_does_not_wait_for_readers() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("agent.db");
    let store = Store::open(Some(&file)).await.unwrap();
    // As many readers as the pool allows, each with an open transaction.
    let mut readers = Vec::new();
    for _ in 0..store.pool.options().get_max_connections() {
        let mut reader = store.pool.begin().await.unwrap();
        let query = sqlx::query("SELECT * FROM events");
        query.fetch_all(&mut *reader).await.unwrap();
        readers.push(reader);
    }
    let in_time = std::time::Duration::from_secs(5);
    let begun = tokio::time::timeout(in_time, store.begin(begin("t"))).await;
    begun.expect("it waits for a reader").unwrap();
}
