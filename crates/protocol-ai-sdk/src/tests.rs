//! Tests of the options, of the control requests, and of attached files in a request.

use midturn_core::attachment::{Attachment, Source};
use midturn_core::history::HistoryMessage;
use midturn_core::id::AttachmentId;
use midturn_protocol::call::Ask;
use midturn_protocol::request::Tool;
use midturn_protocol::testing::made::{
    self, came, outgoing, place, reply, request, user, with_files,
};
use serde_json::{Value, json};

use super::*;

fn endpoints() -> Endpoints {
    Endpoints {
        agent: "/api/chat?k=1".to_owned(),
        stop: Some("/api/chat/{threadId}/stop?run={runId}".to_owned()),
        ..Endpoints::default()
    }
}

fn cancel(endpoints: &Endpoints) -> Option<Call> {
    let (thread, run) = ("t/1".into(), "{threadId}\"".into());
    AiSdk::new("").cancel(&place(endpoints, &thread, &run))
}

fn body(
    options: &str,
    messages: Vec<HistoryMessage>,
    bytes: impl Fn(&AttachmentId) -> Option<&'static [u8]>,
) -> Value {
    let tool = Tool {
        name: "horn".to_owned(),
        description: "Sounds".to_owned(),
        parameters: None,
    };
    let call = AiSdk::new(options).run(&Outgoing {
        tools: &[tool],
        bytes: &|id| bytes(id),
        ..outgoing(&endpoints(), &request(messages))
    });
    assert_eq!(call.url, "/api/chat?k=1");
    made::body(&call)
}

fn said(id: &str, text: &str) -> Value {
    json!({"id": id, "role": "user", "parts": [{"type": "text", "text": text}]})
}

#[test]
fn a_run_sends_the_messages() {
    let sent = body("", vec![user("u", "hi")], |_| None);
    assert_eq!(
        sent,
        json!({"id": "t", "messages": [said("u", "hi")], "trigger": "submit-message"})
    );
}

