//! Properties of the reader, for any bytes and for damaged recordings.

use std::sync::OnceLock;

use midturn_protocol::call::Reply;
use midturn_protocol::item::Item;
use proptest::prelude::*;

use super::{exchange, frames, is_end, reader, waiting};
use crate::langgraph::properties::damaged;
use crate::recorded::{self, Exchange};

/// The frames of some recordings.
fn some_frames() -> &'static Vec<Vec<u8>> {
    static FRAMES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    FRAMES.get_or_init(|| {
        let names = [
            "events-values",
            "events-stream",
            "events-subgraph",
            "events-burn",
        ];
        let all = names
            .into_iter()
            .flat_map(|name| frames(&exchange(name).body));
        all.map(String::into_bytes).collect()
    })
}

/// The first frame of the recording, without which nothing is the run's own.
fn first_frame() -> &'static [u8] {
    &some_frames()[0]
}

fn recording() -> &'static Exchange {
    static RECORDING: OnceLock<Exchange> = OnceLock::new();
    RECORDING.get_or_init(|| exchange("events-values"))
}

/// All items of a body in these chunks, in which another run may be the own one.
fn read<'a>(chunks: impl Iterator<Item = &'a [u8]>) -> Vec<Item> {
    let mut reader = reader(recording());
    let mut items: Vec<Item> = chunks.flat_map(|chunk| reader.push(chunk)).collect();
    items.extend(reader.finish());
    items
}

fn ends(items: Vec<Item>) -> usize {
    recorded::events(items)
        .iter()
        .filter(|event| is_end(event))
        .count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_bytes_have_one_end_and_never_panic(bytes in any::<Vec<u8>>()) {
        prop_assert_eq!(ends(read(std::iter::once(bytes.as_slice()))), 1);
    }

    #[test]
    fn a_damaged_recording_has_one_end_and_reads_the_same_at_every_split(
        body in damaged(first_frame(), some_frames()),
        size in 1_usize..200,
    ) {
        let whole = read(std::iter::once(body.as_slice()));
        prop_assert_eq!(ends(whole.clone()), 1);
        prop_assert_eq!(read(body.chunks(size)), whole);
    }

    #[test]
    fn any_answers_are_survived(
        body in damaged(first_frame(), some_frames()),
        answers in prop::collection::vec(prop::option::of((100_u16..600, ".{0,60}")), 0..5),
    ) {
        let mut reader = waiting(recording());
        let mut items = reader.push(&body);
        for answer in answers {
            let reply = answer.map(|(status, body)| Reply { status, body });
            items.extend(reader.answered(reply.as_ref()));
            items.extend(reader.push(&body));
            let _ = reader.question();
        }
        items.extend(reader.finish());
        prop_assert!(ends(items) <= 1);
    }
}
