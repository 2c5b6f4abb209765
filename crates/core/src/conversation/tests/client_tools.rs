//! Calls that client tools answer.

use crate::card::Card;
use crate::client_tool::ClientTool;
use crate::effect::Effect;
use crate::history::HistoryMessage;
use crate::id::{ActivityId, RunId};
use crate::input::Input;
use crate::run_event::{FinishOutcome, LostReason, RunEvent};
use crate::testing::builder::{
    ABLE, Convo, asks, convo, question, run_of, subagent, text, tool, tool_args, tool_result,
};
use crate::testing::events::{subagent_ended, tool_start};
use crate::testing::inputs::{answer_to, replace};
use crate::transcript::{ActivityStatus, Answer, Outcome, Stop, Target};

const YES: Answer = Answer::Approved { arguments: None };

fn second() -> RunId {
    RunId::of_attempt(&"m1".into(), 2)
}

/// Offers `search`, the tool that all calls of the builder name.
fn offering(convo: Convo, confirm: bool) -> Convo {
    convo.given(Input::ToolsOffered(vec![ClientTool {
        name: "search".into(),
        confirm,
    }]))
}

fn calling(convo: Convo, calls: &[&str]) -> Convo {
    calls.iter().fold(convo, |convo, call| {
        let convo = convo.event(tool(call)).event(tool_args(call, "{}"));
        convo.event(RunEvent::ToolEnd {
            call: (*call).into(),
        })
    })
}

/// A conversation whose run has ended and has left these calls to client tools.
fn at_work(calls: &[&str]) -> Convo {
    calling(offering(convo(), false).running("m1"), calls).finished()
}

fn answer(convo: Convo, run: &RunId, call: &str, content: &str) -> Convo {
    convo.given(Input::ToolAnswered {
        run: run.clone(),
        call: call.into(),
        content: content.into(),
        failed: false,
    })
}

fn run_tool(call: &str) -> Effect {
    Effect::RunTool {
        run: run_of("m1"),
        call: call.into(),
    }
}

fn stop_tool(call: &str) -> Effect {
    Effect::StopTool {
        run: run_of("m1"),
        call: call.into(),
    }
}

fn open(run: RunId) -> [Effect; 1] {
    [Effect::OpenStream { run }]
}

/// The results in the active run's request: the call, the text, whether it failed.
fn results(convo: &Convo) -> Vec<(String, String, bool)> {
    let messages = convo.request().messages;
    let result = |held: HistoryMessage| match held {
        HistoryMessage::Tool {
            call,
            content,
            failed,
            ..
        } => Some((call.to_string(), content, failed)),
        _ => None,
    };
    messages.into_iter().filter_map(result).collect()
}

#[test]
fn a_call_of_an_offered_tool_runs_after_its_run_and_the_next_run_has_the_result() {
    let convo = at_work(&["c"]);
    assert_eq!(convo.outward(), [run_tool("c")]);
    assert_eq!(convo.turn("m1").outcome, None);
    assert_eq!(convo.status("c"), ActivityStatus::Running);
    assert!(matches!(convo.card(), Card::Running { run, .. } if *run == run_of("m1")));
    assert_eq!(
        convo.conversation.tool_call(&"c".into()),
        Some(("search", "{}"))
    );
    let answered = answer(convo, &run_of("m1"), "c", "red");
    assert_eq!(answered.outward(), open(second()));
    assert_eq!(answered.status("c"), ActivityStatus::Done);
    assert_eq!(results(&answered), [("c".into(), "red".into(), false)]);
    let over = answered
        .event(RunEvent::Opened)
        .event(text("a", "Red it is."))
        .finished();
    assert_eq!(over.turn("m1").outcome, Some(Outcome::Completed));
    assert_eq!(over.conversation.turns().len(), 1);
}

#[test]
fn a_call_of_a_tool_that_is_not_offered_does_not_run() {
    let convo = calling(convo().running("m1"), &["c"]).finished();
    assert_eq!(convo.outward(), []);
    assert_eq!(convo.turn("m1").outcome, Some(Outcome::Completed));
    assert_eq!(convo.status("c"), ActivityStatus::Interrupted);
}

