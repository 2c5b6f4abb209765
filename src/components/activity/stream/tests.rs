//! Tests of the line that a stream is folded to.

use midturn_core::id::{ActivityId, RunId};
use midturn_core::run_event::LostReason;
use midturn_core::transcript::{Failure, Stop};

use super::*;
use crate::components::testing::{self, activity, cell, tool};
use crate::i18n::Locale;

fn view(outcome: Outcome, steps: usize, ms: Millis) -> TurnView {
    TurnView {
        started_at: 1,
        ended_at: Some(1 + ms),
        outcome: Some(outcome),
        steps,
        run: RunId::from("r"),
        ledger: Vec::new(),
        unanswered: false,
        open_call: false,
        limit: None,
        cut_off: false,
        text_ended: false,
    }
}

fn line(view: &TurnView, thought: Option<Millis>) -> String {
    let Line { words, time } = Line::of(Locale::En.catalogue(), view, thought);
    let parts = [words, time].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" · ")
}

fn step(kind: ActivityKind, ms: Millis) -> ActivityCell {
    cell(Activity {
        ended_at: Some(1 + ms),
        ..activity("a", kind)
    })
}

fn reasoning() -> ActivityKind {
    ActivityKind::Reasoning {
        text: String::new(),
        encrypted: None,
    }
}

fn node() -> ActivityKind {
    testing::step("n")
}

#[test]
fn a_folded_turn_says_its_steps_and_its_time_once() {
    let cancelled = || Outcome::Cancelled(Stop::Confirmed);
    let failed = || Outcome::Failed(Failure::NotAStream(String::new()));
    let lost = || Outcome::Interrupted(LostReason::Reload);
    let asked = |form| {
        Outcome::Waiting(vec![Interrupt {
            form,
            ..Interrupt::default()
        }])
    };
    let rows = [
        (view(Outcome::Completed, 2, 12_300), "2 steps · 12 s"),
        (view(Outcome::Completed, 2, 999), "2 steps"),
        (view(Outcome::Completed, 0, 999), "Finished"),
        (
            view(cancelled(), 6, 41_000),
            "Cancelled after 6 steps · 41 s",
        ),
        (view(cancelled(), 0, 2_500), "Cancelled after 2 s"),
        (view(cancelled(), 0, 500), "Cancelled"),
        (view(failed(), 1, 3_000), "Failed after 1 step · 3 s"),
        (view(failed(), 0, 500), "Failed"),
        (view(lost(), 1, 500), "Interrupted after 1 step"),
        (view(lost(), 0, 500), "Interrupted"),
        (
            view(asked(AnswerForm::default()), 3, 500),
            "Needs your approval",
        ),
        (view(asked(AnswerForm::Json), 0, 500), "Needs your answer"),
    ];
    for (view, expected) in rows {
        assert_eq!(line(&view, None), expected);
    }
    // The header of the card has the time beside it, also with no step.
    let texts = Locale::En.catalogue();
    assert_eq!(
        outcome_line(texts, &view(cancelled(), 0, 2_500)),
        "Cancelled"
    );
}

#[test]
fn a_turn_of_thoughts_alone_says_how_long_the_agent_thought() {
    let done = view(Outcome::Completed, 2, 9_000);
    let thought = [step(reasoning(), 1_600), step(reasoning(), 2_400)];
    assert_eq!(line(&done, only_thought(&thought)), "Thought for 4 s");
    let quick = [step(reasoning(), 300)];
    assert_eq!(line(&done, only_thought(&quick)), "Thought");
    let worked = [step(reasoning(), 1_600), step(node(), 2_400)];
    assert_eq!(line(&done, only_thought(&worked)), "2 steps · 9 s");
    assert_eq!(only_thought(&[]), None);
    let cancelled = view(Outcome::Cancelled(Stop::Confirmed), 1, 9_000);
    let said = line(&cancelled, only_thought(&thought));
    assert_eq!(said, "Cancelled after 1 step · 9 s");
}

#[test]
fn a_stretch_before_the_last_says_what_was_done() {
    let between = |here: &[ActivityCell]| {
        let Line { words, time } = Line::between(Locale::En.catalogue(), here);
        let parts = [words, time].into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(" · ")
    };
    let inside = step(tool("grep"), 4_000);
    inside
        .activity
        .update(|held| held.parent = Some(ActivityId::from("agent")));
    let here = [
        step(tool("read_file"), 1_000),
        step(tool("run_command"), 2_000),
        step(tool("read_file"), 500),
        inside,
    ];
    assert_eq!(between(&here), "read_file × 2, run_command · 4 s");
    assert_eq!(between(&[step(reasoning(), 1_600)]), "Thought for 1 s");
    assert_eq!(between(&[step(node(), 300)]), "n");
}
