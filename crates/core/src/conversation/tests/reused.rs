//! What a backend repeats when it goes on after answers is told apart by its run, and the history
//! that is sent next has distinct ids.

use std::collections::BTreeSet;

use crate::client_tool::ClientTool;
use crate::effect::{Diagnostic, Effect, Retry};
use crate::history::HistoryMessage;
use crate::id::ActivityId;
use crate::input::Input;
use crate::run_event::{LostReason, RunEvent};
use crate::testing::builder::{
    Convo, asks, controlled, convo, question, text, tool, tool_args, tool_result,
};
use crate::testing::events::{text_end, text_start};
use crate::testing::inputs::{approve, retry_due};
use crate::transcript::{ActivityKind, Turn};

fn approved(convo: Convo) -> Convo {
    convo.given(approve("m1", "i1")).event(RunEvent::Opened)
}

/// The arguments and the result of each call.
fn calls(turn: &Turn) -> Vec<(&str, &str)> {
    turn.activities
        .iter()
        .filter_map(|held| match &held.kind {
            ActivityKind::Tool {
                arguments, result, ..
            } => Some((
                arguments.as_str(),
                result.as_ref().map_or("-", |held| held.content.as_str()),
            )),
            _ => None,
        })
        .collect()
}

fn texts(turn: &Turn) -> Vec<&str> {
    turn.texts().map(|(_, text)| text).collect()
}

fn start(message: &str) -> RunEvent {
    text_start(message, None)
}

/// A run with a finished call and a call that needs an approval.
fn asking() -> Convo {
    convo()
        .running("m1")
        .event(start("a"))
        .event(text("a", "Two calls."))
        .event(text_end("a"))
        .event(tool("c0"))
        .event(tool_args("c0", "{\"n\":0}"))
        .event(tool_result("c0", "zero"))
        .event(tool("c1"))
        .event(tool_args("c1", "{\"n\":1}"))
        .event(asks(vec![question("i1", Some("c1"))]))
}

/// The ids of the messages and calls of the next turn's request.
fn check_request(convo: Convo) -> BTreeSet<String> {
    let next = convo.finished().running("m9");
    let request = next.request();
    let (mut ids, mut made, mut answered) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for message in &request.messages {
        assert!(ids.insert(message.id().to_string()), "{message:?}");
        match message {
            HistoryMessage::Assistant { calls, .. } => {
                for call in calls {
                    assert!(made.insert(call.id.to_string()), "{call:?}");
                }
            }
            HistoryMessage::Tool { call, .. } => {
                assert!(answered.insert(call.to_string()), "{call:?}");
            }
            HistoryMessage::User { .. } | HistoryMessage::Reasoning { .. } => {}
        }
    }
    assert_eq!(made, answered);
    ids
}

#[test]
fn what_a_resumed_run_repeats_is_the_same() {
    let resumed = approved(asking())
        .event(start("a"))
        .event(text("a", "Two "))
        .event(text("a", "calls."))
        .event(text_end("a"))
        .event(tool("c0"))
        .event(tool_args("c0", "{\"n\""))
        .event(tool_args("c0", ":0}"))
        .event(tool("c1"))
        .event(tool_args("c1", "{\"n\":1}"))
        .event(tool_result("c0", "zero"))
        .event(tool_result("c1", "one"));
    let turn = resumed.turn("m1");
    assert_eq!(calls(turn), [("{\"n\":0}", "zero"), ("{\"n\":1}", "one")]);
    assert_eq!(texts(turn), ["Two calls."]);
    check_request(resumed);
}

#[test]
fn an_id_that_comes_again_after_the_repeat_is_another() {
    let resumed = approved(asking())
        .event(tool("c1"))
        .event(tool_args("c1", "{\"n\":1}"))
        .event(tool_result("c1", "one"))
        .event(tool("c1"))
        .event(tool_args("c1", "{\"n\":2}"))
        .event(tool_result("c1", "two"));
    let turn = resumed.turn("m1");
    assert_eq!(
        calls(turn),
        [
            ("{\"n\":0}", "zero"),
            ("{\"n\":1}", "one"),
            ("{\"n\":2}", "two")
        ]
    );
    check_request(resumed);
}

#[test]
fn what_a_resumed_run_says_anew_under_an_old_id_is_another() {
    let resumed = approved(asking())
        .event(tool_result("c1", "one"))
        .event(tool("c0"))
        .event(tool_args("c0", "{\"n\""))
        .event(tool_args("c0", ":7}"))
        .event(tool_result("c0", "seven"))
        .event(start("a"))
        .event(text("a", "Two "))
        .event(text("a", "results."))
        .event(text_end("a"));
    let turn = resumed.turn("m1");
    assert_eq!(
        calls(turn),
        [
            ("{\"n\":0}", "zero"),
            ("{\"n\":1}", "one"),
            ("{\"n\":7}", "seven")
        ]
    );
    assert_eq!(texts(turn), ["Two calls.", "Two results."]);
    check_request(resumed);
}

#[test]
fn the_backends_own_result_after_the_answer_is_shown() {
    for repeats in [false, true] {
        let mut asked = convo()
            .running("m1")
            .event(tool("c1"))
            .event(tool_args("c1", "{}"))
            .event(tool_result("c1", "needs approval"))
            .event(asks(vec![question("i1", Some("c1"))]));
        asked = approved(asked);
        if repeats {
            asked = asked.event(tool("c1")).event(tool_args("c1", "{}"));
        }
        let done = asked
            .event(tool_result("c1", "done"))
            .event(tool_result("c1", "done twice"));
        assert_eq!(calls(done.turn("m1")), [("{}", "done")]);
        check_request(done);
    }
}

