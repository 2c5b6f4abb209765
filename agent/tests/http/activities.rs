//! Activities of the agent's own kinds: how they are sent while they change.

use crate::support::{agent, of_kind};

#[tokio::test]
async fn tide_is_one_activity_that_grows() {
    let agent = agent().await;
    let events = agent.events("t", "r", "tide").await;
    let shown = of_kind(&events, "ACTIVITY_SNAPSHOT");
    let lengths = shown.iter().map(|event| {
        assert_eq!(event["activityType"], "tide");
        assert_eq!(event["messageId"], shown[0]["messageId"]);
        event["content"]["heights"].as_array().map(Vec::len)
    });
    let lengths: Vec<_> = lengths.flatten().collect();
    assert_eq!(lengths, [1, 2, 3, 4, 5, 6]);
}

#[tokio::test]
async fn todo_sends_a_plan_and_then_what_changes_in_it() {
    let agent = agent().await;
    let events = agent.events("t", "r", "todo").await;
    let snapshots = of_kind(&events, "ACTIVITY_SNAPSHOT");
    assert_eq!(snapshots.len(), 1);
    assert_eq!(snapshots[0]["activityType"], "plan");
    let mut plan = snapshots[0]["content"].clone();
    assert_eq!(plan["steps"][0]["status"], "in_progress");
    assert_eq!(plan["steps"][4]["status"], "pending");
    let deltas = of_kind(&events, "ACTIVITY_DELTA");
    assert_eq!(deltas.len(), 5);
    for delta in deltas {
        assert_eq!(delta["messageId"], snapshots[0]["messageId"]);
        for change in delta["patch"].as_array().unwrap() {
            assert_eq!(change["op"], "replace");
            let path = change["path"].as_str().unwrap();
            *plan.pointer_mut(path).expect(path) = change["value"].clone();
        }
    }
    let steps = plan["steps"].as_array().unwrap();
    assert!(steps.iter().all(|step| step["status"] == "completed"));
}