#[test]
fn a_call_with_a_result_from_the_backend_does_not_run() {
    let convo = calling(offering(convo(), false).running("m1"), &["c"])
        .event(tool_result("c", "done there"))
        .finished();
    assert_eq!(convo.outward(), []);
    assert_eq!(convo.turn("m1").outcome, Some(Outcome::Completed));
}

#[test]
fn only_the_calls_that_the_backend_names_run() {
    let running = calling(offering(convo(), false).running("m1"), &["c", "d"]);
    let named = FinishOutcome::Pending(vec!["d".into()]);
    let convo = running.event(RunEvent::Finished(named));
    assert_eq!(convo.outward(), [run_tool("d")]);
    let unknown = FinishOutcome::Pending(vec!["nobody's".into()]);
    let convo = calling(offering(self::convo(), false).running("m1"), &["c"])
        .event(RunEvent::Finished(unknown));
    assert_eq!(convo.turn("m1").outcome, Some(Outcome::Completed));
}

#[test]
fn the_next_run_waits_for_all_results_and_a_repeated_result_is_refused() {
    let convo = at_work(&["c", "d"]);
    assert_eq!(convo.outward(), [run_tool("c"), run_tool("d")]);
    let one = answer(convo, &run_of("m1"), "d", "two");
    assert_eq!(one.outward(), []);
    let again = answer(one, &run_of("m1"), "d", "other");
    assert!(again.was_refused());
    let both = answer(again, &run_of("m1"), "c", "one");
    assert_eq!(both.outward(), open(second()));
    assert_eq!(
        results(&both),
        [
            ("c".into(), "one".into(), false),
            ("d".into(), "two".into(), false)
        ]
    );
    let late = answer(both, &run_of("m1"), "c", "late");
    assert!(late.was_refused(), "the run is another one by now");
}

#[test]
fn late_events_of_the_ended_stream_change_nothing() {
    let convo = at_work(&["c"]);
    for late in [
        RunEvent::Lost(LostReason::Truncated),
        tool_result("c", "late"),
        RunEvent::Finished(FinishOutcome::Success),
    ] {
        assert!(convo.clone().event(late).was_refused());
    }
}

#[test]
fn a_call_that_needs_consent_runs_only_after_approval() {
    let convo = calling(offering(convo(), true).running("m1"), &["c"]).finished();
    assert_eq!(convo.outward(), []);
    let turn = convo.turn("m1");
    let asked: Vec<_> = turn.open_interrupts().cloned().collect();
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].call, Some("c".into()));
    assert_eq!(convo.status("c"), ActivityStatus::Waiting);
    let answering = |answer| Input::Answer {
        turn: "m1".into(),
        interrupt: asked[0].id.clone(),
        answer,
    };
    let edited = Answer::Approved {
        arguments: Some("{\"a\":1}".into()),
    };
    let approved = convo.clone().given(answering(edited));
    assert_eq!(approved.outward(), [run_tool("c")]);
    assert_eq!(
        approved.conversation.tool_call(&"c".into()),
        Some(("search", "{\"a\":1}"))
    );
    let done = answer(approved, &run_of("m1"), "c", "red");
    assert_eq!(done.outward(), open(second()));
    assert!(done.request().resume.is_empty(), "nobody else has asked");

    let denied = Answer::Denied {
        reason: Some("not now".into()),
    };
    let denied = convo.given(answering(denied));
    assert_eq!(denied.outward(), open(second()));
    assert_eq!(
        results(&denied),
        [(
            "c".into(),
            "The user denied this call. not now".into(),
            true
        )]
    );
    assert_eq!(denied.status("c"), ActivityStatus::Failed);
}

#[test]
fn an_abandoned_consent_question_is_not_sent_to_the_backend() {
    let convo = calling(offering(convo(), true).running("m1"), &["c"])
        .finished()
        .composing("something else");
    let run = run_of("m1");
    let stopped = convo.given(replace(run, "m2"));
    assert!(stopped.request().resume.is_empty());
    assert!(results(&stopped)[0].2, "the call has a result that says so");
}

#[test]
fn answers_to_the_backend_are_sent_with_the_tool_results() {
    let running = calling(offering(convo(), false).running("m1"), &["c"]);
    let other = tool_start("d", "delete", None);
    let convo = running
        .event(other)
        .event(asks(vec![question("i", Some("d"))]));
    assert_eq!(convo.outward(), []);
    let answered = convo.given(answer_to("m1", "i", YES));
    let calls: Vec<ActivityId> = answered.conversation.active().unwrap().calls.clone();
    assert_eq!(calls, ["c".into()]);
    let done = answer(answered, &run_of("m1"), "c", "red");
    let request = done.request();
    assert_eq!(request.resume.len(), 1);
    assert_eq!(results(&done), [("c".into(), "red".into(), false)]);
}

