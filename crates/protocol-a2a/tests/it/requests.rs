//! Requests, compared with the recorded ones, and in situations that were not recorded.

use std::rc::Rc;

use midturn_core::attachment::{Attachment, Source};
use midturn_core::history::HistoryMessage;
use midturn_core::id::AttachmentId;
use midturn_core::transcript::Answer;
use midturn_protocol::call::{Ask, Call};
use midturn_protocol::protocol::{Endpoints, Outgoing, Place, Protocol};
use midturn_protocol::testing::made::{self, body, came, outgoing, place, user, with_files};
use midturn_protocol_a2a::A2a;
use serde_json::{Value, json};

use super::sessions::{
    Session, answer, endpoints, events_of, exchange, memory_of, of, ok, reply, request, resume,
};

fn run_of(session: &Session) -> Call {
    session.a2a.run(&Outgoing {
        bytes: &|id: &AttachmentId| (id.as_str() == "f").then_some(b"hi".as_slice()),
        ..outgoing(&endpoints(), session.request.as_ref().unwrap())
    })
}

fn place_of(session: &Session, ask: impl Fn(&A2a, &Place<'_>) -> Option<Call>) -> Option<Call> {
    ask(
        &session.a2a,
        &Place {
            memory: &session.memory,
            ..place(&endpoints(), &"t".into(), &"r.1".into())
        },
    )
}

fn message(session: &Session) -> Value {
    body(&run_of(session))["params"]["message"].take()
}

/// A request without the ids that the client mints.
fn bare(mut request: Value) -> Value {
    let whole = request.as_object_mut().unwrap();
    whole.remove("id");
    let message = request
        .pointer_mut("/params/message")
        .and_then(Value::as_object_mut);
    message.map(|message| message.remove("messageId"));
    request
}

#[test]
fn the_requests_are_those_that_were_recorded() {
    for name in [
        "v1-plain",
        "compat-plain",
        "v03-plain",
        "v1-ask-yes-2",
        "v1-ask-no-2",
        "compat-ask-2",
        "v03-ask-2",
        "v1-after-end",
        "v1-next-turn",
        "v1-cancel-next",
        "v1-ask-ignored-2",
        "v1-ask-cancel-waiting",
    ] {
        let recorded = exchange(name).request.clone().unwrap();
        let call = run_of(&of(name));
        assert_eq!(bare(body(&call)), bare(recorded), "{name}");
        let versioned = call.headers.contains(&("A2A-Version", "1.0".to_owned()));
        assert_eq!(versioned, name.starts_with("v1-"), "{name}");
        assert_eq!(call.url, "/agent");
    }
    for name in [
        "v1-rejoin",
        "compat-rejoin",
        "v03-rejoin",
        "v1-cancel-second-reader",
    ] {
        let recorded = exchange(name).request.clone().unwrap();
        let call = place_of(&of(name), A2a::rejoin).unwrap();
        assert_eq!(bare(body(&call)), bare(recorded), "{name}");
    }
    for name in ["v1-cancel-call", "compat-cancel-call", "v03-cancel-call"] {
        let recorded = exchange(name).request.clone().unwrap();
        let call = place_of(&of(name), A2a::cancel).unwrap();
        assert_eq!(bare(body(&call)), bare(recorded), "{name}");
    }
}

#[test]
fn the_http_binding_has_a_url_for_each_method() {
    let plain = exchange("v1-http-plain");
    let call = run_of(&of("v1-http-plain"));
    assert_eq!(call.url, "/agent/message:stream");
    assert!(plain.target.ends_with("/message:stream"));
    let mut sent = body(&call);
    let mut recorded = plain.request.clone().unwrap();
    for held in [&mut sent, &mut recorded] {
        held["message"].as_object_mut().unwrap().remove("messageId");
    }
    assert_eq!(sent, recorded);
    let session = of("v1-http-cancel-call");
    let cancel = place_of(&session, A2a::cancel).unwrap();
    let target = &exchange("v1-http-cancel-call").target;
    assert_eq!(
        ["POST ", &cancel.url.replace("/agent", "/http")].concat(),
        *target
    );
    assert_eq!(body(&cancel), json!({}));
    let join = place_of(&session, A2a::rejoin).unwrap();
    assert!(join.url.ends_with(":subscribe"), "{}", join.url);
    let mut reader = of("v1-http-plain").plain();
    reader.push(&exchange("v1-http-cancel").body[..600]);
    reader.finish();
    let asked = reader.question().unwrap();
    assert!(matches!(asked.ask, Ask::Get { .. }), "{asked:?}");
    assert_eq!(asked.headers, [("A2A-Version", "1.0".to_owned())]);
}

#[test]
fn an_agent_that_cannot_stream_is_asked_for_the_whole_answer() {
    for (options, name) in [
        (r#"{"blocking":true}"#, "SendMessage"),
        (r#"{"blocking":true,"version":"0.3"}"#, "message/send"),
    ] {
        let session = Session::new(options);
        assert_eq!(body(&run_of(&session))["method"], name);
        let abilities = session.a2a.abilities(&endpoints()).unwrap();
        assert!(!abilities.cancel && !abilities.rejoin);
    }
    let abilities = A2a::default().abilities(&endpoints()).unwrap();
    assert!(abilities.cancel && abilities.rejoin && !abilities.resend);
    let http = run_of(&Session::new(r#"{"blocking":true,"binding":"http"}"#));
    assert_eq!(http.url, "/agent/message:send");
}

#[test]
fn a_run_whose_task_is_unknown_can_be_neither_canceled_nor_joined() {
    for memory in ["", "{", r#"{"a2a":1,"runs":[{"run":"other","task":"x"}]}"#] {
        let session = Session::new("").rejoined(memory.to_owned());
        assert_eq!(place_of(&session, A2a::cancel), None);
        assert_eq!(place_of(&session, A2a::rejoin), None);
    }
}

fn assistant(id: &str, text: &str) -> HistoryMessage {
    made::assistant(id, text, Vec::new())
}

fn with(memory: &str, messages: Vec<HistoryMessage>) -> Session {
    Session::new("").then(memory, messages, Vec::new())
}

#[test]
fn only_what_the_agent_lacks_is_sent() {
    let memory = r#"{"a2a":1,"context":"C","said":"u-1","runs":[]}"#;
    let history = vec![
        user("u-0", "zero"),
        assistant("a-0", "first"),
        user("u-1", "one"),
        assistant("a-1", "cut of"),
        user("u-2", "two"),
        user("u-3", "three"),
    ];
    let parts = json!([{"text": "two"}, {"text": "three"}]);
    let sent = message(&with(memory, history.clone()));
    assert_eq!(sent["parts"], parts);
    assert_eq!(
        (&sent["messageId"], &sent["contextId"]),
        (&json!("u-3"), &json!("C"))
    );
    assert!(sent.get("taskId").is_none(), "a new turn is a new task");
    // Without a memory, what came before the agent's last text is taken as known.
    let sent = message(&with("", history.clone()));
    assert_eq!(sent["parts"], parts);
    // The agent has all: the newest message goes again, under another id.
    let known = r#"{"a2a":1,"said":"u-3"}"#;
    let sent = message(&with(known, history));
    assert_eq!(sent["parts"], json!([{"text": "three"}]));
    assert_eq!(sent["messageId"], "r.2");
    // A first request that did not arrive goes with the second.
    let sent = message(&with("", vec![user("u-1", "one"), user("u-2", "two")]));
    assert_eq!(sent["parts"], json!([{"text": "one"}, {"text": "two"}]));
    let sent = message(&with("", Vec::new()));
    assert_eq!(sent["parts"], json!([{"text": ""}]));
}

#[test]
fn an_answer_has_an_id_of_its_own_and_brings_what_was_said_since() {
    let memory = memory_of(&events_of("v1-ask-yes-1"));
    let question = super::sessions::question_of(&events_of("v1-ask-yes-1"));
    let mut session = Session::new("").then(
        &memory,
        vec![user("um-22", "shred it"), user("u-9", "quickly")],
        vec![resume(&question, reply("yes"))],
    );
    let sent = message(&session);
    assert_eq!(sent["messageId"], "r.2");
    assert_eq!(sent["parts"], json!([{"text": "yes"}, {"text": "quickly"}]));
    for (answer, expected) in [
        (
            Answer::Reply("{\"n\": 1}".to_owned()),
            json!({"data": {"n": 1}}),
        ),
        (Answer::Approved { arguments: None }, json!({"text": "yes"})),
        (
            Answer::Denied {
                reason: Some("old".to_owned()),
            },
            json!({"text": "no: old"}),
        ),
    ] {
        session.request = Some(request(
            "r.2",
            "",
            Vec::new(),
            vec![resume(&question, answer)],
        ));
        assert_eq!(message(&session)["parts"], json!([expected]));
    }
}

fn file(id: &str, source: Option<Source>) -> Attachment {
    Attachment {
        name: "a.png".to_owned(),
        came: source.map(|source| came(source, None)),
        ..made::file(id, "image/png")
    }
}

#[test]
fn files_are_parts_in_the_words_of_each_version() {
    let handle = Source::Handle {
        value: "h".to_owned(),
        provider: None,
    };
    let files = vec![
        file("f", None),
        file("u", Some(Source::Url("https://a.example/x".to_owned()))),
        file("d", Some(Source::Data("AA==".to_owned()))),
        file("h", Some(handle)),
    ];
    let mut session = with("", vec![with_files("u-1", " ", files)]);
    let gone = "[The file a.png (image/png) is attached but cannot be sent]";
    assert_eq!(
        message(&session)["parts"],
        json!([
            {"raw": "aGk=", "mediaType": "image/png", "filename": "a.png"},
            {"url": "https://a.example/x", "mediaType": "image/png", "filename": "a.png"},
            {"raw": "AA==", "mediaType": "image/png", "filename": "a.png"},
            {"text": gone},
        ])
    );
    session.a2a = A2a::new(r#"{"version":"0.3"}"#);
    let old = |file: Value| json!({"kind": "file", "file": file});
    assert_eq!(
        message(&session)["parts"],
        json!([
            old(json!({"bytes": "aGk=", "mimeType": "image/png", "name": "a.png"})),
            old(json!({"uri": "https://a.example/x", "mimeType": "image/png", "name": "a.png"})),
            old(json!({"bytes": "AA==", "mimeType": "image/png", "name": "a.png"})),
            {"kind": "text", "text": gone},
        ])
    );
}

#[test]
fn the_options_add_fields_and_metadata() {
    let mut session = Session::new("");
    session.a2a = A2a::new(
        r#"{"metadata":{"who":"me"},"body":{"configuration":{"historyLength":0},"message":1}}"#,
    );
    let sent = body(&run_of(&session));
    assert_eq!(sent["params"]["configuration"], json!({"historyLength": 0}));
    assert_eq!(sent["params"]["message"]["metadata"], json!({"who": "me"}));
    assert_eq!(
        sent["params"]["message"]["parts"],
        json!([{"text": "hello"}])
    );
}

/// The protocol as a recorded card describes the agent at its own URL.
fn described(name: &str, agent: &str, options: &str) -> (Rc<dyn Protocol>, Endpoints) {
    let endpoints = Endpoints {
        agent: agent.to_owned(),
        ..Endpoints::default()
    };
    let a2a = A2a::new(options).described(&endpoints, &answer(name));
    (a2a.unwrap(), endpoints)
}

#[test]
fn the_recorded_cards_say_which_version_to_speak() {
    let session = of("v1-brief");
    for (name, agent, expected) in [
        ("v1-card", "http://127.0.0.1:9241/", "SendStreamingMessage"),
        ("v03-card", "http://127.0.0.1:9242", "message/stream"),
    ] {
        let (a2a, endpoints) = described(name, agent, "");
        let call = a2a.run(&outgoing(&endpoints, session.request.as_ref().unwrap()));
        assert_eq!(body(&call)["method"], expected);
        assert_eq!(call.url.trim_end_matches('/'), agent.trim_end_matches('/'));
    }
}

#[test]
fn an_agent_that_cannot_stream_is_asked_for_a_whole_answer() {
    let endpoints = endpoints();
    let card = r#"{"capabilities":{"streaming":false},"url":"http://h/","preferredTransport":
        "JSONRPC","protocolVersion":"0.3.0"}"#;
    let read = |options: &str| {
        let a2a = A2a::new(options).described(&endpoints, &ok(card));
        a2a.unwrap().abilities(&endpoints).unwrap().cancel
    };
    assert!(!read(""));
    assert!(read(r#"{"blocking":false}"#), "the option wins");
}

#[test]
fn the_card_may_be_at_a_configured_url() {
    let a2a = A2a::new(r#"{"agentCard":"/card.json"}"#);
    let at = |place| a2a.description(&endpoints(), place);
    assert_eq!(at(0), Some(Call::get("/card.json")));
    assert_eq!(at(1), None);
}
