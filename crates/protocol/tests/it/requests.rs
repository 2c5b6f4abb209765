//! Validates requests with the official JSON Schema.

use std::fs;
use std::sync::Arc;

use midturn_core::attachment::{Attachment, BackendFile, Medium, Source};
use midturn_core::history::{HistoryCall, HistoryMessage};
use midturn_core::request::RunRequest;
use midturn_core::run_event::AnswerForm;
use midturn_core::transcript::{Answer, Resume};
use midturn_protocol::request::{Interjections, run_agent_input};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::corpus;

fn text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), any::<String>()]
}

fn message() -> impl Strategy<Value = HistoryMessage> {
    let opaque = || proptest::option::of(any::<String>());
    let call =
        (any::<String>(), text(), text(), opaque()).prop_map(|(id, name, arguments, encrypted)| {
            HistoryCall {
                id: id.into(),
                name,
                arguments,
                encrypted,
            }
        });
    let calls = proptest::collection::vec(call, 0..3);
    prop_oneof![
        (any::<String>(), text(), files()).prop_map(|(id, text, attachments)| {
            HistoryMessage::User {
                id: id.into(),
                text,
                attachments,
            }
        }),
        (any::<String>(), text(), calls, opaque()).prop_map(|(id, text, calls, encrypted)| {
            HistoryMessage::Assistant {
                id: id.into(),
                text,
                calls,
                encrypted,
            }
        }),
        (
            any::<String>(),
            any::<String>(),
            text(),
            any::<bool>(),
            opaque(),
            files()
        )
            .prop_map(|(id, call, content, failed, encrypted, attachments)| {
                HistoryMessage::Tool {
                    id: id.into(),
                    call: call.into(),
                    content,
                    failed,
                    encrypted,
                    attachments,
                }
            }),
        (any::<String>(), text(), opaque()).prop_map(|(id, text, encrypted)| {
            HistoryMessage::Reasoning {
                id: id.into(),
                text,
                encrypted,
            }
        }),
    ]
}

/// Files. The bytes of those with the id `gone` cannot be read.
fn files() -> impl Strategy<Value = Vec<Attachment>> {
    let media_type = prop_oneof![
        Just("image/png".to_owned()),
        Just("audio/ogg".to_owned()),
        Just("video/mp4".to_owned()),
        any::<String>(),
    ];
    let file = (any::<bool>(), any::<String>(), media_type, came()).prop_map(
        |(there, name, media_type, came)| Attachment {
            id: if there { "there" } else { "gone" }.into(),
            name,
            media_type,
            size: 2,
            came,
        },
    );
    proptest::collection::vec(file, 0..3)
}

/// The data of a file from a backend; `None` for a file of the person.
fn came() -> impl Strategy<Value = Option<Arc<BackendFile>>> {
    let kind = prop_oneof![
        Just(Medium::Image),
        Just(Medium::Audio),
        Just(Medium::Video),
        Just(Medium::Document),
    ];
    let source = prop_oneof![
        any::<String>().prop_map(Source::Url),
        (any::<String>(), proptest::option::of(any::<String>()))
            .prop_map(|(value, provider)| Source::Handle { value, provider }),
    ];
    let metadata = prop_oneof![Just("{\"a\": [1]}".to_owned()), any::<String>()];
    let metadata = proptest::option::of(metadata);
    let part = proptest::option::of(any::<String>());
    let at = proptest::option::of(0_usize..20);
    let came = (kind, source, at, part, metadata).prop_map(|(kind, source, at, part, metadata)| {
        BackendFile {
            kind,
            source,
            at,
            part,
            // Null counts as no metadata.
            metadata: metadata.filter(|text| text.trim() != "null"),
        }
    });
    proptest::option::of(came.prop_map(Arc::new))
}

fn request() -> impl Strategy<Value = RunRequest> {
    let messages = proptest::collection::vec(message(), 0..5);
    let resume = proptest::collection::vec((any::<String>(), answer()), 0..3);
    let state = prop_oneof![Just("{\"a\": [1]}".to_owned()), any::<String>()];
    (any::<String>(), any::<String>(), messages, resume, state).prop_map(
        |(thread, run, messages, resume, state)| RunRequest {
            thread: thread.into(),
            run: run.into(),
            messages,
            resume: resume
                .into_iter()
                .map(|(interrupt, answer)| Resume {
                    interrupt,
                    answer,
                    form: AnswerForm::default(),
                })
                .collect(),
            state,
            memory: String::new(),
        },
    )
}

fn answer() -> impl Strategy<Value = Answer> {
    let given = prop_oneof![Just("{\"a\": [1]}".to_owned()), any::<String>()];
    prop_oneof![
        Just(Answer::Abandoned),
        proptest::option::of(given.clone()).prop_map(|arguments| Answer::Approved { arguments }),
        proptest::option::of(any::<String>()).prop_map(|reason| Answer::Denied { reason }),
        given.prop_map(Answer::Reply),
    ]
}

#[test]
fn every_request_follows_the_schema() {
    let Some(path) = corpus::shared("agui/schema-1.0.json") else {
        return;
    };
    let schema: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let schema = json!({"$ref": "#/$defs/RunAgentInput", "$defs": schema["$defs"]});
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(
        !validator.is_valid(&json!({"threadId": "t"})),
        "the schema checks nothing"
    );
    proptest!(|(request in request())| {
        let body: Value = serde_json::from_str(&run_agent_input(&request, &[], &|id| {
            (id.as_str() == "there").then_some(b"hi".as_slice())
        }, Interjections::Boundary)).unwrap();
        let wrong: Vec<String> = validator.iter_errors(&body).map(|e| e.to_string()).collect();
        prop_assert!(wrong.is_empty(), "{wrong:?} in {body}");
    });
}
