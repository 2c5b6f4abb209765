//! The ledger of a turn's interruptions: time, event and outcome.
//!
//! Not responsible for the words of the entries (see `told`).

use leptos::prelude::*;
use midturn_core::transcript::{Entry, interruptions};

use super::facts::with_facts;
use super::told::{clock, words};
use crate::components::icon::{Icon, IconName};
use crate::components::{Disclosure, Ui};
use crate::state::TurnSignals;

/// The ledger, at the end of the list of activities; nothing if it is empty.
#[component]
pub(super) fn Ledger(
    /// The turn.
    turn: TurnSignals,
) -> impl IntoView {
    view! {
        <Show when=move || turn.view.with(|view| !view.ledger.is_empty())>
            <Folded turn/>
        </Show>
    }
}

#[component]
fn Folded(turn: TurnSignals) -> impl IntoView {
    let texts = Ui::get().texts;
    let open = RwSignal::new(false);
    let count = Memo::new(move |_| turn.view.with(|view| view.ledger.len()));
    let changes = Memo::new(move |_| turn.view.with(|view| interruptions(&view.ledger).len()));
    let name = move || match changes.get() {
        0 => texts.control.ledger_alone.to_owned(),
        changes => texts.control.ledger(changes),
    };
    // The ledger only grows, so the entry at a place never changes.
    let line = move |place: usize| {
        let entry = turn
            .view
            .with_untracked(|view| view.ledger.get(place).cloned());
        entry.map(|entry| view! { <Line turn entry/> })
    };
    view! {
        <li class="mt-ledger" data-testid="ledger">
            <Disclosure open class="mt-stream__summary">
                <Icon name=IconName::Clock/>
                <span>{name}</span>
                <Icon name=IconName::Chevron/>
            </Disclosure>
            <Show when=move || open.get()>
                <ol class="mt-ledger__lines">
                    <For each=move || 0..count.get() key=|place| *place children=line/>
                </ol>
            </Show>
        </li>
    }
}

#[component]
fn Line(turn: TurnSignals, entry: Entry) -> impl IntoView {
    let texts = Ui::get().texts;
    let Entry { at, event } = entry;
    view! {
        <li class="mt-ledger__line">
            <time class="mt-ledger__time">{clock(texts, at)}</time>
            <span>{move || with_facts(turn, |turn| words(texts, turn, &event))}</span>
        </li>
    }
}
