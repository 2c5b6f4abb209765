//! Feeds any bytes in any chunks to the SSE parser. Checks that nothing panics and that the result
//! is the same as for the bytes in one piece.
//!
//! Run from `crates/protocol`: `cargo fuzz run sse`, or on a stable compiler
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run sse --sanitizer none`.

#![no_main]

mod chunks;

use chunks::chunks;
use libfuzzer_sys::fuzz_target;
use midturn_protocol::agui::{Item, reader_with};
use midturn_protocol::sse::{SseItem, SseParser};

/// A size limit small enough for the fuzzer to reach.
const CAP: usize = 256;

fn parse<'a>(chunks: impl Iterator<Item = &'a [u8]>) -> (Vec<SseItem>, String) {
    let mut parser = SseParser::new(CAP);
    let mut items = Vec::new();
    for chunk in chunks {
        parser.push(chunk, &mut |item| items.push(item));
    }
    parser.take_unterminated(&mut |item| items.push(item));
    (items, parser.last_event_id().to_owned())
}

fn read<'a>(chunks: impl Iterator<Item = &'a [u8]>) -> Vec<Item> {
    let mut stream = reader_with(String::new(), "", CAP);
    let mut items: Vec<Item> = chunks.flat_map(|chunk| stream.push(chunk)).collect();
    items.extend(stream.finish());
    items
}

fuzz_target!(|data: &[u8]| {
    // The first byte modulo 16 is the number of following bytes that are chunk lengths.
    let Some((count, data)) = data.split_first() else {
        return;
    };
    let (lengths, body) = data.split_at(usize::from(count % 16).min(data.len()));
    let whole = || std::iter::once(body);
    assert_eq!(parse(chunks(body, lengths)), parse(whole()));
    assert_eq!(read(chunks(body, lengths)), read(whole()));
});
