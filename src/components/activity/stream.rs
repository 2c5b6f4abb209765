//! The activity stream: the activities of an ended turn, folded to one line.
//!
//! Not responsible for a running turn, which the running card shows.

use leptos::prelude::*;
use midturn_core::run_event::{AnswerForm, Interrupt};
use midturn_core::time::Millis;
use midturn_core::transcript::{Activity, ActivityKind, Outcome};

use super::{ActivityList, Interjections, list_id};
use crate::components::icon::{Icon, IconName};
use crate::components::{Disclosure, Ui};
use crate::i18n::Catalogue;
use crate::state::{ActivityCell, TurnSignals, TurnView};

/// The stream; nothing for a completed turn without activities, unless its card has just been here.
#[component]
pub fn ActivityStream(
    /// The turn.
    turn: TurnSignals,
    /// Whether the turn ran while it was on this page.
    ran: bool,
) -> impl IntoView {
    let any = move || {
        let ended_well = |view: &TurnView| matches!(view.outcome, None | Some(Outcome::Completed));
        turn.activities.with(|all| !all.is_empty()) || !turn.view.with(ended_well)
    };
    view! {
        <Show when=any fallback=move || ran.then(|| view! { <Ended turn/> })>
            <Stream turn/>
        </Show>
    }
    .into_any()
}

/// A line in the place of the card of a turn without activities: if there were nothing, the answer
/// would jump when the turn ends. It goes with the person's next message, which moves everything.
#[component]
fn Ended(turn: TurnSignals) -> impl IntoView {
    let Ui { texts, cells, .. } = Ui::get();
    let last = move || {
        let over = turn.view.with(|view| view.outcome.is_some());
        over && turn.id.with_value(|id| cells.is_last(id))
    };
    view! {
        <Show when=last>
            <p class="mt-stream mt-stream--bare">
                <Icon name=IconName::Check/>
                <span>{texts.ends.completed}</span>
                <span class="mt-stream__time">
                    {move || turn.view.with(|view| took(texts, view))}
                </span>
            </p>
        </Show>
    }
}

#[component]
fn Stream(turn: TurnSignals) -> impl IntoView {
    let texts = Ui::get().texts;
    let open = RwSignal::new(false);
    let list = list_id(turn);
    let shown = list.clone();
    let icon = Memo::new(move |_| turn.view.with(|view| outcome_icon(view.outcome.as_ref())));
    let line = Memo::new(move |_| {
        let thought = turn.activities.with(|all| only_thought(all));
        turn.view.with(|view| Line::of(texts, view, thought))
    });
    view! {
        <div
            class="mt-stream"
            part="stream"
            data-testid="activity-stream"
            data-outcome=move || turn.view.with(|view| outcome_name(view.outcome.as_ref()))
        >
            <Disclosure open class="mt-stream__summary" controls=list>
                {move || view! { <Icon name=icon.get()/> }}
                <span class="mt-stream__text">
                    {move || line.with(|line| line.words.clone())}
                </span>
                <span class="mt-stream__time">{move || line.with(|line| line.time.clone())}</span>
                <Icon name=IconName::Chevron/>
            </Disclosure>
            <Show when=move || !open.get()>
                <Interjections turn/>
            </Show>
            <Show when=move || open.get()>
                <ActivityList turn id=shown.clone()/>
            </Show>
        </div>
    }
}

/// The line that a stream is folded to: words, and the time beside them. No time is said twice.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    words: String,
    time: String,
}

