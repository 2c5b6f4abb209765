//! What is left of a turn that did not end well: the mark under its text, and the ways on.
//!
//! Not responsible for "Try again", which stands beside the reason (see `outcome`).

use leptos::prelude::*;
use midturn_core::transcript::{Outcome, Stop};
use web_sys::Node;

use crate::components::{Ui, button};
use crate::dom::{El, el, show};
use crate::i18n::Catalogue;
use crate::state::{TurnCell, TurnView};

/// The mark under a text that a cancel cut off.
pub(super) fn partial_mark(turn: &TurnCell, texts: &'static Catalogue) -> Node {
    let turn = turn.clone();
    let cut = move || turn.view.with(|view| view.cut_off);
    show(cut, move || {
        el("p")
            .class("mt-partial")
            .attr("data-testid", "partial-mark")
            .text(texts.control.partial_mark)
    })
}

/// The ways on from the last turn, while nothing is at work.
pub(super) fn ways_on(ui: &Ui, turn: &TurnCell) -> Node {
    let (cells, last) = (ui.cells.clone(), turn.clone());
    let rests = move || {
        last.view.with(is_cut) && cells.run.with(Option::is_none) && cells.is_last(&last.id)
    };
    let (ui, turn) = (ui.clone(), turn.clone());
    show(rests, move || buttons(&ui, &turn))
}

/// Whether it is over before it was finished.
fn is_cut(view: &TurnView) -> bool {
    match &view.outcome {
        Some(Outcome::Cancelled(stop)) => *stop != Stop::Requested,
        Some(Outcome::Failed(_) | Outcome::Interrupted(_)) => true,
        Some(Outcome::Completed | Outcome::Waiting(_)) | None => false,
    }
}

fn has_text(turn: &TurnCell) -> bool {
    turn.texts.with(|texts| !texts.is_empty())
}

fn buttons(ui: &Ui, turn: &TurnCell) -> El {
    let (texts, asked) = (ui.texts, turn.clone());
    // There is nothing to go on from where nothing was said or done.
    let any = move || has_text(&asked) || asked.activities.with(|all| !all.is_empty());
    let going = ui.clone();
    let go_on = move || {
        let acting = going.clone();
        let press = move || {
            acting.scroll.to_bottom();
            let said = texts.control.continue_message.to_owned();
            acting.actions.say(said);
        };
        button("mt-button mt-button--small mt-button--quiet", press)
            .attr("data-testid", "continue-here")
            .text(texts.control.continue_here)
    };
    let (acting, id) = (ui.clone(), turn.id.clone());
    let edit = move || acting.actions.edit_again(id.clone());
    el("div").class("mt-ways").child(show(any, go_on)).child(
        button("mt-button mt-button--small mt-button--quiet", edit)
            .attr("data-testid", "edit-resend")
            .text(texts.control.edit_resend),
    )
}
