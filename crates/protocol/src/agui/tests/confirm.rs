//! Tool calls that only ask for an approval.

use super::{FINISHED, STARTED, lines};

const START: &str =
    r#"{"type":"TOOL_CALL_START","toolCallId":"x","toolCallName":"confirm_changes"}"#;
const ARGS: &str = r#"{"type":"TOOL_CALL_ARGS","toolCallId":"x","delta":"{\"function_call_id\":\"c\",\"function_name\":\"delete\"}"}"#;
const END: &str = r#"{"type":"TOOL_CALL_END","toolCallId":"x"}"#;
const SNAPSHOT: &str = r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"a","role":"assistant","toolCalls":[{"id":"x","type":"function","function":{"name":"confirm_changes","arguments":"{}"}}]}]}"#;

fn asks_about(call: &str) -> String {
    [
        r#"{"type":"RUN_FINISHED","outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"tool_call","toolCallId":""#,
        call,
        r#""}]}}"#,
    ]
    .concat()
}

fn shown(events: &[&str]) -> bool {
    lines(events)
        .iter()
        .any(|line| line.starts_with("ToolStart"))
}

#[test]
fn a_confirming_call_with_an_interrupt_is_dropped() {
    let found = lines(&[STARTED, START, ARGS, END, SNAPSHOT, &asks_about("c")]);
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(
        found[1],
        "Snapshot([Assistant { id: a, text: \"\", calls: [] }])"
    );
    assert!(found[2].starts_with("Finished(Interrupt"), "{found:?}");
}

#[test]
fn a_confirming_call_without_an_interrupt_is_an_ordinary_call() {
    let error = r#"{"type":"RUN_ERROR","message":"no"}"#;
    let result = r#"{"type":"TOOL_CALL_RESULT","messageId":"t","toolCallId":"x","content":"ok"}"#;
    assert!(shown(&[STARTED, START, ARGS, END, FINISHED]));
    assert!(shown(&[STARTED, START, ARGS, END, &asks_about("other")]));
    assert!(shown(&[STARTED, START, ARGS, error]));
    assert!(shown(&[STARTED, START, ARGS]), "the stream broke off");
    let found = lines(&[STARTED, START, ARGS, END, result, FINISHED]);
    let kinds: Vec<&str> = found
        .iter()
        .map(|line| line.split([' ', '(']).next().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "Started",
            "ToolStart",
            "ToolArgs",
            "ToolEnd",
            "ToolResult",
            "Finished"
        ]
    );
}
