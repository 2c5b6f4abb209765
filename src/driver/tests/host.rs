//! The events and states that a host receives, and the state that a host shares with the agent.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::id::{RunId, ThreadId};
use serde_json::{Value, json};

use super::fakes::{FINISHED, STARTED};
use super::harness::Harness;
use crate::driver::Host;
use crate::transport::{Ask, TransportEvent};

#[derive(Default)]
struct Ear {
    events: RefCell<Vec<String>>,
}

impl Host for Ear {
    fn event(&self, _: &ThreadId, _: &RunId, json: &str) {
        self.events.borrow_mut().push(json.to_owned());
    }
}

const CUSTOM: &str = r#"{"type":"CUSTOM","name":"mine","value":1}"#;
const SNAPSHOT: &str = r#"{"type":"STATE_SNAPSHOT","snapshot":{"a":1}}"#;
const DELTA: &str = r#"{"type":"STATE_DELTA","delta":[{"op":"add","path":"/b","value":2}]}"#;

/// The state that the agent shares, as the chat has it.
fn state(page: &Harness) -> String {
    page.driver.read(|chat| {
        let held = chat.conversation(&"t".into());
        held.map(|held| held.state().to_owned()).unwrap_or_default()
    })
}

fn shared(page: &Harness) -> Value {
    match &page.last().request.ask {
        Ask::Post(body) => serde_json::from_str::<Value>(body).expect("it is JSON")["state"].take(),
        Ask::Get { .. } | Ask::Delete => panic!("it is no request of a run"),
    }
}

#[test]
fn a_host_gets_every_event_and_the_state_follows_them() {
    let page = Harness::new();
    let ear = Rc::<Ear>::default();
    page.driver.set_host(Some(ear.clone()));
    let stream = page.streaming("t", "hello", &[STARTED, CUSTOM]);
    stream.events(&[SNAPSHOT, DELTA]);
    stream.events(&[DELTA, FINISHED]);
    let heard = [STARTED, CUSTOM, SNAPSHOT, DELTA, DELTA, FINISHED];
    assert_eq!(*ear.events.borrow(), heard);
    assert_eq!(state(&page), r#"{"a":1,"b":2}"#);
    stream.tell(TransportEvent::Ended);
    page.say("t", "again");
    assert_eq!(shared(&page), json!({"a": 1, "b": 2}));
    page.last().opens_with(&[
        STARTED,
        r#"{"type":"STATE_DELTA","delta":[{"op":"remove","path":"/a"}]}"#,
    ]);
    assert_eq!(state(&page), r#"{"b":2}"#);
}

#[test]
fn the_shared_state_is_sent_with_the_next_run_and_survives_a_reload() {
    let page = Harness::new();
    page.open("t");
    page.driver.share(&"t".into(), r#"{"c":3}"#.to_owned());
    page.say("t", "hello");
    assert_eq!(shared(&page), json!({"c": 3}));
    let page = page.reload();
    page.open("t");
    page.say("t", "again");
    assert_eq!(shared(&page), json!({"c": 3}), "and it is kept");
}

#[test]
fn a_removed_host_gets_no_events() {
    let page = Harness::new();
    let stream = page.begin("t", "hello");
    stream.open();
    let ear = Rc::<Ear>::default();
    page.driver.set_host(Some(ear.clone()));
    page.driver.set_host(None);
    stream.events(&[STARTED, CUSTOM]);
    assert!(ear.events.borrow().is_empty());
}
