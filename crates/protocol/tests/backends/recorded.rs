//! Finds the recorded exchanges, and reads them.

use std::fs;
use std::path::{Path, PathBuf};

use midturn_protocol::call::Reply;
use midturn_protocol::item::Item;
use midturn_protocol::reader::Reader;
use serde_json::Value;

pub(crate) use crate::items::events;
use crate::items::lines;

/// Bodies up to this size are split at every byte.
const SHORT: usize = 3 * 1024;

/// One recorded exchange.
pub(crate) struct Exchange {
    pub(crate) name: String,
    /// The request's method and target, such as `POST /api/chat`.
    pub(crate) target: String,
    pub(crate) request: Option<Value>,
    pub(crate) status: u16,
    /// Whether the response is a stream of events.
    pub(crate) is_stream: bool,
    pub(crate) body: Vec<u8>,
    /// Whether the server ended the response properly: neither side hung up.
    pub(crate) ended_normally: bool,
}

pub(crate) fn folder(kind: &str, protocol: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/backends")
        .join(kind)
        .join(protocol)
}

/// All exchanges of a protocol, by name.
pub(crate) fn exchanges(protocol: &str) -> Vec<Exchange> {
    let folder = folder("recordings", protocol);
    let index = fs::read_to_string(folder.join("index.jsonl")).unwrap();
    let mut found: Vec<Exchange> = index.lines().map(|line| exchange(&folder, line)).collect();
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
pub(crate) fn read<'a>(
    mut reader: Box<dyn Reader>,
    exchange: &Exchange,
    chunks: impl IntoIterator<Item = &'a [u8]>,
) -> Vec<Item> {
    if !exchange.is_stream {
        return reader.document(&Reply {
            status: exchange.status,
            body: String::from_utf8_lossy(&exchange.body).into_owned(),
        });
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
pub(crate) fn check_all(protocol: &str, make: impl Fn(&Exchange) -> Box<dyn Reader>) {
    let (mut read_in_all, mut splits) = (0, 0);
    for exchange in exchanges(protocol) {
        let body = exchange.body.as_slice();
        let whole = read(make(&exchange), &exchange, [body]);
        golden(protocol, &exchange.name, &whole);
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
    println!("{protocol}: {read_in_all} recordings, {splits} two-way splits");
}

/// Compares items with the golden file.
pub(crate) fn golden(protocol: &str, name: &str, items: &[Item]) {
    let file = folder("golden", protocol).join(format!("{name}.txt"));
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
