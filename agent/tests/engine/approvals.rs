//! Tool calls that wait for a person's approval.

use midturn_agent::agui::{EventKind, RunOutcome};
use midturn_agent::conversation::{Decision, Message, ToolCall, ToolStatus, Verdict};
use midturn_agent::engine::{Dispatch, Effect, Outcome, State};
use midturn_agent::record::Transcript;
use serde_json::json;

use crate::bench::{
    Bench, ROOT, approve, customs, decide, deny, finds_no_question, finish, kinds, policy,
    starts_work, tools_started, user,
};

fn waiting_history() -> Vec<Message> {
    vec![
        user("write it"),
        Message::assistant(
            "m1",
            "",
            vec![ToolCall::new("w", "write_file", "{\"path\":\"a\"}")],
        ),
    ]
}

fn answered(verdict: Verdict) -> Bench {
    Bench::new(waiting_history(), vec![decide("w", verdict)], policy())
}

#[test]
fn a_tool_that_needs_approval_waits_while_the_others_run() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("w", "write_file"), ("a", "read_file")]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(tools_started(&end), ["a"]);
    let end = bench.tool_ends(&ROOT, "a");
    assert_eq!(finish(&end), Some(&Outcome::Waiting));
    let Some(State::WaitingForApproval(calls)) = bench.engine.state(&ROOT) else {
        panic!("not waiting");
    };
    assert_eq!(calls[0].id, "w");
    let asked = end.iter().any(|effect| {
        matches!(effect, Effect::Emit(event) if matches!(
            &event.kind,
            EventKind::RunFinished { outcome: RunOutcome::Interrupt { interrupts }, .. }
                if interrupts.len() == 1 && interrupts[0].tool_call_id == "w"
        ))
    });
    assert!(asked);
}

#[test]
fn an_approved_call_runs_once_without_being_announced_again() {
    let mut bench = answered(Verdict::Approved {
        edited_arguments: Some("{\"path\":\"b\"}".to_owned()),
    });
    let start = bench.start();
    assert_eq!(kinds(&start), ["RUN_STARTED", "CUSTOM"]);
    let said = json!({"toolCallId": "w", "arguments": "{\"path\":\"b\"}"});
    assert_eq!(customs(&start, "approval.edited"), [said]);
    let Some(Effect::RunTool { call, .. }) = start.last() else {
        panic!("no tool");
    };
    assert_eq!(
        (call.id.as_str(), call.arguments.as_str()),
        ("w", "{\"path\":\"b\"}")
    );
    let after = bench.tool_ends(&ROOT, "w");
    assert_eq!(kinds(&after), ["TOOL_CALL_RESULT"]);
    assert!(starts_work(&after));
}

#[test]
fn a_denied_or_dismissed_call_does_not_run_and_the_model_is_told() {
    for (verdict, status) in [
        (Verdict::Denied { reason: None }, ToolStatus::Denied),
        (Verdict::Abandoned, ToolStatus::Cancelled),
    ] {
        let mut bench = answered(verdict);
        let start = bench.start();
        assert_eq!(tools_started(&start), [""; 0]);
        assert_eq!(kinds(&start), ["RUN_STARTED", "TOOL_CALL_RESULT"]);
        assert!(starts_work(&start), "the model is called");
        assert_eq!(bench.results(), [("w".to_owned(), status)]);
    }
}

#[test]
fn the_model_gets_the_reason_of_a_denial() {
    let reason = Some("not in this file".to_owned());
    let mut bench = answered(Verdict::Denied { reason });
    bench.start();
    let denied = bench.engine.history(&ROOT).iter();
    let content = denied.filter_map(|message| match message {
        Message::Tool { result, .. } => Some(result.content.as_str()),
        _ => None,
    });
    assert_eq!(
        content.collect::<Vec<_>>(),
        ["The user denied this call: not in this file"]
    );
}

#[test]
fn an_answer_without_an_open_question_fails_the_run() {
    let mut bench = Bench::new(waiting_history(), vec![deny("other")], policy());
    assert!(finds_no_question(&bench.start()));
}

#[test]
fn a_message_instead_of_an_answer_rejects_the_call_without_an_event() {
    let mut history = waiting_history();
    history.push(user("something else"));
    let mut bench = Bench::new(history, Vec::new(), policy());
    assert_eq!(kinds(&bench.start()), ["RUN_STARTED"]);
    let roles: Vec<_> = bench
        .engine
        .history(&ROOT)
        .iter()
        .map(std::mem::discriminant)
        .collect();
    assert_eq!(roles.len(), 4);
    // The result is after its call, not after the new message.
    assert_eq!(bench.results(), [("w".to_owned(), ToolStatus::Denied)]);
    assert_eq!(bench.result_of("w"), "User interrupted with new message");
    assert_eq!(roles[0], roles[3]);
}

fn asked(arguments: &str) -> ToolCall {
    ToolCall::new("w", "write_file", arguments)
}

fn with_open(history: Vec<Message>, decisions: Vec<Decision>, open: Vec<ToolCall>) -> Vec<Effect> {
    let mut bench = Bench::new(history, decisions, policy());
    bench.engine = bench.engine.with_open_calls(open);
    bench.start()
}

fn assert_not_found(start: &[Effect]) {
    assert!(finds_no_question(start));
    assert!(!starts_work(start));
}

#[test]
fn a_call_that_is_not_open_does_not_run_even_if_the_client_approves_it() {
    assert_not_found(&with_open(waiting_history(), vec![approve("w")], vec![]));
    let mut other = asked("{}");
    other.id = "v".to_owned();
    let start = with_open(waiting_history(), vec![approve("w")], vec![other]);
    assert_not_found(&start);
}

#[test]
fn one_answer_without_an_open_question_prevents_all_calls() {
    let decisions = vec![approve("w"), approve("v")];
    assert_not_found(&with_open(waiting_history(), decisions, vec![asked("{}")]));
}

#[test]
fn an_approved_call_runs_with_the_arguments_that_the_model_asked_for() {
    let open = vec![asked("{\"path\":\"asked\"}")];
    let start = with_open(waiting_history(), vec![approve("w")], open);
    let Some(Effect::RunTool { call, .. }) = start.last() else {
        panic!("no tool");
    };
    assert_eq!(call.arguments, "{\"path\":\"asked\"}");
}

#[test]
fn the_model_sees_the_arguments_that_ran() {
    let edited = "{\"path\":\"b\"}";
    let mut bench = answered(Verdict::Approved {
        edited_arguments: Some(edited.to_owned()),
    });
    bench.start();
    assert!(matches!(
        &bench.engine.history(&ROOT)[1],
        Message::Assistant { calls, .. } if calls[0].arguments == edited
    ));
}

#[test]
fn the_transcript_lists_the_open_calls_as_the_model_asked_for_them() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("w", "write_file"), ("a", "read_file")]);
    bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    let mut transcript = Transcript::default();
    let read = |transcript: &mut Transcript, effects: &[Effect]| {
        for effect in effects {
            if let Effect::Emit(event) = effect {
                transcript.read(event);
            }
        }
    };
    read(&mut transcript, &bench.log);
    assert_eq!(transcript.open_calls(), [], "it still runs");
    read(&mut transcript, &bench.tool_ends(&ROOT, "a"));
    assert_eq!(transcript.open_calls(), [asked("{\"path\":\"a\"}")]);
}
