//! Plans as they are found in the field, and what is none.

use midturn_core::plan::{Plan, StepStatus};
use serde_json::json;

use super::*;

fn told(plan: Option<Plan>) -> Option<String> {
    let plan = plan?;
    let steps = plan.steps.iter().map(|step| {
        let mark = match step.status {
            StepStatus::Pending => ' ',
            StepStatus::Running => '>',
            StepStatus::Done => 'x',
            StepStatus::Failed => '!',
            StepStatus::Skipped => '-',
        };
        format!("[{mark}] {}", step.text)
    });
    let title = plan.title.map(|title| title + ": ").unwrap_or_default();
    Some(title + &steps.collect::<Vec<_>>().join(", "))
}

#[test]
fn plans_of_the_usual_forms_are_read() {
    for (kind, content, expected) in [
        (
            "plan",
            r#"{"steps":[{"description":"look","status":"completed"},{"description":"leap","status":"pending"}]}"#,
            "[x] look, [ ] leap",
        ),
        (
            "TODO_LIST",
            r#"{"todos":[{"content":"look","status":"in_progress","activeForm":"Looking"},{"content":"leap","status":"cancelled"}]}"#,
            "[>] look, [-] leap",
        ),
        ("plan", r#"{"steps":["look","leap"]}"#, "[ ] look, [ ] leap"),
        ("data-plan", r#"["look"]"#, "[ ] look"),
        (
            "checklist",
            r#"{"items":[{"text":"look","done":true},{"name":"leap","done":false}]}"#,
            "[x] look, [ ] leap",
        ),
        (
            "plan",
            r#"{"plan":{"steps":[{"title":"look","description":"for it","status":"In Progress"}]}}"#,
            "[>] look",
        ),
        (
            "tasks",
            r#"{"goal":"Find it","tasks":[{"task":"look","state":"failed"},{"task":""},{}]}"#,
            "Find it: [!] look",
        ),
    ] {
        assert_eq!(told(read(kind, content)).as_deref(), Some(expected));
    }
}

#[test]
fn anything_else_is_no_plan() {
    for (kind, content) in [
        ("search", r#"{"steps":["look"]}"#),
        ("plan", ""),
        ("plan", "null"),
        ("plan", "{\"steps\":"),
        ("plan", r#"{"steps":[]}"#),
        ("plan", r#"{"steps":"look"}"#),
        ("plan", r#"{"steps":[{"title":""},{}]}"#),
        ("plan", r#"{"steps":["look",7]}"#),
        (
            "plan",
            r#"{"steps":[{"title":"look","status":"reviewed"}]}"#,
        ),
        ("plan", r#"{"steps":[{"title":"look","status":1}]}"#),
        ("plan", r#"{"about":["look"]}"#),
    ] {
        assert_eq!(read(kind, content), None, "{kind} {content}");
    }
}

#[test]
fn a_plan_counts_what_is_done() {
    let plan = read(
        "plan",
        r#"{"steps":[{"title":"a","status":"done"},{"title":"b","status":"skipped"},"c"]}"#,
    );
    assert_eq!(
        plan.map(|plan| (plan.done(), plan.steps.len())),
        Some((1, 3))
    );
}

#[test]
fn a_state_has_a_plan_if_every_item_has_a_text_and_a_known_status() {
    let step = json!({"description": "look", "status": "pending"});
    for (state, found) in [
        (json!({ "steps": [step] }), true),
        (
            json!({"todos": [{"content": "look", "status": "in_progress"}]}),
            true,
        ),
        (json!({"plan": {"steps": [step]}, "other": 1}), true),
        (json!({"plan": "look", "todos": [step]}), true),
        (json!({ "items": [step] }), false),
        (json!({"todos": []}), false),
        (json!({"todos": ["look"]}), false),
        (json!({"todos": [step, {"content": "leap"}]}), false),
        (json!({"todos": [{"content": "look", "status": ""}]}), false),
        (
            json!({"todos": [{"content": "look", "done": false}]}),
            false,
        ),
        (json!({"steps": 4}), false),
        (json!([step]), false),
        (json!(null), false),
    ] {
        let content = of_state(&state);
        assert_eq!(content.is_some(), found, "{state}");
        // What is told can be read.
        assert!(content.is_none_or(|content| read("plan", &content).is_some()));
    }
}
