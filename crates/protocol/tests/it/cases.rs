//! Byte-level cases with the events a conforming parser dispatches for them.

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use midturn_protocol::sse::{SseEvent, SseItem, SseParser};
use serde_json::Value;

use crate::corpus;

fn parse<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> (Vec<SseEvent>, String) {
    let mut parser = SseParser::new(1 << 20);
    let mut events = Vec::new();
    for chunk in chunks {
        parser.push(chunk, &mut |item| match item {
            SseItem::Event(event) => events.push(event),
            SseItem::TooLarge => panic!("a case is larger than the cap"),
        });
    }
    // The end of a body discards an unfinished block.
    parser.reset();
    (events, parser.last_event_id().to_owned())
}

fn check(case: &Value) {
    let name = case["name"].as_str().unwrap();
    let chunks = case["chunks"].as_array().unwrap().iter();
    let chunks: Vec<Vec<u8>> = chunks
        .map(|chunk| STANDARD.decode(chunk.as_str().unwrap()).unwrap())
        .collect();
    let whole = chunks.concat();

    let (events, last_id) = parse([whole.as_slice()]);
    let expected = case["expected"].as_array().unwrap();
    assert_eq!(events.len(), expected.len(), "{name}: {events:?}");
    for (event, expected) in events.iter().zip(expected) {
        let kind = event.event.as_deref().unwrap_or("message");
        assert_eq!(expected["event"], kind, "{name}");
        assert_eq!(expected["data"], event.data, "{name}");
        assert_eq!(expected["id"], event.id, "{name}");
    }
    assert_eq!(case["last_event_id_at_end"], last_id, "{name}");

    let result = (events, last_id);
    assert_eq!(
        parse(chunks.iter().map(Vec::as_slice)),
        result,
        "{name}: as recorded"
    );
    assert_eq!(parse(whole.chunks(1)), result, "{name}: byte by byte");
    for split in 0..=whole.len() {
        let (a, b) = whole.split_at(split);
        assert_eq!(parse([a, b]), result, "{name}: split at {split}");
    }
}

#[test]
fn every_case_is_read_the_same_at_every_split() {
    let Some(path) = corpus::shared("sse/cases.json") else {
        return;
    };
    let cases: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let cases = cases["cases"].as_array().unwrap();
    assert!(cases.len() >= 42);
    for case in cases {
        check(case);
    }
    println!("{} cases", cases.len());
}
