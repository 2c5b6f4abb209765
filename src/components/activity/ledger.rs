//! The ledger of a turn's interruptions: when, what, and what came of it.
//!
//! Not responsible for keeping it; the core does.

use leptos::prelude::*;
use midturn_core::id::{ActivityId, MessageId};
use midturn_core::time::Millis;
use midturn_core::transcript::{
    Activity, ActivityKind, Entry, Interjection, Interruption, LedgerEvent, Undelivered,
    interjection_activity,
};
use web_sys::{Element, Node};

use super::answer::{answer_text, with_details};
use super::interjection::{agent, line as fate, mark};
use super::summary::title;
use super::task::was_asked_to_stop;
use crate::components::icon::{IconName, icon};
use crate::components::{Ui, disclosure};
use crate::dom::{El, each, el, show};
use crate::i18n::{Around, Catalogue};
use crate::state::{TurnCell, TurnView};

/// How much of what was said is quoted, in characters.
const QUOTED: usize = 60;

/// The ledger, for the end of a list of activities; nothing for a turn that nobody interrupted.
pub(super) fn ledger(ui: &Ui, turn: &TurnCell) -> Node {
    let view = turn.view.clone();
    let any = move || view.with(|view| !view.ledger.is_empty());
    let (ui, turn) = (ui.clone(), turn.clone());
    show(any, move || folded(&ui, &turn))
}

fn folded(ui: &Ui, turn: &TurnCell) -> El {
    let (texts, view) = (ui.texts, turn.view.clone());
    let (line, open) = disclosure(ui, "mt-stream__summary");
    let line = line
        .child(icon(IconName::Clock))
        .child(el("span").live_text(move || {
            let lines = view.with(|view| view.ledger.len());
            texts.control.ledger.of(&lines.to_string())
        }))
        .child(icon(IconName::Chevron));
    let turn = turn.clone();
    el("li")
        .class("mt-ledger")
        .attr("data-testid", "ledger")
        .child(line)
        .child(show(move || open.get(), move || lines(texts, &turn)))
}

/// A line for each entry. The ledger only grows, so that a line stays what it is.
fn lines(texts: &'static Catalogue, turn: &TurnCell) -> El {
    let (view, turn) = (turn.view.clone(), turn.clone());
    let keys = move || {
        let lines = view.with(|view| view.ledger.len());
        (0..lines).map(|line| line.to_string()).collect()
    };
    let line = move |key: &str| -> Option<Element> {
        let place: usize = key.parse().ok()?;
        let read = |view: &TurnView| view.ledger.get(place).cloned();
        let Entry { at, event } = turn.view.with(read)?;
        let time = el("time").class("mt-ledger__time");
        let said = el("span").live_text({
            let turn = turn.clone();
            move || words(texts, &turn, &event)
        });
        let line = el("li").class("mt-ledger__line");
        Some(line.child(time.text(&clock(texts, at))).child(said).into())
    };
    el("ol").class("mt-ledger__lines").child(each(keys, line))
}

/// An interruption in words.
pub struct Told {
    /// When it began: day and time.
    pub time: String,
    /// What the person or the agent did.
    pub said: String,
    /// What came of it.
    pub came_of: Vec<String>,
    /// The selector of what it is about within its turn, where that is drawn on its own.
    pub mark: Option<String>,
}

impl Told {
    /// All of it, to be searched.
    pub fn text(&self) -> String {
        [&self.said, " ", &self.came_of.join(" ")].concat()
    }
}

