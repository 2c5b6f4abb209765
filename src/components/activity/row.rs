//! One activity: a line that opens to its details.
//!
//! Not responsible for its place in the list.

use leptos::prelude::*;
use midturn_core::transcript::{Activity, ActivityKind, ActivityStatus};

use super::summary::{summary, title};
use crate::components::icon::{Icon, IconName};
use crate::components::{Ui, When};
use crate::i18n::Catalogue;

/// One labelled block of an activity's details.
#[derive(Clone, PartialEq, Eq)]
struct Block {
    label: &'static str,
    text: String,
}

/// One activity.
#[component]
pub fn ActivityRow(
    /// The activity.
    activity: ArcRwSignal<Activity>,
    /// How many activities it is inside of.
    depth: usize,
) -> impl IntoView {
    let ui = Ui::get();
    let (texts, scroll) = (ui.texts, ui.scroll);
    let open = RwSignal::new(false);
    let held = activity.clone();
    let with = move |read: fn(&Activity) -> &'static str| {
        let activity = held.clone();
        move || activity.with(read)
    };
    let kind = with(|activity| kind_name(&activity.kind));
    let status = with(|activity| status_name(activity.status));
    let icons = activity.clone();
    let icon = Memo::new(move |_| icons.with(icon));
    let said = activity.clone();
    let state = move || said.with(|activity| status_text(texts, activity.status));
    let (titled, summed, timed, detailed) = (
        activity.clone(),
        activity.clone(),
        activity.clone(),
        activity.clone(),
    );
    let duration = move || {
        timed.with(|activity| {
            let ended = activity.ended_at?;
            Some((texts.duration)(ended.saturating_sub(activity.started_at)))
        })
    };
    let blocks = Memo::new(move |_| detailed.with(|activity| blocks(texts, activity)));
    view! {
        <li
            class="mt-activity"
            data-depth=depth.to_string()
            data-testid="activity"
            data-kind=kind
            data-status=status
        >
            <button
                type="button"
                class="mt-activity__row"
                aria-expanded=move || open.get().to_string()
                on:click=move |_| {
                    scroll.release();
                    open.update(|open| *open = !*open);
                }
            >
                {move || view! { <Icon name=icon.get()/> }}
                <span class="mt-activity__title" dir="auto">
                    {move || titled.with(|activity| title(texts, activity))}
                </span>
                <span class="mt-activity__summary" dir="auto">
                    {move || summed.with(summary)}
                </span>
                <span class="mt-visually-hidden">{state}</span>
                <span class="mt-activity__time">{duration}</span>
            </button>
            <When when=move || open.get()>
                <div class="mt-activity__detail">
                    {move || blocks.get().into_iter().map(|block| view! {
                        <div class="mt-activity__label">{block.label}</div>
                        <pre class="mt-activity__pre" dir="auto" tabindex="0">{block.text}</pre>
                    }.into_any()).collect_view()}
                </div>
            </When>
        </li>
    }
}

fn kind_name(kind: &ActivityKind) -> &'static str {
    match kind {
        ActivityKind::Tool { .. } => "tool",
        ActivityKind::Reasoning { .. } => "reasoning",
        ActivityKind::Subagent { .. } => "subagent",
        ActivityKind::Step { .. } => "step",
        ActivityKind::Approval { .. } => "approval",
        ActivityKind::Note { .. } => "note",
    }
}

fn status_name(status: ActivityStatus) -> &'static str {
    match status {
        ActivityStatus::Running => "running",
        ActivityStatus::Done => "done",
        ActivityStatus::Failed => "failed",
        ActivityStatus::Cancelled => "cancelled",
        ActivityStatus::Interrupted => "interrupted",
        ActivityStatus::Waiting => "waiting",
    }
}

fn status_text(texts: &Catalogue, status: ActivityStatus) -> &'static str {
    match status {
        ActivityStatus::Running => texts.status_running,
        ActivityStatus::Done => texts.status_done,
        ActivityStatus::Failed => texts.status_failed,
        ActivityStatus::Cancelled => texts.status_cancelled,
        ActivityStatus::Interrupted => texts.status_interrupted,
        ActivityStatus::Waiting => texts.status_waiting,
    }
}

/// The kind's icon while it goes well, else what went wrong.
fn icon(activity: &Activity) -> IconName {
    match activity.status {
        ActivityStatus::Failed => IconName::Error,
        ActivityStatus::Cancelled => IconName::Cancelled,
        ActivityStatus::Interrupted => IconName::Interrupted,
        ActivityStatus::Running | ActivityStatus::Done | ActivityStatus::Waiting => {
            match &activity.kind {
                ActivityKind::Tool { .. } => IconName::Tool,
                ActivityKind::Reasoning { .. } => IconName::Reasoning,
                ActivityKind::Subagent { .. } => IconName::Subagent,
                ActivityKind::Step { .. } => IconName::Step,
                ActivityKind::Approval { .. } => IconName::Approval,
                ActivityKind::Note { .. } => IconName::Note,
            }
        }
    }
}

fn blocks(texts: &Catalogue, activity: &Activity) -> Vec<Block> {
    let block = |label, text: &str| Block {
        label,
        text: text.to_owned(),
    };
    let mut blocks = match &activity.kind {
        ActivityKind::Tool {
            arguments, result, ..
        } => {
            let content = result
                .as_ref()
                .map(|result| result.content.as_str())
                .unwrap_or_default();
            vec![
                block(texts.activity_arguments, arguments),
                block(texts.activity_result, content),
            ]
        }
        ActivityKind::Reasoning { text, .. } => vec![block(texts.activity_thought, text)],
        ActivityKind::Subagent { text, error, .. } => vec![
            block(texts.activity_result, text),
            block(texts.activity_error, error.as_deref().unwrap_or_default()),
        ],
        ActivityKind::Step { .. } => Vec::new(),
        ActivityKind::Approval { interrupt } => vec![block(
            texts.activity_approval,
            interrupt.message.as_deref().unwrap_or(&interrupt.reason),
        )],
        ActivityKind::Note { content, .. } => vec![block(texts.activity_result, content)],
    };
    blocks.retain(|block| !block.text.is_empty());
    if blocks.is_empty() {
        blocks.push(block(
            texts.activity_result,
            status_text(texts, activity.status),
        ));
    }
    blocks
}
