//! Shared state, and activities that change piece by piece.

use midturn_core::run_event::RunEvent;

use super::{FINISHED, STARTED, body, events, inside, line};
use crate::agui::{Item, MAX_EVENT_BYTES, reader, reader_with};

fn delta(patch: &str) -> String {
    [r#"{"type":"STATE_DELTA","delta":"#, patch, "}"].concat()
}

const SNAPSHOT: &str = r#"{"type":"STATE_SNAPSHOT","snapshot":{"a":1,"list":[1,2]}}"#;

#[test]
fn a_snapshot_sets_the_state_and_a_delta_changes_it() {
    let patch =
        delta(r#"[{"op":"replace","path":"/a","value":2},{"op":"remove","path":"/list/0"}]"#);
    assert_eq!(
        inside(&[SNAPSHOT, &patch]),
        [
            r#"State("{\"a\":1,\"list\":[1,2]}")"#,
            r#"State("{\"a\":2,\"list\":[2]}")"#,
        ]
    );
    for value in ["null", "0", r#""""#, "[]"] {
        let event = [r#"{"type":"STATE_SNAPSHOT","snapshot":"#, value, "}"].concat();
        let expected = format!("State({value:?})");
        assert_eq!(inside(&[&event]), [expected], "any value is a state");
    }
}

#[test]
fn a_delta_is_applied_to_the_state_of_the_client() {
    let mut stream = reader_with(r#"{"a":1}"#.to_owned(), "", MAX_EVENT_BYTES);
    let patch = delta(r#"[{"op":"add","path":"/b","value":{"c":true}}]"#);
    let found = events(stream.push(body(&[STARTED, &patch, FINISHED]).as_bytes()));
    assert_eq!(
        format!("{:?}", found[1]),
        r#"State("{\"a\":1,\"b\":{\"c\":true}}")"#
    );
    let fresh = inside(&[&delta(r#"[{"op":"add","path":"/b","value":1}]"#)]);
    assert_eq!(
        fresh,
        [r#"State("{\"b\":1}")"#],
        "with nothing, from an empty one"
    );
}

#[test]
fn a_patch_that_fails_changes_nothing_and_is_reported() {
    let half = delta(
        r#"[{"op":"add","path":"/b","value":1},{"op":"replace","path":"/no/where","value":2}]"#,
    );
    let next = delta(r#"[{"op":"add","path":"/c","value":1}]"#);
    assert_eq!(
        inside(&[SNAPSHOT, &half, &next])[1..],
        [
            "! BadField: STATE_DELTA.delta does not fit what it is for",
            r#"State("{\"a\":1,\"c\":1,\"list\":[1,2]}")"#,
        ],
        "the first half of the patch is not there either"
    );
    for (patch, said) in [
        (r#"{"op":"add"}"#, "is no list of operations"),
        (
            r#"[{"op":"add","path":"/b"}]"#,
            "is not as JSON Patch has it",
        ),
        (r#"[{"path":"/b"}]"#, "is not as JSON Patch has it"),
        (
            r#"[{"op":"test","path":"/a","value":7}]"#,
            "does not fit what it is for",
        ),
    ] {
        let found = inside(&[SNAPSHOT, &delta(patch)]);
        assert_eq!(
            found[1..],
            [format!("! BadField: STATE_DELTA.delta {said}")]
        );
    }
}

#[test]
fn an_unknown_operation_is_skipped_and_the_others_are_applied() {
    let patch = delta(
        r#"[{"op":"increment","path":"/a","value":1},{"op":"add","path":"/b","value":1,"why":"x"}]"#,
    );
    assert_eq!(
        inside(&[SNAPSHOT, &patch])[1..],
        [
            "! BadField: STATE_DELTA.delta has the unknown operation increment",
            r#"State("{\"a\":1,\"b\":1,\"list\":[1,2]}")"#,
        ]
    );
}

const PLAN: &str = r#"{"type":"ACTIVITY_SNAPSHOT","messageId":"p","activityType":"PLAN","content":{"steps":["a"]}}"#;

#[test]
fn a_delta_changes_the_content_and_the_type_of_an_activity() {
    let more = r#"{"type":"ACTIVITY_DELTA","messageId":"p","activityType":"PLAN","patch":[{"op":"add","path":"/steps/-","value":"b"}]}"#;
    let typed = r#"{"type":"ACTIVITY_DELTA","messageId":"p","activityType":"DONE","patch":[]}"#;
    assert_eq!(
        inside(&[PLAN, more, typed])[1..],
        [
            r#"Note { id: p, title: "PLAN", content: "{\"steps\":[\"a\",\"b\"]}" }"#,
            r#"Note { id: p, title: "DONE", content: "{\"steps\":[\"a\",\"b\"]}" }"#,
        ]
    );
}

#[test]
fn an_unknown_activity_and_replace_false_change_nothing() {
    let unknown = r#"{"type":"ACTIVITY_DELTA","messageId":"x","activityType":"PLAN","patch":[]}"#;
    let kept = r#"{"type":"ACTIVITY_SNAPSHOT","messageId":"p","activityType":"PLAN","content":{"steps":[]},"replace":false}"#;
    assert_eq!(
        inside(&[PLAN, unknown, kept])[1..],
        ["! OutOfOrder: ACTIVITY_DELTA of what is not there"]
    );
}

#[test]
fn a_listener_gets_each_raw_event_before_its_items() {
    let mut stream = reader();
    stream.listen(true);
    let custom = r#"{"type":"CUSTOM","name":"mine","value":{"a":1}}"#;
    let items = stream.push(body(&[STARTED, custom]).as_bytes());
    let found: Vec<String> = items.iter().map(line).collect();
    let raw = |json: &str| ["raw ", json].concat();
    assert_eq!(
        found,
        [
            raw(STARTED),
            "Started".to_owned(),
            raw(custom),
            "! NotShown: CUSTOM mine".to_owned(),
        ]
    );
    let silent = reader().push(body(&[custom]).as_bytes());
    assert!(!silent.iter().any(|item| matches!(item, Item::Raw(_))));
}

fn planned(steps: &str) -> String {
    let content = format!(r#"{{"steps":{steps}}}"#);
    format!("Note {{ id: state:plan, title: \"plan\", content: {content:?} }}")
}

#[test]
fn a_plan_in_the_state_is_an_activity_that_changes_with_it() {
    let snapshot = r#"{"type":"STATE_SNAPSHOT","snapshot":{"steps":[{"description":"look","status":"pending"}]}}"#;
    let done = delta(r#"[{"op":"replace","path":"/steps/0/status","value":"completed"}]"#);
    let other = delta(r#"[{"op":"add","path":"/other","value":1}]"#);
    let gone = delta(r#"[{"op":"remove","path":"/steps"}]"#);
    let mut found = inside(&[snapshot, &done, &other, &gone, snapshot]);
    found.retain(|line| !line.starts_with("State"));
    let pending = planned(r#"[{"description":"look","status":"pending"}]"#);
    let completed = planned(r#"[{"description":"look","status":"completed"}]"#);
    assert_eq!(found, [pending.clone(), completed, pending]);
}

#[test]
fn a_plan_that_the_state_had_before_the_run_is_not_told_again() {
    let state = r#"{"todos":[{"content":"look","status":"pending"}]}"#;
    let same = [r#"{"type":"STATE_SNAPSHOT","snapshot":"#, state, "}"].concat();
    let done = delta(r#"[{"op":"replace","path":"/todos/0/status","value":"completed"}]"#);
    let notes = |given: &[&str]| {
        let mut stream = reader_with(state.to_owned(), "", MAX_EVENT_BYTES);
        let found = events(stream.push(body(given).as_bytes()));
        let notes = found
            .into_iter()
            .filter(|event| matches!(event, RunEvent::Note { .. }));
        notes.map(|event| format!("{event:?}")).collect::<Vec<_>>()
    };
    assert_eq!(notes(&[STARTED, &same, FINISHED]), Vec::<String>::new());
    assert_eq!(
        notes(&[STARTED, &same, &done, FINISHED]),
        [planned(r#"[{"content":"look","status":"completed"}]"#)]
    );
}
