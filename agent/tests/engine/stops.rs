//! Stops at a boundary, and stops at once.

use midturn_agent::conversation::{Message, ToolStatus};
use midturn_agent::engine::{Dispatch, Effect, ModelDelta, Policy, Urgency};

use crate::bench::{Bench, CANCELLED, GRACE, ROOT, finish, kinds, policy, starts_work, user};

#[test]
fn boundary_after_tools_makes_no_follow_up_call() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("a", "x"), ("b", "x")]);
    bench.response_ends(&ROOT, 1, Dispatch::AllAtOnce);
    bench.tool_ends(&ROOT, "b");
    assert_eq!(bench.cancel(GRACE), []);
    let end = bench.tool_ends(&ROOT, "a");
    assert!(!starts_work(&end));
    assert_eq!(finish(&end), Some(&CANCELLED));
    assert!(
        bench
            .results()
            .iter()
            .all(|(_, status)| *status == ToolStatus::Ok)
    );
}

#[test]
fn boundary_before_model_stops_a_run_that_was_cancelled_before_it_started() {
    let mut bench = Bench::new(vec![user("hello")], Vec::new(), policy());
    assert_eq!(bench.cancel(Urgency::Now), []);
    let start = bench.start();
    assert!(!starts_work(&start));
    assert_eq!(finish(&start), Some(&CANCELLED));
    assert_eq!(kinds(&start), ["RUN_STARTED", "RUN_FINISHED"]);
}

#[test]
fn cancel_now_while_streaming_stops_the_model_and_keeps_the_partial_text() {
    let mut bench = Bench::started();
    bench.delta(&ROOT, 1, ModelDelta::Text("half a".to_owned()));
    let end = bench.cancel(Urgency::Now);
    assert_eq!(end[0], Effect::StopModel { agent: ROOT });
    assert_eq!(kinds(&end), ["TEXT_MESSAGE_END", "RUN_FINISHED"]);
    assert_eq!(finish(&end), Some(&CANCELLED));
    assert!(matches!(
        bench.engine.history(&ROOT).last(),
        Some(Message::Assistant { text, .. }) if text == "half a"
    ));
    bench.assert_over();
}

#[test]
fn cancel_now_in_the_middle_of_arguments_leaves_no_call_without_a_result() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("a", "x")]);
    let end = bench.cancel(Urgency::Now);
    assert_eq!(
        kinds(&end),
        ["TOOL_CALL_END", "TOOL_CALL_RESULT", "RUN_FINISHED"]
    );
    assert_eq!(bench.results(), [("a".to_owned(), ToolStatus::Cancelled)]);
}

#[test]
fn cancel_now_while_tools_run_stops_each_of_them() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("a", "x"), ("b", "x"), ("c", "x")]);
    bench.response_ends(&ROOT, 1, Dispatch::AllAtOnce);
    bench.tool_ends(&ROOT, "b");
    let end = bench.cancel(Urgency::Now);
    let stop = |id: &str| Effect::StopTool {
        agent: ROOT,
        call_id: id.to_owned(),
    };
    assert_eq!(end[..2], [stop("a"), stop("c")]);
    assert!(!starts_work(&end));
    let mut results = bench.results();
    results.sort_by(|one, other| one.0.cmp(&other.0));
    let statuses: Vec<_> = results.into_iter().map(|(_, status)| status).collect();
    assert_eq!(
        statuses,
        [ToolStatus::Cancelled, ToolStatus::Ok, ToolStatus::Cancelled]
    );
    bench.assert_over();
}

#[test]
fn the_longest_time_limit_does_not_overflow() {
    let policy = Policy {
        time_limit: Some(u64::MAX),
        ..policy()
    };
    let bench = Bench::started_with(policy);
    assert_eq!(bench.engine.deadline(), Some(u64::MAX));
}
