//! Each delta produces exactly one change for the view, however long the text and the thread are.
//!
//! The time of a delta is measured in `benches/delta.rs` of `midturn-core-tests`.

use crate::change::Change;
use crate::testing::builder::{convo, text, tool, tool_args};

#[test]
fn a_delta_is_one_change_whatever_the_length_of_the_conversation() {
    let mut long = convo();
    for turn in 0..300 {
        long = long
            .running(&format!("m{turn}"))
            .event(text("a", "hello"))
            .finished();
    }
    long = long
        .running("last")
        .event(text("b", &"x".repeat(1_000_000)))
        .steps(200);
    for from in [convo().running("last").event(text("b", "x")), long] {
        let after = from.event(text("b", "y"));
        let grew = Change::TextGrew {
            turn: "last".into(),
            message: "b".into(),
        };
        assert_eq!(after.last.changes, [grew]);
        assert_eq!(after.last.effects, []);
    }
}

#[test]
fn an_empty_delta_is_no_change() {
    let after = convo()
        .running("m1")
        .event(text("b", "x"))
        .event(text("b", ""));
    assert_eq!(after.last.changes, []);
}

#[test]
fn each_delta_of_arguments_is_one_change() {
    let mut from = convo().running("m1").event(tool("c"));
    for _ in 0..100 {
        from = from.event(tool_args("c", "x"));
        let changed = Change::ActivityChanged {
            turn: "m1".into(),
            activity: "c".into(),
        };
        assert_eq!(from.last.changes, [changed]);
    }
}
