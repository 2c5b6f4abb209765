//! Tools of the client: called in one run, answered in the next.

use midturn_agent::agui::{EventKind, RunOutcome};
use midturn_agent::conversation::{Decision, Message, ToolResult, ToolStatus, Verdict};
use midturn_agent::engine::{
    AgentId, Dispatch, Effect, Outcome, Policy, Target, Urgency, WhenStreaming,
};

use crate::bench::{Bench, ROOT, finish, kinds, policy, starts_work, tools_started, user};

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

/// A tool of the agent and two of the client, asked for at once.
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
        result: ToolResult {
            content: "red".to_owned(),
            status: ToolStatus::Ok,
        },
        feedback: Vec::new(),
    }
}

#[test]
fn they_are_not_run_and_the_run_ends_when_the_others_have() {
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
fn alone_they_end_the_run_at_once() {
    let mut bench = started();
    bench.ask_for(&ROOT, 1, &[("p", "pick")]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(pending(&end), ["p"]);
}

#[test]
fn the_next_run_goes_on_with_the_model() {
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
fn what_the_client_does_not_answer_is_answered_for_it() {
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
fn a_message_takes_their_place_and_the_model_gets_it() {
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
fn after_the_response_a_waiting_message_takes_their_place_too() {
    let policy = Policy {
        when_streaming: WhenStreaming::AfterResponse,
        ..policy()
    };
    let mut bench = offering(vec![user("hello")], Vec::new(), policy);
    bench.start();
    bench.say("i1", "never mind", &Target::Auto);
    bench.ask_for(&ROOT, 1, &[("p", "pick")]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert!(matches!(end.last(), Some(Effect::CallModel { .. })));
    assert_eq!(bench.results(), [("p".to_owned(), ToolStatus::Cancelled)]);
}

#[test]
fn a_cancel_answers_them_all() {
    let (mut bench, _) = asked(Dispatch::OneByOne);
    let end = bench.cancel(Urgency::Now);
    assert!(matches!(finish(&end), Some(Outcome::Cancelled { .. })));
    let statuses: Vec<_> = bench.results().into_iter().map(|(_, s)| s).collect();
    assert_eq!(statuses, [ToolStatus::Cancelled; 3]);
}

#[test]
fn with_a_question_beside_them_the_run_waits_and_both_are_answered_in_the_next() {
    let mut bench = started();
    bench.ask_for(&ROOT, 1, &[("p", "pick"), ("w", "write_file")]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(finish(&end), Some(&Outcome::Waiting));
    let mut history = bench.engine.history(&ROOT).to_vec();
    history.push(result("p"));
    let decision = Decision {
        call_id: "w".to_owned(),
        verdict: Verdict::Approved {
            edited_arguments: None,
        },
    };
    let mut next = offering(history, vec![decision], policy());
    assert_eq!(tools_started(&next.start()), ["w"]);
    let end = next.tool_ends(&ROOT, "w");
    assert!(matches!(end.last(), Some(Effect::CallModel { .. })));
    assert_eq!(next.result_of("p"), "red");
}

#[test]
fn nested_agents_do_not_have_them() {
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
