//! What holds for every reader and every body: it is read the same however it is split, and it ends
//! once.

use midturn_core::run_event::RunEvent;

use super::{Exchange, events};
use crate::item::Item;
use crate::reader::Reader;

/// How often the run of a body ends.
#[derive(Clone, Copy, Debug)]
pub enum Ends {
    /// Exactly once. A lost run has ended.
    Once,
    /// At most once. A lost run has ended.
    AtMostOnce,
    /// At most once. A lost run has not ended.
    NotTwice,
}

impl Ends {
    /// Checks the items of a body.
    pub fn check(self, items: &[Item]) {
        let (mut ended, mut lost) = (0, 0);
        for event in events(items.to_vec()) {
            match event {
                RunEvent::Finished(_) | RunEvent::Failed(_) => ended += 1,
                RunEvent::Lost(_) => lost += 1,
                _ => {}
            }
        }
        match self {
            Self::Once => assert_eq!(ended + lost, 1, "{items:?}"),
            Self::AtMostOnce => assert!(ended + lost <= 1, "{items:?}"),
            Self::NotTwice => assert!(ended <= 1, "{items:?}"),
        }
    }
}

/// Reads a body in these chunks, to its end.
pub fn to_end(reader: &mut dyn Reader, chunks: &[&[u8]]) -> Vec<Item> {
    let mut items: Vec<Item> = chunks.iter().flat_map(|chunk| reader.push(chunk)).collect();
    items.extend(reader.finish());
    items
}

/// Checks that a body is read the same whole and in chunks of this size, and how often it ends.
pub fn check_split(read: impl Fn(&[&[u8]]) -> Vec<Item>, body: &[u8], size: usize, ends: Ends) {
    let whole = read(&[body]);
    let chunks: Vec<&[u8]> = body.chunks(size).collect();
    assert_eq!(read(&chunks), whole, "by {size}");
    ends.check(&whole);
}

/// The frames of a recorded stream, each with the blank line after it.
pub fn frames(exchange: &Exchange) -> Vec<String> {
    let body = String::from_utf8(exchange.body.clone()).unwrap();
    let blank = if body.contains("\r\n\r\n") {
        "\r\n\r\n"
    } else {
        "\n\n"
    };
    body.split_inclusive(blank).map(str::to_owned).collect()
}
