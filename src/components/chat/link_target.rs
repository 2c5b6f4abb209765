//! Leads the person to a message, for example the message that the page's address names. The
//! message may not be drawn or fetched yet. If it is nowhere, says so.

use leptos::prelude::*;
use midturn_core::history::PastState;
use midturn_core::id::MessageId;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::FOUND;
use crate::components::icon::{Icon, IconName};
use crate::components::{Part, Ui};
use crate::hooks::{SetIfNew, later};
use crate::part::Make;

/// How long the message is marked, in milliseconds. The style sheet's fade takes as long.
const MARKED: u32 = 2500;

/// The class of the mark.
const TARGET: &str = "mt-turn--target";

/// Leads the person to the message in `Ui::link_target`, until the current owner ends. Fetches
/// older messages until the message is there: another browser may have begun the thread, so that
/// only the agent or the embedder has it.
pub(super) fn use_link_target() {
    let ui = Ui::get();
    let Ui {
        link_target,
        link_missing,
        cells,
        actions,
        ..
    } = ui;
    Effect::new(move || {
        let Some(message) = link_target.get() else {
            return;
        };
        let loaded = cells.loaded.get();
        // Track the turns: each fetch may add the message.
        let turns = cells.turns.with(Vec::len);
        let past = cells.past.get();
        if let Some(turn) = cells.turn_with(&message) {
            link_missing.set_if_new(None);
            cells.unfold(&turn);
            // Later, when the list of rows has the turn too.
            later(0, move || {
                // Another one may be wanted meanwhile.
                if link_target.try_with_untracked(|target| target.as_ref() == Some(&message))
                    == Some(true)
                {
                    lead(&ui, &turn, None);
                    link_target.set(None);
                }
            });
        } else if past == PastState::More || (loaded && past == PastState::Unasked) {
            later(0, move || actions.past());
        } else if loaded && past == PastState::Complete {
            link_missing.set(Some(turns));
            link_target.set(None);
        }
    });
}

/// Says that the message is nowhere. A part of the program, because links seldom lead nowhere.
#[component]
pub(super) fn MissingMessage() -> impl IntoView {
    view! { <Part load=missing props=Callback::new(|()| ())/> }
}

crate::part! {
    in control
    fn missing() -> Make<()> { |()| Missing().into_any() }
}

#[component]
fn Missing() -> impl IntoView {
    view! {
        <p class="mt-past" part="notice" data-testid="message-missing">
            <Icon name=IconName::Interrupted/>
            <span role="alert">{Ui::get().texts.reading.link_missing}</span>
        </p>
    }
}

/// Scrolls to a turn and focuses the element that matches `mark`, else the turn's first message.
///
/// Selectors, because the scroll anchor has just drawn the row, and no references to its elements
/// exist here.
pub(super) fn lead(ui: &Ui, turn: &MessageId, mark: Option<&str>) {
    let Some(row) = ui.scroll.to_row(turn) else {
        return;
    };
    let _ = row.class_list().add_2(FOUND, TARGET);
    let find = |selector: &str| row.query_selector(selector).ok().flatten();
    let marked = mark.and_then(find);
    if let Some(marked) = &marked {
        let place = marked.get_bounding_client_rect();
        ui.scroll.to_place(place.top(), place.bottom());
    }
    let message = marked.or_else(|| find("article"));
    if let Some(message) = message.and_then(|held| held.dyn_into::<HtmlElement>().ok()) {
        // Screen readers and Tab continue from the focused element.
        message.set_tab_index(-1);
        let options = web_sys::FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = message.focus_with_options(&options);
    }
    later(MARKED, move || {
        let _ = row.class_list().remove_2(FOUND, TARGET);
    });
}
