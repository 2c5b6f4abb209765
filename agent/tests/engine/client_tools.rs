//! Client tools: called in one run, answered in the next.

use midturn_agent::agui::{EventKind, RunOutcome};
use midturn_agent::conversation::{Decision, Message, ToolResult, ToolStatus};
use midturn_agent::engine::{AgentId, Dispatch, Effect, Outcome, Policy, Target, Urgency};

use crate::bench::{
    Bench, ROOT, after_response, approve, finish, kinds, policy, starts_work, tools_started, user,
};

fn offering(history: Vec<Message>, decisions: Vec<Decision>, policy: Policy) -> Bench {
    let mut bench = Bench::new(history, decisions, policy);
    let names = ["pick".to_owned(), "place".to_owned()].into();
    bench.engine = bench.engine.with_client_tools(names);
    bench
}

fn started() -> Bench {
    let mut bench = offering(vec![user("hello")], Vec::new(), policy());
    bench.start();
    bench
}

/// A run whose model asks for one tool of the agent and two client tools in one response.
fn asked(dispatch: Dispatch) -> (Bench, Vec<Effect>) {
    let mut bench = started();
    bench.ask_for(&ROOT, 1, &[("p", "pick"), ("a", "x"), ("q", "place")]);
    let effects = bench.response_ends(&ROOT, 1, dispatch);
    (bench, effects)
}

fn pending(effects: &[Effect]) -> Vec<String> {
    let found = effects.iter().find_map(|effect| match effect {
        Effect::Emit(event) => match &event.kind {
            EventKind::RunFinished {
                outcome:
                    RunOutcome::Success {
                        pending_tool_call_ids,
                    },
                ..
            } => Some(pending_tool_call_ids.clone()),
            _ => None,
        },
        _ => None,
    });
    found.unwrap()
}

fn result(id: &str) -> Message {
    Message::Tool {
        call_id: id.to_owned(),
        result: ToolResult::ok("red"),
        feedback: Vec::new(),
    }
}

#[test]
fn client_tools_are_not_run_and_the_run_ends_after_the_other_tools() {
    for dispatch in [Dispatch::OneByOne, Dispatch::AllAtOnce] {
        let (mut bench, effects) = asked(dispatch);
        assert_eq!(tools_started(&effects), ["a"]);
        let end = bench.tool_ends(&ROOT, "a");
        assert_eq!(kinds(&end), ["TOOL_CALL_RESULT", "RUN_FINISHED"]);
        assert_eq!(pending(&end), ["p", "q"]);
        assert_eq!(finish(&end), Some(&Outcome::Completed));
        bench.assert_over();
    }
}

#[test]
fn a_response_with_only_client_tools_ends_the_run_at_once() {
    let mut bench = started();
    bench.ask_for(&ROOT, 1, &[("p", "pick")]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(pending(&end), ["p"]);
}

#[test]
fn the_next_run_continues_with_the_model() {
    let (mut bench, _) = asked(Dispatch::OneByOne);
    bench.tool_ends(&ROOT, "a");
    let mut history = bench.engine.history(&ROOT).to_vec();
    history.extend([result("p"), result("q")]);
    let mut next = offering(history, Vec::new(), policy());
    let start = next.start();
    assert_eq!(kinds(&start), ["RUN_STARTED"]);
    assert!(matches!(start.last(), Some(Effect::CallModel { .. })));
    assert_eq!(next.results().len(), 3);
}

#[test]
fn client_calls_without_a_result_get_one_from_the_engine() {
    let (mut bench, _) = asked(Dispatch::OneByOne);
    bench.tool_ends(&ROOT, "a");
    let mut history = bench.engine.history(&ROOT).to_vec();
    history.extend([result("q"), user("something else")]);
    let mut next = offering(history, Vec::new(), policy());
    assert!(starts_work(&next.start()));
    assert_eq!(next.results().len(), 3);
    assert_eq!(next.result_of("q"), "red");
}

#[test]
fn an_interjection_closes_client_calls_and_reaches_the_model() {
    let (mut bench, _) = asked(Dispatch::OneByOne);
    let said = bench.say("i1", "never mind", &Target::Auto);
    assert_eq!(kinds(&said), ["CUSTOM", "TOOL_CALL_RESULT"]);
    let end = bench.tool_ends(&ROOT, "a");
    assert_eq!(finish(&end), None);
    assert!(matches!(end.last(), Some(Effect::CallModel { .. })));
    let texts = ["p", "a", "q"].map(|id| bench.result_of(id));
    assert_eq!(texts[0], "User interrupted with new message");
    assert!(texts[2].starts_with("User interrupted with new message"));
    assert!(texts[2].ends_with("[User feedback: never mind]"));
    let end = bench.response_ends(&ROOT, 2, Dispatch::OneByOne);
    assert_eq!(pending(&end), [""; 0], "nothing is left for the client");
}

#[test]
fn an_interjection_that_waited_for_the_response_closes_client_calls() {
    let mut bench = offering(vec![user("hello")], Vec::new(), after_response());
    bench.start();
    bench.say("i1", "never mind", &Target::Auto);
    bench.ask_for(&ROOT, 1, &[("p", "pick")]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert!(matches!(end.last(), Some(Effect::CallModel { .. })));
    assert_eq!(bench.results(), [("p".to_owned(), ToolStatus::Cancelled)]);
}

#[test]
fn a_cancel_gives_every_client_call_a_result() {
    let (mut bench, _) = asked(Dispatch::OneByOne);
    let end = bench.cancel(Urgency::Now);
    assert!(matches!(finish(&end), Some(Outcome::Cancelled(_))));
    let statuses: Vec<_> = bench.results().into_iter().map(|(_, s)| s).collect();
    assert_eq!(statuses, [ToolStatus::Cancelled; 3]);
}

#[test]
fn client_calls_and_approvals_of_one_response_are_answered_in_the_next_run() {
    let mut bench = started();
    bench.ask_for(&ROOT, 1, &[("p", "pick"), ("w", "write_file")]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(finish(&end), Some(&Outcome::Waiting));
    let mut history = bench.engine.history(&ROOT).to_vec();
    history.push(result("p"));
    let mut next = offering(history, vec![approve("w")], policy());
    assert_eq!(tools_started(&next.start()), ["w"]);
    let end = next.tool_ends(&ROOT, "w");
    assert!(matches!(end.last(), Some(Effect::CallModel { .. })));
    assert_eq!(next.result_of("p"), "red");
}

#[test]
fn nested_agents_have_no_client_tools() {
    let mut bench = started();
    bench.ask_for(&ROOT, 1, &[("e", "explore")]);
    bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    let explorer = AgentId::Sub("e-agent".to_owned());
    bench.ask_for(&explorer, 1, &[("p", "pick")]);
    let effects = bench.response_ends(&explorer, 1, Dispatch::OneByOne);
    assert_eq!(
        tools_started(&effects),
        ["p"],
        "it is told that there is none"
    );
}
