//! A turn's interruptions in words.

use leptos::prelude::*;
use midturn_core::id::{ActivityId, MessageId};
use midturn_core::time::Millis;
use midturn_core::transcript::{
    Activity, ActivityKind, Entry, Interjection, Interruption, LedgerEvent, Undelivered,
    interjection_activity,
};

use super::facts::{Facts, was_asked_to_stop};
use super::interjection_view::{agent, at_step, line as delivery, mark};
use super::resolution::{resolution_text, with_details};
use super::summary::title;
use crate::i18n::{Around, Catalogue};
use crate::state::{ActivityCell, TurnCell};

/// The most characters of a message that are quoted.
const QUOTED: usize = 60;

/// An interruption in words.
pub struct Told {
    /// When the interruption began: day and time.
    pub time: String,
    /// What the person or the agent did.
    pub said: String,
    /// The outcome: one line for each entry.
    pub came_of: Vec<String>,
    /// For an interjection: the CSS selector of its element, within the turn.
    pub mark: Option<String>,
}

impl Told {
    /// All words of the interruption, for the search.
    pub fn text(&self) -> String {
        format!("{} {}", self.said, self.came_of.join(" "))
    }
}

/// An interruption of a turn in words. An interjection is quoted in full, with its current delivery
/// status.
pub fn told(texts: &Catalogue, turn: &TurnCell, one: &Interruption) -> Told {
    turn.activities.with(|activities| {
        turn.view
            .with(|view| told_of(texts, Facts { activities, view }, one))
    })
}

fn told_of(texts: &Catalogue, turn: Facts<'_>, one: &Interruption) -> Told {
    let time = day_and_time(texts, one.began.at);
    let line = |entry: &Entry| words(texts, turn, &entry.event);
    if let LedgerEvent::Interjected(id) = &one.began.event
        && let Some((said, delivery)) = said_in_full(texts, turn.activities, id)
    {
        return Told {
            time,
            said,
            came_of: vec![delivery],
            mark: Some(mark(id)),
        };
    }
    Told {
        time,
        said: line(&one.began),
        came_of: one.came_of.iter().map(line).collect(),
        mark: None,
    }
}

/// The recipient and text of an interjection, and its delivery; `None` if it was taken back.
fn said_in_full(
    texts: &Catalogue,
    all: &[ActivityCell],
    id: &MessageId,
) -> Option<(String, String)> {
    let activity = interjection_activity(id);
    let said = look(all, &activity, |held| match &held.kind {
        ActivityKind::Interjection(said) => Some(said.clone()),
        _ => None,
    })??;
    let whom = agent(texts, all, &said);
    let words = texts.history.told(&whom, said.wanted().trim());
    let came = at_step(texts, all, &said);
    Some((words, came.unwrap_or_else(|| delivery(texts, all, &said))))
}

/// Day and time in the format of the language.
#[expect(
    clippy::cast_precision_loss,
    reason = "milliseconds since 1970 fit for three hundred thousand years"
)]
fn day_and_time(texts: &Catalogue, at: Millis) -> String {
    let at = js_sys::Date::new(&(at as f64).into());
    let options = js_sys::Object::new();
    for (name, value) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        // Fails only for frozen objects.
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    at.to_locale_string(texts.control.time_locale, &options)
        .into()
}

/// The time of day in the format of the language.
#[expect(
    clippy::cast_precision_loss,
    reason = "milliseconds since 1970 fit for three hundred thousand years"
)]
pub(super) fn clock(texts: &Catalogue, at: Millis) -> String {
    let at = js_sys::Date::new(&(at as f64).into());
    at.to_locale_time_string(texts.control.time_locale).into()
}

