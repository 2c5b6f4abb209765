//! Streams that are joined again: nothing is shown twice, and nothing is missing.

use std::fs;

use midturn_core::id::RunId;
use midturn_core::run_event::RunEvent;
use midturn_core::testing::builder::Convo;
use midturn_protocol::item::Item;
use midturn_protocol::reader::Reader;
use midturn_protocol::testing::{events, exchanges, recordings};
use midturn_protocol_ai_sdk::AiSdk;
use serde_json::Value;

use super::reader;
use super::session::{after, before, body_of, exchange, feed, reader_of, request_of};

const KEPT: &str = r#"{"resume":true}"#;

/// The messages of the assistant in the next request.
fn messages(convo: Convo) -> Value {
    let convo = convo.running("next");
    body_of(&AiSdk::new(""), &request_of(&convo))["messages"][1].take()
}

/// The frames of a stream.
fn frames(body: &[u8]) -> Vec<&[u8]> {
    let mut frames = Vec::new();
    let mut rest = body;
    while let Some(at) = rest.windows(2).position(|pair| pair == b"\n\n") {
        let (frame, after) = rest.split_at(at + 2);
        frames.push(frame);
        rest = after;
    }
    frames
}

fn apart(all: &[&[u8]], at: usize) -> (Vec<u8>, Vec<u8>) {
    (all[..at].concat(), all[at..].concat())
}

#[test]
fn a_recorded_rejoin_shows_what_the_protocols_own_client_shows() {
    let mut convo = before("rejoin-1");
    let mut reader = reader_of(&AiSdk::new(KEPT), &convo);
    let items = reader.push(&exchange("rejoin-1").body);
    feed(&mut convo, items);
    feed(&mut convo, reader.broke(String::new()));
    reader.resume();
    convo = convo.event(RunEvent::Opened);
    let items = reader.push(&exchange("rejoin-2").body);
    feed(&mut convo, items);
    let file = recordings().join("rejoin-2.client.json");
    let client: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(messages(convo), client["messages"][1]);
}

/// Reads a stream that is cut after `at` frames and joined with `join`. `reload`: the page is new.
fn cut(name: &str, at: usize, rest_only: bool, reload: bool) -> Convo {
    let exchange = exchange(name);
    let (head, tail) = apart(&frames(&exchange.body), at);
    let protocol = AiSdk::new(KEPT);
    let mut convo = before(name).with_abilities(midturn_core::run_event::Abilities {
        rejoin: true,
        ..midturn_core::run_event::Abilities::default()
    });
    let run = convo.run();
    let mut first = reader_of(&protocol, &convo);
    let items = first.push(&head);
    feed(&mut convo, items);
    if convo.conversation.active().is_some() {
        feed(&mut convo, first.broke(String::new()));
    }
    if convo.conversation.active().is_none() {
        // The stream had ended but for its last frames.
        return convo;
    }
    let mut second: Box<dyn Reader> = if reload {
        reader(&protocol, &run, convo.conversation.memory(), None)
    } else {
        first
    };
    second.resume();
    convo = convo.event_of(run, None, RunEvent::Opened);
    let body = if rest_only { &tail } else { &exchange.body };
    let items = second.push(body);
    feed(&mut convo, items);
    if convo.conversation.active().is_some() {
        let items = second.finish();
        feed(&mut convo, items);
    }
    convo
}

/// Everything that the turn shows.
fn shown(convo: &Convo) -> String {
    let turn = convo.turn("m1");
    let kinds: Vec<_> = turn
        .activities
        .iter()
        .map(|held| (&held.id, &held.kind))
        .collect();
    format!("{:?} {:?} {:?}", turn.messages, kinds, turn.outcome)
}

#[test]
fn a_stream_that_begins_again_shows_nothing_twice() {
    for exchange in exchanges() {
        let name = exchange.name.as_str();
        // Conversations of one step whose stream ends by itself.
        let first = exchange.request.is_some() && !name.ends_with("-2") && !name.ends_with("next");
        if !exchange.is_stream || !first || !exchange.ended_normally {
            continue;
        }
        let expected = shown(&after(name));
        let all = frames(&exchange.body).len();
        for at in 0..all - 1 {
            for reload in [false, true] {
                let found = shown(&cut(name, at, false, reload));
                assert_eq!(found, expected, "{name}: cut at {at}, reload {reload}");
            }
        }
    }
}

#[test]
fn a_stream_that_goes_on_is_counted_on() {
    for name in ["plain", "tide", "mixed", "haul", "permits-1"] {
        let expected = shown(&after(name));
        let all = frames(&exchange(name).body).len();
        for at in 1..all - 1 {
            let found = shown(&cut(name, at, true, false));
            assert_eq!(found, expected, "{name}: cut at {at}");
        }
    }
}

#[test]
fn after_a_reload_the_rest_of_a_text_is_a_text_of_its_own() {
    let convo = cut("plain", 6, true, true);
    let parts = messages(convo)["parts"].take();
    let texts: Vec<_> = parts
        .as_array()
        .unwrap()
        .iter()
        .map(|part| &part["text"])
        .collect();
    assert_eq!(texts[1], "Calm sea, light ");
    assert_eq!(texts[2], "wind from the west, good visibility until dusk.");
}

#[test]
fn a_shorter_stream_than_before_still_ends_the_run() {
    let body = exchange("plain").body;
    let convo = before("plain");
    let mut reader = reader_of(&AiSdk::new(KEPT), &convo);
    reader.push(&apart(&frames(&body), 10).0);
    reader.broke(String::new());
    reader.resume();
    let short = "data: {\"type\":\"start\"}\n\ndata: {\"type\":\"finish\"}\n\ndata: [DONE]\n\n";
    let items = reader.push(short.as_bytes());
    // Without a cursor: the core would drop an event with the number of one that it has.
    assert!(matches!(
        &items[..],
        [Item::Event {
            event: RunEvent::Finished(_),
            cursor: None,
            ..
        }]
    ));
}

#[test]
fn two_readers_of_one_stream_say_the_same() {
    let run = RunId::from("m1.1");
    let mut reader = reader(&AiSdk::new(KEPT), &run, "", None);
    let joined = events(reader.push(&exchange("stop-two-readers-2").body));
    let convo = before("stop-two-readers-1");
    let mut reader = reader_of(&AiSdk::new(KEPT), &convo);
    let items: Vec<Item> = reader.push(&exchange("stop-two-readers-1").body);
    assert_eq!(events(items), joined);
}
