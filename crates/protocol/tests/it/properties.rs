//! Generated streams: nothing panics, every split gives the same items, and every stream has an
//! end.

use midturn_core::run_event::RunEvent;
use midturn_protocol::agui::{Item, reader_with};
use proptest::prelude::*;
use serde_json::{Map, Value};

use crate::corpus;
use midturn_protocol::testing::events;

const TYPES: &[&str] = &[
    "RUN_STARTED",
    "RUN_FINISHED",
    "RUN_ERROR",
    "STEP_STARTED",
    "STEP_FINISHED",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_END",
    "TEXT_MESSAGE_CHUNK",
    "TOOL_CALL_START",
    "TOOL_CALL_ARGS",
    "TOOL_CALL_END",
    "TOOL_CALL_CHUNK",
    "TOOL_CALL_RESULT",
    "REASONING_START",
    "REASONING_MESSAGE_START",
    "REASONING_MESSAGE_CONTENT",
    "REASONING_MESSAGE_END",
    "REASONING_MESSAGE_CHUNK",
    "REASONING_END",
    "REASONING_ENCRYPTED_VALUE",
    "STATE_SNAPSHOT",
    "STATE_DELTA",
    "MESSAGES_SNAPSHOT",
    "ACTIVITY_SNAPSHOT",
    "ACTIVITY_DELTA",
    "RAW",
    "CUSTOM",
    "SUBAGENT_STARTED",
    "SUBAGENT_FINISHED",
    "SUBAGENT_ERROR",
    "THINKING_START",
    "THINKING_TEXT_MESSAGE_START",
    "THINKING_TEXT_MESSAGE_CONTENT",
    "THINKING_TEXT_MESSAGE_END",
    "THINKING_END",
    "FUTURE_EVENT",
];

/// Names of fields that the adapter reads, on events and in the objects inside them.
const FIELDS: &[&str] = &[
    "messageId",
    "toolCallId",
    "toolCallName",
    "subagentRunId",
    "delta",
    "role",
    "name",
    "value",
    "content",
    "outcome",
    "interrupts",
    "type",
    "id",
    "messages",
    "toolCalls",
    "function",
    "arguments",
    "message",
    "reason",
    "runId",
    "stepName",
    "encryptedValue",
    "source",
    "url",
    "text",
    "error",
    "unheardOf",
];

const WORDS: &[&str] = &[
    "a",
    "b",
    "",
    "assistant",
    "user",
    "tool",
    "reasoning",
    "text",
    "image",
    "interrupt",
    "cancelled",
    "midturn.control",
    "on_interrupt",
    "Ω😀\u{0}\r\n",
];

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        6 => proptest::sample::select(WORDS).prop_map(Value::from),
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            object(inner).prop_map(Value::Object),
        ]
    })
}

fn object(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Map<String, Value>> {
    let field = (proptest::sample::select(FIELDS), value);
    proptest::collection::vec(field, 0..6).prop_map(|fields| {
        let fields = fields.into_iter();
        fields
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    })
}

fn event() -> impl Strategy<Value = String> {
    (proptest::sample::select(TYPES), object(value())).prop_map(|(kind, mut fields)| {
        fields.insert("type".into(), kind.into());
        Value::Object(fields).to_string()
    })
}

/// Bytes that look like a stream, valid or not.
fn body() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => event().prop_map(|event| format!("data: {event}\n\n").into_bytes()),
        1 => event().prop_map(|event| format!("id: 7\rdata:{event}\r\n\r\n").into_bytes()),
        1 => value().prop_map(|value| format!("data: {value}\n\n").into_bytes()),
        1 => proptest::sample::select(&[
            "\n", "\r", "\r\n", "data:", "data", "id: 1\n", "id: \0\n", ": note\r\n", "event: x\n",
            "retry: 12\n", "\u{feff}", ":", "{\"type\":\"\\ud83d", "data: {\"type\":\"RAW\"}\r\r",
        ][..]).prop_map(|text| text.as_bytes().to_vec()),
        1 => proptest::collection::vec(any::<u8>(), 0..12),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn is_end(event: &RunEvent) -> bool {
    matches!(
        event,
        RunEvent::Finished(_) | RunEvent::Failed(_) | RunEvent::Lost(_)
    )
}

fn read_capped<'a>(cap: usize, chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<Item> {
    let mut stream = reader_with(String::new(), "", cap);
    let chunks = chunks.into_iter();
    let mut items: Vec<Item> = chunks.flat_map(|chunk| stream.push(chunk)).collect();
    items.extend(stream.finish());
    items
}

proptest! {
    #[test]
    fn every_split_gives_the_same_items(
        body in body(),
        splits in proptest::collection::vec(any::<proptest::sample::Index>(), 0..6),
        cap in prop_oneof![Just(usize::MAX), 0_usize..64],
    ) {
        let whole = read_capped(cap, [body.as_slice()]);
        let mut at: Vec<usize> = splits.iter().map(|split| split.index(body.len() + 1)).collect();
        at.extend([0, body.len()]);
        at.sort_unstable();
        let chunks = at.windows(2).map(|pair| &body[pair[0]..pair[1]]);
        prop_assert_eq!(read_capped(cap, chunks), whole.clone());
        prop_assert_eq!(read_capped(cap, body.chunks(1)), whole);
    }

    #[test]
    fn every_stream_has_one_end(body in body()) {
        let events = events(corpus::read([body.as_slice()]));
        let last = events.last();
        prop_assert!(last.is_some_and(is_end), "{:?}", last);
        for pair in events.windows(2) {
            let may_follow = match (&pair[0], &pair[1]) {
                (RunEvent::Finished(_), RunEvent::Failed(_)) => true,
                (before, after) => !is_end(before) || *after == RunEvent::Started,
            };
            prop_assert!(may_follow, "{:?}", pair);
        }
    }

    #[test]
    fn every_text_with_a_minted_id_is_closed_when_its_run_finishes(body in body()) {
        // The adapter mints an id, with a `~`, for a text that was sent without one. The
        // backend cannot name this id, so the adapter must close the text.
        let mut open = std::collections::BTreeSet::new();
        for event in events(corpus::read([body.as_slice()])) {
            match event {
                RunEvent::Started => open.clear(),
                RunEvent::TextStart { message, .. } => { open.insert(message); }
                RunEvent::TextEnd { message } => { open.remove(&message); }
                RunEvent::Finished(_) => {
                    let minted = open.iter().find(|id| id.as_str().contains('~'));
                    prop_assert_eq!(minted, None);
                }
                _ => {}
            }
        }
    }
}
