//! The history in a run's request: always one that the model accepts.

use crate::history::HistoryMessage;
use crate::input::Input;
use crate::run_event::RunEvent;
use crate::testing::builder::{Convo, convo, run_of, text, tool, tool_args, tool_result, user};
use crate::testing::events::{assistant, reasoning, text_start, tool_start};

/// The history in the request of a new turn after `convo`, one line per message.
fn told(convo: Convo) -> Vec<String> {
    let next = convo.running("next");
    let request = next
        .conversation
        .request(&run_of("next"))
        .expect("a request");
    let line = |message: &HistoryMessage| match message {
        HistoryMessage::User { id, .. } => format!("user {id}"),
        HistoryMessage::Assistant { text, calls, .. } => {
            let calls: Vec<_> = calls.iter().map(|call| call.id.as_str()).collect();
            format!("assistant {text:?} {}", calls.join("+"))
                .trim_end()
                .to_owned()
        }
        HistoryMessage::Tool {
            call, failed: true, ..
        } => format!("stopped {call}"),
        HistoryMessage::Tool { call, .. } => format!("result {call}"),
        HistoryMessage::Reasoning { text, .. } => format!("reasoning {text:?}"),
    };
    request.messages.iter().map(line).collect()
}

fn call_of(host: &str, call: &str) -> RunEvent {
    RunEvent::ToolStart {
        call: call.into(),
        name: "search".into(),
        parent: Some(host.into()),
        subagent: None,
    }
}

#[test]
fn the_history_has_the_turns_in_order_and_the_new_message_last() {
    let one = convo()
        .user("hi")
        .running("m1")
        .event(text("a", "hello"))
        .finished();
    assert_eq!(told(one), ["user m1", "assistant \"hello\"", "user next"]);
}

#[test]
fn every_call_has_one_result_right_after_it() {
    let answered = convo()
        .running("m1")
        .event(tool("c"))
        .event(tool_result("c", "r"))
        .finished();
    assert_eq!(
        told(answered),
        ["user m1", "assistant \"\" c", "result c", "user next"]
    );
}

#[test]
fn a_stopped_call_has_a_placeholder_result() {
    let stopped = convo()
        .running("m1")
        .event(call_of("a", "c"))
        .event(call_of("a", "d"))
        .event(tool_result("d", "r"))
        .given(Input::Stop { run: run_of("m1") });
    assert_eq!(
        told(stopped),
        [
            "user m1",
            "assistant \"\" c+d",
            "stopped c",
            "result d",
            "user next"
        ]
    );
}

#[test]
fn each_of_several_parallel_calls_is_followed_by_its_result() {
    let parallel = convo()
        .running("m1")
        .event(tool("c"))
        .event(tool("d"))
        .event(tool_result("c", "r"))
        .event(tool_result("d", "r"))
        .finished();
    let expected = [
        "user m1",
        "assistant \"\" c",
        "result c",
        "assistant \"\" d",
        "result d",
        "user next",
    ];
    assert_eq!(told(parallel), expected);
}

#[test]
fn a_result_that_comes_after_more_text_still_follows_its_call() {
    let late = convo()
        .running("m1")
        .event(tool("c"))
        .event(text("a", "meanwhile"))
        .event(tool_result("c", "r"))
        .finished();
    let expected = [
        "user m1",
        "assistant \"\" c",
        "result c",
        "assistant \"meanwhile\"",
        "user next",
    ];
    assert_eq!(told(late), expected);
}

#[test]
fn a_repeated_result_counts_once() {
    let twice = convo()
        .running("m1")
        .event(tool("c"))
        .event(tool_result("c", "r"))
        .event(tool_result("c", "s"))
        .finished();
    assert_eq!(
        told(twice),
        ["user m1", "assistant \"\" c", "result c", "user next"]
    );
}

#[test]
fn the_history_leaves_out_the_work_of_subagents() {
    let subagent = RunEvent::SubagentStarted {
        id: "s".into(),
        name: "explore".into(),
        description: None,
        parent: None,
    };
    let call = tool_start("c", "n", Some("s"));
    let said = text_start("a", Some("s"));
    let turn = convo()
        .running("m1")
        .event(subagent)
        .event(call)
        .event(tool_result("c", "r"))
        .event(said)
        .event(text("a", "inside"))
        .finished();
    assert_eq!(told(turn), ["user m1", "user next"]);
}

#[test]
fn the_history_has_arguments_and_reasoning_but_no_empty_messages() {
    let start = text_start("empty", None);
    let reason = |delta: &str| reasoning("r", delta);
    let silent = RunEvent::ReasoningStart {
        message: "silent".into(),
        subagent: None,
    };
    let turn = convo()
        .running("m1")
        .event(start)
        .event(silent)
        .event(reason("be"))
        .event(reason("cause"))
        .event(tool("c"))
        .event(tool_args("c", "{\"q\":"))
        .event(tool_args("c", "1}"))
        .event(tool_result("c", "r"))
        .finished();
    assert_eq!(
        told(turn.clone()),
        [
            "user m1",
            "reasoning \"because\"",
            "assistant \"\" c",
            "result c",
            "user next"
        ]
    );
    let next = turn.running("m2");
    let request = next.conversation.request(&run_of("m2")).expect("a request");
    let calls = request.messages.iter().flat_map(|held| match held {
        HistoryMessage::Assistant { calls, .. } => calls.as_slice(),
        _ => &[],
    });
    let arguments: Vec<_> = calls.map(|call| call.arguments.as_str()).collect();
    assert_eq!(arguments, ["{\"q\":1}"]);
}

#[test]
fn a_snapshot_of_other_turns_does_not_change_this_turn() {
    let old = user("m1", "");
    let said = assistant("a", "old");
    let turn = convo()
        .running("m1")
        .event(text("a", "old"))
        .finished()
        .running("m2")
        .event(RunEvent::Snapshot(vec![old, said]));
    assert_eq!(turn.turn("m2").texts().count(), 0);
}

#[test]
fn only_the_active_run_has_a_request() {
    let ended = convo().running("m1").finished();
    assert_eq!(ended.conversation.request(&run_of("m1")), None);
}
