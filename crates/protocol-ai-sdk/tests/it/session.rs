//! Recorded exchanges as steps of conversations in the core.

use midturn_core::client_tool::ClientTool;
use midturn_core::input::Input;
use midturn_core::request::RunRequest;
use midturn_core::run_event::{Abilities, RunEvent};
use midturn_core::testing::builder::{Convo, convo};
use midturn_core::transcript::Answer;
use midturn_protocol::item::Item;
use midturn_protocol::protocol::{Endpoints, Protocol};
use midturn_protocol::reader::Reader;
use midturn_protocol::testing::{Exchange, exchanges, made};
use midturn_protocol_ai_sdk::AiSdk;
use serde_json::Value;

use super::{protocol_of, reader};

pub(crate) const YES: Answer = Answer::Approved { arguments: None };

/// What a server answers to a request that only closes the question of `permit-ignored-1`.
const CLOSED: &str = "data: {\"type\":\"start\",\"messageId\":\"bs3XERXFKEX4xrOk\"}\n\n\
    data: {\"type\":\"tool-output-denied\",\"toolCallId\":\"call-59kviz\"}\n\n\
    data: {\"type\":\"finish\"}\n\ndata: [DONE]\n\n";

pub(crate) fn exchange(name: &str) -> Exchange {
    let mut all = exchanges().into_iter();
    all.find(|exchange| exchange.name == name).unwrap()
}

pub(crate) fn denied(reason: &str) -> Answer {
    Answer::Denied {
        reason: Some(reason.to_owned()),
    }
}

/// The request of the active run.
pub(crate) fn request_of(convo: &Convo) -> RunRequest {
    convo.conversation.request(&convo.run()).unwrap()
}

/// A reader for the active run's stream.
pub(crate) fn reader_of(protocol: &AiSdk, convo: &Convo) -> Box<dyn Reader> {
    let request = request_of(convo);
    reader(protocol, &request.run, &request.memory, Some(&request))
}

/// The body of the active run's request.
pub(crate) fn body_of(protocol: &AiSdk, request: &RunRequest) -> Value {
    made::body(&protocol.run(&made::outgoing(&Endpoints::default(), request)))
}

/// Applies the events of the active run.
pub(crate) fn feed(convo: &mut Convo, items: Vec<Item>) {
    let run = convo.run();
    for item in items {
        if let Item::Event { event, cursor, .. } = item {
            let cursor = cursor.map(|cursor| cursor.parse().unwrap());
            convo.put(Input::Run {
                run: run.clone(),
                cursor,
                event,
            });
        }
    }
}

/// The conversation whose active run gets this exchange's stream.
pub(crate) fn before(name: &str) -> Convo {
    let exchange = exchange(name);
    let messages = exchange.request.as_ref().unwrap()["messages"].as_array();
    let mut texts = messages.unwrap().iter().rev();
    let text = texts.find(|message| message["role"] == "user").unwrap();
    let text = text["parts"][0]["text"].as_str().unwrap();
    match name {
        "cancel-text-next" => after("cancel-text").user(text).running("m2"),
        "cancel-tool-next" => after("cancel-tool").user(text).running("m2"),
        "permit-ignored-2" => {
            let mut convo = after("permit-ignored-1");
            convo.put(Input::ComposerChanged { text: text.into() });
            let run = convo.turn("m1").last_run();
            convo.put(Input::Replace {
                run,
                id: "m2".into(),
            });
            convo = convo.event(RunEvent::Opened);
            let mut reader = reader_of(&AiSdk::new(""), &convo);
            let items = reader.push(CLOSED.as_bytes());
            feed(&mut convo, items);
            convo.event(RunEvent::Opened)
        }
        "permit-granted-2" => answered("permit-granted-1", &[YES]),
        "permit-denied-2" => answered("permit-denied-1", &[denied("too windy")]),
        "permits-2" => answered("permits-1", &[YES, denied("only one drone")]),
        "horn-2" => {
            let convo = after("horn-1");
            let run = convo.run();
            let convo = convo.given(Input::ToolAnswered {
                run,
                call: "call-5dg1jw".into(),
                content: r#"{"heard":"two miles"}"#.to_owned(),
                failed: false,
            });
            convo.event(RunEvent::Opened)
        }
        _ => {
            let rejoin = exchange.target.contains("/api/");
            let convo = convo().with_abilities(Abilities {
                rejoin,
                ..Abilities::default()
            });
            let offered = Input::ToolsOffered(vec![ClientTool {
                name: "sound_horn".to_owned(),
                confirm: false,
            }]);
            convo.given(offered).user(text).running("m1")
        }
    }
}

/// The conversation after this exchange. A stream that the client has closed was stopped.
pub(crate) fn after(name: &str) -> Convo {
    let mut convo = before(name);
    let exchange = exchange(name);
    let mut reader = reader_of(&protocol_of(&exchange), &convo);
    let items = reader.push(&exchange.body);
    feed(&mut convo, items);
    if exchange.ended_normally {
        feed_end(&mut convo, reader.finish());
    } else if name == "snap" {
        feed_end(&mut convo, reader.broke(String::new()));
    } else {
        let run = convo.run();
        convo.put(Input::Stop { run });
    }
    convo
}

fn feed_end(convo: &mut Convo, items: Vec<Item>) {
    if convo.conversation.active().is_some() {
        feed(convo, items);
    }
}

/// Answers the open questions, in order.
fn answered(name: &str, answers: &[Answer]) -> Convo {
    let mut convo = after(name);
    let turn = convo.turn("m1");
    let questions: Vec<_> = turn.open_interrupts().map(|held| held.id.clone()).collect();
    assert_eq!(questions.len(), answers.len());
    for (interrupt, answer) in questions.into_iter().zip(answers) {
        convo.put(Input::Answer {
            turn: "m1".into(),
            interrupt,
            answer: answer.clone(),
        });
    }
    convo.event(RunEvent::Opened)
}
