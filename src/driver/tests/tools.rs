//! Client tools: offered with each request, run once, stopped, and answered.
//!
//! The core's tests cover when a tool runs.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use midturn_core::input::Input;
use midturn_protocol::request::Tool;
use serde_json::{Value, json};

use super::fakes::STARTED;
use super::harness::Harness;
use crate::driver::{ClientTools, Offered, ToolAnswer, ToolCall};
use crate::transport::{Ask, OnDrop, TransportEvent};

const START: &str = r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"colour"}"#;
const ARGS: &str = r#"{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"{\"about\":\"sky\"}"}"#;
const END: &str = r#"{"type":"TOOL_CALL_END","toolCallId":"c"}"#;
const PENDING: &str =
    r#"{"type":"RUN_FINISHED","outcome":{"type":"success","pendingToolCallIds":["c"]}}"#;

type Answer = Box<dyn FnOnce(ToolAnswer)>;

/// A running tool call.
struct Called {
    call: ToolCall,
    answer: RefCell<Option<Answer>>,
    stopped: Rc<Cell<bool>>,
}

#[derive(Default)]
struct Tools {
    called: RefCell<Vec<Rc<Called>>>,
}

impl ClientTools for Tools {
    fn offered(&self) -> Vec<Offered> {
        vec![Offered {
            tool: Tool {
                name: "colour".to_owned(),
                description: "Asks for a colour".to_owned(),
                parameters: Some(r#"{"type":"object"}"#.to_owned()),
            },
            confirm: false,
        }]
    }

    fn run(&self, call: ToolCall, answer: Box<dyn FnOnce(ToolAnswer)>) -> OnDrop {
        let stopped = Rc::new(Cell::new(false));
        let raised = stopped.clone();
        self.called.borrow_mut().push(Rc::new(Called {
            call,
            answer: RefCell::new(Some(answer)),
            stopped,
        }));
        OnDrop::new(move || raised.set(true))
    }
}

impl Tools {
    fn only(&self) -> Rc<Called> {
        let called = self.called.borrow();
        assert_eq!(called.len(), 1, "it runs once");
        called[0].clone()
    }
}

impl Called {
    fn answer(&self, content: &str) {
        let answer = self.answer.take().expect("it answers once");
        answer(ToolAnswer {
            content: content.to_owned(),
            failed: false,
        });
    }
}

/// A page whose first run has ended with a call of the page's tool.
fn called() -> (Harness, Rc<Tools>) {
    let page = Harness::new();
    let tools = Rc::<Tools>::default();
    page.driver.set_tools(Some(tools.clone()));
    let stream = page.streaming("t", "hello", &[STARTED, START, ARGS, END, PENDING]);
    stream.tell(TransportEvent::Ended);
    (page, tools)
}

fn body(page: &Harness) -> Value {
    match &page.last().request.ask {
        Ask::Post(body) => serde_json::from_str(body).expect("it is JSON"),
        Ask::Get { .. } | Ask::Delete => panic!("it is no request of a run"),
    }
}

#[test]
fn a_tool_is_offered_called_once_and_its_result_is_in_the_next_request() {
    let (page, tools) = called();
    let offered = json!([{
        "name": "colour", "description": "Asks for a colour", "parameters": {"type": "object"},
    }]);
    assert_eq!(body(&page)["tools"], offered);
    assert_eq!(page.asked(), 1, "the next request waits for the result");
    let called = tools.only();
    assert_eq!(called.call.name, "colour");
    assert_eq!(called.call.arguments, r#"{"about":"sky"}"#);
    called.answer("blue");
    assert_eq!(page.asked(), 2);
    let body = body(&page);
    let messages = body["messages"].as_array().expect("there are messages");
    let result = messages.last().expect("there is a result");
    assert_eq!(result["role"], "tool");
    assert_eq!(result["toolCallId"], "c");
    assert_eq!(result["content"], "blue");
    assert_eq!(body["tools"], offered);
    assert!(called.stopped.get(), "its handle is done with");
}

#[test]
fn a_cancel_stops_a_tool_and_its_late_answer_is_ignored() {
    let (page, tools) = called();
    let called = tools.only();
    let run = page.run("t");
    page.input("t", Input::Stop { run });
    assert!(called.stopped.get());
    called.answer("late");
    assert_eq!(page.asked(), 1);
    assert!(page.outcome("t").is_some());
}

#[test]
fn shutdown_stops_a_running_tool() {
    let (page, tools) = called();
    page.driver.shutdown();
    assert!(tools.only().stopped.get());
}

#[test]
fn a_call_of_a_removed_tool_does_not_block_the_turn() {
    let page = Harness::new();
    page.driver.set_tools(Some(Rc::<Tools>::default()));
    let stream = page.streaming("t", "hello", &[STARTED, START, ARGS, END]);
    page.driver.set_tools(None);
    stream.events(&[PENDING]);
    assert!(page.outcome("t").is_some());
    page.say("t", "again");
    assert_eq!(body(&page)["tools"], json!([]));
}
