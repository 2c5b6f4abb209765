//! The top of a thread whose past is elsewhere: that more is fetched, or could not be.
//!
//! Not responsible for fetching it. More is asked for when the reader nears the top.

use leptos::prelude::*;
use midturn_core::conversation::PastState;
use web_sys::Node;

use crate::components::icon::{IconName, icon};
use crate::components::{Ui, button};
use crate::dom::{El, choose, el};
use crate::hooks::later_effect;

/// What there is to say of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Nothing,
    Loading,
    Failed,
}

/// The line at the top.
pub(super) fn past(ui: &Ui) -> Node {
    let (cells, near) = (ui.cells.clone(), ui.scroll.near_top.clone());
    let asking = ui.clone();
    later_effect(move || {
        let more = cells.past.with(|past| *past == PastState::More);
        if near.get() && more {
            asking.actions.past();
        }
    });
    let (shown, ui) = (ui.cells.past.clone(), ui.clone());
    let said = move || {
        shown.with(|past| match past {
            // The line is there as long as there may be more: it does not come and go with pages.
            PastState::Asked { .. } | PastState::More => Said::Loading,
            PastState::Failed => Said::Failed,
            PastState::Unasked | PastState::Complete => Said::Nothing,
        })
    };
    choose(said, move |said| match said {
        Said::Nothing => None,
        Said::Loading => Some(line().text(ui.texts.reading.past_loading).into()),
        Said::Failed => Some(failed(&ui).into()),
    })
}

fn line() -> El {
    el("p").class("mt-past").attr("data-testid", "past")
}

fn failed(ui: &Ui) -> El {
    let acting = ui.clone();
    let again = move || acting.actions.past();
    line()
        .child(icon(IconName::Error))
        .child(
            el("span")
                .attr("role", "alert")
                .text(ui.texts.reading.past_failed),
        )
        .child(
            button("mt-button mt-button--small", again)
                .attr("data-testid", "past-again")
                .text(ui.texts.reading.past_again),
        )
}
