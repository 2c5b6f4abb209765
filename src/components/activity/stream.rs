//! The activity stream: the activities of an ended turn, folded to one line.
//!
//! Not responsible for a running turn, which the running card shows.

use leptos::prelude::*;
use midturn_core::run_event::{AnswerForm, Interrupt};
use midturn_core::time::Millis;
use midturn_core::transcript::{Activity, ActivityKind, Outcome};

use super::{ActivityList, Interjections, Stretch, title};
use crate::components::icon::{Icon, IconName};
use crate::components::{Disclosure, Ui};
use crate::i18n::Catalogue;
use crate::state::{ActivityCell, TurnView};

/// The stream; nothing for a completed turn without activities.
#[component]
pub fn ActivityStream(
    /// The activities.
    stretch: Stretch,
    /// Whether its list is open at first.
    open: bool,
) -> impl IntoView {
    let turn = stretch.turn;
    let any = move || {
        let ended_well = |view: &TurnView| matches!(view.outcome, None | Some(Outcome::Completed));
        !stretch.is_empty() || (stretch.is_last() && !turn.view.with(ended_well))
    };
    view! {
        <Show when=any>
            <Stream stretch open/>
        </Show>
    }
    .into_any()
}

#[component]
fn Stream(stretch: Stretch, open: bool) -> impl IntoView {
    let texts = Ui::get().texts;
    let turn = stretch.turn;
    let open = RwSignal::new(open);
    // Only the last stretch says how the turn ended.
    let outcome = move || {
        let outcome = turn.view.with(|view| view.outcome.clone());
        outcome.filter(|_| stretch.is_last())
    };
    let icon = Memo::new(move |_| {
        if stretch.is_last() && turn.view.with(|view| view.open_call) {
            return IconName::Interrupted;
        }
        outcome_icon(outcome().as_ref())
    });
    let line = Memo::new(move |_| {
        let here = stretch.activities();
        if stretch.is_last() {
            let all = turn.activities.get();
            turn.view
                .with(|view| Line::of(texts, view, only_thought(&all)))
        } else {
            Line::between(texts, &here)
        }
    });
    let head = Memo::new(move |_| Head::of(stretch));
    let said = move || {
        view! {
            {move || view! { <Icon name=icon.get()/> }}
            <span class="mt-stream__text">{move || line.with(|line| line.words.clone())}</span>
            <span class="mt-stream__time">{move || line.with(|line| line.time.clone())}</span>
        }
    };
    let lists = move || open.get() && head.get() == Head::Opens;
    view! {
        <div
            class="mt-stream"
            part="stream"
            data-testid="activity-stream"
            data-outcome=move || outcome().map_or("completed", |outcome| outcome.name())
        >
            {move || match head.get() {
                Head::Opens => {
                    view! {
                        <Disclosure open class=SUMMARY part="stream-header" controls=stretch.list_id()>
                            {said()}
                            <Icon name=IconName::Chevron/>
                        </Disclosure>
                    }
                        .into_any()
                }
                Head::Says => {
                    view! {
                        <div class=SUMMARY part="stream-header">
                            {said()}
                        </div>
                    }
                        .into_any()
                }
                Head::Nothing => ().into_any(),
            }}
            <Show when=move || !lists()>
                <Interjections stretch/>
            </Show>
            <Show when=lists>
                <ActivityList stretch/>
            </Show>
        </div>
    }
}

/// The class of the line.
const SUMMARY: &str = "mt-stream__summary";

/// What the line of a stream does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    /// It opens and closes the list of steps, which ends with what the person changed.
    Opens,
    /// It says how the turn ended: there is nothing to list.
    Says,
    /// There is none. Interjections are shown in full.
    Nothing,
}

impl Head {
    fn of(stretch: Stretch) -> Self {
        let is_step = |cell: &ActivityCell| !cell.activity.with(Activity::is_interjection);
        let is_last = stretch.is_last();
        let changed = || stretch.turn.view.with(|view| !view.ledger.is_empty());
        if (is_last && changed()) || stretch.activities().iter().any(is_step) {
            Self::Opens
        } else if is_last {
            Self::Says
        } else {
            Self::Nothing
        }
    }
}

/// The line that a stream is folded to: words, and the time beside them. No time is said twice.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    words: String,
    time: String,
}

