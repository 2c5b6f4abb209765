//! A turn's activities, in the order they began.
//!
//! Not responsible for whether they are shown.

use std::sync::Arc;

use leptos::prelude::*;

use super::row::ActivityRow;
use crate::components::icon::{Icon, IconName};
use crate::components::{Each, Row, Ui, When};
use crate::state::{ActivityCell, TurnCell};

/// The list. A turn in which nothing has happened yet shows that the agent is waited for.
#[component]
pub fn ActivityList(
    /// The turn.
    turn: TurnCell,
    /// Its test id, where it has one.
    #[prop(optional)]
    testid: Option<&'static str>,
    /// The list's id, for what controls it.
    id: String,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let activities = turn.activities.clone();
    let waits = {
        let (activities, said, view) = (activities.clone(), turn.texts.clone(), turn.view.clone());
        Memo::new(move |_| {
            activities.with(Vec::is_empty)
                && said.with(Vec::is_empty)
                && view.with(|view| view.outcome.is_none())
        })
    };
    let listed = activities.clone();
    let keys = Signal::derive(move || {
        listed.with(|all| {
            all.iter()
                .map(|cell| cell.id.to_string())
                .collect::<Vec<_>>()
        })
    });
    let row: Row = Arc::new(move |key| {
        activities.with_untracked(|all| {
            let cell = all.iter().rev().find(|cell| cell.id.as_str() == key)?;
            let depth = depth(all, cell);
            Some(view! { <ActivityRow activity=cell.activity.clone() depth/> }.into_any())
        })
    });
    view! {
        <ol class="mt-history" data-testid=testid id=id>
            <When when=move || waits.get()>
                <li class="mt-activity" data-testid="activity" data-kind="waiting" data-status="running">
                    <div class="mt-activity__row">
                        <Icon name=IconName::Clock/>
                        <span class="mt-activity__title">{texts.activity_waiting}</span>
                    </div>
                </li>
            </When>
            <Each keys row/>
        </ol>
    }
}

/// How many activities this one is inside of.
fn depth(all: &[ActivityCell], cell: &ActivityCell) -> usize {
    let parent = |cell: &ActivityCell| {
        cell.activity
            .with_untracked(|activity| activity.parent.clone())
    };
    let mut depth = 0;
    let mut above = parent(cell);
    while let Some(id) = above {
        depth += 1;
        // A backend could send a circle.
        if depth > all.len() {
            break;
        }
        above = all.iter().find(|held| held.id == id).and_then(parent);
    }
    depth
}
