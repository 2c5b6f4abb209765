//! Snapshots, which are the backend's own list of messages.

use super::inside;

fn snapshot(messages: &str) -> Vec<String> {
    inside(&[&[
        "{\"type\":\"MESSAGES_SNAPSHOT\",\"messages\":",
        messages,
        "}",
    ]
    .concat()])
}

#[test]
fn each_role_is_read_or_left_out() {
    let found = snapshot(
        r#"[{"id":"0","role":"system","content":"s"},
            {"id":"1","role":"user","content":[{"type":"text","text":"u"}]},
            {"id":"2","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]},
            {"id":"3","role":"tool","toolCallId":"c","content":"ok"},
            {"id":"4","role":"tool","toolCallId":"d","content":"","error":"no"},
            {"id":"5","role":"reasoning","content":"r"},
            {"id":"6","role":"activity","activityType":"a","content":{}},
            {"id":"7","role":"assistant","content":"a"}]"#,
    );
    let expected = "Snapshot([User { id: 1, text: \"u\" }, \
        Assistant { id: 2, text: \"\", calls: [SnapshotCall { id: c, name: \"n\", arguments: \"{}\" }] }, \
        Tool { id: 3, call: c, content: \"ok\", attachments: [], failed: false }, \
        Tool { id: 4, call: d, content: \"no\", attachments: [], failed: true }, \
        Reasoning { id: 5, text: \"r\" }, \
        Assistant { id: 7, text: \"a\", calls: [] }])";
    assert_eq!(found, [expected]);
}

#[test]
fn texts_of_a_subagent_are_not_assigned_to_the_main_agent() {
    let found = snapshot(
        r#"[{"id":"1","role":"assistant","subagentRunId":"s","content":"mine"},
            {"id":"2","role":"assistant","subagentRunId":"s","content":"mine","toolCalls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]},
            {"id":"3","role":"tool","subagentRunId":"s","toolCallId":"c","content":"ok"},
            {"id":"4","role":"reasoning","subagentRunId":"s","content":"r"}]"#,
    );
    let expected = "Snapshot([Assistant { id: 2, text: \"\", calls: [SnapshotCall { id: c, name: \"n\", arguments: \"{}\" }] }, \
        Tool { id: 3, call: c, content: \"ok\", attachments: [], failed: false }])";
    assert_eq!(found, [expected]);
}

#[test]
fn opaque_values_come_after_the_snapshot() {
    let found = snapshot(
        r#"[{"id":"1","role":"assistant","encryptedValue":"x","toolCalls":[{"id":"c","type":"function","encryptedValue":"y","function":{"name":"n","arguments":"{}"}}]}]"#,
    );
    let expected = [
        "Encrypted { entity: \"1\", of_call: false, value: \"x\" }",
        "Encrypted { entity: \"c\", of_call: true, value: \"y\" }",
    ];
    assert_eq!(found[1..], expected);
}

#[test]
fn a_bad_message_does_not_lose_the_others() {
    let found = snapshot(
        r#"[7, {"role":"assistant","content":"a","toolCalls":7},
            {"id":"2","role":"tool","content":"ok"}, {"id":"3","role":"judge"},
            {"id":"4","role":"assistant","content":"b","toolCalls":[7,{"id":"c"}]}]"#,
    );
    let expected = [
        "! BadField: message is no object",
        "! BadField: message.id is missing",
        "! BadField: message.toolCalls is no list",
        "! BadField: message.toolCallId is missing",
        "! UnknownField: role judge",
        "! BadField: toolCall is no object",
        "! BadField: toolCall.id or function is missing",
        "Snapshot([Assistant { id: r~m1, text: \"a\", calls: [] }, Assistant { id: 4, text: \"b\", calls: [] }])",
    ];
    assert_eq!(found, expected);
    assert_eq!(
        snapshot("7"),
        ["! BadField: MESSAGES_SNAPSHOT.messages is no list"]
    );
}