#[test]
fn the_backends_own_result_takes_the_place_of_the_pages() {
    let called = convo()
        .given(Input::ToolsOffered(vec![ClientTool {
            name: "search".into(),
            confirm: false,
        }]))
        .running("m1")
        .event(tool("c1"))
        .event(tool_args("c1", "{}"))
        .finished();
    let run = called.run();
    let shown = called
        .given(Input::ToolAnswered {
            run,
            call: "c1".into(),
            content: "from the page".into(),
            failed: false,
        })
        .event(RunEvent::Opened)
        .event(tool_result("c1", "from the backend"))
        .event(tool_result("c1", "once more"));
    assert_eq!(calls(shown.turn("m1")), [("{}", "from the backend")]);
    check_request(shown);
}

#[test]
fn calls_numbered_anew_in_every_run_are_different_calls() {
    let interjected = convo()
        .running("m1")
        .event(tool("c"))
        .event(tool_args("c", "1"))
        .event(tool_result("c", "one"))
        .interjecting("i", "and the other")
        .event(RunEvent::Opened)
        .event(tool("c"))
        .event(tool_args("c", "2"))
        .event(tool_result("c", "two"));
    assert_eq!(calls(interjected.turn("m1")), [("1", "one"), ("2", "two")]);
    check_request(interjected);
}

#[test]
fn a_question_about_an_id_that_came_again_is_about_the_later_call() {
    let asked = convo()
        .running("m1")
        .event(tool("c"))
        .event(tool_args("c", "1"))
        .event(tool_result("c", "one"))
        .event(tool("c"))
        .event(tool_args("c", "2"))
        .event(asks(vec![question("i1", Some("c"))]));
    let call = asked
        .turn("m1")
        .open_interrupts()
        .next()
        .expect("a question");
    assert_eq!(call.call.as_ref().map(ActivityId::as_str), Some("c-2"));
    let done = approved(asked).event(tool_result("c", "two"));
    assert_eq!(calls(done.turn("m1")), [("1", "one"), ("2", "two")]);
}

#[test]
fn ids_that_come_again_in_later_turns_are_sent_as_different_ids() {
    let said = |convo: Convo, id: &str| {
        convo
            .running(id)
            .event(start("1"))
            .event(text("1", "Looking."))
            .event(text_end("1"))
            .event(tool("c"))
            .event(tool_result("c", "found"))
            .event(start("2"))
            .event(text("2", "Found."))
            .event(text_end("2"))
    };
    let first = said(convo(), "m1").finished();
    assert!(
        first
            .last
            .effects
            .iter()
            .all(|effect| !matches!(effect, Effect::Diagnose(_)))
    );
    let second = said(first, "m2").finished();
    assert!(
        second
            .last
            .effects
            .contains(&Effect::Diagnose(Diagnostic::Reused("1".into())))
    );
    let third = said(second, "m3");
    assert_eq!(third.conversation.turns().len(), 3);
    let ids = check_request(third);
    assert!(ids.contains("1") && ids.contains("1-2") && ids.contains("1-3"));
}

#[test]
fn a_call_that_an_earlier_turn_left_open_is_not_the_call_of_a_later_turn() {
    let second = convo()
        .running("m1")
        .event(tool("c"))
        .finished()
        .running("m2")
        .event(tool("c"))
        .event(tool_args("c", "2"))
        .event(tool_result("c", "two"));
    assert_eq!(calls(second.turn("m1")), [("", "-")]);
    assert_eq!(calls(second.turn("m2")), [("2", "two")]);
}

#[test]
fn a_call_that_is_begun_once_more_where_the_stream_is_joined_again_goes_on() {
    for name in ["tool", ""] {
        let mut start = tool("c");
        if let RunEvent::ToolStart { name: held, .. } = &mut start
            && name.is_empty()
        {
            held.clear();
        }
        let joined = controlled()
            .running("m1")
            .event(tool("c"))
            .event(tool_args("c", "{\"n\""))
            .event(RunEvent::Lost(LostReason::Truncated))
            .given(retry_due("m1", Retry::Rejoin))
            .event(RunEvent::Opened)
            .event(start)
            .event(tool_args("c", ":0}"))
            .event(tool_result("c", "zero"));
        assert_eq!(calls(joined.turn("m1")), [("{\"n\":0}", "zero")]);
        // The next start is another call.
        let again = joined.event(tool("c")).event(tool_args("c", "{}"));
        assert_eq!(
            calls(again.turn("m1")),
            [("{\"n\":0}", "zero"), ("{}", "-")]
        );
    }
}

#[test]
fn arguments_that_a_resumed_run_brings_at_last_are_whole() {
    for held in ["", "{\"n\""] {
        let mut cut = convo().running("m1").event(tool("c0"));
        if !held.is_empty() {
            cut = cut.event(tool_args("c0", held));
        }
        let resumed = approved(
            cut.event(tool("c1"))
                .event(asks(vec![question("i1", Some("c1"))])),
        );
        let resumed = resumed
            .event(tool("c0"))
            .event(tool_args("c0", "{\"n"))
            .event(tool_args("c0", "\":"))
            .event(tool_args("c0", "0}"))
            .event(tool_result("c0", "zero"));
        assert_eq!(
            calls(resumed.turn("m1"))[0],
            ("{\"n\":0}", "zero"),
            "{held}"
        );
    }
}

#[test]
fn the_backend_is_told_its_own_id_of_a_call_that_came_again() {
    let again = convo()
        .running("m1")
        .event(tool("c"))
        .event(tool_result("c", "one"))
        .event(tool("c"));
    let last = again.turn("m1").activities.last().expect("the second call");
    assert_ne!(last.id.as_str(), "c");
    assert_eq!(again.conversation.their_task(&last.id), "c".into());
}
