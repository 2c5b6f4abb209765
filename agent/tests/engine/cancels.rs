//! A person's cancels of the run, one subagent or one tool.

use midturn_agent::conversation::ToolStatus;
use midturn_agent::engine::{
    AgentId, CancelRefusal, Cause, Dispatch, Effect, Input, ModelDelta, Outcome, Policy, State,
    Target, Urgency,
};
use serde_json::json;

use crate::bench::{
    Bench, GRACE, ROOT, asks_root, controlled, customs, finish, kinds, policy, starts_work,
    tools_started, user,
};

fn progress(bench: &mut Bench, agent: &AgentId, call: &str) -> Vec<Effect> {
    let input = Input::ToolProgress {
        call_id: call.to_owned(),
        fraction: 0.5,
        message: "halfway".to_owned(),
    };
    bench.tell(agent, input)
}

fn wait(bench: &mut Bench, millis: u64) -> Vec<Effect> {
    bench.now += millis - 10;
    bench.tell(&ROOT, Input::Tick)
}

#[test]
fn cancel_during_streaming_stops_at_once_with_the_partial_response() {
    let mut bench = Bench::started();
    bench.delta(&ROOT, 1, ModelDelta::Text("half a".to_owned()));
    let end = bench.ask_to_stop(None, GRACE).unwrap();
    assert_eq!(
        kinds(&end),
        ["CUSTOM", "TEXT_MESSAGE_END", "CUSTOM", "RUN_FINISHED"]
    );
    let expected = json!({
        "elementId": "r", "reason": "no longer needed", "partialResult": "half a",
    });
    assert_eq!(customs(&end, "task.cancelled"), [expected]);
    bench.assert_over();
}

#[test]
fn cancel_during_tool_execution_lets_the_tool_complete_and_starts_no_other() {
    let mut bench = Bench::tools_running(Dispatch::OneByOne);
    let said = bench.ask_to_stop(None, GRACE).unwrap();
    let cancelling = &customs(&said, "task.cancelling")[0];
    assert_eq!(cancelling["elementId"], "r");
    assert_eq!(cancelling["running"][0]["elementId"], "a");
    assert_eq!(finish(&said), None);
    let end = bench.tool_ends(&ROOT, "a");
    assert!(!starts_work(&end));
    assert_eq!(
        bench.results(),
        [
            ("a".to_owned(), ToolStatus::Ok),
            ("b".to_owned(), ToolStatus::Cancelled)
        ]
    );
    assert_eq!(customs(&end, "task.cancelled").len(), 1);
    assert_eq!(customs(&bench.log, "task.cancel.failed").len(), 0);
    bench.assert_over();
}

#[test]
fn a_gracefully_cancelled_tool_ends_after_its_current_step() {
    let mut bench = Bench::tools_running(Dispatch::OneByOne);
    bench.ask_to_stop(None, GRACE).unwrap();
    let end = progress(&mut bench, &ROOT, "a");
    assert!(matches!(finish(&end), Some(Outcome::Cancelled(_))));
    assert!(
        bench.result_of("a").contains("halfway"),
        "what it reached is kept"
    );
}

#[test]
fn running_tools_are_reported_during_the_grace_time_and_then_forced_to_stop() {
    let mut bench = Bench::tools_running(Dispatch::OneByOne);
    bench.ask_to_stop(None, GRACE).unwrap();
    let second = wait(&mut bench, 1_000);
    let said = customs(&second, "task.cancelling");
    assert_eq!(said[0]["message"], "Stopping: x still running, 1 s");
    let began = bench.now - said[0]["running"][0]["elapsedMs"].as_u64().unwrap();
    assert_eq!(said[0]["running"][0]["since"], began);
    let second = wait(&mut bench, 1_000);
    assert_eq!(customs(&second, "task.cancelling").len(), 1);
    let end = wait(&mut bench, 3_000);
    assert!(end.contains(&Effect::StopTool {
        agent: ROOT,
        call_id: "a".to_owned()
    }));
    assert!(matches!(finish(&end), Some(Outcome::Cancelled(_))));
    assert_eq!(customs(&end, "task.cancelled").len(), 1);
    assert_eq!(bench.engine.deadline(), None);
}

