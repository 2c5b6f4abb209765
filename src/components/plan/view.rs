//! The steps of a plan as a list.

use leptos::html::Section;
use leptos::prelude::*;
use midturn_core::plan::{Plan, PlanStep, StepStatus};
use midturn_core::transcript::Outcome;

use super::shown::{PAGE, is_long, shown, with};
use crate::components::icon::{Icon, IconName};
use crate::components::{Ui, flag};
use crate::i18n::Catalogue;
use crate::state::TurnSignals;

/// The plan's title, its progress and its steps. Each step keeps its row while the plan changes.
#[component]
pub(super) fn Steps(
    /// The turn.
    turn: TurnSignals,
    /// The plan, which may be missing for a moment.
    plan: Memo<Option<Plan>>,
) -> impl IntoView {
    crate::styled_by!("plan.css");
    let Ui { texts, scroll, .. } = Ui::get();
    let section = NodeRef::<Section>::new();
    let pages = RwSignal::new(0);
    let count = Memo::new(move |_| with(plan, <[PlanStep]>::len));
    let range = Memo::new(move |_| with(plan, |steps| shown(steps, pages.get())));
    let title = Memo::new(move |_| {
        let own = plan.with(|plan| plan.as_ref().and_then(|plan| plan.title.clone()));
        own.unwrap_or_else(|| texts.plan.title.to_owned())
    });
    let progress = move || {
        plan.with(|plan| {
            let plan = plan.as_ref()?;
            Some(texts.plan.progress(plan.done(), plan.steps.len()))
        })
    };
    let earlier = move || Some(range.get().start).filter(|hidden| *hidden > 0);
    let later =
        move || Some(count.get().saturating_sub(range.get().end)).filter(|hidden| *hidden > 0);
    let keep = move || {
        if let Some(section) = section.get_untracked() {
            // The plan stays in place while it opens and closes.
            scroll.pin(&section);
        }
    };
    let toggle = move |_| {
        keep();
        pages.update(|pages| *pages = usize::from(*pages == 0));
    };
    let more = move |_| {
        keep();
        pages.update(|pages| *pages += 1);
    };
    let over = Memo::new(move |_| {
        turn.view.with(|view| {
            let outcome = view.outcome.as_ref();
            outcome.is_some_and(|outcome| !matches!(outcome, Outcome::Waiting(_)))
        })
    });
    let toggle_name = move || match (pages.get(), count.get()) {
        (0, all @ ..=PAGE) => texts.plan.show_all(all),
        (0, _) => texts.plan.show_more.to_owned(),
        _ => texts.plan.show_less.to_owned(),
    };
    view! {
        <section class="mt-plan" part="plan" data-testid="plan" aria-label=title node_ref=section>
            <p class="mt-plan__head">
                <span class="mt-plan__title" dir="auto">
                    {title}
                </span>
                <span class="mt-plan__progress" data-testid="plan-progress">
                    {progress}
                </span>
            </p>
            {move || earlier().map(|hidden| view! { <Hidden text=texts.plan.earlier(hidden)/> })}
            // The role, because Safari drops it from lists without markers.
            <ol class="mt-plan__steps" role="list">
                <For each=move || range.get() key=|index| *index let(index)>
                    <Step over plan index count/>
                </For>
            </ol>
            {move || later().map(|hidden| view! { <Hidden text=texts.plan.later(hidden)/> })}
            <Show when=move || is_long(count.get())>
                <div class="mt-plan__buttons">
                    <button
                        type="button"
                        class="mt-button mt-button--small mt-button--quiet"
                        data-testid="plan-fold"
                        aria-expanded=move || flag(pages.get() > 0)
                        on:click=toggle
                    >
                        {toggle_name}
                    </button>
                    <Show when=move || (pages.get() > 0) && later().is_some()>
                        <button
                            type="button"
                            class="mt-button mt-button--small mt-button--quiet"
                            data-testid="plan-more"
                            on:click=more
                        >
                            {texts.plan.show_more}
                        </button>
                    </Show>
                </div>
            </Show>
        </section>
    }
}

/// How many steps are hidden at one end.
#[component]
pub(super) fn Hidden(text: String) -> impl IntoView {
    view! { <p class="mt-plan__hidden">{text}</p> }
}

/// One step.
#[component]
pub(super) fn Step(
    /// Whether the turn has ended.
    #[prop(into)]
    over: Signal<bool>,
    plan: Memo<Option<Plan>>,
    /// The step's place, from 0.
    index: usize,
    /// The number of all steps.
    count: Memo<usize>,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let step = Memo::new(move |_| with(plan, |steps| steps.get(index).cloned()));
    let look = Memo::new(move |_| {
        step.with(|step| step.as_ref().map(|step| look(texts, step, over.get())))
    });
    let name = move || look.get().map(|look| look.name);
    let icon = move || look.get().map(|look| view! { <Icon name=look.icon/> });
    let words = move || look.get().map(|look| look.words);
    let text = move || step.with(|step| step.as_ref().map(|step| step.text.clone()));
    view! {
        <li
            class="mt-plan__step"
            part="plan-step"
            data-testid="plan-step"
            data-status=name
            aria-posinset=index + 1
            aria-setsize=count
        >
            {icon}
            <span dir="auto">{text}</span>
            <span class="mt-visually-hidden">{words}</span>
        </li>
    }
}

/// How a step looks.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Look {
    /// The status's name in attributes.
    name: &'static str,
    icon: IconName,
    words: &'static str,
}

/// `over`: the turn has ended, so that nobody works on the step any more.
fn look(texts: &Catalogue, step: &PlanStep, over: bool) -> Look {
    let texts = &texts.plan;
    let (name, icon, words) = match step.status {
        StepStatus::Pending => ("pending", IconName::Circle, texts.pending),
        StepStatus::Running if over => ("unfinished", IconName::CircleDot, texts.unfinished),
        StepStatus::Running => ("running", IconName::CircleDot, texts.running),
        StepStatus::Done => ("done", IconName::CircleCheck, texts.done),
        StepStatus::Failed => ("failed", IconName::Error, texts.failed),
        StepStatus::Skipped => ("skipped", IconName::Cancelled, texts.skipped),
    };
    Look { name, icon, words }
}
