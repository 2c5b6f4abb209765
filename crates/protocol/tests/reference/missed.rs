//! Messages in place of an answer, with streams of real servers. A first run only abandons the
//! question, and the message follows in a run of its own. The core's tests cover every kind of
//! message list.

use std::fs;

use midturn_core::conversation::Conversation;
use midturn_core::id::RunId;
use midturn_core::input::Input;
use midturn_core::run_event::RunEvent;
use midturn_core::transcript::{Delivery, Outcome, Turn};
use midturn_protocol::agui::reader;
use midturn_protocol::request::{Interjections, run_agent_input};
use serde_json::Value;

use crate::corpus;
use crate::reduced::Page;

const WORDS: &str = "rather y";

fn hear(page: &mut Page, body: &[u8]) {
    let mut stream = reader();
    let mut items = stream.push(body);
    items.extend(stream.finish());
    page.hear(items);
}

fn recorded(page: &mut Page, name: &str) {
    let path = corpus::own("recordings").join(format!("{name}.sse"));
    hear(page, &fs::read(path).unwrap());
}

/// A page after the person has sent the message `w` in place of an answer to the question of the
/// recorded run `asked`. The stream of the next run is open.
fn in_place_of_an_answer(asked: &str, replace: bool) -> Page {
    let mut page = Page::new();
    page.say("u1", "hitl: delete x");
    recorded(&mut page, asked);
    let (run, id) = (page.run(), "w".into());
    page.put(Input::ComposerChanged {
        text: WORDS.to_owned(),
    });
    page.put(if replace {
        Input::Replace { run, id }
    } else {
        Input::Interject { run, id }
    });
    page.event(RunEvent::Opened);
    page
}

/// The body of a run's request, as JSON.
fn sent(conversation: &Conversation, run: &RunId) -> Value {
    let request = conversation.request(run).unwrap();
    serde_json::from_str(&run_agent_input(
        &request,
        &[],
        &|_| None,
        Interjections::Boundary,
    ))
    .unwrap()
}

fn delivery(page: &Page) -> &Delivery {
    let turn = page.conversation.turns().last().unwrap();
    &turn.interjection(&"w".into()).unwrap().delivery
}

#[test]
fn a_server_that_keeps_the_history_gets_the_message_after_the_answer() {
    for replace in [false, true] {
        let mut page = in_place_of_an_answer("langgraph/lean-hitl", replace);
        let first = page.run();
        let body = sent(&page.conversation, &first);
        assert_eq!(body["resume"].as_array().unwrap().len(), 1);
        assert!(!body.to_string().contains(WORDS), "the answer goes alone");
        recorded(&mut page, "langgraph/lean-resume");
        let again = page.run();
        assert_ne!(again, first, "the words have a run of their own");
        let body = sent(&page.conversation, &again);
        let resume = body.get("resume").and_then(Value::as_array);
        assert!(resume.is_none_or(Vec::is_empty), "{body}");
        let messages = body["messages"].as_array().unwrap();
        let users: Vec<_> = messages
            .iter()
            .filter(|held| held["role"] == "user")
            .map(|held| {
                (
                    held["id"].as_str().unwrap(),
                    held["content"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!(users, [("u1", "hitl: delete x"), ("w", WORDS)]);
        let result = messages.iter().find(|held| held["role"] == "tool").unwrap();
        assert_eq!(
            result["id"], "49faa430-75f0-44e8-a043-fb9f1f90c436",
            "under the server's id, or it would be there twice"
        );
        page.event(RunEvent::Opened);
        assert_eq!(messages.last().unwrap()["id"], "w");
        if !replace {
            assert_eq!(
                *delivery(&page),
                Delivery::InRequest,
                "nothing is shown yet"
            );
        }
        hear(
            &mut page,
            br#"data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}

data: {"type":"TEXT_MESSAGE_CHUNK","messageId":"n","role":"assistant","delta":"y it is"}

data: {"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u1","role":"user","content":"hitl: delete x"},{"id":"w","role":"user","content":"rather y"},{"id":"n","role":"assistant","content":"y it is"}]}

data: {"type":"RUN_FINISHED","threadId":"t","runId":"r"}

"#,
        );
        let turn = page.conversation.turns().last().unwrap();
        assert_eq!(turn.outcome, Some(Outcome::Completed));
        assert_eq!(turn.last_run(), again, "it is said once");
        let turns = page.conversation.turns().iter();
        let texts: Vec<_> = turns.flat_map(Turn::texts).map(|(_, text)| text).collect();
        assert_eq!(texts, ["The tool said: deleted x.", "y it is"]);
        if !replace {
            assert_eq!(*delivery(&page), Delivery::Delivered { step: None });
        }
        assert_eq!(page.conversation.turns().len(), 1 + usize::from(replace));
    }
}

#[test]
fn a_server_that_sends_no_message_list_gets_the_message_once() {
    for replace in [false, true] {
        let mut page = in_place_of_an_answer("pydantic/hitl-1", replace);
        let first = page.run();
        recorded(&mut page, "pydantic/hitl-deny");
        let second = page.run();
        assert_ne!(second, first);
        page.event(RunEvent::Opened);
        hear(
            &mut page,
            br#"data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}

data: {"type":"TEXT_MESSAGE_CHUNK","messageId":"n","role":"assistant","delta":"y it is"}

data: {"type":"RUN_FINISHED","threadId":"t","runId":"r"}

"#,
        );
        assert_eq!(page.run(), second);
        let turn = page.conversation.turns().last().unwrap();
        assert_eq!(turn.outcome, Some(Outcome::Completed));
        if !replace {
            assert_eq!(*delivery(&page), Delivery::Delivered { step: None });
        }
    }
}