#[test]
fn a_cancel_stops_the_client_tools_and_sends_no_request() {
    let run = run_of("m1");
    let convo = at_work(&["c", "d"]).with_abilities(ABLE);
    let stopped = convo.given(Input::Stop { run: run.clone() });
    assert_eq!(stopped.outward(), [stop_tool("c"), stop_tool("d")]);
    assert_eq!(
        stopped.turn("m1").outcome,
        Some(Outcome::Cancelled(Stop::Confirmed))
    );
    assert_eq!(stopped.status("c"), ActivityStatus::Cancelled);
    assert!(answer(stopped, &run, "c", "late").was_refused());
}

#[test]
fn one_client_tool_can_be_stopped_alone() {
    let convo = at_work(&["c", "d"]);
    let stop = |task: &str| Input::StopTask {
        run: run_of("m1"),
        task: task.into(),
    };
    let one = convo.given(stop("c"));
    assert_eq!(one.outward(), [stop_tool("c")]);
    assert_eq!(one.status("c"), ActivityStatus::Cancelled);
    let both = one.given(stop("d"));
    assert_eq!(
        both.outward(),
        [stop_tool("d"), Effect::OpenStream { run: second() }]
    );
    let failed: Vec<bool> = results(&both).into_iter().map(|held| held.2).collect();
    assert_eq!(failed, [true, true]);
}

#[test]
fn an_interjection_while_client_tools_run_is_sent_with_their_results() {
    for abilities in [ABLE, crate::run_event::Abilities::default()] {
        let convo = at_work(&["c"])
            .with_abilities(abilities)
            .interjecting("i", "blue, please");
        assert_eq!(convo.outward(), [], "the tool is still at work");
        let done = answer(convo, &run_of("m1"), "c", "red");
        assert_eq!(done.outward(), open(second()));
        assert_eq!(results(&done), [("c".into(), "red".into(), false)]);
        let request = done.conversation.request(&second()).expect("a request");
        let last = request.messages.last();
        assert!(matches!(last, Some(HistoryMessage::User { text, .. }) if text == "blue, please"));
        let delivered = done.event(RunEvent::Opened).event(text("a", "Blue."));
        let said = delivered.turn("m1").interjection(&"i".into());
        assert!(!said.expect("it is there").is_pending());
    }
}

#[test]
fn an_unsent_interjection_to_an_ended_subagent_goes_to_the_main_agent() {
    let aimed = offering(convo().with_abilities(ABLE), false)
        .running("m1")
        .event(subagent("s", "explore", None))
        .given(Input::TargetChosen {
            target: Some(Target::Agent("s".into())),
        })
        // Interjections are sent one at a time: the second waits for the first.
        .interjecting("i1", "first")
        .interjecting("i2", "second");
    let convo = calling(aimed, &["c"]).event(subagent_ended("s")).finished();
    let done = answer(convo, &run_of("m1"), "c", "red");
    let request = done.request();
    let last = request.messages.last();
    assert!(matches!(last, Some(HistoryMessage::User { text, .. }) if text == "second"));
    let said = done.turn("m1").interjection(&"i2".into());
    let said = said.expect("it is there");
    assert_eq!((&said.target, said.fell_back), (&Target::Root, true));
}

#[test]
fn client_tools_do_not_run_again_after_a_reload() {
    let convo = at_work(&["c"]).with_abilities(ABLE).given(Input::Restored);
    assert_eq!(convo.outward(), []);
    assert_eq!(
        convo.turn("m1").outcome,
        Some(Outcome::Interrupted(LostReason::Reload))
    );
    assert!(convo.conversation.active().is_none());
}

#[test]
fn the_queue_waits_for_the_run_with_the_results() {
    let convo = at_work(&["c"]).queued(1);
    let done = answer(convo, &run_of("m1"), "c", "red").event(RunEvent::Opened);
    assert_eq!(done.prompts(), ["q1"]);
    let next = done.finished();
    assert_eq!(next.outward(), open(run_of("q1")));
}
