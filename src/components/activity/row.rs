//! One activity: a line that opens to its details.
//!
//! Not responsible for its place in the list, nor for what its details say (see `blocks`).

use leptos::prelude::*;
use midturn_core::attachment::Attachment;
use midturn_core::transcript::{Activity, ActivityKind, ActivityStatus, TaskStop};
use web_sys::Node;

use super::blocks::{blocks, blocks_of_both};
use super::output::output;
use super::summary::{summary, title};
use super::task::{is_controlled, stop_words, task_controls};
use crate::components::attachment::{Use, file_list};
use crate::components::icon::{IconName, icon};
use crate::components::{Ui, disclosure};
use crate::dom::{El, all, choose, el, show};
use crate::hooks::use_now;
use crate::i18n::Catalogue;
use crate::state::TurnCell;

/// One activity, inside of `depth` others. Of a subagent with the call that started it, which has
/// no row of its own then.
pub(super) fn activity_row(
    ui: &Ui,
    turn: &TurnCell,
    (activity, call): (&ArcRwSignal<Activity>, Option<&ArcRwSignal<Activity>>),
    depth: usize,
) -> El {
    let texts = ui.texts;
    let (line, open) = disclosure(ui, "mt-activity__row");
    let named = |read: fn(&Activity) -> &'static str| {
        let activity = activity.clone();
        move || activity.with(read)
    };
    let told = |read: fn(&Catalogue, &Activity) -> String| {
        let activity = activity.clone();
        move || activity.with(|activity| read(texts, activity))
    };
    let brief = {
        let (ui, activity) = (ui.clone(), activity.clone());
        move || activity.with(|activity| summary(&ui, activity))
    };
    let pictured = activity.clone();
    let picture = move || pictured.with(icon_of);
    let line = line
        .child(choose(picture, |name| Some(icon(name).into())))
        .child(
            span("mt-activity__title")
                .attr("dir", "auto")
                .live_text(told(title)),
        )
        .child(
            span("mt-activity__summary")
                .attr("dir", "auto")
                .live_text(brief),
        )
        .child(files_sign(texts, call.unwrap_or(activity)))
        .child(span("mt-visually-hidden").live_text(told(state)))
        .child(time(texts, activity));
    let (detailed, of_call) = (activity.clone(), call.cloned());
    let stopped = {
        let (turn, activity, call) = (turn.clone(), activity.clone(), call.cloned());
        move || {
            let of_call = || call.as_ref()?.with(|call| stop_words(texts, &turn, call));
            // Stopped with its call, it was stopped as that was.
            let own = activity.with(|activity| match &activity.task.stop {
                TaskStop::Stopped { with, .. } if with.is_some() && *with == activity.parent => {
                    of_call()
                }
                _ => stop_words(texts, &turn, activity),
            });
            own.or_else(of_call)
        }
    };
    let shared = ui.clone();
    let controls = task_controls(ui, turn, activity, &line);
    let of_its_call = call.map(|call| {
        let (ui, turn, call, line) = (ui.clone(), turn.clone(), call.clone(), line.clone());
        let own = activity.clone();
        show(
            move || !own.with(is_controlled),
            move || task_controls(&ui, &turn, &call, &line),
        )
    });
    let controls = all(std::iter::once(controls).chain(of_its_call));
    el("li")
        .class("mt-activity")
        .attr("data-depth", &depth.to_string())
        .attr("data-testid", "activity")
        .live("data-kind", named(|activity| kind_name(&activity.kind)))
        .live(
            "data-status",
            named(|activity| status_name(status(activity))),
        )
        .child(
            el("div")
                .class("mt-activity__line")
                .child(line)
                .child(controls),
        )
        .child(
            el("p")
                .class("mt-activity__stop")
                .attr("dir", "auto")
                .live_text(stopped),
        )
        .child(show(
            move || open.get(),
            move || {
                el("div").class("mt-activity__detail").child(details(
                    &shared,
                    &detailed,
                    of_call.as_ref(),
                ))
            },
        ))
}

fn span(class: &str) -> El {
    el("span").class(class)
}

fn state(texts: &Catalogue, activity: &Activity) -> String {
    status_text(texts, status(activity)).to_owned()
}

/// Says that a closed row has files.
fn files_sign(texts: &'static Catalogue, activity: &ArcRwSignal<Activity>) -> Node {
    let (activity, given) = (activity.clone(), activity.clone());
    show(
        move || activity.with(|activity| !files_of(activity).is_empty()),
        move || {
            let count = given.with_untracked(|given| files_of(given).len());
            let said = (texts.attach.attached)(count);
            let sign = span("mt-activity__files").attr("title", &said);
            let said = span("mt-visually-hidden").text(&said);
            sign.child(icon(IconName::Attach)).child(said)
        },
    )
}

/// How long it took; of an agent at work, how long it has been.
fn time(texts: &'static Catalogue, activity: &ArcRwSignal<Activity>) -> Node {
    let (asked, held) = (activity.clone(), activity.clone());
    let counts = move || {
        asked.with(|activity| {
            activity.ended_at.is_none() && matches!(activity.kind, ActivityKind::Subagent { .. })
        })
    };
    choose(counts, move |counts| {
        let activity = held.clone();
        let time = span("mt-activity__time");
        let time = if counts {
            let now = use_now();
            // A name that changes every second is none.
            time.attr("aria-hidden", "true").live_text(move || {
                let since = activity.with(|activity| activity.started_at);
                (texts.duration)(now.get().saturating_sub(since))
            })
        } else {
            time.live_text(move || activity.with(|activity| duration(texts, activity)))
        };
        Some(time.into())
    })
}

