//! Runs without a cancel, and input that arrives late.

use midturn_agent::engine::{
    AgentId, Dispatch, Effect, Failure, Input, ModelCallId, ModelDelta, Outcome, PlanStatus,
    PlanStep, Policy, State,
};

use crate::bench::{Bench, ROOT, finish, kinds, policy, starts_work, tools_started};

#[test]
fn an_answer_is_one_message_and_a_success() {
    let mut bench = Bench::started();
    bench.delta(&ROOT, 1, ModelDelta::Text("Hel".to_owned()));
    bench.delta(&ROOT, 1, ModelDelta::Text("lo".to_owned()));
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(finish(&end), Some(&Outcome::Completed));
    assert_eq!(
        kinds(&bench.log),
        [
            "RUN_STARTED",
            "TEXT_MESSAGE_START",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_END",
            "RUN_FINISHED"
        ]
    );
    assert_eq!(bench.engine.state(&ROOT), Some(&State::Idle));
    bench.assert_over();
}

#[test]
fn an_answer_that_is_cut_off_is_a_success_that_says_so() {
    let mut bench = Bench::started();
    bench.delta(&ROOT, 1, ModelDelta::Text("Hel".to_owned()));
    let cut = bench.delta(&ROOT, 1, ModelDelta::CutOff);
    assert_eq!(kinds(&cut), ["TEXT_MESSAGE_END", "CUSTOM"]);
    let Some(Effect::Emit(note)) = cut.last() else {
        panic!("{cut:?}");
    };
    let note = serde_json::to_value(note).unwrap();
    assert_eq!(note["name"], "answer.limited");
    assert_eq!(note["value"]["reason"], "length");
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(finish(&end), Some(&Outcome::Completed));
}

#[test]
fn reasoning_ends_before_the_answer_begins() {
    let mut bench = Bench::started();
    bench.delta(&ROOT, 1, ModelDelta::Reasoning("hm".to_owned()));
    bench.delta(&ROOT, 1, ModelDelta::Text("yes".to_owned()));
    assert_eq!(
        kinds(&bench.log)[1..],
        [
            "REASONING_START",
            "REASONING_MESSAGE_START",
            "REASONING_MESSAGE_CONTENT",
            "REASONING_MESSAGE_END",
            "REASONING_END",
            "TEXT_MESSAGE_START",
            "TEXT_MESSAGE_CONTENT"
        ]
    );
}

#[test]
fn tools_one_by_one_each_start_after_the_previous_one_ended() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("a", "read_file"), ("b", "read_file")]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(tools_started(&end), ["a"]);
    assert!(matches!(
        bench.engine.state(&ROOT),
        Some(State::ExecutingTools(_))
    ));
    assert_eq!(tools_started(&bench.tool_ends(&ROOT, "a")), ["b"]);
    let after = bench.tool_ends(&ROOT, "b");
    assert!(matches!(
        after.last(),
        Some(Effect::CallModel {
            call: ModelCallId(2),
            ..
        })
    ));
}

#[test]
fn tools_all_at_once_start_together_and_the_model_waits_for_all() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("a", "x"), ("b", "x"), ("c", "x")]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::AllAtOnce);
    assert_eq!(tools_started(&end), ["a", "b", "c"]);
    assert!(!starts_work(&bench.tool_ends(&ROOT, "c")));
    assert!(!starts_work(&bench.tool_ends(&ROOT, "a")));
    assert!(starts_work(&bench.tool_ends(&ROOT, "b")));
    // In the history, the results are in order of arrival, after the message with the calls.
    let order: Vec<_> = bench.results().into_iter().map(|(id, _)| id).collect();
    assert_eq!(order, ["c", "a", "b"]);
}

#[test]
fn late_or_unknown_input_changes_nothing() {
    let mut bench = Bench::started();
    assert_eq!(bench.tool_ends(&ROOT, "never asked for"), []);
    assert_eq!(
        bench.delta(&ROOT, 7, ModelDelta::Text("old".to_owned())),
        []
    );
    assert_eq!(bench.response_ends(&ROOT, 7, Dispatch::OneByOne), []);
    let gone = AgentId::Sub("gone".to_owned());
    assert_eq!(
        bench.delta(&gone, 1, ModelDelta::Text("old".to_owned())),
        []
    );
    bench.ask_for(&ROOT, 1, &[("a", "x")]);
    bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    bench.tool_ends(&ROOT, "a");
    // The second result is for a tool that is over.
    assert_eq!(bench.tool_ends(&ROOT, "a"), []);
    assert_eq!(bench.results().len(), 1);
}

#[test]
fn a_failed_model_call_fails_the_run_and_closes_everything() {
    let mut bench = Bench::started();
    bench.delta(&ROOT, 1, ModelDelta::Step(Some("one".to_owned())));
    bench.delta(&ROOT, 1, ModelDelta::Text("so".to_owned()));
    let failure = Failure::new("overloaded", "later");
    let call = ModelCallId(1);
    let result = Err(failure.clone());
    let end = bench.tell(&ROOT, Input::ModelFinished { call, result });
    assert_eq!(finish(&end), Some(&Outcome::Failed(failure)));
    assert_eq!(
        kinds(&end),
        ["TEXT_MESSAGE_END", "STEP_FINISHED", "RUN_ERROR"]
    );
}

#[test]
fn a_run_that_takes_too_long_fails_at_its_deadline_and_not_before() {
    let limited = Policy {
        time_limit: Some(5_000),
        ..policy()
    };
    let mut bench = Bench::started_with(limited);
    assert_eq!(bench.engine.deadline(), Some(6_000));
    bench.now = 5_989 - 10;
    assert_eq!(bench.tell(&ROOT, Input::Tick), []);
    bench.now = 6_000 - 10;
    let end = bench.tell(&ROOT, Input::Tick);
    assert_eq!(end[0], Effect::StopModel { agent: ROOT });
    assert!(matches!(finish(&end), Some(Outcome::Failed(failure)) if failure.code == "time_limit"));
    assert_eq!(kinds(&end), ["RUN_ERROR"]);
}

fn plan(steps: &[(&str, PlanStatus)]) -> ModelDelta {
    let step = |(title, status): &(&str, PlanStatus)| PlanStep {
        title: (*title).to_owned(),
        status: *status,
    };
    ModelDelta::Plan(steps.iter().map(step).collect())
}

#[test]
fn a_plan_with_the_same_steps_sends_what_has_changed_and_another_plan_is_sent_whole() {
    use PlanStatus::{Completed, InProgress, Pending};
    let mut bench = Bench::started();
    let first = bench.delta(&ROOT, 1, plan(&[("look", InProgress), ("leap", Pending)]));
    assert_eq!(kinds(&first), ["ACTIVITY_SNAPSHOT"]);
    let next = bench.delta(&ROOT, 1, plan(&[("look", Completed), ("leap", InProgress)]));
    assert_eq!(kinds(&next), ["ACTIVITY_DELTA"]);
    let other = bench.delta(&ROOT, 1, plan(&[("look", Completed)]));
    assert_eq!(kinds(&other), ["ACTIVITY_SNAPSHOT"]);
    // The tests of the scenarios read the contents.
}

#[test]
fn a_step_ends_where_the_next_begins() {
    let mut bench = Bench::started();
    bench.delta(&ROOT, 1, ModelDelta::Step(Some("one".to_owned())));
    let next = bench.delta(&ROOT, 1, ModelDelta::Step(Some("two".to_owned())));
    assert_eq!(kinds(&next), ["STEP_FINISHED", "STEP_STARTED"]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(kinds(&end), ["STEP_FINISHED", "RUN_FINISHED"]);
}
