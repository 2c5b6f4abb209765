//! Steps that begin again, agents inside of calls, and what goes back to the server.

use midturn_core::run_event::{RunEvent, TaskEvent};
use serde_json::{Value, json};

use super::chunks::{available, delta, events, finish, said, sent_after, start};

#[test]
fn a_step_that_begins_again_leaves_nothing_behind() {
    let step = json!({"type": "start-step"});
    let reset = json!({"type": "reset-step"});
    let thought = json!({"type": "reasoning-delta", "id": "1", "delta": "hm"});
    let chunks = [
        start(),
        step.clone(),
        said("kept"),
        json!({"type": "finish-step"}),
        step,
        thought,
        said("lost"),
        available("c"),
        reset,
        said("again"),
        finish(),
    ];
    let found = events(&chunks);
    assert!(found.contains(&RunEvent::TextReplaced {
        message: "a/r.2.2".into(),
        text: String::new()
    }));
    assert!(found.iter().any(|event| matches!(event, RunEvent::Task {
        element,
        event: TaskEvent::Cancelled { .. }
    } if element.as_str() == "c")));
    let sent = sent_after(&chunks);
    let parts = sent["parts"].as_array().unwrap();
    let texts: Vec<_> = parts.iter().map(|part| part["text"].as_str()).collect();
    assert_eq!(texts, [None, Some("kept"), None, Some("again")]);
}

#[test]
fn values_of_providers_go_back() {
    let chunks = [
        start(),
        json!({"type": "reasoning-start", "id": "1"}),
        json!({"type": "reasoning-end", "id": "1", "providerMetadata": {"p": {"signature": "s"}}}),
        json!({"type": "text-start", "id": "2", "providerMetadata": {"p": {"item": "i"}}}),
        json!({"type": "text-delta", "id": "2", "delta": "hi"}),
        available("c"),
        json!({"type": "tool-output-available", "toolCallId": "c", "output": "{}",
            "providerMetadata": {"p": {"result": 1}}}),
        finish(),
    ];
    let sent = sent_after(&chunks);
    assert_eq!(
        sent["parts"],
        json!([
            {"type": "reasoning", "text": "", "state": "done",
             "providerMetadata": {"p": {"signature": "s"}}},
            {"type": "text", "text": "hi", "state": "done", "providerMetadata": {"p": {"item": "i"}}},
            {"type": "tool-t", "toolCallId": "c", "state": "output-available", "input": {},
             "output": "{}", "resultProviderMetadata": {"p": {"result": 1}}},
        ])
    );
}

#[test]
fn an_agent_that_works_for_a_call_is_a_subagent_with_its_texts_and_calls() {
    let early = |parts: Value| {
        json!({"type": "tool-output-available", "toolCallId": "c", "preliminary": true,
            "output": {"id": "", "role": "assistant", "parts": parts}})
    };
    let tool = |state: &str| {
        json!({"type": "tool-x", "toolCallId": "i", "state": state, "input": {"k": 1},
            "output": [2]})
    };
    let text = |text: &str| json!({"type": "text", "text": text});
    let found = events(&[
        start(),
        available("c"),
        early(json!([text("é")])),
        early(json!([text("é one"), tool("input-available")])),
        early(json!([
            text("é one"),
            tool("output-available"),
            text("two")
        ])),
        early(json!([text("new"), tool("output-available"), text("two!")])),
        early(json!([
            text("new"),
            tool("output-available"),
            text("two!!")
        ])),
        json!({"type": "tool-output-error", "toolCallId": "c", "errorText": "broken"}),
        finish(),
    ]);
    let agent = || Some("c.agent".into());
    let expected = [
        RunEvent::SubagentStarted {
            id: "c.agent".into(),
            name: "t".to_owned(),
            description: None,
            parent: Some("c".into()),
        },
        RunEvent::TextStart {
            message: "c.agent/0".into(),
            subagent: agent(),
        },
        delta("c.agent/0", "é"),
        RunEvent::ToolStart {
            call: "c/i".into(),
            name: "x".to_owned(),
            parent: None,
            subagent: agent(),
        },
        delta("c.agent/0", " one"),
        RunEvent::ToolArgs {
            call: "c/i".into(),
            delta: "{\"k\":1}".to_owned(),
        },
        RunEvent::ToolResult {
            call: "c/i".into(),
            message: "c/i.output".into(),
            content: "[2]".to_owned(),
            attachments: Vec::new(),
            failed: false,
        },
        RunEvent::TextStart {
            message: "c.agent/2".into(),
            subagent: agent(),
        },
        delta("c.agent/2", "\n\ntwo"),
        RunEvent::TextReplaced {
            message: "c.agent/0".into(),
            text: "new\n\ntwo!".to_owned(),
        },
        delta("c.agent/2", "!"),
        RunEvent::SubagentEnded {
            id: "c.agent".into(),
            error: Some("broken".to_owned()),
        },
    ];
    let from = found
        .iter()
        .position(|event| *event == expected[0])
        .unwrap();
    assert_eq!(found[from..from + expected.len()], expected);
}

#[test]
fn a_text_of_an_agent_is_replaced_by_any_other_and_its_reasoning_stays() {
    let early = |reasoning: &str, text: &str| {
        json!({"type": "tool-output-available", "toolCallId": "c", "preliminary": true,
            "output": {"role": "assistant", "parts": [
                {"type": "reasoning", "text": reasoning}, {"type": "text", "text": text}]}})
    };
    let found = events(&[
        start(),
        available("c"),
        early("Hm", "Searching"),
        // Longer, of the same length, shorter.
        early("Or is it", "Two pages found"),
        early("Or is it so", "One page of two"),
        early("I", "One page"),
        early("Hm, yes", "One page, at last"),
        finish(),
    ]);
    let replaced = |text: &str| RunEvent::TextReplaced {
        message: "c.agent/1".into(),
        text: text.to_owned(),
    };
    let thought = |delta: &str| RunEvent::ReasoningDelta {
        message: "c.agent/0".into(),
        delta: delta.to_owned(),
    };
    let expected = [
        thought("Hm"),
        delta("c.agent/1", "Searching"),
        replaced("Two pages found"),
        replaced("One page of two"),
        replaced("One page"),
        thought(", yes"),
        delta("c.agent/1", ", at last"),
    ];
    let written: Vec<_> = found
        .into_iter()
        .filter(|event| {
            matches!(
                event,
                RunEvent::ReasoningDelta { .. }
                    | RunEvent::TextDelta { .. }
                    | RunEvent::TextReplaced { .. }
            )
        })
        .collect();
    assert_eq!(written, expected);
}
