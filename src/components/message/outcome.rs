//! What a person should know about a turn that did not end well.
//!
//! Not responsible for the count of steps, which the activity stream shows.

use leptos::prelude::*;
use midturn_core::run_event::LostReason;
use midturn_core::transcript::{Failure, Outcome, Stop};

use crate::components::activity::outcome_name;
use crate::components::icon::{Icon, IconName};
use crate::components::{Ui, When};
use crate::i18n::Catalogue;
use crate::state::TurnCell;

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
#[component]
pub fn OutcomeNote(
    /// The turn.
    turn: TurnCell,
) -> impl IntoView {
    let ui = Ui::get();
    let (texts, actions) = (ui.texts, ui.actions);
    let view = turn.view.clone();
    let note = Memo::new(move |_| {
        view.with(|view| {
            view.outcome
                .as_ref()
                .and_then(|outcome| note(texts, outcome))
        })
    });
    let last = {
        let (turns, id) = (ui.cells.turns.clone(), turn.id.clone());
        Memo::new(move |_| turns.with(|turns| turns.last().is_some_and(|turn| turn.id == id)))
    };
    let idle = {
        let run = ui.cells.run.clone();
        Memo::new(move |_| run.with(Option::is_none))
    };
    let held = StoredValue::new((ui.cells.thread.clone(), turn.id.clone()));
    let again = move |_| held.with_value(|(thread, turn)| actions.try_again(thread, turn.clone()));
    move || {
        note.get().map(|note| {
            let retry = note.again;
            view! {
                <div class="mt-outcome" data-testid="outcome-note" data-outcome=note.name dir="auto">
                    <Icon name=note.icon/>
                    <div class="mt-outcome__text">
                        <p>{note.text}</p>
                        {(!note.body.is_empty())
                            .then(|| view! { <pre class="mt-outcome__body" dir="auto" tabindex="0">{note.body}</pre> })}
                    </div>
                    <When when=move || retry && last.get() && idle.get()>
                        <button type="button" class="mt-button mt-button--small" on:click=again>
                            {texts.try_again}
                        </button>
                    </When>
                </div>
            }
            .into_any()
        })
    }
}

fn note(texts: &Catalogue, outcome: &Outcome) -> Option<Note> {
    let note = |icon, text: &str, body: &str, again| Note {
        icon,
        name: outcome_name(Some(outcome)),
        text: text.to_owned(),
        body: body.to_owned(),
        again,
    };
    match outcome {
        Outcome::Completed | Outcome::Cancelled(Stop::Confirmed) => None,
        Outcome::Cancelled(Stop::Unknown) => {
            Some(note(IconName::Cancelled, texts.stop_unknown, "", false))
        }
        Outcome::Cancelled(Stop::Requested) => {
            Some(note(IconName::Clock, texts.stop_requested, "", false))
        }
        Outcome::Failed(failure) => Some(match failure {
            Failure::Agent(error) => {
                note(IconName::Error, texts.failed_agent, &error.message, true)
            }
            Failure::Refused { status, body } => note(
                IconName::Error,
                &(texts.failed_refused)(*status),
                body,
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
        Outcome::Waiting(_) => Some(note(IconName::Approval, texts.waiting_body, "", false)),
    }
}
