//! A turn's activities, in the order they began.
//!
//! Not responsible for whether they are shown.

use leptos::prelude::*;

use super::row::ActivityRow;
use crate::components::Ui;
use crate::components::icon::{Icon, IconName};
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
    let parents = activities.clone();
    view! {
        <ol class="mt-history" data-testid=testid id=id>
            <Show when=move || waits.get()>
                <li class="mt-activity" data-testid="activity" data-kind="waiting" data-status="running">
                    <div class="mt-activity__row">
                        <Icon name=IconName::Clock/>
                        <span class="mt-activity__title">{texts.activity_waiting}</span>
                    </div>
                </li>
            </Show>
            <For
                each=move || activities.get()
                key=|cell| cell.id.clone()
                children=move |cell| {
                    let depth = parents.with_untracked(|all| depth(all, &cell));
                    view! { <ActivityRow activity=cell.activity depth/> }
                }
            />
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
