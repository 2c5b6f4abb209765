//! Arbitrary bytes, and recorded frames that are damaged, lost, doubled or out of order.

use midturn_protocol::item::Item;
use midturn_protocol::reader::Reader;
use midturn_protocol::testing::damage::{Ends, check_split, frames, to_end};
use proptest::prelude::*;

use super::sessions::{answer, exchange, of};

const NAMES: [&str; 10] = [
    "v1-parts",
    "v1-tools",
    "v1-two",
    "v1-crash",
    "v1-ask-yes-1",
    "v1-ask-yes-2",
    "v1-rejoin",
    "v03-ask-1",
    "v03-rejoin",
    "compat-rejoin-over",
];

fn read(mut reader: Box<dyn Reader>, chunks: &[&[u8]], asked: Option<&str>) -> Vec<Item> {
    let mut items = to_end(&mut *reader, chunks);
    let reply = asked.map(answer);
    while reader.question().is_some() {
        items.extend(reader.answered(reply.as_ref()));
    }
    items.extend(reader.cancel_accepted(&answer("v1-cancel-call")));
    items
}

/// Frames of one recording, in any order, some with a byte changed.
fn damaged() -> impl Strategy<Value = (&'static str, Vec<u8>)> {
    let change = (any::<prop::sample::Index>(), any::<u8>());
    let picks = prop::collection::vec(
        (any::<prop::sample::Index>(), prop::option::of(change)),
        0..12,
    );
    (prop::sample::select(&NAMES[..]), picks).prop_map(|(name, picks)| {
        let all = frames(exchange(name));
        let mut body = Vec::new();
        for (pick, change) in picks {
            let mut frame = pick.get(&all).clone().into_bytes();
            if let Some((place, byte)) = change {
                let place = place.index(frame.len());
                frame[place] = byte;
            }
            body.extend(frame);
        }
        (name, body)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_streams_end_at_most_once_and_read_the_same_at_every_split(
        (name, body) in damaged(),
        size in 1_usize..200,
        asked in prop::option::of(prop::sample::select(vec!["v1-rejoin-task", "v03-get", "v1-unknown-task"])),
    ) {
        check_split(|chunks| read(of(name).plain(), chunks, asked), &body, size, Ends::NotTwice);
    }

    #[test]
    fn arbitrary_bytes_never_panic(
        name in prop::sample::select(&NAMES[..]),
        body in any::<Vec<u8>>(),
        text in "\\PC{0,80}",
    ) {
        let framed = format!("data: {text}\n\n");
        let items = read(of(name).plain(), &[&body, b"\n\n", framed.as_bytes()], None);
        Ends::NotTwice.check(&items);
        let mut reader = of(name).plain();
        let reply = midturn_protocol::call::Reply { status: 200, body: text };
        let mut items = reader.document(&reply);
        items.extend(reader.answered(Some(&reply)));
        items.extend(reader.cancel_accepted(&reply));
        Ends::NotTwice.check(&items);
    }

    #[test]
    fn a_corrupt_memory_never_panics(memory in "\\PC{0,80}") {
        let session = of("v03-rejoin").rejoined(memory);
        let items = read(session.plain(), &[&exchange("v03-rejoin").body], None);
        Ends::NotTwice.check(&items);
    }
}
