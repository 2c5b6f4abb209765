//! How long a turn has been at work.
//!
//! Not responsible for when it began: the core knows, so the timer does not restart when the
//! card is drawn anew.

use crate::dom::{El, el};
use crate::hooks::use_now;
use crate::i18n::Catalogue;
use crate::reactive::Signal;
use crate::state::TurnView;

/// The time since the turn began, or how long it took.
pub(super) fn timer(texts: &'static Catalogue, view: &Signal<TurnView>) -> El {
    let (now, view) = (use_now(), view.clone());
    let time = move || {
        view.with(|view| {
            let until = view.ended_at.unwrap_or_else(|| now.get());
            (texts.duration)(until.saturating_sub(view.started_at))
        })
    };
    let said = time.clone();
    el("span")
        .class("mt-card__timer")
        .attr("data-testid", "agent-running-timer")
        .attr("role", "timer")
        .attr("aria-live", "off")
        .live("aria-label", move || (texts.timer_label)(&said()))
        .live_text(time)
}
