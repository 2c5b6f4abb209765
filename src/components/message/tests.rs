//! Tests of a turn's decisions and of its activities that are still stopping. They run without a
//! browser.

use leptos::prelude::*;
use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::Interrupt;
use midturn_core::transcript::{Activity, ActivityKind, ActivityStatus, Answer, Asked, Closed};

use super::decisions::{Decision, End, decisions, words};
use super::stopping::at_work;
use crate::components::testing::{self, activity, tool};
use crate::i18n::Locale;
use crate::state::ActivityCell;

fn cell(
    id: &str,
    parent: Option<&str>,
    kind: ActivityKind,
    status: ActivityStatus,
) -> ActivityCell {
    testing::cell(Activity {
        parent: parent.map(ActivityId::from),
        status,
        ended_at: None,
        ..activity(id, kind)
    })
}

/// An answered or closed question.
fn question(call: Option<&str>, answer: Option<Answer>, asked: Asked) -> ActivityKind {
    ActivityKind::Approval {
        interrupt: Interrupt {
            call: call.map(ActivityId::from),
            message: call.is_none().then(|| "Which branch?".to_owned()),
            ..Interrupt::default()
        },
        answer,
        asked,
    }
}

fn closed(call: Option<&str>, why: Closed) -> ActivityKind {
    let asked = Asked {
        closed: Some(why),
        ..Asked::default()
    };
    question(call, None, asked)
}

fn answered(call: Option<&str>, answer: Answer) -> ActivityKind {
    question(call, Some(answer), Asked::default())
}

/// An activity that has ended.
fn over(id: &str, kind: ActivityKind) -> ActivityCell {
    let cell = cell(id, None, kind, ActivityStatus::Cancelled);
    cell.activity.update(|held| held.ended_at = Some(1));
    cell
}

fn lines(locale: Locale, all: &[ActivityCell]) -> Vec<String> {
    let line = |decision: &Decision| {
        let (about, said) = words(locale.catalogue(), decision);
        let parts = about.into_iter().chain([said]);
        parts.collect::<Vec<_>>().join(" | ")
    };
    decisions(all).iter().map(line).collect()
}

fn denied(reason: Option<&str>) -> Answer {
    Answer::Denied {
        reason: reason.map(str::to_owned),
    }
}

fn edited() -> Answer {
    Answer::Approved {
        arguments: Some("{}".to_owned()),
    }
}

#[test]
fn a_closed_question_names_the_tool_it_was_about() {
    let all = [
        over("1", tool("delete")),
        over("2", closed(Some("1"), Closed::Stopped)),
        over("3", closed(None, Closed::Replaced)),
        over("4", question(Some("1"), None, Asked::default())),
        over("5", closed(Some("gone"), Closed::Stopped)),
    ];
    let line = |id: &str, tool: Option<&str>, why| (id.to_owned(), tool.map(str::to_owned), why);
    let expected = [
        line("2", Some("delete"), End::Closed(Closed::Stopped)),
        line("3", None, End::Closed(Closed::Replaced)),
        line("5", None, End::Closed(Closed::Stopped)),
    ];
    let found = decisions(&all).into_iter();
    let found: Vec<_> = found
        .map(|held| (held.id.as_str().to_owned(), held.tool, held.end))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn what_the_person_decided_stays_as_a_line() {
    let all = [
        over("1", tool("write_file")),
        over("2", answered(Some("1"), denied(None))),
        over("3", answered(Some("1"), denied(Some("use the helper\n")))),
        over("4", answered(Some("1"), edited())),
        over(
            "5",
            answered(Some("1"), Answer::Approved { arguments: None }),
        ),
        over("6", answered(None, Answer::Reply("\"main\"".to_owned()))),
        over("7", answered(None, Answer::Reply("{\"a\":1}".to_owned()))),
        over("8", answered(None, denied(Some("no")))),
        over("9", answered(Some("1"), Answer::Abandoned)),
    ];
    let expected = [
        "Denied write_file",
        "Denied write_file: use the helper",
        "Approved write_file with changes",
        "Which branch? | Answered: main",
        "Which branch? | Answered: {\"a\":1}",
        "Which branch? | Denied: no",
    ];
    assert_eq!(lines(Locale::En, &all), expected);
    for locale in [Locale::Fr, Locale::Ar] {
        for (said, english) in lines(locale, &all).iter().zip(expected) {
            assert_ne!(said, english, "not translated");
        }
    }
}

#[test]
fn an_answer_that_waits_for_other_answers_has_no_line() {
    let all = [cell(
        "1",
        None,
        answered(None, denied(None)),
        ActivityStatus::Waiting,
    )];
    assert_eq!(decisions(&all), []);
}

#[test]
fn a_decision_stands_after_the_text_that_its_question_followed() {
    let asked = |id: &str, after: Option<&str>| ActivityCell {
        after: after.map(MessageId::from),
        ..over(id, question(None, Some(denied(None)), Asked::default()))
    };
    let all = [asked("1", None), asked("2", Some("a"))];
    let places: Vec<_> = decisions(&all).into_iter().map(|held| held.after).collect();
    assert_eq!(places, [None, Some("a".into())]);
}

#[test]
fn a_task_that_waits_for_its_child_is_not_listed() {
    let stopping = ActivityStatus::Stopping;
    let all = [
        cell("agent", None, tool("agent"), stopping),
        cell("inner", Some("agent"), tool("agent"), stopping),
        cell("leaf", Some("inner"), tool("shell"), stopping),
        cell("over", Some("leaf"), tool("shell"), ActivityStatus::Done),
        cell("alone", None, tool("shell"), stopping),
    ];
    let named: Vec<_> = at_work(&all).into_iter().map(|cell| cell.id).collect();
    assert_eq!(named, ["leaf", "alone"].map(ActivityId::from));
}
