//! What an observer sees, and that this is enough to replay a thread.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::chat::{Chat, ChatInput, ChatStep};
use midturn_core::id::{RunId, ThreadId};
use midturn_core::recording::{RecordedChat, TimedInput};
use midturn_core::time::Millis;
use midturn_protocol::diagnostic::Diagnostic;

use super::fakes::{FINISHED, STARTED};
use super::harness::Harness;
use crate::driver::Observer;

#[derive(Default)]
struct Eye {
    /// The chat before the first input.
    start: RefCell<Option<String>>,
    inputs: RefCell<Vec<TimedInput>>,
    steps: RefCell<Vec<ChatStep>>,
    /// Requests, raw events, and the diagnostics about them.
    wire: RefCell<Vec<String>>,
    bodies: RefCell<String>,
}

impl Observer for Eye {
    fn input(&self, chat: &Chat, input: &ChatInput, at: Millis) {
        let mut start = self.start.borrow_mut();
        let write = || serde_json::to_string(&chat.recorded(&"t".into())).expect("it is written");
        start.get_or_insert_with(write);
        let input = input.clone();
        self.inputs.borrow_mut().push(TimedInput { at, input });
    }

    fn step(&self, _: &Chat, step: &ChatStep) {
        self.steps.borrow_mut().push(step.clone());
    }

    fn request(&self, _: &ThreadId, run: &RunId, url: &str, body: &str, _: Millis) {
        self.bodies.borrow_mut().push_str(body);
        let body: serde_json::Value = serde_json::from_str(body).expect("it is JSON");
        assert_eq!(body["runId"], run.as_str());
        self.wire.borrow_mut().push(format!("request {url}"));
    }

    fn event(&self, _: &ThreadId, _: &RunId, json: &str, _: Millis) {
        self.wire.borrow_mut().push(json.to_owned());
    }

    fn diagnostic(&self, _: &ThreadId, _: &RunId, diagnostic: &Diagnostic, _: Millis) {
        self.wire
            .borrow_mut()
            .push(format!("diagnostic {:?}", diagnostic.kind));
    }
}

const TEXT: &str = r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"a","delta":"Hi"}"#;
const ODD: &str = r#"{"type":"NEWER_THAN_THIS"}"#;

#[test]
fn an_observer_sees_requests_events_and_diagnostics() {
    let page = Harness::new();
    let eye = Rc::<Eye>::default();
    page.driver.set_observer(Some(eye.clone()));
    let stream = page.streaming("t", "hello", &[STARTED, ODD, TEXT]);
    stream.events(&[FINISHED]);
    let wire = [
        "request http://agent",
        STARTED,
        ODD,
        TEXT,
        "diagnostic UnknownEvent",
        FINISHED,
    ];
    assert_eq!(*eye.wire.borrow(), wire);
}

#[test]
fn an_observer_does_not_see_the_files_of_a_request() {
    let page = Harness::new();
    let eye = Rc::<Eye>::default();
    page.driver.set_observer(Some(eye.clone()));
    page.open("t");
    page.attached("t", "f");
    page.say("t", "look");
    let bodies = eye.bodies.borrow();
    assert!(bodies.contains("f.txt"), "{bodies}");
    assert!(!bodies.contains("aGk="), "{bodies}");
}

#[test]
fn observed_inputs_can_be_replayed() {
    let page = Harness::new();
    page.begin("t", "hello");
    // The observer is set in the middle of a turn.
    let eye = Rc::<Eye>::default();
    page.driver.set_observer(Some(eye.clone()));
    let stream = page.last();
    stream.opens_with(&[STARTED, ODD, TEXT]);
    page.say("t", "more");
    stream.events(&[FINISHED]);
    page.write("t", "dra");

    let start = eye.start.take().expect("something has happened");
    let start: RecordedChat<'_> = serde_json::from_str(&start).expect("it is a chat");
    let mut chat = Chat::from(start);
    let inputs = eye.inputs.take();
    let again: Vec<_> = inputs
        .into_iter()
        .map(|TimedInput { at, input }| chat.apply(input, at))
        .collect();
    assert_eq!(again, eye.steps.take());
    assert_eq!(
        chat.conversation(&"t".into()),
        Some(&page.conversation("t"))
    );
}

#[test]
fn an_observer_sees_streams_that_are_open_already_and_nothing_after_its_removal() {
    let page = Harness::new();
    let stream = page.streaming("t", "hello", &[STARTED]);
    let eye = Rc::<Eye>::default();
    page.driver.set_observer(Some(eye.clone()));
    stream.events(&[TEXT]);
    page.driver.set_observer(None);
    stream.events(&[FINISHED]);
    assert_eq!(*eye.wire.borrow(), [TEXT]);
    assert_eq!(eye.inputs.borrow().len(), eye.steps.borrow().len());
}