fn duration(texts: &Catalogue, activity: &Activity) -> String {
    // When it was, nobody kept.
    let ended = activity.ended_at.filter(|_| activity.started_at > 0);
    ended.map_or_else(String::new, |ended| {
        (texts.duration)(ended.saturating_sub(activity.started_at))
    })
}

/// The blocks, each following its text: what is read or selected while it grows stays so.
fn details(
    ui: &Ui,
    activity: &ArcRwSignal<Activity>,
    call: Option<&ArcRwSignal<Activity>>,
) -> Node {
    let (ui, texts) = (ui.clone(), ui.texts);
    let read = {
        let (activity, call) = (activity.clone(), call.cloned());
        move || {
            activity.with(|activity| match &call {
                Some(call) => call.with(|call| blocks_of_both(texts, activity, call)),
                None => blocks(texts, activity),
            })
        }
    };
    let labels = {
        let read = read.clone();
        move || read().iter().map(|block| block.label).collect::<Vec<_>>()
    };
    // What a program gave back is drawn as such, with its files.
    let program = call.unwrap_or(activity).clone();
    choose(labels, move |labels| {
        Some(all(labels.into_iter().flat_map(|label| {
            let read = read.clone();
            let text = move || {
                let mut blocks = read().into_iter();
                blocks
                    .find(|block| block.label == label)
                    .map(|block| block.text)
            };
            let named = el("div").class("mt-activity__label").text(label);
            // What a program wrote comes at once; all else is written while it is read.
            let text = if label == texts.activity_result && is_tool(&program) {
                result(&ui, &program, text)
            } else {
                el("pre")
                    .class("mt-activity__pre")
                    .attr("dir", "auto")
                    .attr("tabindex", "0")
                    .live_text(text)
                    .into()
            };
            [named.into(), text]
        })))
    })
}

/// What a tool gave: its text, and its files.
fn result(
    ui: &Ui,
    activity: &ArcRwSignal<Activity>,
    text: impl Fn() -> Option<String> + 'static,
) -> Node {
    let (written, shown, activity) = (ui.clone(), ui.clone(), activity.clone());
    let text = choose(text, move |text| {
        let text = text.filter(|text| !text.is_empty())?;
        Some(output(&written, &text).into())
    });
    let given = activity.clone();
    let files = show(
        move || activity.with(|activity| !files_of(activity).is_empty()),
        move || given.with_untracked(|given| file_list(&shown, files_of(given), Use::Look)),
    );
    all([text, files])
}

/// The files a tool gave.
pub(super) fn files_of(activity: &Activity) -> &[Attachment] {
    match &activity.kind {
        ActivityKind::Tool {
            result: Some(result),
            ..
        } => &result.attachments,
        _ => &[],
    }
}

fn is_tool(activity: &ArcRwSignal<Activity>) -> bool {
    activity.with_untracked(|activity| matches!(activity.kind, ActivityKind::Tool { .. }))
}

fn kind_name(kind: &ActivityKind) -> &'static str {
    match kind {
        ActivityKind::Tool { .. } => "tool",
        ActivityKind::Reasoning { .. } => "reasoning",
        ActivityKind::Subagent { .. } => "subagent",
        ActivityKind::Step { .. } => "step",
        ActivityKind::Approval { .. } => "approval",
        ActivityKind::Interjection(_) => "interjection",
        ActivityKind::Note { .. } => "note",
    }
}

/// How far it is; one that is asked to stop is stopping, whoever else goes on.
fn status(activity: &Activity) -> ActivityStatus {
    if activity.ended_at.is_none() && activity.task.is_stopping() {
        ActivityStatus::Stopping
    } else {
        activity.status
    }
}

pub(super) fn status_name(status: ActivityStatus) -> &'static str {
    match status {
        ActivityStatus::Running => "running",
        ActivityStatus::Done => "done",
        ActivityStatus::Failed => "failed",
        ActivityStatus::Cancelled => "cancelled",
        ActivityStatus::Interrupted => "interrupted",
        ActivityStatus::Waiting => "waiting",
        ActivityStatus::Stopping => "stopping",
    }
}

pub(super) fn status_text(texts: &Catalogue, status: ActivityStatus) -> &'static str {
    match status {
        ActivityStatus::Running => texts.status_running,
        ActivityStatus::Done => texts.status_done,
        ActivityStatus::Failed => texts.status_failed,
        ActivityStatus::Cancelled => texts.status_cancelled,
        ActivityStatus::Interrupted => texts.status_interrupted,
        ActivityStatus::Waiting => texts.status_waiting,
        ActivityStatus::Stopping => texts.control.status_stopping,
    }
}

/// The kind's icon while it goes well, else what went wrong.
fn icon_of(activity: &Activity) -> IconName {
    match activity.status {
        ActivityStatus::Failed => IconName::Error,
        ActivityStatus::Cancelled => IconName::Cancelled,
        ActivityStatus::Interrupted => IconName::Interrupted,
        ActivityStatus::Running
        | ActivityStatus::Done
        | ActivityStatus::Waiting
        | ActivityStatus::Stopping => match &activity.kind {
            ActivityKind::Tool { .. } => IconName::Tool,
            ActivityKind::Reasoning { .. } => IconName::Reasoning,
            ActivityKind::Subagent { .. } => IconName::Subagent,
            ActivityKind::Step { .. } => IconName::Step,
            ActivityKind::Approval { .. } => IconName::Approval,
            ActivityKind::Interjection(_) => IconName::Interject,
            ActivityKind::Note { .. } => IconName::Note,
        },
    }
}
