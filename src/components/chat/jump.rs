//! "Jump to latest", for a reader who is not at the bottom.
//!
//! Not responsible for following; the scroll anchor does that.

use leptos::prelude::*;
use web_sys::Node;

use crate::components::icon::{IconName, icon};
use crate::components::{Ui, button};
use crate::dom::show;
use crate::hooks::effect;

/// The button, with the number of messages that have begun since the reader left the bottom.
pub(super) fn jump(ui: &Ui) -> Node {
    let seen = ArcRwSignal::new(0_usize);
    let (at, counted) = (ui.clone(), seen.clone());
    effect(move || {
        let now = at.cells.messages.get();
        if at.scroll.following.get() {
            counted.set(now);
        }
    });
    let (at, ui) = (ui.clone(), ui.clone());
    let away = move || !at.scroll.following.get() && at.cells.turns.with(|turns| !turns.is_empty());
    show(away, move || {
        let (texts, jumped, counted, seen) = (ui.texts, ui.clone(), ui.clone(), seen.clone());
        let label = move || match counted.cells.messages.get().saturating_sub(seen.get()) {
            0 => texts.jump_latest.to_owned(),
            new => (texts.jump_new)(new),
        };
        button("mt-jump", move || jumped.scroll.to_bottom())
            .attr("data-testid", "jump-to-latest")
            .attr("title", texts.jump_latest)
            .child(icon(IconName::ArrowDown))
            .live_text(label)
    })
}