impl Line {
    /// The line of a stretch before the last: what was done, and for how long.
    fn between(texts: &Catalogue, here: &[ActivityCell]) -> Self {
        if let Some(thought) = only_thought(here) {
            return Self::thought(texts, thought);
        }
        let mut named: Vec<(String, usize)> = Vec::new();
        let (mut began, mut ended) = (Millis::MAX, 0);
        for cell in here {
            cell.activity.with(|held| {
                if held.is_interjection() {
                    return;
                }
                began = began.min(held.started_at);
                ended = ended.max(held.ended_at.unwrap_or(0));
                // What an agent does is told by the agent's name.
                if held.parent.is_some() {
                    return;
                }
                let name = title(texts, held);
                match named.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, times)) => *times += 1,
                    None => named.push((name, 1)),
                }
            });
        }
        let named = named.into_iter().map(|(name, times)| match times {
            1 => name,
            times => format!("{name} × {times}"),
        });
        // The start time of imported history is unknown.
        let known = began > 0;
        let time = if known {
            ended.saturating_sub(began)
        } else {
            0
        };
        Self {
            words: named.collect::<Vec<_>>().join(texts.speak.comma),
            time: texts.lasted(time),
        }
    }

    fn thought(texts: &Catalogue, thought: Millis) -> Self {
        let time = texts.lasted(thought);
        let words = if time.is_empty() {
            texts.activity_thought.to_owned()
        } else {
            texts.ends.thought_for.of(&time)
        };
        Self {
            words,
            time: String::new(),
        }
    }

    /// The line of a turn. `thought` is how long the agent thought, if it did nothing else.
    fn of(texts: &Catalogue, view: &TurnView, thought: Option<Millis>) -> Self {
        let alone = |words| Self {
            words,
            time: String::new(),
        };
        let time = took(texts, view);
        let ended_well = matches!(view.outcome, None | Some(Outcome::Completed));
        if let Some(thought) = thought.filter(|_| ended_well) {
            return Self::thought(texts, thought);
        }
        let was_cancelled = matches!(view.outcome, Some(Outcome::Cancelled(_)));
        if was_cancelled && view.steps == 0 && !time.is_empty() {
            return alone(texts.ends.cancelled_in.of(&time));
        }
        Self {
            words: outcome_line(texts, view),
            time,
        }
    }
}

/// How long the agent thought, if the turn has no other steps. Interjections are the person's.
fn only_thought(all: &[ActivityCell]) -> Option<Millis> {
    let thought = |activity: &Activity| match activity.kind {
        // The start time of imported history is unknown.
        ActivityKind::Reasoning { .. } => Some(activity.ended_at.map_or(0, |ended| {
            let known = activity.started_at > 0;
            ended.saturating_sub(if known { activity.started_at } else { ended })
        })),
        _ => None,
    };
    let steps = all
        .iter()
        .filter(|cell| !cell.activity.with(Activity::is_interjection));
    let times: Option<Vec<Millis>> = steps.map(|cell| cell.activity.with(thought)).collect();
    times
        .filter(|times| !times.is_empty())
        .map(|times| times.iter().sum())
}

/// How a turn ended, with the number of its finished steps unless it is zero. Leaves out the time.
pub fn outcome_line(texts: &Catalogue, view: &TurnView) -> String {
    outcome_words(texts, view.outcome.as_ref(), view.steps)
}

/// The same of an outcome and that number.
pub fn outcome_words(texts: &Catalogue, outcome: Option<&Outcome>, steps: usize) -> String {
    let ends = &texts.ends;
    let none = match outcome {
        Some(Outcome::Waiting(asked)) if asks_words(asked) => return ends.needs_answer.to_owned(),
        Some(Outcome::Waiting(_)) => return ends.needs_approval.to_owned(),
        Some(Outcome::Completed) | None => ends.completed,
        Some(Outcome::Cancelled(_)) => ends.cancelled,
        Some(Outcome::Failed(_)) => ends.failed,
        Some(Outcome::Interrupted(_)) => ends.interrupted,
    };
    match outcome {
        _ if steps == 0 => none.to_owned(),
        Some(Outcome::Cancelled(_)) => texts.cancelled_after(steps),
        Some(Outcome::Failed(_)) => texts.failed_after(steps),
        Some(Outcome::Interrupted(_)) => texts.interrupted_after(steps),
        Some(Outcome::Completed | Outcome::Waiting(_)) | None => texts.steps(steps),
    }
}

/// Whether the questions want answers in words, and none wants a decision.
fn asks_words(asked: &[Interrupt]) -> bool {
    let decides = |held: &Interrupt| matches!(held.form, AnswerForm::Decision { .. });
    !asked.is_empty() && !asked.iter().any(decides)
}

fn took(texts: &Catalogue, view: &TurnView) -> String {
    // The start time of imported history is unknown.
    let ended = view.ended_at.filter(|_| view.started_at > 0);
    ended.map_or_else(String::new, |ended| {
        texts.lasted(ended.saturating_sub(view.started_at))
    })
}

fn outcome_icon(outcome: Option<&Outcome>) -> IconName {
    match outcome {
        Some(Outcome::Completed) | None => IconName::Check,
        Some(Outcome::Cancelled(_)) => IconName::Cancelled,
        Some(Outcome::Failed(_)) => IconName::Error,
        Some(Outcome::Interrupted(_)) => IconName::Interrupted,
        Some(Outcome::Waiting(_)) => IconName::Approval,
    }
}

#[cfg(test)]
mod tests;
