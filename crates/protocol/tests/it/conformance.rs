//! The official conformance streams: the items that the adapter reads from each, and the reason
//! where the adapter is more lenient than the reference client.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::corpus;
use midturn_protocol::agui::KNOWS_REASONING;
use midturn_protocol::testing::lines;

struct Case {
    name: &'static str,
    /// Why the result differs from the official expectation; empty if it does not.
    kinder_because: &'static str,
    reading: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        name: "chunk-expansion-assembles",
        kinder_because: "",
        reading: &[
            "Started",
            "TextStart { message: chunk-expand-m1, subagent: None }",
            "TextDelta { message: chunk-expand-m1, delta: \"Chunks \" }",
            "TextDelta { message: chunk-expand-m1, delta: \"expand.\" }",
            "TextEnd { message: chunk-expand-m1 }",
            "Finished(Success)",
        ],
    },
    Case {
        name: "content-without-start-fatal",
        kinder_because: "the text is there to be read; losing it and the run helps nobody",
        reading: &[
            "Started",
            "! Warning OutOfOrder: TEXT_MESSAGE_CONTENT of what is not open",
            "TextDelta { message: orphan-content-m1, delta: \"nothing is open\" }",
            "Finished(Success)",
        ],
    },
    Case {
        name: "era-0-0-45-thinking-translated",
        kinder_because: "",
        reading: &[
            "Started",
            "ReasoningStart { message: r-1~1, subagent: None }",
            "ReasoningDelta { message: r-1~1, delta: \"Let me check.\" }",
            "ReasoningEnd { message: r-1~1 }",
            "TextStart { message: era45-m1, subagent: None }",
            "TextDelta { message: era45-m1, delta: \"Checked.\" }",
            "TextEnd { message: era45-m1 }",
            "Finished(Success)",
        ],
    },
    Case {
        name: "first-chunk-missing-id-fatal",
        kinder_because: "an id of our own keeps the text; it names the run, so it is told apart",
        reading: &[
            "Started",
            "! Warning BadField: TEXT_MESSAGE_CHUNK.messageId is missing",
            "TextStart { message: first-chunk-no-id-r1~1, subagent: None }",
            "TextDelta { message: first-chunk-no-id-r1~1, delta: \"no message is open\" }",
            "TextEnd { message: first-chunk-no-id-r1~1 }",
            "Finished(Success)",
        ],
    },
    Case {
        name: "malformed-known-field-fatal",
        kinder_because: "a number can be read as its text",
        reading: &[
            "Started",
            "TextStart { message: m-1, subagent: None }",
            "! Warning BadField: TEXT_MESSAGE_CONTENT.delta is no string",
            "TextDelta { message: m-1, delta: \"42\" }",
            "TextEnd { message: m-1 }",
            "Finished(Success)",
        ],
    },
    Case {
        name: "open-object-patch-op-extras",
        kinder_because: "",
        reading: &[
            "Started",
            "State(\"{\\\"items\\\":[\\\"keep-a\\\",\\\"drop-me\\\",\\\"keep-b\\\"]}\")",
            "State(\"{\\\"items\\\":[\\\"keep-a\\\",\\\"keep-b\\\"]}\")",
            "Finished(Success)",
        ],
    },
    Case {
        name: "run-finished-cancelled-outcome-accepted",
        kinder_because: "",
        reading: &[
            "Started",
            "TextStart { message: run-finished-cancelled-m-1, subagent: None }",
            "TextDelta { message: run-finished-cancelled-m-1, delta: \"delivered before the stop\" }",
            "TextEnd { message: run-finished-cancelled-m-1 }",
            "Finished(Cancelled)",
        ],
    },
    Case {
        name: "state-delta-unappliable-warns-and-keeps",
        kinder_because: "",
        reading: &[
            "Started",
            "State(\"{\\\"plan\\\":{\\\"status\\\":\\\"open\\\"}}\")",
            "! Warning BadField: STATE_DELTA.delta does not fit what it is for",
            "Finished(Success)",
        ],
    },
    Case {
        name: "state-delta-unknown-op-dropped",
        kinder_because: "",
        reading: &[
            "Started",
            "State(\"{\\\"count\\\":1}\")",
            "! Warning BadField: STATE_DELTA.delta has the unknown operation increment",
            "State(\"{\\\"count\\\":5}\")",
            "Finished(Success)",
        ],
    },
    Case {
        name: "step-finished-without-start-fatal",
        kinder_because: "the core ignores the end of an unknown step; the stream is cut short",
        reading: &[
            "Started",
            "! Warning OutOfOrder: STEP_FINISHED of what is not open",
            "StepFinished { name: \"step-finished-without-start-never-opened\" }",
            "Lost(Truncated)",
        ],
    },
    Case {
        name: "tool-result-parts-mint-tool-message",
        kinder_because: "",
        reading: &[
            "Started",
            "ToolStart { call: toolparts-c1, name: \"get_invoice\", parent: Some(toolparts-a1), subagent: None }",
            "ToolArgs { call: toolparts-c1, delta: \"{\\\"id\\\":\\\"INV-2291\\\"}\" }",
            "ToolEnd { call: toolparts-c1 }",
            "ToolResult { call: toolparts-c1, message: toolparts-t1, content: \"Invoice INV-2291 attached.\", attachments: [Attachment { id: toolparts-c1#1, name: \"INV-2291\", media_type: \"application/pdf\", size: 0, came: Some(BackendFile { kind: Document, source: Url(\"https://example.com/invoices/INV-2291.pdf\"), at: Some(26), part: Some(\"toolparts-doc\"), metadata: Some(\"{\\\"title\\\":\\\"INV-2291\\\"}\") }) }], failed: false }",
            "TextStart { message: toolparts-a2, subagent: None }",
            "TextDelta { message: toolparts-a2, delta: \"Here is your invoice.\" }",
            "TextEnd { message: toolparts-a2 }",
            "Finished(Success)",
        ],
    },
    Case {
        name: "unknown-event-dropped",
        kinder_because: "",
        reading: &[
            "Started",
            "TextStart { message: m-1, subagent: None }",
            "TextDelta { message: m-1, delta: \"before\" }",
            "! Info UnknownEvent: FUTURE_EVENT",
            "TextDelta { message: m-1, delta: \" and after\" }",
            "TextEnd { message: m-1 }",
            "Finished(Success)",
        ],
    },
    Case {
        name: "unknown-outcome-stripped",
        kinder_because: "",
        reading: &[
            "Started",
            "! Info UnknownField: outcome paused",
            "Finished(Success)",
        ],
    },
    Case {
        name: "unknown-part-in-message-list",
        kinder_because: "the person's own message is known; a snapshot only says that it was heard",
        reading: &[
            "Started",
            "! Info UnknownField: part hologram",
            "Snapshot([User { id: m-unknown-part, text: \"before\\n[hologram x/y]\\nafter\" }])",
            "Finished(Success)",
        ],
    },
];

