//! What is said of events that could not be written.

use super::super::{Begin, Store};

fn begin(thread: &str) -> Begin {
    Begin {
        thread: thread.to_owned(),
        run: "r".to_owned(),
        message_id: "m".to_owned(),
        first_words: "hello".to_owned(),
        messages: Vec::new(),
        at: 0,
    }
}

#[tokio::test]
async fn a_run_that_lost_an_event_is_never_told_that_all_is_written() {
    let store = Store::open(None).await.unwrap();
    // The thread is not there yet, so that its events are refused.
    let (outlet, mut frames) = store.outlet("t", "r");
    outlet.event("{}".to_owned()).await;
    frames.recv().await.unwrap();
    assert!(!outlet.flush().await);
    assert!(store.is_failing(), "nothing has been written since");
    assert!(store.has_lost("t", "r"));
    // The store can be written again; the event is still not there.
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
