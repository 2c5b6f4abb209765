//! The running card: the live view of a turn, with its header, timer, controls and editor.
//!
//! Not responsible for the states and transitions; see the core's [`Card`].

mod current;
mod editor;
mod header;
mod held_back;
mod quiet;
mod timer;
mod unheard;

use leptos::html::Div;
use leptos::prelude::*;
use midturn_core::card::{Card, PauseReason};

use super::Ui;
use super::activity::{ActivityList, Interjections, Stretch};
use crate::hooks::{at_end, follow_focus};
use crate::i18n::Catalogue;
use editor::Editor;
use header::Header;
use held_back::HeldBack;
use quiet::Quiet;

/// The card's state on screen. The data of each state stays in the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Running,
    Cancelling { over: bool },
    Paused(PauseReason),
    Resuming,
}

impl Shown {
    fn of(card: &Card) -> Option<Self> {
        match card {
            Card::Hidden => None,
            Card::Running { .. } => Some(Self::Running),
            Card::Cancelling { over, .. } => Some(Self::Cancelling { over: *over }),
            Card::Paused { reason, .. } => Some(Self::Paused(*reason)),
            Card::Resuming { .. } => Some(Self::Resuming),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Cancelling { .. } => "cancelling",
            Self::Paused(_) => "paused",
            Self::Resuming => "resuming",
        }
    }
}

/// The running card of a turn.
#[component]
pub fn RunningCard(
    /// The activities that it shows.
    stretch: Stretch,
) -> impl IntoView {
    let Ui {
        texts,
        expanded,
        cells,
        focus,
        ..
    } = Ui::get();
    let shown = Memo::new(move |_| cells.card.with(|view| Shown::of(&view.card)));
    let reason = Memo::new(move |_| match shown.get()? {
        Shown::Paused(reason) => Some(reason),
        Shown::Running | Shown::Cancelling { .. } | Shown::Resuming => None,
    });
    // Cancelling and resuming have separate editors. The end of the run must not recreate the
    // editor, because the person may be typing in it.
    let resuming = Memo::new(move |_| match shown.get()? {
        Shown::Cancelling { .. } => Some(false),
        Shown::Resuming => Some(true),
        Shown::Running | Shown::Paused(_) => None,
    });
    let card = NodeRef::<Div>::new();
    let list = StoredValue::new(stretch.list_id());
    at_end(move || {
        if let Some(card) = card.try_get_untracked().flatten() {
            follow_focus(focus, &card);
        }
    });
    view! {
        <div
            class="mt-card"
            part="card"
            class=("mt-card--expanded", expanded)
            data-testid="agent-running-card"
            data-state=move || shown.get().map(Shown::name)
            node_ref=card
        >
            <Show when=move || expanded.get()>
                <ActivityList stretch testid="agent-running-history"/>
            </Show>
            <Header stretch shown list/>
            <HeldBack/>
            <Show when=move || !expanded.get()>
                <Interjections stretch/>
            </Show>
            <Quiet turn=stretch.turn/>
            {move || {
                let said = reason_text(texts, reason.get()?)?;
                Some(view! { <p class="mt-card__reason">{said}</p> })
            }}
            <For each=move || resuming.get() key=|resuming| *resuming let(resuming)>
                <Editor resuming shown card/>
            </For>
        </div>
    }
}

/// Why the queue waits, if the turn's outcome does not say it.
fn reason_text(texts: &Catalogue, reason: PauseReason) -> Option<&'static str> {
    match reason {
        PauseReason::Cancelled
        | PauseReason::Failed
        | PauseReason::Interrupted
        | PauseReason::Waiting => None,
        PauseReason::Editing => Some(texts.reason_editing),
        PauseReason::Finished => Some(texts.reason_finished),
        PauseReason::Asked => Some(texts.reason_asked),
        PauseReason::Held => Some(texts.acts.reason_held),
    }
}
