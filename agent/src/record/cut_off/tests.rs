//! Accepted cancels that had no answer when the process crashed.

use super::*;

fn custom(name: &str, element: &str) -> Value {
    json!({
        "type": "CUSTOM", "name": name, "value": {"elementId": element}, "subagentRunId": "sub",
    })
}

#[test]
fn an_accepted_cancel_that_a_crash_left_open_is_answered_once() {
    let log = [
        custom("task.cancelling", "slow"),
        custom("task.cancelling", "slow"),
        custom("task.cancelling", "answered"),
        custom("task.cancelled", "answered"),
        custom("task.cancelling", "too late"),
        custom("task.cancel.failed", "too late"),
        custom("task.cancelling", "stopped"),
        json!({
            "type": "TOOL_CALL_RESULT", "toolCallId": "stopped",
            "metadata": {"status": "cancelled"},
        }),
    ];
    let answers = open_cancels(&log);
    let said = |name: &str, value| EventKind::Custom {
        name: name.to_owned(),
        value,
    };
    let expected = [
        (
            Some("sub"),
            said(
                "task.cancel.failed",
                json!({"elementId": "slow", "error": RESTARTED}),
            ),
        ),
        (
            Some("sub"),
            said(
                "task.cancelled",
                json!({"elementId": "stopped", "reason": "User cancelled"}),
            ),
        ),
    ];
    assert_eq!(answers, expected);
}
