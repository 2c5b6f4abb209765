//! The running card: the live view of a turn, with its header, timer, controls and editor.
//!
//! Not responsible for its states; they are the core's [`Card`].

mod editor;
mod header;
mod timer;

use leptos::html::Div;
use leptos::prelude::*;
use midturn_core::card::{Card, PauseReason};

use super::activity::ActivityList;
use super::{Ui, When};
use crate::i18n::Catalogue;
use crate::state::TurnCell;
use editor::Editor;
use header::Header;

/// What the person sees of the card; the data of each state stays in the core.
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

/// The card of the turn it is attached to.
#[component]
pub fn RunningCard(
    /// The turn.
    turn: TurnCell,
) -> impl IntoView {
    let ui = Ui::get();
    let (texts, expanded) = (ui.texts, ui.expanded);
    let card = ui.cells.card.clone();
    let shown = Memo::new(move |_| card.with(|view| Shown::of(&view.card)));
    let root = NodeRef::<Div>::new();
    let list = format!("steps-{}", turn.id);
    let held = StoredValue::new((turn.clone(), list.clone()));
    // The editor of a cancel and that of a resume are two; that a run ends does not renew one.
    let editing = Memo::new(move |_| match shown.get() {
        Some(Shown::Cancelling { .. }) => Some(false),
        Some(Shown::Resuming) => Some(true),
        Some(Shown::Running | Shown::Paused(_)) | None => None,
    });
    view! {
        <div
            class="mt-card"
            class:mt-card--expanded=move || expanded.get()
            data-testid="agent-running-card"
            data-state=move || shown.get().map(Shown::name)
            node_ref=root
        >
            <When when=move || expanded.get()>
                {held.with_value(|(turn, list)| view! {
                    <ActivityList turn=turn.clone() id=list.clone() testid="agent-running-history"/>
                })}
            </When>
            <Header turn shown list/>
            {move || match shown.get() {
                Some(Shown::Paused(reason)) => {
                    Some(view! { <p class="mt-card__reason">{reason_text(texts, reason)}</p> }.into_any())
                }
                Some(Shown::Running | Shown::Cancelling { .. } | Shown::Resuming) | None => None,
            }}
            {move || editing.get().map(|resuming| view! { <Editor resuming shown card=root/> }.into_any())}
        </div>
    }
}

fn reason_text(texts: &Catalogue, reason: PauseReason) -> &'static str {
    match reason {
        PauseReason::Cancelled => texts.reason_cancelled,
        PauseReason::Failed => texts.reason_failed,
        PauseReason::Interrupted => texts.reason_interrupted,
        PauseReason::Waiting => texts.reason_waiting,
        PauseReason::Editing => texts.reason_editing,
        PauseReason::Finished => texts.reason_finished,
    }
}
