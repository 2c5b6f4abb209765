//! Damaged, reordered and made-up streams: nothing panics, every split gives the same items, and
//! each stream ends exactly once.

use midturn_protocol::protocol::Protocol;
use midturn_protocol::reader::Reader;
use midturn_protocol::testing::damage::{self, Ends, check_split, to_end};
use midturn_protocol::testing::made::reply;
use midturn_protocol::testing::{Exchange, exchanges};
use midturn_protocol_openai::{Chat, Responses};
use proptest::prelude::*;

use super::is_chat;
use super::thread::Thread;

fn protocols() -> [Box<dyn Protocol>; 4] {
    [
        Box::new(Chat::new("")),
        Box::new(Responses::new("")),
        Box::new(Responses::new(r#"{"background":true}"#)),
        Box::new(Responses::new(r#"{"stateless":true}"#)),
    ]
}

/// Checks a body with every protocol, joined and not.
fn check(body: &[u8], size: usize) {
    let thread = Thread::of("hello");
    for protocol in protocols() {
        let readers: [&dyn Fn() -> Box<dyn Reader>; 2] = [&|| thread.reader(&*protocol), &|| {
            thread.rejoined(&*protocol)
        }];
        for reader in readers {
            let read = |chunks: &[&[u8]]| to_end(&mut *reader(), chunks);
            check_split(read, body, size, Ends::Once);
        }
    }
}

/// The frames of the recorded streams of both protocols, without the largest.
fn frames() -> Vec<String> {
    let all = exchanges().into_iter();
    let streams = all.filter(|exchange: &Exchange| {
        exchange.is_stream && (is_chat(exchange) || exchange.body.len() < 8_000)
    });
    streams
        .flat_map(|exchange| damage::frames(&exchange))
        .collect()
}

/// What is done to a frame.
#[derive(Clone, Debug)]
enum Damage {
    None,
    Twice,
    Cut(usize),
    Swap(&'static str, &'static str),
}

fn damage() -> impl Strategy<Value = Damage> {
    let swaps = prop::sample::select(vec![
        ("\"delta\"", "\"other\""),
        ("\"id\"", "\"di\""),
        ("\"item_id\"", "\"x\""),
        ("\"output_index\": 0", "\"output_index\": 1"),
        ("\"output_index\"", "\"x\""),
        ("\"index\":0", "\"index\":null"),
        ("\"call_id\"", "\"x\""),
        ("\"name\"", "\"x\""),
        ("\"choices\":[{", "\"choices\":[null,3,{"),
        ("\"content\":", "\"content\":null,\"y\":"),
        ("\"finish_reason\":null", "\"finish_reason\":\"\""),
        ("function_call", "custom_tool_call"),
        ("\"type\": \"message\"", "\"type\": \"web_search_call\""),
        ("\"type\": \"message\"", "\"type\": \"reasoning\""),
        ("completed", "incomplete"),
        ("completed", "cancelled"),
        ("{", "["),
        (": \"", ": {\"z\": 1}, \"y\": \""),
    ]);
    prop_oneof![
        6 => Just(Damage::None),
        1 => Just(Damage::Twice),
        1 => (0usize..400).prop_map(Damage::Cut),
        3 => swaps.prop_map(|(from, to)| Damage::Swap(from, to)),
    ]
}

fn damaged(frame: &str, damage: &Damage) -> String {
    match damage {
        Damage::None => frame.to_owned(),
        Damage::Twice => frame.repeat(2),
        Damage::Cut(at) => {
            let start: String = frame.chars().take(*at).collect();
            start + "\n\n"
        }
        Damage::Swap(from, to) => frame.replace(from, to),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_bytes_are_read(body in proptest::collection::vec(any::<u8>(), 0..400), size in 1usize..20) {
        check(&body, size);
    }

    #[test]
    fn any_damage_to_any_order_of_frames_is_survived(
        chosen in proptest::collection::vec((any::<prop::sample::Index>(), damage()), 1..30),
        size in 1usize..200,
    ) {
        FRAMES.with(|frames| {
            let body: String = chosen
                .iter()
                .map(|(place, damage)| damaged(place.get::<String>(frames), damage))
                .collect();
            check(body.as_bytes(), size);
        });
    }

    #[test]
    fn any_damage_to_a_recorded_stream_is_survived(
        place in any::<prop::sample::Index>(),
        damages in proptest::collection::vec(damage(), 40),
        size in 1usize..200,
    ) {
        STREAMS.with(|streams| {
            let body: String = place
                .get(streams)
                .split_inclusive("\n\n")
                .zip(damages.iter().cycle())
                .map(|(frame, damage)| damaged(frame, damage))
                .collect();
            check(body.as_bytes(), size);
        });
    }
}

/// Checks a document, and the same as the answer to a cancel.
fn check_document(body: &str) {
    let thread = Thread::of("hello");
    let reply = reply(200, body);
    for protocol in protocols() {
        let mut reader = thread.reader(&*protocol);
        let mut items = reader.document(&reply);
        items.extend(reader.cancel_accepted(&reply));
        items.extend(reader.document(&reply));
        Ends::NotTwice.check(&items);
    }
}

proptest! {
    #[test]
    fn any_damage_to_a_document_is_survived(
        place in any::<prop::sample::Index>(),
        damage in damage(),
    ) {
        DOCUMENTS.with(|documents| {
            check_document(&damaged(place.get::<String>(documents), &damage));
        });
    }
}

thread_local! {
    /// The recorded documents, and the responses in the last frames of streams.
    static DOCUMENTS: Vec<String> = exchanges()
        .into_iter()
        .map(|exchange| {
            let body = String::from_utf8(exchange.body).unwrap();
            let last = body.rsplit("\"response\": ").next().unwrap_or_default();
            last.trim_end().trim_end_matches('}').to_owned() + "}"
        })
        .collect();
    static FRAMES: Vec<String> = frames();
    static STREAMS: Vec<String> = exchanges()
        .into_iter()
        .filter(|exchange| exchange.is_stream)
        .map(|exchange| String::from_utf8(exchange.body).unwrap())
        .collect();
}