#[test]
fn a_second_cancel_can_force_the_stop() {
    let mut bench = Bench::tools_running(Dispatch::OneByOne);
    bench.ask_to_stop(None, GRACE).unwrap();
    let end = bench.ask_to_stop(None, Urgency::Now).unwrap();
    assert!(matches!(finish(&end), Some(Outcome::Cancelled(_))));
    assert_eq!(customs(&bench.log, "task.cancelled").len(), 1, "one answer");
}

#[test]
fn cancel_already_completed_task_is_refused() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("a", "x")]);
    bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    bench.tool_ends(&ROOT, "a");
    let over = Err(CancelRefusal::AlreadyCompleted);
    assert_eq!(bench.ask_to_stop(Some("a"), GRACE), over);
    bench.response_ends(&ROOT, 2, Dispatch::OneByOne);
    assert_eq!(bench.ask_to_stop(None, GRACE), over);
    assert_eq!(
        CancelRefusal::AlreadyCompleted.to_string(),
        "Task already completed"
    );
}

#[test]
fn a_cancel_of_an_unknown_or_not_started_task_is_refused() {
    let mut bench = Bench::tools_running(Dispatch::OneByOne);
    let unknown = bench.ask_to_stop(Some("nothing"), GRACE);
    assert_eq!(unknown, Err(CancelRefusal::Unknown));
    let early = bench.ask_to_stop(Some("b"), GRACE);
    assert_eq!(early, Err(CancelRefusal::NotStarted));
}

/// A tool and a subagent, called in one response with these arguments.
fn with_arguments(arguments: &str) -> Bench {
    let mut bench = Bench::started_with(controlled());
    for (id, name, arguments) in [("c", "run", arguments), ("e", "explore", arguments)] {
        let (id, name) = (id.to_owned(), name.to_owned());
        bench.delta(&ROOT, 1, ModelDelta::Call { id, name });
        bench.delta(&ROOT, 1, ModelDelta::Arguments(arguments.to_owned()));
    }
    bench.response_ends(&ROOT, 1, Dispatch::AllAtOnce);
    bench
}

#[test]
fn a_task_that_forbids_cancellation_is_cancelled_only_with_its_run() {
    let mut bench = with_arguments("{\"task\":\"x\",\"allowCancellation\":false}");
    let announced = customs(&bench.log, "task.cancellable");
    assert_eq!(announced, [json!({"elementId": "r", "label": "run"})]);
    for element in ["c", "e", "e-agent"] {
        let refused = bench.ask_to_stop(Some(element), Urgency::Now);
        assert_eq!(refused, Err(CancelRefusal::NotAllowed), "{element}");
    }
    bench.ask_to_stop(None, Urgency::Now).unwrap();
    let statuses: Vec<_> = bench.results().into_iter().map(|(_, s)| s).collect();
    assert_eq!(statuses, [ToolStatus::Cancelled; 2]);
}

#[test]
fn a_task_without_a_valid_cancellation_setting_can_be_cancelled() {
    for said in [
        "{}",
        "{\"allowCancellation\":true}",
        "{\"allowCancellation\":0}",
        "{",
    ] {
        let mut bench = with_arguments(said);
        assert_eq!(customs(&bench.log, "task.cancellable").len(), 3, "{said}");
        assert!(bench.ask_to_stop(Some("c"), Urgency::Now).is_ok());
        assert!(bench.ask_to_stop(Some("e-agent"), Urgency::Now).is_ok());
    }
}

#[test]
fn a_cancel_before_the_start_prevents_all_work() {
    let mut bench = Bench::new(vec![user("hello")], Vec::new(), policy());
    bench.engine.cancel_before_start("changed my mind");
    let start = bench.start();
    assert!(!starts_work(&start));
    assert_eq!(kinds(&start), ["RUN_STARTED", "CUSTOM", "RUN_FINISHED"]);
    assert_eq!(
        customs(&start, "task.cancelled")[0]["reason"],
        "changed my mind"
    );
}

#[test]
fn after_a_cancelled_tool_the_agent_runs_the_next_one() {
    let mut bench = Bench::tools_running(Dispatch::OneByOne);
    let said = bench.ask_to_stop(Some("a"), GRACE).unwrap();
    assert_eq!(customs(&said, "task.cancelling")[0]["elementId"], "a");
    let step = progress(&mut bench, &ROOT, "a");
    assert_eq!(tools_started(&step), ["b"]);
    assert_eq!(
        customs(&step, "task.cancelled"),
        [json!({"elementId": "a", "reason": "no longer needed", "partialResult": "halfway"})]
    );
    assert!(starts_work(&bench.tool_ends(&ROOT, "b")));
}

