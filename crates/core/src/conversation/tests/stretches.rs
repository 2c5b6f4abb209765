//! The order of a turn: which text each activity follows.

use crate::history::{HistoryCall, HistoryMessage};
use crate::run_event::{RunEvent, SnapshotCall, SnapshotMessage};
use crate::testing::builder::{Convo, asks, controlled, convo, question, text, tool, user};
use crate::testing::events::{reasoning, tool_start};
use crate::transcript::Turn;

/// Each activity of a turn with the text that its stretch follows, in their order.
fn order(turn: &Turn) -> String {
    let place = |held| turn.stretch_of(held).map_or("-", |id| id.as_str());
    let all = turn.activities.iter();
    let all = all.map(|held| format!("{}<{}", held.id, place(held)));
    all.collect::<Vec<_>>().join(" ")
}

fn shown(convo: &Convo) -> String {
    order(convo.turn("m1"))
}

#[test]
fn an_activity_follows_the_text_before_it() {
    let convo = convo()
        .running("m1")
        .event(tool("c1"))
        .event(text("a1", "First."))
        .event(tool("c2"))
        .event(RunEvent::StepStarted { name: "s".into() })
        .event(text("a2", "Second."))
        .event(reasoning("r", "Hm."))
        .event(asks(vec![question("i", Some("c2"))]));
    assert_eq!(
        shown(&convo),
        "c1<- c2<a1 step:2:s<a1 reasoning:r<a2 approval:i<a2"
    );
}

#[test]
fn what_a_subagent_does_is_in_the_stretch_of_the_subagent() {
    let inside = tool_start("c2", "grep", Some("sub"));
    let convo = convo()
        .running("m1")
        .event(RunEvent::SubagentStarted {
            id: "sub".into(),
            name: "explore".into(),
            description: None,
            parent: None,
        })
        .event(text("a1", "Meanwhile."))
        .event(inside)
        .event(tool("c3"));
    assert_eq!(shown(&convo), "sub<- c2<- c3<a1");
}

#[test]
fn an_interjection_stands_where_the_agent_got_it() {
    let said = controlled()
        .running("m1")
        .event(tool("c1"))
        .interjecting("m2", "look at the tests")
        .event(text("a1", "I see."));
    assert_eq!(shown(&said), "c1<- interjection:m2<-");
    let got = said.event(RunEvent::InterjectionDelivered {
        id: "m2".into(),
        step: Some(1),
    });
    assert_eq!(shown(&got), "c1<- interjection:m2<a1");
}

#[test]
fn on_a_plain_backend_an_interjection_stands_before_what_answers_it() {
    let said = convo()
        .running("m1")
        .event(text("a1", "Long"))
        .interjecting("m2", "shorter");
    let thinks = RunEvent::ReasoningStart {
        message: "r".into(),
        subagent: None,
    };
    for (answer, drawn) in [
        (vec![text("a2", "Short.")], "interjection:m2<a1"),
        (vec![tool("c1")], "interjection:m2<a1 c1<a1"),
        (
            vec![thinks, reasoning("r", "Hm.")],
            "interjection:m2<a1 reasoning:r<a1",
        ),
    ] {
        let got = answer.into_iter().fold(said.clone(), Convo::event);
        assert_eq!(shown(&got), drawn);
    }
}

#[test]
fn a_circle_of_parents_ends() {
    let start = |id: &str, parent: &str| RunEvent::SubagentStarted {
        id: id.into(),
        name: "a".into(),
        description: None,
        parent: Some(parent.into()),
    };
    let convo = convo()
        .running("m1")
        .event(start("one", "two"))
        .event(text("a1", "Hm."))
        .event(start("two", "one"));
    assert_eq!(shown(&convo), "one<- two<a1");
}

#[test]
fn a_loaded_turn_has_the_order_of_its_messages() {
    let said = |id: &str, text: &str, calls: &[&str]| HistoryMessage::Assistant {
        id: id.into(),
        text: text.into(),
        calls: calls
            .iter()
            .map(|id| HistoryCall {
                id: (*id).into(),
                name: "read_file".into(),
                arguments: "{}".into(),
                encrypted: None,
            })
            .collect(),
        encrypted: None,
    };
    let mut turn = Turn::past("m1".into(), "hi".into());
    turn.say_past(said("a1", "First.", &["c1"]));
    turn.say_past(said("a2", "", &["c2"]));
    turn.say_past(HistoryMessage::Reasoning {
        id: "r".into(),
        text: "Hm.".into(),
        encrypted: None,
    });
    turn.say_past(said("a3", "Last.", &[]));
    assert_eq!(order(&turn), "c1<a1 c2<a1 reasoning:r<a1");
}

#[test]
fn a_snapshot_puts_a_missing_call_behind_the_text_that_carries_it() {
    let said = |id: &str, text: &str, calls: &[&str]| SnapshotMessage::Assistant {
        id: id.into(),
        text: text.into(),
        calls: calls
            .iter()
            .map(|id| SnapshotCall {
                id: (*id).into(),
                name: "read_file".into(),
                arguments: "{}".into(),
            })
            .collect(),
    };
    let person = user("m1", "hi");
    let convo = convo()
        .running("m1")
        .event(text("a1", "First."))
        .event(text("a2", "Second."))
        .event(RunEvent::Snapshot(vec![
            person,
            said("a1", "First.", &["c1"]),
            said("a2", "Second.", &[]),
            said("a3", "Third.", &["c2"]),
        ]));
    assert_eq!(shown(&convo), "c1<a1 c2<a3");
}
