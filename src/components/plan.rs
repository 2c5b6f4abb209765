//! The agent's plan above its text. Drawn in a part of the program, because most agents have none.
//!
//! Not responsible for which activities are plans: `midturn-protocol` reads them, and an embedder's
//! renderer replaces this drawing (see `drawn`).

mod shown;
mod view;

use leptos::prelude::*;
use midturn_core::plan::Plan;
use midturn_core::transcript::{Activity, ActivityKind};

use self::view::{Steps, StepsProps};
use super::{Part, Ui};
use crate::part::Make;
use crate::state::TurnSignals;

crate::part! {
    in plan
    fn steps() -> Make<StepsProps> { |props| Steps(props).into_any() }
}

/// The plan in an activity. Nothing if its content is no plan.
#[component]
pub(super) fn PlanOf(turn: TurnSignals, activity: RwSignal<Activity>) -> impl IntoView {
    let json = Ui::get().json;
    let plan = Memo::new(move |_| activity.with(|held| read(json.plan, held)));
    let props = Callback::new(move |()| StepsProps { turn, plan });
    view! {
        <Show when=move || plan.with(Option::is_some)>
            <Part load=steps props/>
        </Show>
    }
}

fn read(plan: fn(&str, &str) -> Option<Plan>, activity: &Activity) -> Option<Plan> {
    match &activity.kind {
        ActivityKind::Note { title, content } => plan(title, content),
        _ => None,
    }
}
