//! What a person should know about a turn that did not end well.
//!
//! Not responsible for the count of steps, which the activity stream shows.

use leptos::prelude::*;
use midturn_core::id::MessageId;
use midturn_core::run_event::LostReason;
use midturn_core::transcript::{Failure, Outcome, Stop};
use web_sys::Node;

use super::stopping::stopping_note;
use crate::components::activity::outcome_name;
use crate::components::icon::{IconName, icon};
use crate::components::{Ui, button};
use crate::dom::{El, all, choose, el, show};
use crate::i18n::Catalogue;
use crate::state::{TurnCell, TurnView};

/// What is said about an outcome.
#[derive(Clone, PartialEq, Eq)]
struct Note {
    icon: IconName,
    name: &'static str,
    text: String,
    /// The backend's own words.
    body: String,
    /// Whether the message can be sent again.
    again: bool,
}

/// The note under a turn's texts; nothing for one that ended well.
pub(super) fn outcome_note(ui: &Ui, turn: &TurnCell) -> Node {
    let (texts, view, asked) = (ui.texts, turn.view.clone(), turn.view.clone());
    let what = move || view.with(|view| note(texts, view));
    let stops =
        move || asked.with(|view| view.outcome == Some(Outcome::Cancelled(Stop::Requested)));
    let (shared, stopped) = (ui.clone(), turn.clone());
    let (ui, id) = (ui.clone(), turn.id.clone());
    all([
        show(stops, move || stopping_note(&shared, &stopped)),
        choose(what, move |note| Some(drawn(&ui, &id, &note?).into())),
    ])
}

fn drawn(ui: &Ui, turn: &MessageId, note: &Note) -> El {
    let text = el("div")
        .class("mt-outcome__text")
        .child(el("p").text(&note.text));
    let text = if note.body.is_empty() {
        text
    } else {
        text.child(
            el("pre")
                .class("mt-outcome__body")
                .attr("dir", "auto")
                .attr("tabindex", "0")
                .text(&note.body),
        )
    };
    let drawn = el("div")
        .class("mt-outcome")
        .attr("data-testid", "outcome-note")
        .attr("data-outcome", note.name)
        .attr("dir", "auto")
        .child(icon(note.icon))
        .child(text);
    if note.again {
        drawn.child(try_again(ui, turn))
    } else {
        drawn
    }
}

/// Only the last turn can be tried again, and only while nothing is at work.
fn try_again(ui: &Ui, turn: &MessageId) -> Node {
    let (cells, id) = (ui.cells.clone(), turn.clone());
    let possible = move || cells.run.with(Option::is_none) && cells.is_last(&id);
    let (ui, turn) = (ui.clone(), turn.clone());
    show(possible, move || {
        let (acting, turn) = (ui.clone(), turn.clone());
        let again = move || acting.actions.try_again(turn.clone());
        button("mt-button mt-button--small", again).text(ui.texts.try_again)
    })
}

fn page_origin() -> String {
    web_sys::window()
        .and_then(|window| window.location().origin().ok())
        .unwrap_or_default()
}

fn note(texts: &Catalogue, view: &TurnView) -> Option<Note> {
    let outcome = view.outcome.as_ref()?;
    let note = |icon, text: &str, body: &str, again| Note {
        icon,
        name: outcome_name(Some(outcome)),
        text: text.to_owned(),
        body: body.to_owned(),
        again,
    };
    match outcome {
        Outcome::Completed if view.unanswered => {
            Some(note(IconName::Interrupted, texts.ends.unanswered, "", true))
        }
        Outcome::Completed
        | Outcome::Cancelled(Stop::Confirmed | Stop::Requested)
        | Outcome::Waiting(_) => None,
        Outcome::Cancelled(Stop::Unknown) => {
            Some(note(IconName::Cancelled, texts.stop_unknown, "", false))
        }
        Outcome::Failed(failure) => Some(match failure {
            Failure::Agent(error) => {
                note(IconName::Error, texts.failed_agent, &error.message, true)
            }
            Failure::Refused { status, body } => {
                // Only what is the client's to mend is a refusal.
                let said = if *status < 500 {
                    texts.failed_refused
                } else {
                    texts.ends.failed_status
                };
                note(IconName::Error, &said(*status), body, true)
            }
            Failure::Foreign { origin, message } => note(
                IconName::Error,
                &(texts.ends.failed_foreign)(origin, &page_origin()),
                message,
                true,
            ),
            Failure::Unreachable(message) => {
                note(IconName::Error, texts.failed_unreachable, message, true)
            }
            Failure::NotAStream(body) => note(IconName::Error, texts.failed_not_stream, body, true),
        }),
        Outcome::Interrupted(reason) => Some(match reason {
            LostReason::Truncated => {
                note(IconName::Interrupted, texts.interrupted_truncated, "", true)
            }
            LostReason::Network(message) => note(
                IconName::Interrupted,
                texts.interrupted_network,
                message,
                true,
            ),
            LostReason::Malformed(message) => note(
                IconName::Interrupted,
                texts.interrupted_malformed,
                message,
                true,
            ),
            LostReason::Reload => note(IconName::Interrupted, texts.interrupted_reload, "", true),
        }),
    }
}