#[test]
fn each_official_stream_gives_its_known_items() {
    let Some(folder) = corpus::shared("agui/conformance") else {
        return;
    };
    let mut left: BTreeSet<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    for case in CASES {
        let file = format!("{}.json", case.name);
        assert!(left.remove(&file), "{file} is gone");
        let fixture: Value =
            serde_json::from_slice(&fs::read(folder.join(&file)).unwrap()).unwrap();
        let stream = fixture["stream"].as_array().unwrap();
        let frames = stream.iter().map(|event| format!("data: {event}\n\n"));
        let body = frames.collect::<String>();
        let found = lines(&corpus::read([body.as_bytes()]));
        let mut found: Vec<&str> = found.lines().collect();
        // A server that names its version knows messages of reasoning.
        let memory = format!("Memory({KNOWS_REASONING:?})");
        let names = stream
            .iter()
            .any(|event| event["protocolVersion"].is_string());
        assert_eq!(found.contains(&&*memory), names, "{}", case.name);
        found.retain(|line| *line != memory);
        assert_eq!(found, case.reading, "{}", case.name);
        if fixture["expect"]["outcome"] == "failed" {
            assert!(
                !case.kinder_because.is_empty(),
                "{}: the reference fails",
                case.name
            );
        }
    }
    assert!(left.is_empty(), "no reading is known for {left:?}");
}