#[test]
fn a_tool_that_completes_in_its_grace_time_fails_the_cancel() {
    let mut bench = Bench::tools_running(Dispatch::OneByOne);
    bench.ask_to_stop(Some("a"), GRACE).unwrap();
    let end = bench.tool_ends(&ROOT, "a");
    let expected = json!({"elementId": "a", "error": "Task already completed"});
    assert_eq!(customs(&end, "task.cancel.failed"), [expected]);
    assert_eq!(customs(&bench.log, "task.cancelled").len(), 0);
    assert_eq!(bench.results()[0].1, ToolStatus::Ok);
}

#[test]
fn a_tool_that_exceeds_its_grace_time_is_forced_to_stop() {
    let mut bench = Bench::tools_running(Dispatch::OneByOne);
    bench.ask_to_stop(Some("a"), GRACE).unwrap();
    let end = wait(&mut bench, 5_000);
    assert_eq!(tools_started(&end), ["b"]);
    assert_eq!(customs(&end, "task.cancelled").len(), 1);
}

#[test]
fn cancelling_the_second_of_three_concurrent_tasks_leaves_the_others_running() {
    let tools = [("e1", "explore"), ("e2", "explore"), ("e3", "explore")];
    let (mut bench, agents) = Bench::with_agents(&tools, policy());
    let end = bench.ask_to_stop(Some("e2-agent"), GRACE).unwrap();
    assert_eq!(
        kinds(&end),
        [
            "sub:CUSTOM",
            "sub:CUSTOM",
            "sub:SUBAGENT_ERROR",
            "TOOL_CALL_RESULT"
        ]
    );
    assert_eq!(customs(&end, "task.cancelled")[0]["elementId"], "e2-agent");
    for agent in [&agents[0], &agents[2]] {
        let state = bench.engine.state(agent);
        assert!(matches!(state, Some(State::StreamingResponse(_))));
    }
    assert_eq!(finish(&end), None);
    // The parent agent gets the interruption as the result of its call.
    assert_eq!(bench.result_of("e2"), "The explore agent was interrupted.");
    let again = bench.ask_to_stop(Some("e2"), GRACE);
    assert_eq!(again, Err(CancelRefusal::AlreadyCompleted));
    // Its model is called when the other two have answered.
    for agent in [&agents[0], &agents[2]] {
        assert!(!asks_root(&bench.log));
        bench.delta(agent, 1, ModelDelta::Text("mine".to_owned()));
        bench.response_ends(agent, 1, Dispatch::OneByOne);
    }
    assert!(asks_root(&bench.log));
}

#[test]
fn nested_agent_stops_and_its_parent_does_not_continue() {
    let (mut bench, agents) = Bench::with_agents(&[("g", "agent")], policy());
    bench.ask_for(&agents[0], 1, &[("n", "x"), ("o", "x")]);
    bench.response_ends(&agents[0], 1, Dispatch::OneByOne);
    bench.ask_to_stop(None, GRACE).unwrap();
    let end = bench.tool_ends(&agents[0], "n");
    assert!(!starts_work(&end));
    assert_eq!(bench.results(), [("g".to_owned(), ToolStatus::Cancelled)]);
    assert!(matches!(finish(&end), Some(Outcome::Cancelled(_))));
}

#[test]
fn multi_level_chain_every_level_is_told_and_none_continues() {
    for urgency in [GRACE, Urgency::Now] {
        let (mut bench, agents) = Bench::with_agents(&[("g", "agent")], policy());
        bench.ask_for(&agents[0], 1, &[("h", "agent")]);
        let start = bench.response_ends(&agents[0], 1, Dispatch::OneByOne);
        let Some(Effect::CallModel { agent: inner, .. }) = start.last() else {
            panic!("no inner agent");
        };
        let inner = inner.clone();
        bench.delta(&inner, 1, ModelDelta::Text("deep".to_owned()));
        let end = bench.ask_to_stop(None, urgency).unwrap();
        assert!(!starts_work(&end));
        assert!(matches!(
            finish(&end),
            Some(Outcome::Cancelled(Cause::User))
        ));
        let over = kinds(&end);
        let frames: Vec<_> = over.iter().filter(|kind| kind.contains("ERROR")).collect();
        assert_eq!(frames.len(), 2, "both agents are closed: {over:?}");
        bench.assert_over();
    }
}

