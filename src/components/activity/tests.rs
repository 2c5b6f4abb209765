//! Tests of the texts about a turn's interruptions. They run without a browser.

use leptos::prelude::*;
use midturn_core::id::{ActivityId, MessageId, RunId};
use midturn_core::run_event::Interrupt;
use midturn_core::transcript::{
    Activity, ActivityKind, ActivityStatus, Answer, Asked, Delivery, Entry, Interjection,
    LedgerEvent, Outcome, Stop, Target, TaskStop, Undelivered, interjection_activity,
};

use super::facts::Facts;
use super::task::stop_words;
use super::told::words;
use crate::components::testing::{self, cell};
use crate::i18n::Locale;
use crate::state::{TurnCell, TurnView};

fn activity(id: &str, kind: ActivityKind, stop: TaskStop) -> Activity {
    let mut activity = testing::activity(id, kind);
    activity.status = ActivityStatus::Cancelled;
    activity.task.stop = stop;
    activity
}

fn tool(id: &str, name: &str, stop: TaskStop) -> Activity {
    activity(id, testing::tool(name), stop)
}

fn question(id: &str, call: Option<&str>) -> Activity {
    let kind = ActivityKind::Approval {
        interrupt: Interrupt {
            id: id.to_owned(),
            reason: "input_required".to_owned(),
            message: Some("Which branch?".to_owned()),
            call: call.map(ActivityId::from),
            ..Interrupt::default()
        },
        answer: None,
        asked: Asked::default(),
    };
    activity(id, kind, TaskStop::None)
}

fn said(id: &MessageId, text: &str) -> Activity {
    let said = Interjection {
        id: id.clone(),
        text: text.to_owned(),
        revision: None,
        target: Target::Root,
        agent: None,
        fell_back: false,
        delivery: Delivery::Delivered { step: None },
        place: None,
    };
    let id = interjection_activity(id);
    activity(
        id.as_str(),
        ActivityKind::Interjection(said),
        TaskStop::None,
    )
}

fn turn(activities: Vec<Activity>, ledger: Vec<LedgerEvent>) -> TurnCell {
    let ledger = ledger.into_iter().map(|event| Entry { at: 0, event });
    TurnCell {
        id: MessageId::from("m"),
        text: String::new(),
        attachments: ArcRwSignal::new(Vec::new()),
        view: ArcRwSignal::new(TurnView {
            started_at: 0,
            ended_at: Some(1),
            outcome: Some(Outcome::Cancelled(Stop::Confirmed)),
            steps: 0,
            run: RunId::from("r"),
            ledger: ledger.collect(),
            unanswered: false,
            open_call: false,
            limit: None,
            cut_off: false,
            text_ended: false,
        }),
        texts: ArcRwSignal::new(Vec::new()),
        activities: ArcRwSignal::new(activities.into_iter().map(cell).collect()),
    }
}

/// A line of the ledger of this turn, in this language.
fn line(locale: Locale, turn: &TurnCell, event: &LedgerEvent) -> String {
    with_facts(turn, |turn| words(locale.catalogue(), turn, event))
}

