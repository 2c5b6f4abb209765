//! No input makes the reader panic, end a run twice, or read differently when it is split.

use midturn_core::run_event::RunEvent;
use midturn_protocol::item::Item;
use midturn_protocol::reader::Reader;
use midturn_protocol::testing::damage::{self, Ends, check_split, to_end};
use midturn_protocol::testing::exchanges;
use midturn_protocol_ai_sdk::AiSdk;
use proptest::prelude::*;

use super::reader;

fn fresh() -> Box<dyn Reader> {
    reader(&AiSdk::new(r#"{"resume":true}"#), &"m1.1".into(), "", None)
}

fn check(body: &[u8], size: usize) {
    let read = |chunks: &[&[u8]]| to_end(&mut *fresh(), chunks);
    check_split(read, body, size, Ends::Once);
}

/// All recorded frames.
fn frames() -> Vec<Vec<u8>> {
    let streams = exchanges()
        .into_iter()
        .filter(|exchange| exchange.is_stream);
    let frames = streams.flat_map(|exchange| damage::frames(&exchange));
    frames.map(String::into_bytes).collect()
}

#[test]
fn arbitrary_bytes_are_read_the_same_at_every_split() {
    proptest!(|(body in any::<Vec<u8>>(), size in 1usize..9)| {
        check(&body, size);
    });
}

#[test]
fn recorded_frames_in_any_order_are_read_the_same_at_every_split() {
    let frames = frames();
    let picked = prop::collection::vec(prop::sample::select(frames), 0..40);
    proptest!(|(picked in picked, size in 1usize..99)| {
        check(&picked.concat(), size);
    });
}

#[test]
fn a_stream_that_is_joined_anywhere_ends_once() {
    let frames = frames();
    let picked = || prop::collection::vec(prop::sample::select(frames.clone()), 0..20);
    proptest!(|(before in picked(), after in picked(), broken in any::<bool>())| {
        let mut reader = fresh();
        let mut items = reader.push(&before.concat());
        items.extend(if broken { reader.broke(String::new()) } else { reader.finish() });
        items.retain(|item| !matches!(item, Item::Event { event: RunEvent::Lost(_), .. }));
        reader.resume();
        items.extend(to_end(&mut *reader, &[&after.concat()]));
        Ends::Once.check(&items);
    });
}

#[test]
fn damaged_frames_are_read_the_same_at_every_split() {
    let frames = frames();
    let picked = prop::collection::vec(prop::sample::select(frames), 1..30);
    let damage = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8);
    proptest!(|(picked in picked, damage in damage, size in 1usize..99)| {
        let mut body = picked.concat();
        for (at, byte) in damage {
            let at = at.index(body.len());
            body[at] = byte;
        }
        check(&body, size);
    });
}

#[test]
fn chunks_with_any_fields_are_read_the_same_at_every_split() {
    let kind = prop::sample::select(vec![
        "start",
        "finish",
        "start-step",
        "finish-step",
        "reset-step",
        "text-start",
        "text-delta",
        "text-end",
        "reasoning-start",
        "reasoning-delta",
        "reasoning-end",
        "tool-input-start",
        "tool-input-delta",
        "tool-input-available",
        "tool-input-error",
        "tool-output-available",
        "tool-output-error",
        "tool-output-denied",
        "tool-approval-request",
        "tool-approval-response",
        "steering-message",
        "source-url",
        "file",
        "custom",
        "data-x",
        "message-metadata",
        "error",
        "abort",
    ]);
    let field = prop::sample::select(vec![
        "id",
        "messageId",
        "toolCallId",
        "toolName",
        "approvalId",
        "delta",
        "inputTextDelta",
        "input",
        "output",
        "preliminary",
        "errorText",
        "messageMetadata",
        "data",
        "parts",
        "url",
        "finishReason",
        "providerMetadata",
        "dynamic",
        "approved",
        "isAutomatic",
    ]);
    let value = prop::sample::select(vec![
        "\"a\"",
        "\"b\"",
        "null",
        "true",
        "false",
        "1",
        "{}",
        "[]",
        "{\"a\":{\"b\":1}}",
        "\"\"",
        "\"\\ud83d\"",
        "{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"text\":\"a\"}]}",
        "{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"text\":\"\"},1,{\"type\":\"tool-x\"}]}",
        "[{\"type\":\"text\",\"text\":\"a\"}]",
        "\"error\"",
    ]);
    let chunk = (kind, prop::collection::vec((field, value), 0..6)).prop_map(|(kind, fields)| {
        let fields = fields
            .iter()
            .map(|(name, value)| format!(",\"{name}\":{value}"));
        format!(
            "data: {{\"type\":\"{kind}\"{}}}\n\n",
            fields.collect::<String>()
        )
    });
    proptest!(|(chunks in prop::collection::vec(chunk, 0..30), size in 1usize..99)| {
        check(chunks.concat().as_bytes(), size);
    });
}
