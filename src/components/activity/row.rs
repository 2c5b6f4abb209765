//! One activity: a line that opens to show its details.

use leptos::html::Button;
use leptos::prelude::*;
use midturn_core::transcript::{Activity, ActivityKind, TaskStop};

use super::details::Details;
use super::facts::with_facts;
use super::summary::{summary, title};
use super::task::{TaskControls, is_controlled, stop_words};
use super::words::{duration, files_of, icon_of, kind_name, status, status_text};
use crate::components::icon::{Icon, IconName};
use crate::components::{Disclosure, Ui};
use crate::hooks::use_now;
use crate::state::TurnSignals;

/// One activity, nested at `depth`.
#[component]
pub(super) fn ActivityRow(
    /// The turn.
    turn: TurnSignals,
    /// The activity.
    activity: RwSignal<Activity>,
    /// For a subagent: the call that started it, if both share this row.
    call: Option<RwSignal<Activity>>,
    /// The number of the activity's ancestors.
    depth: usize,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let open = RwSignal::new(false);
    let line = NodeRef::<Button>::new();
    let icon = Memo::new(move |_| activity.with(icon_of));
    let state = move || activity.with(|activity| status_text(texts, activity));
    let stopped = move || {
        let of_call = || {
            let call = call?;
            call.with(|call| with_facts(turn, |turn| stop_words(texts, turn, call)))
        };
        // An activity that was stopped with its call shows how the call was stopped.
        let own = activity.with(|activity| match &activity.task.stop {
            TaskStop::Stopped { with, .. } if with.is_some() && *with == activity.parent => {
                of_call()
            }
            _ => with_facts(turn, |turn| stop_words(texts, turn, activity)),
        });
        own.or_else(of_call)
    };
    // Whose step it is, which the indentation says to the eye. A parent is there before its steps.
    let parent = activity.with_untracked(|activity| activity.parent.clone());
    let of_agent = parent.filter(|_| depth > 0).and_then(|parent| {
        let all = turn.activities.read_untracked();
        let parent = all.iter().find(|cell| cell.id == parent)?;
        let name = parent
            .activity
            .with_untracked(|parent| title(texts, parent));
        Some(texts.reading.of_agent.of(&name))
    });
    let controls_of_call = call.map(|call| {
        view! {
            <Show when=move || !activity.with(is_controlled)>
                <TaskControls turn activity=call line/>
            </Show>
        }
    });
    view! {
        <li
            class="mt-activity"
            part="activity"
            data-testid="activity"
            data-depth=depth
            data-kind=move || activity.with(|activity| kind_name(&activity.kind))
            data-status=move || activity.with(|activity| status(activity).name())
        >
            <div class="mt-activity__line">
                <Disclosure open class="mt-activity__row" part="activity-header" button=line>
                    {move || view! { <Icon name=icon.get()/> }}
                    <span class="mt-activity__title" dir="auto">
                        {move || activity.with(|activity| title(texts, activity))}
                    </span>
                    <span class="mt-activity__summary" dir="auto">
                        {move || activity.with(|activity| summary(texts, activity))}
                    </span>
                    <FilesSign activity=call.unwrap_or(activity)/>
                    <span class="mt-visually-hidden">{state}{of_agent}</span>
                    <Time activity/>
                </Disclosure>
                <TaskControls turn activity line/>
                {controls_of_call}
            </div>
            <p class="mt-activity__stop" dir="auto">
                {stopped}
            </p>
            <Show when=move || open.get()>
                <div class="mt-activity__detail" part="activity-detail">
                    <Details activity call/>
                </div>
            </Show>
        </li>
    }
}

/// An icon in the row of an activity with files.
#[component]
fn FilesSign(activity: RwSignal<Activity>) -> impl IntoView {
    let texts = Ui::get().texts;
    let count = Memo::new(move |_| activity.with(|activity| files_of(activity).len()));
    move || {
        let said = (count.get() > 0).then(|| texts.attach.attached(count.get()))?;
        Some(view! {
            <span class="mt-activity__files" title=said>
                <Icon name=IconName::Attach/>
                <span class="mt-visually-hidden">{said.clone()}</span>
            </span>
        })
    }
}

/// The duration of the activity. For a running agent, the time so far.
#[component]
fn Time(activity: RwSignal<Activity>) -> impl IntoView {
    let texts = Ui::get().texts;
    let counts = move || {
        activity.with(|activity| {
            activity.ended_at.is_none() && matches!(activity.kind, ActivityKind::Subagent { .. })
        })
    };
    let took = move || {
        let took = move || activity.with(|activity| duration(texts, activity));
        view! { <span class="mt-activity__time">{took}</span> }
    };
    view! {
        <Show when=counts fallback=took>
            <Counting activity/>
        </Show>
    }
}

#[component]
fn Counting(activity: RwSignal<Activity>) -> impl IntoView {
    let texts = Ui::get().texts;
    let now = use_now();
    let time = move || {
        let since = activity.with(|activity| activity.started_at);
        texts.lasted(now.get().saturating_sub(since))
    };
    // Hidden from screen readers: a label that changes every second is noise.
    view! {
        <span class="mt-activity__time" aria-hidden="true">
            {time}
        </span>
    }
}