/// One line of the ledger in words.
pub(super) fn words(texts: &Catalogue, turn: Facts<'_>, event: &LedgerEvent) -> String {
    let task = |around: &Around, id: &ActivityId| around.of(&name(texts, turn.activities, id));
    let said = |around: &Around, id: &MessageId| around.of(&quote(turn.activities, id));
    match event {
        LedgerEvent::StopAsked { steps } => {
            // A number of zero says nothing.
            let steps = Some(*steps).filter(|steps| *steps > 0);
            let steps = steps.map(|steps| texts.steps(steps)).unwrap_or_default();
            with_details(texts, texts.control.ledger_stop_asked, &steps)
        }
        LedgerEvent::StopForced => texts.control.ledger_stop_forced.to_owned(),
        LedgerEvent::StopConfirmed => texts.control.ledger_stop_confirmed.to_owned(),
        LedgerEvent::StopUnknown => texts.control.ledger_stop_unknown.to_owned(),
        LedgerEvent::StopTooLate => texts.control.ledger_stop_late.to_owned(),
        LedgerEvent::StoppedByBackend => texts.control.ledger_stopped_itself.to_owned(),
        LedgerEvent::TaskStopAsked(id) => task(&texts.control.ledger_task_asked, id),
        LedgerEvent::TaskStopped { task: id, reason } => {
            let reason = if was_asked_to_stop(turn.view, id) {
                ""
            } else {
                reason
            };
            with_details(texts, &task(&texts.control.ledger_task_stopped, id), reason)
        }
        LedgerEvent::TaskStopRefused { task: id, error } => {
            with_details(texts, &task(&texts.control.ledger_task_refused, id), error)
        }
        LedgerEvent::Interjected(id) => said(&texts.control.ledger_interjected, id),
        LedgerEvent::FellBack(id) => said(&texts.control.ledger_fell_back, id),
        LedgerEvent::Delivered(id) => said(&texts.control.ledger_delivered, id),
        LedgerEvent::NotDelivered { id, why } => {
            let around = match why {
                Undelivered::Queued => &texts.control.ledger_queued,
                Undelivered::Stopped => &texts.control.ledger_undelivered,
                Undelivered::Unreachable => &texts.control.ledger_unreachable,
                Undelivered::Ended => &texts.control.ledger_ended,
            };
            said(around, id)
        }
        LedgerEvent::Asked(id) => task(&texts.control.ledger_asked, id),
        LedgerEvent::Answered { question, answer } => with_details(
            texts,
            &task(&texts.control.ledger_answered, question),
            &resolution_text(texts, answer),
        ),
        LedgerEvent::Lost => texts.control.ledger_lost.to_owned(),
        LedgerEvent::Rejoined => texts.control.ledger_rejoined.to_owned(),
    }
}

/// An activity's name. For a question, the name of the tool it is about, or else its message.
fn name(texts: &Catalogue, all: &[ActivityCell], id: &ActivityId) -> String {
    let about = look(all, id, |activity| match &activity.kind {
        ActivityKind::Approval { interrupt, .. } => {
            let words = interrupt.message.as_ref().unwrap_or(&interrupt.reason);
            (words.clone(), interrupt.call.clone())
        }
        _ => (title(texts, activity), None),
    });
    let (words, call) = about.unwrap_or_else(|| (id.as_str().to_owned(), None));
    let tool = call.and_then(|call| look(all, &call, |activity| title(texts, activity)));
    tool.unwrap_or(words)
}

/// The start of an interjection's text; `…` if the interjection was taken back.
fn quote(all: &[ActivityCell], id: &MessageId) -> String {
    let text = |said: &Interjection| {
        let line = said
            .wanted()
            .trim_start()
            .lines()
            .next()
            .unwrap_or_default();
        let mut start: String = line.chars().take(QUOTED).collect();
        if start.len() < line.len() {
            start.push('…');
        }
        start
    };
    let said = look(
        all,
        &interjection_activity(id),
        |activity| match &activity.kind {
            ActivityKind::Interjection(said) => text(said),
            _ => String::new(),
        },
    );
    said.unwrap_or_else(|| "…".to_owned())
}

fn look<T>(all: &[ActivityCell], id: &ActivityId, read: impl FnOnce(&Activity) -> T) -> Option<T> {
    let cell = all.iter().rev().find(|cell| cell.id == *id)?;
    Some(cell.activity.with(read))
}