impl Line {
    /// The line of a turn. `thought` is how long the agent thought, if it did nothing else.
    fn of(texts: &Catalogue, view: &TurnView, thought: Option<Millis>) -> Self {
        let alone = |words| Self {
            words,
            time: String::new(),
        };
        let time = took(texts, view);
        let ended_well = matches!(view.outcome, None | Some(Outcome::Completed));
        if let Some(thought) = thought.filter(|_| ended_well) {
            let time = texts.lasted(thought);
            return alone(if time.is_empty() {
                texts.activity_thought.to_owned()
            } else {
                texts.ends.thought_for.of(&time)
            });
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
    let ends = &texts.ends;
    let none = match &view.outcome {
        Some(Outcome::Waiting(asked)) if asks_words(asked) => return ends.needs_answer.to_owned(),
        Some(Outcome::Waiting(_)) => return ends.needs_approval.to_owned(),
        Some(Outcome::Completed) | None => ends.completed,
        Some(Outcome::Cancelled(_)) => ends.cancelled,
        Some(Outcome::Failed(_)) => ends.failed,
        Some(Outcome::Interrupted(_)) => ends.interrupted,
    };
    match &view.outcome {
        _ if view.steps == 0 => none.to_owned(),
        Some(Outcome::Cancelled(_)) => texts.cancelled_after(view.steps),
        Some(Outcome::Failed(_)) => texts.failed_after(view.steps),
        Some(Outcome::Interrupted(_)) => texts.interrupted_after(view.steps),
        Some(Outcome::Completed | Outcome::Waiting(_)) | None => texts.steps(view.steps),
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

/// The outcome's name in attributes.
pub fn outcome_name(outcome: Option<&Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Completed) | None => "completed",
        Some(Outcome::Cancelled(_)) => "cancelled",
        Some(Outcome::Failed(_)) => "failed",
        Some(Outcome::Interrupted(_)) => "interrupted",
        Some(Outcome::Waiting(_)) => "waiting",
    }
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
mod tests {
    use midturn_core::id::{ActivityId, RunId};
    use midturn_core::run_event::LostReason;
    use midturn_core::transcript::{ActivityStatus, Failure, Stop, Task};

    use super::*;
    use crate::i18n::Locale;

    fn view(outcome: Outcome, steps: usize, ms: Millis) -> TurnView {
        TurnView {
            started_at: 1,
            ended_at: Some(1 + ms),
            outcome: Some(outcome),
            steps,
            run: RunId::from("r"),
            ledger: Vec::new(),
            unanswered: false,
            cut_off: false,
        }
    }

    fn line(view: &TurnView, thought: Option<Millis>) -> String {
        let Line { words, time } = Line::of(Locale::En.catalogue(), view, thought);
        let parts = [words, time].into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(" · ")
    }

    fn step(kind: ActivityKind, ms: Millis) -> ActivityCell {
        let activity = Activity {
            id: ActivityId::from("a"),
            parent: None,
            kind,
            status: ActivityStatus::Done,
            started_at: 1,
            ended_at: Some(1 + ms),
            task: Task::default(),
        };
        ActivityCell {
            id: activity.id.clone(),
            activity: ArcRwSignal::new(activity),
        }
    }

    fn reasoning() -> ActivityKind {
        ActivityKind::Reasoning {
            text: String::new(),
            encrypted: None,
        }
    }

    fn node() -> ActivityKind {
        ActivityKind::Step {
            name: "n".to_owned(),
        }
    }

    #[test]
    fn a_folded_turn_says_its_steps_and_its_time_once() {
        let cancelled = || Outcome::Cancelled(Stop::Confirmed);
        let failed = || Outcome::Failed(Failure::NotAStream(String::new()));
        let lost = || Outcome::Interrupted(LostReason::Reload);
        let asked = |form| {
            Outcome::Waiting(vec![Interrupt {
                form,
                ..Interrupt::default()
            }])
        };
        let rows = [
            (view(Outcome::Completed, 2, 12_300), "2 steps · 12 s"),
            (view(Outcome::Completed, 2, 999), "2 steps"),
            (view(Outcome::Completed, 0, 999), "Finished"),
            (
                view(cancelled(), 6, 41_000),
                "Cancelled after 6 steps · 41 s",
            ),
            (view(cancelled(), 0, 2_500), "Cancelled after 2 s"),
            (view(cancelled(), 0, 500), "Cancelled"),
            (view(failed(), 1, 3_000), "Failed after 1 step · 3 s"),
            (view(failed(), 0, 500), "Failed"),
            (view(lost(), 1, 500), "Interrupted after 1 step"),
            (view(lost(), 0, 500), "Interrupted"),
            (
                view(asked(AnswerForm::default()), 3, 500),
                "Needs your approval",
            ),
            (view(asked(AnswerForm::Json), 0, 500), "Needs your answer"),
        ];
        for (view, expected) in rows {
            assert_eq!(line(&view, None), expected);
        }
        // The header of the card has the time beside it, also with no step.
        let texts = Locale::En.catalogue();
        assert_eq!(
            outcome_line(texts, &view(cancelled(), 0, 2_500)),
            "Cancelled"
        );
    }

    #[test]
    fn a_turn_of_thoughts_alone_says_how_long_the_agent_thought() {
        let done = view(Outcome::Completed, 2, 9_000);
        let thought = [step(reasoning(), 1_600), step(reasoning(), 2_400)];
        assert_eq!(line(&done, only_thought(&thought)), "Thought for 4 s");
        let quick = [step(reasoning(), 300)];
        assert_eq!(line(&done, only_thought(&quick)), "Thought");
        let worked = [step(reasoning(), 1_600), step(node(), 2_400)];
        assert_eq!(line(&done, only_thought(&worked)), "2 steps · 9 s");
        assert_eq!(only_thought(&[]), None);
        let cancelled = view(Outcome::Cancelled(Stop::Confirmed), 1, 9_000);
        let said = line(&cancelled, only_thought(&thought));
        assert_eq!(said, "Cancelled after 1 step · 9 s");
    }
}
