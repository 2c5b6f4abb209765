//! The agent's plan: above its text, and in one line above the composer while the agent works. Drawn in
//! a part of the program, because most agents have none.
//!
//! Not responsible for which activities are plans: `midturn-protocol` reads them, and an embedder's
//! renderer replaces this drawing (see `drawn`).

mod pinned;
mod shown;
mod view;

use leptos::prelude::*;
use midturn_core::plan::Plan;
use midturn_core::transcript::{Activity, ActivityKind};

use self::pinned::{Pinned, PinnedProps};
use self::view::{Steps, StepsProps};
use super::drawn_by::is_drawn_here;
use super::{Part, Ui};
use crate::json::plan_in;
use crate::part::Make;
use crate::state::{ActivityCell, TurnSignals};

crate::part! {
    in plan
    fn steps() -> Make<StepsProps> { |props| Steps(props).into_any() }
}

crate::part! {
    in plan
    fn pinned() -> Make<PinnedProps> { |props| Pinned(props).into_any() }
}

/// The plan that the agent works on: the last of the last turn, while a run is on. Nothing if there is
/// none, or if plans are not drawn by Midturn.
#[component]
pub(super) fn PinnedPlan() -> impl IntoView {
    let cells = Ui::get().cells;
    let answers = StoredValue::new_local(Ui::get().answers());
    let works = Memo::new(move |_| cells.run.with(Option::is_some));
    let plan = Memo::new(move |_| {
        let turn = cells.last.get().filter(|_| works.get())?;
        let all = turn.activities.read();
        // Untracked: the activities after the plan change with each word of the agent.
        let is_note = |cell: &&ActivityCell| {
            let held = cell.activity.read_untracked();
            matches!(held.kind, ActivityKind::Note { .. })
        };
        let last = all.iter().rev().filter(is_note).find_map(|cell| {
            let held = cell.activity.read();
            let ours = answers.with_value(|answers| is_drawn_here(answers, &held.kind));
            read(&held).map(|plan| ours.then_some(plan))
        });
        last.flatten()
    });
    let props = Callback::new(move |()| PinnedProps { plan });
    view! {
        <Show when=move || plan.with(Option::is_some)>
            <Part load=pinned props/>
        </Show>
    }
}

/// The plan in an activity. Nothing if its content is no plan.
#[component]
pub(super) fn PlanOf(turn: TurnSignals, activity: RwSignal<Activity>) -> impl IntoView {
    let plan = Memo::new(move |_| activity.with(read));
    let props = Callback::new(move |()| StepsProps { turn, plan });
    view! {
        <Show when=move || plan.with(Option::is_some)>
            <Part load=steps props/>
        </Show>
    }
}

fn read(activity: &Activity) -> Option<Plan> {
    match &activity.kind {
        ActivityKind::Note { title, content } => plan_in(title, content),
        _ => None,
    }
}
