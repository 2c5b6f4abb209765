//! Helpers shared by the tests of the protocols: finds recorded exchanges with a server, and reads
//! them. Compiled only for tests.
//!
//! For each exchange NAME, a crate's `tests/recordings/` has a line in `index.jsonl`,
//! `NAME.request.json` (the body sent, if any), and `NAME.sse` or `NAME.json` (the body received).
//! `NAME.client.json`, if any, is what the protocol's own client made of the stream.
//! `tests/golden/` has what is read from each; `MIDTURN_UPDATE_GOLDEN=1` writes it anew.

#![allow(
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    reason = "tests may panic"
)]

pub mod damage;
pub mod made;

use std::fs;
use std::path::{Path, PathBuf};

use midturn_core::run_event::RunEvent;
use serde_json::Value;

use crate::call::Reply;
use crate::item::Item;
use crate::reader::Reader;

/// Bodies up to this size are split at every byte.
const SHORT: usize = 3 * 1024;

/// One recorded exchange.
pub struct Exchange {
    /// Its name.
    pub name: String,
    /// The request's method and target, such as `POST /api/chat`.
    pub target: String,
    /// The body of the request, if it had one.
    pub request: Option<Value>,
    /// The status of the response.
    pub status: u16,
    /// Whether the response is a stream of events.
    pub is_stream: bool,
    /// The body of the response.
    pub body: Vec<u8>,
    /// Whether the server ended the response properly: neither side hung up.
    pub ended_normally: bool,
}

impl Exchange {
    /// The response, as the answer to a request that is no stream.
    pub fn reply(&self) -> Reply {
        Reply {
            status: self.status,
            body: String::from_utf8_lossy(&self.body).into_owned(),
        }
    }
}

/// The recordings of the crate whose tests run: cargo runs them in the crate's directory.
pub fn recordings() -> &'static Path {
    Path::new("tests/recordings")
}

/// All exchanges of the crate, by name.
pub fn exchanges() -> Vec<Exchange> {
    let folder = recordings();
    let index = fs::read_to_string(folder.join("index.jsonl")).unwrap();
    let mut found: Vec<Exchange> = index.lines().map(|line| exchange(folder, line)).collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(!found.is_empty());
    found
}

fn exchange(folder: &Path, line: &str) -> Exchange {
    let line: Value = serde_json::from_str(line).unwrap();
    let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
    let head = text("response_head");
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    let target = text("request_head");
    let target = target.lines().next().unwrap_or_default();
    Exchange {
        name: text("name"),
        target: target.trim_end_matches(" HTTP/1.1").to_owned(),
        request: line["request"].as_str().map(|file| {
            serde_json::from_str(&fs::read_to_string(folder.join(file)).unwrap()).unwrap()
        }),
        status: status.unwrap_or_default(),
        is_stream: head.to_ascii_lowercase().contains("text/event-stream"),
        body: line["body"]
            .as_str()
            .map(|file| fs::read(folder.join(file)).unwrap())
            .unwrap_or_default(),
        ended_normally: line["ended"] == "normal",
    }
}

/// The items of an exchange whose stream is read in these chunks, up to the end of its body.
pub fn read<'a>(
    mut reader: Box<dyn Reader>,
    exchange: &Exchange,
    chunks: impl IntoIterator<Item = &'a [u8]>,
) -> Vec<Item> {
    if !exchange.is_stream {
        return reader.document(&exchange.reply());
    }
    let mut items: Vec<Item> = chunks
        .into_iter()
        .flat_map(|chunk| reader.push(chunk))
        .collect();
    items.extend(if exchange.ended_normally {
        reader.finish()
    } else {
        reader.broke("cut off".to_owned())
    });
    items
}

/// Checks that each stream gives the same items however it is split, and that the items are those
/// of its golden file.
pub fn check_all(make: impl Fn(&Exchange) -> Box<dyn Reader>) {
    let (mut read_in_all, mut splits) = (0, 0);
    for exchange in exchanges() {
        let body = exchange.body.as_slice();
        let whole = read(make(&exchange), &exchange, [body]);
        golden(&exchange.name, &whole);
        read_in_all += 1;
        if !exchange.is_stream {
            continue;
        }
        for size in [1, 2, 3, 7, 64, 1000] {
            let found = read(make(&exchange), &exchange, body.chunks(size));
            assert_eq!(found, whole, "{}: by {size}", exchange.name);
        }
        let near_line_end =
            |at: usize| body[at.saturating_sub(1)..body.len().min(at + 1)].contains(&b'\n');
        for at in 0..=body.len() {
            if body.len() <= SHORT || at % 499 == 0 || near_line_end(at) {
                let (head, tail) = body.split_at(at);
                let found = read(make(&exchange), &exchange, [head, tail]);
                assert_eq!(found, whole, "{}: split at {at}", exchange.name);
                splits += 1;
            }
        }
    }
    println!("{read_in_all} recordings, {splits} two-way splits");
}

/// Compares items with the golden file.
pub fn golden(name: &str, items: &[Item]) {
    let file = PathBuf::from(format!("tests/golden/{name}.txt"));
    let found = lines(items);
    if std::env::var_os("MIDTURN_UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, found).unwrap();
        return;
    }
    let expected =
        fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    assert_eq!(found, expected, "{name}");
}

/// The events of items, without diagnostics.
pub fn events(items: Vec<Item>) -> Vec<RunEvent> {
    items
        .into_iter()
        .filter_map(|item| match item {
            Item::Event { event, .. } => Some(event),
            Item::Diagnostic(_) | Item::Raw(_) => None,
        })
        .collect()
}

/// The items as text, one per line.
pub fn lines(items: &[Item]) -> String {
    let mut lines = String::new();
    for item in items {
        let line = match item {
            Item::Event { event, cursor, .. } => match cursor {
                None => format!("{event:?}"),
                Some(cursor) => format!("{event:?} @{cursor}"),
            },
            Item::Diagnostic(found) => {
                format!("! {:?} {:?}: {}", found.level(), found.kind, found.detail)
            }
            Item::Raw(json) => format!("raw {json}"),
        };
        lines.push_str(&line);
        lines.push('\n');
    }
    lines
}
