//! The plan above the composer while the agent works: its current step in one line, and all steps on
//! demand.
//!
//! Not responsible for when there is one (see [`PinnedPlan`](super::PinnedPlan)).

use leptos::prelude::*;
use midturn_core::plan::Plan;

use super::shown::{around, current, with};
use super::view::{Hidden, Step};
use crate::components::icon::{Icon, IconName};
use crate::components::{Ui, flag};

/// The id of the list, for `aria-controls`.
const LIST: &str = "midturn-plan";

/// The line. The list opens above it, so that the line stays under the pointer.
#[component]
pub(super) fn Pinned(plan: Memo<Option<Plan>>) -> impl IntoView {
    crate::styled_by!("plan.css");
    let texts = &Ui::get().texts.plan;
    let open = RwSignal::new(false);
    let at = Memo::new(move |_| {
        with(plan, |steps| {
            let index = current(steps).min(steps.len().saturating_sub(1));
            let name = steps.get(index).map(|step| step.text.clone());
            (index + 1, steps.len(), name.unwrap_or_default())
        })
    });
    let count = move || at.with(|(step, of, _)| texts.step_of(*step, *of));
    let name = move || at.with(|(_, _, name)| name.clone());
    view! {
        <div
            class="mt-pinned"
            role="group"
            part="pinned-plan"
            data-testid="pinned-plan"
            aria-label=texts.pinned
        >
            <button
                type="button"
                class="mt-pinned__line"
                aria-controls=LIST
                aria-expanded=move || flag(open.get())
                on:click=move |_| open.update(|open| *open = !*open)
            >
                <Icon name=IconName::Chevron/>
                <span class="mt-pinned__count">{count} " · "</span>
                <span class="mt-pinned__name" dir="auto">
                    {name}
                </span>
            </button>
            <Show when=move || open.get()>
                <All plan/>
            </Show>
        </div>
    }
}

/// The steps. It scrolls, so the keyboard must reach it.
#[component]
fn All(plan: Memo<Option<Plan>>) -> impl IntoView {
    let texts = &Ui::get().texts.plan;
    let count = Memo::new(move |_| with(plan, <[_]>::len));
    let range = Memo::new(move |_| with(plan, around));
    let earlier = move || Some(range.get().start).filter(|hidden| *hidden > 0);
    let later =
        move || Some(count.get().saturating_sub(range.get().end)).filter(|hidden| *hidden > 0);
    view! {
        <div class="mt-pinned__all" id=LIST role="region" aria-label=texts.pinned tabindex="0">
            {move || earlier().map(|hidden| view! { <Hidden text=texts.earlier(hidden)/> })}
            // The role, because Safari drops it from lists without markers.
            <ol class="mt-plan__steps" role="list">
                <For each=move || range.get() key=|index| *index let(index)>
                    <Step over=false plan index count/>
                </For>
            </ol>
            {move || later().map(|hidden| view! { <Hidden text=texts.later(hidden)/> })}
        </div>
    }
}
