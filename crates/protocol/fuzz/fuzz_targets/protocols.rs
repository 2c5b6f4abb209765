//! Feeds any bytes in any chunks to the readers of the protocols other than AG-UI. Checks that
//! nothing panics, that the result is the same as for the bytes in one piece, and that a run ends
//! once at most.
//!
//! The first byte chooses the protocol. Run from `crates/protocol`: `cargo fuzz run protocols`, or on
//! a stable compiler `RUSTC_BOOTSTRAP=1 cargo fuzz run protocols --sanitizer none`.

#![no_main]

mod chunks;

use chunks::chunks;
use libfuzzer_sys::fuzz_target;
use midturn_core::run_event::RunEvent;
use midturn_protocol::call::Reply;
use midturn_protocol::item::Item;
use midturn_protocol::protocol::{Begin, Endpoints, Protocol};
use midturn_protocol::reader::Reader;
use midturn_protocol_a2a::A2a;
use midturn_protocol_ai_sdk::AiSdk;
use midturn_protocol_langgraph::LangGraph;
use midturn_protocol_openai::{Chat, Responses};

fn protocol(choice: u8) -> Box<dyn Protocol> {
    match choice % 8 {
        0 => Box::new(AiSdk::new("")),
        1 => Box::new(AiSdk::new("{\"resume\":true}")),
        2 => Box::new(Chat::new("")),
        3 => Box::new(Responses::new("")),
        4 => Box::new(Responses::new("{\"background\":true}")),
        5 => Box::new(LangGraph::new("")),
        6 => Box::new(A2a::new("")),
        _ => Box::new(A2a::new("{\"version\":\"0.3\"}")),
    }
}

fn reader(protocol: &dyn Protocol, memory: &str) -> Box<dyn Reader> {
    protocol.reader(&Begin {
        endpoints: &Endpoints::default(),
        thread: &"t".into(),
        run: &"r".into(),
        state: "",
        memory,
        request: None,
    })
}

/// Reads a stream to its end, and answers each question with the body itself.
fn read<'a>(
    mut reader: Box<dyn Reader>,
    chunks: impl Iterator<Item = &'a [u8]>,
    reply: &Reply,
) -> Vec<Item> {
    let mut items: Vec<Item> = chunks.flat_map(|chunk| reader.push(chunk)).collect();
    items.extend(reader.finish());
    let mut asked = 0;
    while reader.question().is_some() {
        items.extend(reader.answered(Some(reply)));
        asked += 1;
        assert!(asked < 8, "it asks without end");
    }
    items.extend(reader.cancel_accepted(reply));
    items
}

fn ends(items: &[Item]) -> usize {
    let is_end = |item: &&Item| {
        matches!(
            item,
            Item::Event {
                event: RunEvent::Finished(_) | RunEvent::Failed(_),
                ..
            }
        )
    };
    items.iter().filter(is_end).count()
}

fuzz_target!(|data: &[u8]| {
    let [choice, count, data @ ..] = data else {
        return;
    };
    let (lengths, body) = data.split_at(usize::from(count % 16).min(data.len()));
    let protocol = protocol(*choice);
    let text = String::from_utf8_lossy(body).into_owned();
    let reply = Reply {
        status: 200,
        body: text.clone(),
    };
    let whole = read(reader(&*protocol, ""), std::iter::once(body), &reply);
    let pieces = read(reader(&*protocol, ""), chunks(body, lengths), &reply);
    assert_eq!(pieces, whole);
    assert!(ends(&whole) <= 1, "{whole:?}");
    // Whatever is stored as the protocol's memory, and whatever comes in place of a stream.
    let mut document = reader(&*protocol, &text);
    let items = document.document(&reply);
    assert!(ends(&items) <= 1, "{items:?}");
});