fn with_facts<T>(turn: &TurnCell, read: impl FnOnce(Facts<'_>) -> T) -> T {
    turn.activities
        .with(|activities| turn.view.with(|view| read(Facts { activities, view })))
}

/// One event of each kind, with its line in English.
fn every_event() -> Vec<(LedgerEvent, &'static str)> {
    let (task, said) = (ActivityId::from("t"), MessageId::from("i"));
    let undelivered = |why| LedgerEvent::NotDelivered {
        id: said.clone(),
        why,
    };
    vec![
        (
            LedgerEvent::StopAsked { steps: 1 },
            "You stopped it: 1 step",
        ),
        (LedgerEvent::StopForced, "You asked to stop at once"),
        (LedgerEvent::StopConfirmed, "Confirmed"),
        (
            LedgerEvent::StopUnknown,
            "Nobody said whether the agent stopped",
        ),
        (
            LedgerEvent::StopTooLate,
            "The turn had ended before the stop",
        ),
        (LedgerEvent::StoppedByBackend, "The agent stopped by itself"),
        (
            LedgerEvent::TaskStopAsked(task.clone()),
            "You stopped run_command",
        ),
        (
            LedgerEvent::TaskStopped {
                task: task.clone(),
                reason: "out of time".to_owned(),
            },
            "run_command has stopped: out of time",
        ),
        (
            LedgerEvent::TaskStopRefused {
                task: task.clone(),
                error: "done".to_owned(),
            },
            "run_command did not stop: done",
        ),
        (
            LedgerEvent::Interjected(said.clone()),
            "You said “look there”",
        ),
        (
            LedgerEvent::FellBack(said.clone()),
            "“look there” goes to the agent above: the one it was meant for has ended",
        ),
        (
            LedgerEvent::Delivered(said.clone()),
            "The agent got “look there”",
        ),
        (
            undelivered(Undelivered::Queued),
            "Too late for this turn, now in the queue: “look there”",
        ),
        (
            undelivered(Undelivered::Stopped),
            "Not delivered, the turn was stopped first: “look there”",
        ),
        (
            undelivered(Undelivered::Unreachable),
            "Not delivered, the agent could not be reached: “look there”",
        ),
        (
            LedgerEvent::Asked(ActivityId::from("q")),
            "The agent asked about Which branch?",
        ),
        (
            LedgerEvent::Answered {
                question: ActivityId::from("about"),
                answer: Answer::Denied {
                    reason: Some("no".to_owned()),
                },
            },
            "You answered about run_command: Denied: no",
        ),
        (LedgerEvent::Lost, "The connection was lost"),
        (LedgerEvent::Rejoined, "Connected again"),
    ]
}

#[test]
fn every_ledger_event_has_a_line_in_every_language() {
    let activities = vec![
        tool("t", "run_command", TaskStop::None),
        question("q", None),
        question("about", Some("t")),
        said(&MessageId::from("i"), "  look there\nand here"),
    ];
    let turn = turn(activities, Vec::new());
    let said_in = |locale: Locale| -> Vec<String> {
        let events = every_event().into_iter();
        events
            .map(|(event, _)| line(locale, &turn, &event))
            .collect()
    };
    let english: Vec<_> = every_event().into_iter().map(|(_, text)| text).collect();
    assert_eq!(said_in(Locale::En), english);
    for locale in Locale::ALL {
        for other in Locale::ALL.into_iter().filter(|other| *other != locale) {
            for (one, other) in said_in(locale).into_iter().zip(said_in(other)) {
                assert_ne!(one, other, "not translated");
            }
        }
    }
}

#[test]
fn a_stop_before_the_first_step_says_no_number() {
    let turn = turn(Vec::new(), Vec::new());
    let said = line(Locale::En, &turn, &LedgerEvent::StopAsked { steps: 0 });
    assert_eq!(said, "You stopped it");
}

#[test]
fn a_long_message_is_quoted_only_by_its_start() {
    let long = "word ".repeat(30);
    let id = MessageId::from("i");
    let turn = turn(vec![said(&id, &long)], Vec::new());
    let said = line(Locale::En, &turn, &LedgerEvent::Delivered(id));
    assert_eq!(
        said.chars().count(),
        "The agent got “…”".chars().count() + 60
    );
    let gone = LedgerEvent::Delivered(MessageId::from("gone"));
    assert_eq!(line(Locale::En, &turn, &gone), "The agent got “…”");
}

#[test]
fn a_stopped_task_says_what_stopped_it() {
    let stopped = |with: Option<&str>| TaskStop::Stopped {
        reason: "out of time".to_owned(),
        with: with.map(ActivityId::from),
    };
    let all = [
        (stopped(None), Some("Stopped by you")),
        (stopped(Some("t0")), Some("Stopped with tool 0")),
        (stopped(None), Some("Stopped: out of time")),
        (
            TaskStop::Refused("done".to_owned()),
            Some("Not stopped: done"),
        ),
        (TaskStop::None, Some("Stopped with the turn")),
    ];
    let activities: Vec<_> = all
        .iter()
        .enumerate()
        .map(|(place, (stop, _))| {
            tool(&format!("t{place}"), &format!("tool {place}"), stop.clone())
        })
        .collect();
    let asked = LedgerEvent::TaskStopAsked(ActivityId::from("t0"));
    let turn = turn(activities.clone(), vec![asked]);
    let texts = Locale::En.catalogue();
    for (activity, (_, expected)) in activities.iter().zip(&all) {
        let said = with_facts(&turn, |turn| stop_words(texts, turn, activity));
        assert_eq!(said.as_deref(), *expected);
    }
    turn.view
        .update(|view| view.outcome = Some(Outcome::Cancelled(Stop::Unknown)));
    let said = with_facts(&turn, |turn| stop_words(texts, turn, &activities[4]));
    assert_eq!(said, None);
}
