//! A turn's activities in the order in which they began, each nested below its parent. A subagent
//! and the call that started it share one row.
//!
//! The list is a part of the program: it is closed at first, and an answer may have no steps.

use leptos::html::Ol;
use leptos::prelude::*;

use super::interjection::{InterjectionRow, is_interjection};
use super::ledger::Ledger;
use super::row::ActivityRow;
use super::stretch::Stretch;
use super::tree::{Row, rows};
use crate::components::icon::{Icon, IconName};
use crate::components::part::fetch;
use crate::components::{Part, Ui};
use crate::hooks::keep_focus;
use crate::part::Make;
use crate::state::TurnSignals;

crate::part! {
    in turn
    fn steps() -> Make<StepsProps> { |props| Steps(props).into_any() }
}

/// Fetches the part ahead of time.
pub fn fetch_steps() {
    fetch(steps());
}

/// The list. A turn in which nothing has happened yet shows that it waits for the agent.
#[component]
pub fn ActivityList(
    /// The activities.
    stretch: Stretch,
    /// The list's `data-testid`, if it has one.
    #[prop(optional)]
    testid: Option<&'static str>,
) -> impl IntoView {
    let props = Callback::new(move |()| StepsProps { stretch, testid });
    view! { <Part load=steps props/> }
}

#[component]
fn Steps(stretch: Stretch, testid: Option<&'static str>) -> impl IntoView {
    let list = NodeRef::<Ol>::new();
    let turn = stretch.turn;
    let waits = move || {
        turn.activities.with(Vec::is_empty)
            && turn.texts.with(Vec::is_empty)
            && turn.view.with(|view| view.outcome.is_none())
    };
    let listed = move || {
        if let Some(list) = list.get_untracked() {
            keep_focus(&list);
        }
        rows(&stretch.activities())
    };
    view! {
        <ol class="mt-history" part="steps" id=stretch.list_id() data-testid=testid node_ref=list>
            <Show when=waits>
                <Waiting/>
            </Show>
            <For each=listed key=|row| row.cell.id.clone() children=move |row| drawn(turn, row)/>
            <Show when=move || stretch.is_last()>
                <Ledger turn/>
            </Show>
        </ol>
    }
    .into_any()
}

fn drawn(turn: TurnSignals, Row { cell, call, depth }: Row) -> AnyView {
    if is_interjection(&cell) {
        return view! { <InterjectionRow turn cell/> }.into_any();
    }
    let call = call.map(|call| call.activity.into());
    view! { <ActivityRow turn activity=cell.activity.into() call depth/> }.into_any()
}

#[component]
fn Waiting() -> impl IntoView {
    let texts = Ui::get().texts;
    view! {
        <li
            class="mt-activity"
            part="activity"
            data-testid="activity"
            data-kind="waiting"
            data-status="running"
        >
            <div class="mt-activity__row" part="activity-header">
                <Icon name=IconName::Clock/>
                <span class="mt-activity__title">{texts.activity_waiting}</span>
            </div>
        </li>
    }
}