#[test]
fn options_that_cannot_be_read_count_as_none() {
    for options in ["", "x", "[]", r#"{"resume":"yes"}"#, "null"] {
        assert!(!AiSdk::new(options).options.resume, "{options}");
    }
    assert!(AiSdk::new(r#"{"resume":true,"other":1}"#).options.resume);
}

#[test]
fn only_the_newest_message_is_sent_if_the_app_has_the_others() {
    let history = || vec![user("u", "hi"), user("v", "again")];
    let sent = body(r#"{"sendOnlyLast":true}"#, history(), |_| None);
    assert_eq!(sent["messages"], json!([said("v", "again")]));
    let options = r#"{"sendOnlyLast":true,"messageField":"message","idField":"chatId"}"#;
    let sent = body(options, history(), |_| None);
    assert_eq!(
        sent,
        json!({"chatId": "t", "message": said("v", "again"), "trigger": "submit-message"})
    );
}

#[test]
fn the_embedders_fields_do_not_replace_those_of_the_protocol() {
    let options = r#"{"body":{"id":"x","model":"m","trigger":1,"n":1.0,"model":"n"}}"#;
    let sent = body(options, vec![user("u", "hi")], |_| None);
    assert_eq!((&sent["id"], &sent["model"]), (&json!("t"), &json!("m")));
    assert_eq!(
        (&sent["trigger"], &sent["n"]),
        (&json!("submit-message"), &json!(1.0))
    );
}

#[test]
fn client_tools_are_described_if_the_app_wants_it() {
    let sent = body(r#"{"sendTools":true}"#, vec![user("u", "hi")], |_| None);
    let parameters = json!({"type": "object", "properties": {}});
    assert_eq!(
        sent["tools"],
        json!({"horn": {"description": "Sounds", "parameters": parameters}})
    );
}

fn file(id: &str, media_type: &str, source: Option<Source>) -> Attachment {
    Attachment {
        name: "a.png".to_owned(),
        came: source.map(|source| came(source, None)),
        ..made::file(id, media_type)
    }
}

#[test]
fn files_are_parts_with_their_bytes() {
    let handle = Source::Handle {
        value: "h".to_owned(),
        provider: None,
    };
    let files = vec![
        file("own", "image/png", None),
        file("b", "", Some(Source::Data("AA==".to_owned()))),
        file(
            "c",
            "image/gif",
            Some(Source::Url("https://a.example/x".to_owned())),
        ),
        file("d", "image/gif", Some(handle)),
        file("gone", "image/gif", None),
        file("text", "text/plain", None),
    ];
    let sent = body("", vec![with_files("u", "look", files)], |id| {
        match id.as_str() {
            "own" => Some(b"\0\xff\x80".as_slice()),
            "text" => Some(b"hi"),
            _ => None,
        }
    });
    let part = |media_type: &str, url: &str| json!({"type": "file", "mediaType": media_type, "filename": "a.png", "url": url});
    let missing = json!({"type": "text",
        "text": "[The file a.png was attached, but cannot be sent.]"});
    assert_eq!(
        sent["messages"][0]["parts"],
        json!([
            part("image/png", "data:image/png;base64,AP+A"),
            part("application/octet-stream", "data:application/octet-stream;base64,AA=="),
            part("image/gif", "https://a.example/x"),
            missing,
            missing,
            {"type": "text", "text": "[Attached document a.png]\nhi"},
            {"type": "text", "text": "look"},
        ])
    );
}

#[test]
fn a_run_is_stopped_at_the_configured_url() {
    let mut endpoints = endpoints();
    let call = cancel(&endpoints).unwrap();
    assert_eq!(call.url, "/api/chat/t%2F1/stop?run=%7BthreadId%7D%22");
    assert_eq!(call.ask, Ask::Post("{}".to_owned()));
    endpoints.stop_body = Some(r#"{"chat":"{threadId}","run":"{runId}"}"#.to_owned());
    let call = cancel(&endpoints).unwrap();
    let body = r#"{"chat":"t/1","run":"{threadId}\""}"#;
    assert_eq!(call.ask, Ask::Post(body.to_owned()));
    endpoints.stop = None;
    assert_eq!(cancel(&endpoints), None);
}

#[test]
fn the_abilities_are_those_of_the_configuration() {
    for (options, stop, cancel, rejoin) in [
        ("", None, false, false),
        ("", Some("/stop"), true, false),
        (r#"{"resume":true}"#, None, false, true),
    ] {
        let endpoints = Endpoints {
            stop: stop.map(str::to_owned),
            ..Endpoints::default()
        };
        let expected = Abilities {
            cancel,
            rejoin,
            ..Abilities::default()
        };
        let found = AiSdk::new(options).abilities(&endpoints);
        assert_eq!(found, Some(expected));
    }
}

#[test]
fn a_status_is_read_as_the_answer_to_a_stop() {
    let endpoints = endpoints();
    let (thread, run) = ("t/1".into(), "r".into());
    let place = place(&endpoints, &thread, &run);
    for (status, expected) in [
        (Some(200), CancelAnswer::Accepted),
        (Some(204), CancelAnswer::Accepted),
        (Some(404), CancelAnswer::Refused),
        (Some(503), CancelAnswer::Unreachable),
        (None, CancelAnswer::Unreachable),
    ] {
        let reply = status.map(|status| reply(status, ""));
        let found = AiSdk::new("").cancel_answer(&place, reply.as_ref());
        assert_eq!(found, expected, "{status:?}");
    }
    let kept = AiSdk::new(r#"{"resume":true}"#);
    let joined = kept.rejoin(&place).map(|call| call.url);
    assert_eq!(joined.as_deref(), Some("/api/chat/t%2F1/stream?k=1"));
    assert_eq!(AiSdk::new("").rejoin(&place), None);
}