/// An interruption of a turn in words. What the person said to an agent is told in full, with how
/// far it is now.
pub fn told(texts: &Catalogue, turn: &TurnCell, one: &Interruption) -> Told {
    let time = day_and_time(texts, one.began.at);
    let line = |entry: &Entry| words(texts, turn, &entry.event);
    if let LedgerEvent::Interjected(id) = &one.began.event
        && let Some((said, fate)) = said_in_full(texts, turn, id)
    {
        return Told {
            time,
            said,
            came_of: vec![fate],
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

/// What was said to whom, and how far it is; none when it was taken back.
fn said_in_full(texts: &Catalogue, turn: &TurnCell, id: &MessageId) -> Option<(String, String)> {
    let activity = interjection_activity(id);
    let said = look(turn, &activity, |held| match &held.kind {
        ActivityKind::Interjection(said) => Some(said.clone()),
        _ => None,
    })??;
    let whom = agent(texts, turn, &said);
    let words = (texts.history.told)(&whom, said.wanted().trim());
    Some((words, fate(texts, turn, &said)))
}

/// Day and time, as the language writes them.
#[expect(
    clippy::cast_precision_loss,
    reason = "milliseconds since 1970 fit for three hundred thousand years"
)]
fn day_and_time(texts: &Catalogue, at: Millis) -> String {
    let at = js_sys::Date::new(&(at as f64).into());
    let options = js_sys::Object::new();
    for (name, value) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        // Fails for frozen objects alone.
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    at.to_locale_string(texts.control.time_locale, &options)
        .into()
}

/// The time of day, as the language writes it.
#[expect(
    clippy::cast_precision_loss,
    reason = "milliseconds since 1970 fit for three hundred thousand years"
)]
fn clock(texts: &Catalogue, at: Millis) -> String {
    let at = js_sys::Date::new(&(at as f64).into());
    at.to_locale_time_string(texts.control.time_locale).into()
}

pub(super) fn words(texts: &Catalogue, turn: &TurnCell, event: &LedgerEvent) -> String {
    let task = |around: &Around, id: &ActivityId| around.of(&name(texts, turn, id));
    let said = |around: &Around, id: &MessageId| around.of(&quote(turn, id));
    match event {
        LedgerEvent::StopAsked { steps } => with_details(
            texts,
            texts.control.ledger_stop_asked,
            &(texts.steps)(*steps),
        ),
        LedgerEvent::StopForced => texts.control.ledger_stop_forced.to_owned(),
        LedgerEvent::StopConfirmed => texts.control.ledger_stop_confirmed.to_owned(),
        LedgerEvent::StopUnknown => texts.control.ledger_stop_unknown.to_owned(),
        LedgerEvent::StopTooLate => texts.control.ledger_stop_late.to_owned(),
        LedgerEvent::StoppedByBackend => texts.control.ledger_stopped_itself.to_owned(),
        LedgerEvent::TaskStopAsked(id) => task(&texts.control.ledger_task_asked, id),
        LedgerEvent::TaskStopped { task: id, reason } => {
            let reason = if was_asked_to_stop(turn, id) {
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
            &answer_text(texts, answer),
        ),
        LedgerEvent::Lost => texts.control.ledger_lost.to_owned(),
        LedgerEvent::Rejoined => texts.control.ledger_rejoined.to_owned(),
    }
}

/// What one of the turn's activities is called; a question by what it is about.
fn name(texts: &Catalogue, turn: &TurnCell, id: &ActivityId) -> String {
    let about = look(turn, id, |activity| match &activity.kind {
        ActivityKind::Approval { interrupt, .. } => {
            let words = interrupt.message.as_ref().unwrap_or(&interrupt.reason);
            (words.clone(), interrupt.call.clone())
        }
        _ => (title(texts, activity), None),
    });
    let (words, call) = about.unwrap_or_else(|| (id.as_str().to_owned(), None));
    let tool = call.and_then(|call| look(turn, &call, |activity| title(texts, activity)));
    tool.unwrap_or(words)
}

/// The start of what the person said. Taken back, it is there no more.
fn quote(turn: &TurnCell, id: &MessageId) -> String {
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
        turn,
        &interjection_activity(id),
        |activity| match &activity.kind {
            ActivityKind::Interjection(said) => text(said),
            _ => String::new(),
        },
    );
    said.unwrap_or_else(|| "…".to_owned())
}

fn look<T>(turn: &TurnCell, id: &ActivityId, read: impl FnOnce(&Activity) -> T) -> Option<T> {
    turn.activities.with(|all| {
        let cell = all.iter().rev().find(|cell| cell.id == *id)?;
        Some(cell.activity.with(read))
    })
}
