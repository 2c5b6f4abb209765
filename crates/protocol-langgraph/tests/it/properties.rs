//! Properties of the reader, for any bytes and for damaged recordings.

use std::sync::OnceLock;

use midturn_core::run_event::RunEvent;
use midturn_protocol::call::Reply;
use midturn_protocol::item::Item;
use midturn_protocol::testing;
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
        let mut frames = Vec::new();
        for name in names {
            let body = String::from_utf8(exchange(name).body).unwrap();
            frames.extend(
                body.split("\r\n\r\n")
                    .map(|frame| format!("{frame}\r\n\r\n").into_bytes()),
            );
        }
        frames
    })
}

/// All items of a body in these chunks, with the answer to the question at its end.
fn read<'a>(chunks: impl Iterator<Item = &'a [u8]>) -> Vec<Item> {
    static PLAIN: OnceLock<testing::Exchange> = OnceLock::new();
    let mut reader = reader(PLAIN.get_or_init(|| exchange("plain")));
    let mut items: Vec<Item> = chunks.flat_map(|chunk| reader.push(chunk)).collect();
    items.extend(reader.finish());
    if reader.question().is_some() {
        let body = r#"{"status":"success"}"#.to_owned();
        items.extend(reader.answered(Some(&Reply { status: 200, body })));
    }
    items
}

fn terminals(items: &[Item]) -> usize {
    let is_end = |item: &&Item| match item {
        Item::Event { event, .. } => matches!(
            event,
            RunEvent::Finished(_) | RunEvent::Failed(_) | RunEvent::Lost(_)
        ),
        Item::Diagnostic(_) | Item::Raw(_) => false,
    };
    items.iter().filter(is_end).count()
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
        prop_assert_eq!(terminals(&read(std::iter::once(bytes.as_slice()))), 1);
    }

    #[test]
    fn a_damaged_recording_has_one_end_and_reads_the_same_at_every_split(
        body in damaged(&[], frames()),
        size in 1_usize..200,
    ) {
        let whole = read(std::iter::once(body.as_slice()));
        prop_assert_eq!(terminals(&whole), 1);
        prop_assert_eq!(read(body.chunks(size)), whole);
    }

    #[test]
    fn any_memory_and_any_document_are_survived(memory in ".{0,80}", body in ".{0,80}") {
        use midturn_protocol_langgraph::LangGraph;
        use midturn_protocol::protocol::{Begin, Protocol as _};
        let mut reader = LangGraph::default().reader(&Begin {
            endpoints: &endpoints(),
            thread: &"t".into(),
            run: &"r".into(),
            state: "",
            memory: &memory,
            request: None,
        });
        let ends = terminals(&reader.document(&Reply { status: 200, body }));
        prop_assert!(ends <= 1);
    }
}
