//! Properties of the reader, for any bytes and for damaged recordings.

use std::sync::OnceLock;

use midturn_core::request::RunRequest;
use midturn_protocol::item::Item;
use midturn_protocol::testing::Exchange;
use midturn_protocol::testing::damage::{self, Ends, check_split, to_end};
use midturn_protocol::testing::made::{self, reply};
use midturn_protocol_langgraph::LangGraph;
use proptest::prelude::*;

use super::{endpoints, exchange, reader};

/// The frames of some recordings.
fn frames() -> &'static Vec<Vec<u8>> {
    static FRAMES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    FRAMES.get_or_init(|| {
        let names = [
            "both",
            "burn",
            "muse",
            "subgraph",
            "approvals-crowd-1",
            "mode-messages",
            "rejoin-1",
        ];
        let frames = names.map(|name| damage::frames(&exchange(name)));
        frames
            .concat()
            .into_iter()
            .map(String::into_bytes)
            .collect()
    })
}

/// All items of a body in these chunks, with the answer to the question at its end.
fn read(chunks: &[&[u8]]) -> Vec<Item> {
    static PLAIN: OnceLock<Exchange> = OnceLock::new();
    let mut reader = reader(PLAIN.get_or_init(|| exchange("plain")));
    let mut items = to_end(&mut *reader, chunks);
    if reader.question().is_some() {
        items.extend(reader.answered(Some(&reply(200, r#"{"status":"success"}"#))));
    }
    items
}

/// A damaged recording: these frames out of order, some of them with other bytes.
pub(crate) fn damaged(
    begin: &'static [u8],
    frames: &'static [Vec<u8>],
) -> impl Strategy<Value = Vec<u8>> {
    let frame = (
        any::<prop::sample::Index>(),
        prop::option::weighted(0.3, (any::<prop::sample::Index>(), any::<u8>())),
    );
    prop::collection::vec(frame, 0..24).prop_map(move |picked| {
        let mut body = begin.to_vec();
        for (which, change) in picked {
            let mut frame = which.get(frames).clone();
            if let Some((place, byte)) = change {
                let place = place.index(frame.len());
                frame[place] = byte;
            }
            body.extend(frame);
        }
        body
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_bytes_have_one_end_and_never_panic(bytes in any::<Vec<u8>>()) {
        Ends::Once.check(&read(&[&bytes]));
    }

    #[test]
    fn a_damaged_recording_has_one_end_and_reads_the_same_at_every_split(
        body in damaged(&[], frames()),
        size in 1_usize..200,
    ) {
        check_split(read, &body, size, Ends::Once);
    }

    #[test]
    fn any_memory_and_any_document_are_survived(memory in ".{0,80}", body in ".{0,80}") {
        let request = RunRequest { memory, ..made::request(Vec::new()) };
        let mut reader = made::rejoined(&LangGraph::default(), &endpoints(), &request);
        Ends::AtMostOnce.check(&reader.document(&reply(200, &body)));
    }
}
