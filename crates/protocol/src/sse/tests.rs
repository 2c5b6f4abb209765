//! Small cases, each read whole, byte by byte and at every two-way split.

use super::{SseEvent, SseItem, SseParser};

const CAP: usize = 64;

fn parse<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> (Vec<SseItem>, SseParser) {
    let mut parser = SseParser::new(CAP);
    let mut items = Vec::new();
    for chunk in chunks {
        parser.push(chunk, &mut |item| items.push(item));
    }
    (items, parser)
}

/// The items of a body, after checking that no split matters.
fn read(body: &[u8]) -> (Vec<SseItem>, SseParser) {
    let (items, parser) = parse([body]);
    assert_eq!(parse(body.chunks(1)).0, items, "byte by byte");
    for at in 0..=body.len() {
        let (head, tail) = body.split_at(at);
        assert_eq!(parse([head, tail]).0, items, "split at {at}");
    }
    (items, parser)
}

fn event(data: &str, id: &str) -> SseItem {
    SseItem::Event(SseEvent {
        event: None,
        data: data.to_owned(),
        id: id.to_owned(),
        has_id: false,
    })
}

fn event_with_id(data: &str, id: &str) -> SseItem {
    SseItem::Event(SseEvent {
        event: None,
        data: data.to_owned(),
        id: id.to_owned(),
        has_id: true,
    })
}

#[test]
fn all_line_endings_can_be_mixed() {
    let (items, _) = read(b"data:a\r\ndata:b\rdata:c\n\r\ndata:d\r\rdata:e\n\n");
    assert_eq!(
        items,
        [event("a\nb\nc", ""), event("d", ""), event("e", "")]
    );
}

#[test]
fn one_byte_order_mark_is_dropped_at_the_start_only() {
    let (items, _) = read(b"\xEF\xBB\xBFdata:a\n\n\xEF\xBB\xBFdata:b\n\ndata:c\n\n");
    assert_eq!(items, [event("a", ""), event("c", "")]);
}

#[test]
fn one_leading_space_is_dropped_and_a_bare_name_is_an_empty_field() {
    let (items, _) = read(b"data:  a\ndata\ndata:b\n\ndata\n\n");
    assert_eq!(items, [event(" a\n\nb", ""), event("", "")]);
}

#[test]
fn broken_utf8_becomes_replacement_characters() {
    let (items, _) = read("data:é😀".as_bytes());
    assert_eq!(items, []);
    let (items, _) = read(b"data:\xF0\x9F\x98\n\ndata:\xF0\x9F\x98\x80\xFF\n\n");
    assert_eq!(items, [event("\u{fffd}", ""), event("😀\u{fffd}", "")]);
}

#[test]
fn the_id_persists_and_one_with_a_nul_is_ignored() {
    let body = b"id:1\ndata:a\n\ndata:b\n\nid:2\0\ndata:c\n\nid:3\n\nid\ndata:d\n\n";
    let (items, parser) = read(body);
    let expected = [
        event_with_id("a", "1"),
        event("b", "1"),
        event("c", "1"),
        event_with_id("d", ""),
    ];
    assert_eq!(items, expected);
    assert_eq!(parser.last_event_id(), "");
    assert_eq!(read(b"id:3\n\n").1.last_event_id(), "3");
}

#[test]
fn an_id_counts_only_after_its_blank_line() {
    let (_, mut parser) = read(b"id:1\ndata:a\n\nid:2\ndata:b\n");
    parser.reset();
    assert_eq!(parser.last_event_id(), "1");
    let mut items = Vec::new();
    parser.push(b"\xEF\xBB\xBFdata:c\n\n", &mut |item| items.push(item));
    assert_eq!(items, [event("c", "1")]);
}

#[test]
fn retry_is_not_a_stray_line() {
    assert_eq!(read(b"retry:10\nretry:1x\n\n").1.stray_line(), None);
}

#[test]
fn the_event_field_names_the_event_once() {
    let (items, _) = read(b"event:x\n\nevent:y\ndata:a\n\ndata:b\n\n");
    let SseItem::Event(first) = &items[0] else {
        panic!("{items:?}");
    };
    assert_eq!(first.event.as_deref(), Some("y"));
    assert_eq!(items[1], event("b", ""));
}

#[test]
fn an_unterminated_block_can_be_taken() {
    for body in [
        b"data:a\n\nid:4\ndata:b".as_slice(),
        b"data:a\n\nid:4\ndata:b\n",
    ] {
        let (mut items, mut parser) = read(body);
        assert_eq!(items, [event("a", "")]);
        parser.take_unterminated(&mut |item| items.push(item));
        parser.take_unterminated(&mut |item| items.push(item));
        assert_eq!(items, [event("a", ""), event_with_id("b", "4")]);
    }
}

#[test]
fn a_block_over_the_limit_is_reported_once_and_the_next_is_read() {
    let long = "x".repeat(CAP);
    let body = format!("id:1\ndata:a\n\nid:2\ndata:{long}\ndata:{long}\n\ndata:b\n\n");
    let (items, parser) = read(body.as_bytes());
    assert_eq!(
        items,
        [event_with_id("a", "1"), SseItem::TooLarge, event("b", "1")]
    );
    assert_eq!(parser.last_event_id(), "1");
}

#[test]
fn many_short_lines_count_towards_the_limit() {
    let body = "data:x\n".repeat(CAP) + "\ndata:b\n\n";
    assert_eq!(read(body.as_bytes()).0, [SseItem::TooLarge, event("b", "")]);
}

#[test]
fn comments_do_not_count_towards_the_limit() {
    let long = "x".repeat(CAP);
    let body = format!("data:a\n:{long}\n:{long}\n\n");
    let (items, parser) = read(body.as_bytes());
    assert_eq!(items, [event("a", "")]);
    assert_eq!(parser.stray_line(), None);
}

#[test]
fn the_first_line_that_is_not_a_field_is_kept() {
    let (items, parser) = read(b"<html>\nmore\n\n");
    assert_eq!(items, []);
    assert_eq!(parser.stray_line(), Some("<html>"));
}
