//! Failed model calls, and cancels and interjections between two attempts.

use midturn_agent::engine::{
    Cause, Dispatch, Effect, Failure, Input, ModelCallId, ModelDelta, Outcome, Policy, RetryRule,
    Target, Urgency,
};

use crate::bench::{Bench, CANCELLED, GRACE, ROOT, customs, finish, policy, starts_work};

fn failure() -> Failure {
    Failure::new("overloaded", "The model is overloaded")
}

fn patient() -> Bench {
    let policy = Policy {
        retry: RetryRule {
            retries: 2,
            first_pause: 500,
            longest_pause: 8_000,
        },
        ..policy()
    };
    Bench::started_with(policy)
}

fn fail(bench: &mut Bench, call: u32, after: Option<u64>) -> Vec<Effect> {
    let input = Input::ModelFailed {
        call: ModelCallId(call),
        failure: failure(),
        after,
    };
    bench.tell(&ROOT, input)
}

fn wait_until_due(bench: &mut Bench) -> Vec<Effect> {
    let due = bench.engine.deadline().unwrap();
    bench.now = due - 11;
    assert_eq!(bench.tell(&ROOT, Input::Tick), [], "not before it is due");
    bench.now = due - 10;
    bench.tell(&ROOT, Input::Tick)
}

#[test]
fn a_model_is_asked_again_after_pauses_that_grow() {
    let mut bench = patient();
    assert!(!starts_work(&fail(&mut bench, 1, None)));
    assert_eq!(bench.engine.deadline(), Some(bench.now + 500));
    assert!(starts_work(&wait_until_due(&mut bench)));
    fail(&mut bench, 2, None);
    assert_eq!(bench.engine.deadline(), Some(bench.now + 1_000));
    assert!(starts_work(&wait_until_due(&mut bench)));
    let end = fail(&mut bench, 3, None);
    assert_eq!(finish(&end), Some(&Outcome::Failed(failure())));
}

#[test]
fn a_model_that_asks_for_a_longer_pause_gets_it() {
    let mut bench = patient();
    fail(&mut bench, 1, Some(30_000));
    assert_eq!(bench.engine.deadline(), Some(bench.now + 30_000));
}

#[test]
fn a_cancel_at_the_time_of_a_retry_comes_first() {
    for late in [0, 5_000] {
        let mut bench = patient();
        fail(&mut bench, 1, None);
        bench.now = bench.engine.deadline().unwrap() - 10 + late;
        let cause = Cause::Disconnected;
        let urgency = Urgency::Now;
        let effects = bench.tell(&ROOT, Input::Cancel { cause, urgency });
        assert!(!starts_work(&effects), "no model call starts");
        assert!(finish(&effects).is_some());
    }
}

#[test]
fn a_model_call_that_has_sent_text_is_not_retried() {
    let mut bench = patient();
    bench.delta(&ROOT, 1, ModelDelta::Text("so".to_owned()));
    let end = fail(&mut bench, 1, None);
    assert_eq!(finish(&end), Some(&Outcome::Failed(failure())));
}

#[test]
fn between_retries_a_cancel_ends_the_pause_and_reports_the_last_error() {
    for urgency in [Urgency::Now, GRACE] {
        let mut bench = patient();
        fail(&mut bench, 1, None);
        let end = bench.ask_to_stop(None, urgency).unwrap();
        assert!(!starts_work(&end));
        assert_eq!(finish(&end), Some(&CANCELLED));
        let told = customs(&end, "task.cancelled");
        assert_eq!(told[0]["lastError"], "The model is overloaded");
        bench.assert_over();
    }
}

#[test]
fn between_retries_an_interjection_ends_the_pause_and_goes_with_the_next_attempt() {
    let mut bench = patient();
    fail(&mut bench, 1, None);
    let said = bench.say("i1", "never mind the tests", &Target::Auto);
    assert!(matches!(said.last(), Some(Effect::CallModel { .. })));
    let stops = |effect: &Effect| matches!(effect, Effect::StopModel { .. });
    assert!(!said.iter().any(stops), "nothing runs");
    bench.delta(&ROOT, 2, ModelDelta::Text("fine".to_owned()));
    let end = bench.response_ends(&ROOT, 2, Dispatch::OneByOne);
    assert_eq!(finish(&end), Some(&Outcome::Completed));
}

#[test]
fn late_output_of_a_failed_attempt_changes_nothing() {
    let mut bench = patient();
    fail(&mut bench, 1, None);
    let late = ModelDelta::Text("late".to_owned());
    assert_eq!(bench.delta(&ROOT, 1, late), []);
    assert_eq!(bench.response_ends(&ROOT, 1, Dispatch::OneByOne), []);
    assert_eq!(fail(&mut bench, 1, None), []);
}
