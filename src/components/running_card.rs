//! The running card: the live view of a turn, with its header, timer, controls and editor.
//!
//! Not responsible for its states; they are the core's [`Card`].

mod editor;
mod header;
mod timer;
mod unheard;

use midturn_core::card::{Card, PauseReason};

use super::Ui;
use super::activity::{activity_list, interjections};
use crate::dom::{El, choose, el, show};
use crate::i18n::Catalogue;
use crate::state::TurnCell;
use editor::editor;
use header::header;

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

    /// What the card is now, for effects to follow.
    fn now(ui: &Ui) -> Option<Self> {
        ui.cells.card.with(|view| Self::of(&view.card))
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
pub fn running_card(ui: &Ui, turn: &TurnCell) -> El {
    let (texts, list) = (ui.texts, ["steps-", turn.id.as_str()].concat());
    let (open, widened, named, reasons, editing) =
        (ui.clone(), ui.clone(), ui.clone(), ui.clone(), ui.clone());
    let head = header(ui, turn, &list);
    let (folded, folded_ui, folded_turn) = (ui.clone(), ui.clone(), turn.clone());
    let (turn, listing) = (turn.clone(), ui.clone());
    let activities =
        move || activity_list(&listing, &turn, &list).attr("data-testid", "agent-running-history");
    let reason = move || match Shown::now(&reasons) {
        Some(Shown::Paused(reason)) => Some(reason),
        Some(Shown::Running | Shown::Cancelling { .. } | Shown::Resuming) | None => None,
    };
    // The editor of a cancel and that of a resume are two; that a run ends does not renew one.
    let resuming = move || match Shown::now(&editing) {
        Some(Shown::Cancelling { .. }) => Some(false),
        Some(Shown::Resuming) => Some(true),
        Some(Shown::Running | Shown::Paused(_)) | None => None,
    };
    let card = el("div")
        .class("mt-card")
        .live_class("mt-card--expanded", move || widened.expanded.get())
        .attr("data-testid", "agent-running-card")
        .live("data-state", move || Shown::now(&named).map(Shown::name))
        .child(show(move || open.expanded.get(), activities))
        .child(head)
        .child(show(
            move || !folded.expanded.get(),
            move || interjections(&folded_ui, &folded_turn),
        ))
        .child(choose(reason, move |reason| {
            let said = reason_text(texts, reason?);
            Some(el("p").class("mt-card__reason").text(said).into())
        }));
    let (around, ui) = (card.clone(), ui.clone());
    card.child(choose(resuming, move |resuming| {
        Some(editor(&ui, resuming?, &around).into())
    }))
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