#[test]
fn after_a_cancel_in_the_middle_of_a_chain_the_top_is_told_and_continues() {
    let (mut bench, agents) = Bench::with_agents(&[("g", "agent")], policy());
    bench.ask_for(&agents[0], 1, &[("h", "explore")]);
    bench.response_ends(&agents[0], 1, Dispatch::OneByOne);
    let end = bench.ask_to_stop(Some("g"), GRACE).unwrap();
    assert!(asks_root(&end));
    assert!(
        bench
            .result_of("g")
            .starts_with("The agent agent was interrupted.")
    );
}

#[test]
fn cancellable_tasks_are_announced_and_cancels_of_other_tasks_are_refused() {
    let policy = Policy {
        uncancellable: ["x".to_owned()].into(),
        ..controlled()
    };
    let mut bench = Bench::new(vec![user("hello")], Vec::new(), policy);
    let start = bench.start();
    assert_eq!(kinds(&start), ["RUN_STARTED", "CUSTOM", "CUSTOM"]);
    let control = &customs(&start, "midturn.control")[0];
    let expected = json!({
        "url": "control", "events": "events", "threads": "threads", "cancel": true, "interject": true,
    });
    assert_eq!(*control, expected);
    bench.ask_for(&ROOT, 1, &[("a", "x"), ("b", "y"), ("e", "explore")]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::AllAtOnce);
    let announced = customs(&end, "task.cancellable");
    let ids: Vec<_> = announced.iter().map(|value| &value["elementId"]).collect();
    assert_eq!(ids, ["b", "e-agent"]);
    let refused = bench.ask_to_stop(Some("a"), GRACE);
    assert_eq!(refused, Err(CancelRefusal::NotAllowed));
    // The whole run can still be cancelled.
    assert!(bench.ask_to_stop(None, Urgency::Now).is_ok());
    assert_eq!(bench.results().len(), 3);
}

#[test]
fn a_cancel_stops_running_tools_and_an_interjection_does_not() {
    let stops = |effects: &[Effect]| {
        let tools = effects.iter();
        tools
            .filter(|effect| matches!(effect, Effect::StopTool { .. }))
            .count()
    };
    let mut bench = Bench::tools_running(Dispatch::OneByOne);
    assert_eq!(stops(&bench.say("i1", "wait", &Target::Auto)), 0);
    assert_eq!(stops(&bench.ask_to_stop(None, Urgency::Now).unwrap()), 1);
}

#[test]
fn a_disconnect_during_a_graceful_cancel_gives_one_answer() {
    let mut bench = Bench::tools_running(Dispatch::OneByOne);
    bench.ask_to_stop(None, GRACE).unwrap();
    let cause = Cause::Disconnected;
    let urgency = Urgency::Now;
    let end = bench.tell(&ROOT, Input::Cancel { cause, urgency });
    assert!(matches!(
        finish(&end),
        Some(Outcome::Cancelled(Cause::User))
    ));
    assert_eq!(customs(&bench.log, "task.cancelled").len(), 1);
}

#[test]
fn a_pending_tool_cancel_is_answered_once_when_its_agent_is_stopped() {
    let (grace, now) = (GRACE, Urgency::Now);
    for run_is_cancelled in [false, true] {
        let mut bench = Bench::tools_running(Dispatch::OneByOne);
        bench.ask_to_stop(Some("a"), grace).unwrap();
        let end = if run_is_cancelled {
            bench.ask_to_stop(None, now).unwrap()
        } else {
            let cause = Cause::Disconnected;
            let urgency = now;
            bench.tell(&ROOT, Input::Cancel { cause, urgency })
        };
        let answers = customs(&end, "task.cancelled");
        let of_tool = answers.iter().filter(|answer| answer["elementId"] == "a");
        assert_eq!(of_tool.count(), 1, "{answers:?}");
        assert_eq!(answers.len(), 1 + usize::from(run_is_cancelled));
    }
}
