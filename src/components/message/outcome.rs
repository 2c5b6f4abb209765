//! The note about a turn that failed, was lost, has no answer, or whose stop is unconfirmed.
//!
//! Not responsible for the number of steps, which the activity stream shows.

use leptos::prelude::*;
use midturn_core::run_event::{LostReason, RunError};
use midturn_core::transcript::{Failure, Outcome, Stop};

use super::stopping::StoppingNote;
use crate::components::Ui;
use crate::components::icon::{Icon, IconName};
use crate::i18n::Catalogue;
use crate::state::{TurnSignals, TurnView};

/// The content of the note.
#[derive(Clone, PartialEq, Eq)]
struct Note {
    icon: IconName,
    name: &'static str,
    text: String,
    /// The backend's own message.
    body: String,
    /// Whether the message can be sent again.
    again: bool,
}

/// The note under a turn's texts, if the turn needs one.
#[component]
pub(super) fn OutcomeNote(turn: TurnSignals) -> impl IntoView {
    let texts = Ui::get().texts;
    let stops = move || {
        turn.view
            .with(|view| view.outcome == Some(Outcome::Cancelled(Stop::Requested)))
    };
    let said = Memo::new(move |_| turn.view.with(|view| note(texts, view)));
    view! {
        <Show when=stops>
            <StoppingNote turn/>
        </Show>
        {move || said.get().map(|note| view! { <MessageContent turn note/> })}
    }
}

#[component]
fn MessageContent(turn: TurnSignals, note: Note) -> impl IntoView {
    let body = (!note.body.is_empty()).then(|| {
        view! {
            <pre class="mt-outcome__body" dir="auto" tabindex="0">
                {note.body}
            </pre>
        }
    });
    view! {
        <div
            class="mt-outcome"
            part="outcome"
            data-testid="outcome-note"
            data-outcome=note.name
            dir="auto"
        >
            <Icon name=note.icon/>
            <div class="mt-outcome__text">
                <p>{note.text}</p>
                {body}
            </div>
            {note.again.then(|| view! { <TryAgain turn/> })}
        </div>
    }
}

/// The "Try again" button: only for the last turn, and only while no run works.
#[component]
fn TryAgain(turn: TurnSignals) -> impl IntoView {
    let Ui {
        texts,
        cells,
        actions,
        ..
    } = Ui::get();
    let possible =
        move || cells.run.with(Option::is_none) && turn.id.with_value(|id| cells.is_last(id));
    view! {
        <Show when=possible>
            <button
                type="button"
                class="mt-button mt-button--small"
                part="outcome-button"
                on:click=move |_| actions.try_again(turn.id.get_value())
            >
                {texts.try_again}
            </button>
        </Show>
    }
}

fn page_origin() -> String {
    web_sys::window()
        .and_then(|window| window.location().origin().ok())
        .unwrap_or_default()
}

fn note(texts: &Catalogue, view: &TurnView) -> Option<Note> {
    let outcome = view.outcome.as_ref()?;
    let note = |icon, text: &str, again| Note {
        icon,
        name: outcome.name(),
        text: text.to_owned(),
        body: outcome.message().to_owned(),
        again,
    };
    if let Some(limit) = view.limit {
        let said = texts.ends.cut_off_by(limit);
        return Some(note(IconName::Interrupted, said, true));
    }
    match outcome {
        Outcome::Completed if view.unanswered => {
            Some(note(IconName::Interrupted, texts.ends.unanswered, true))
        }
        Outcome::Completed if view.open_call => {
            Some(note(IconName::Interrupted, texts.ends.no_result, true))
        }
        Outcome::Completed
        | Outcome::Cancelled(Stop::Confirmed | Stop::Requested)
        | Outcome::Waiting(_) => None,
        Outcome::Cancelled(Stop::Unsent) => {
            Some(note(IconName::Cancelled, texts.attach.not_sent, true))
        }
        Outcome::Cancelled(Stop::Unknown) => {
            Some(note(IconName::Cancelled, texts.stop_unknown, false))
        }
        Outcome::Failed(failure) => Some(match failure {
            Failure::Agent(error) => {
                let said = if error.code.as_deref() == Some(RunError::WRONG_PROTOCOL) {
                    texts.backend.wrong_protocol
                } else {
                    texts.failed_agent
                };
                note(IconName::Error, said, true)
            }
            Failure::Refused { status, .. } => {
                // Below 500, the client is at fault: only that is called a refusal.
                let said = if *status < 500 {
                    texts.failed_refused
                } else {
                    texts.ends.failed_status
                };
                note(IconName::Error, &said.say(*status), true)
            }
            Failure::Foreign { origin, .. } => note(
                IconName::Error,
                &texts.ends.failed_foreign(origin, &page_origin()),
                true,
            ),
            Failure::Unreachable(_) => note(IconName::Error, texts.failed_unreachable, true),
            Failure::NotAStream(_) => note(IconName::Error, texts.failed_not_stream, true),
        }),
        Outcome::Interrupted(reason) => {
            let said = match reason {
                LostReason::Truncated => texts.interrupted_truncated,
                LostReason::Network(_) => texts.interrupted_network,
                LostReason::Malformed(_) => texts.interrupted_malformed,
                LostReason::Reload => texts.interrupted_reload,
            };
            Some(note(IconName::Interrupted, said, true))
        }
    }
}
