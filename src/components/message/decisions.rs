//! A turn's questions that are over, as lines of the transcript: the person's decisions, and the
//! questions that were closed without an answer, with the reason. Each line stands after the text
//! that its question followed.
//!
//! A plain approval has no line, because the step that was approved is there, unless the core gave it
//! because the tool is always allowed. Not responsible for
//! open questions (see `approvals`).

use leptos::prelude::*;
use midturn_core::id::{ActivityId, MessageId};
use midturn_core::input::AlwaysInput;
use midturn_core::run_event::Interrupt;
use midturn_core::transcript::{Activity, ActivityKind, Answer, Closed};

use crate::components::activity::{closed_text, with_details};
use crate::components::icon::{Icon, IconName};
use crate::components::{Part, Ui};
use crate::i18n::Catalogue;
use crate::json::text_of;
use crate::part::Make;
use crate::state::{ActivityCell, TurnSignals};

/// A question that is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Decision {
    pub(super) id: ActivityId,
    /// The text that the line follows; `None` for a line before all texts.
    pub(super) after: Option<MessageId>,
    /// The name of the tool that the question was about.
    pub(super) tool: Option<String>,
    /// The question in the backend's words.
    pub(super) question: Option<String>,
    pub(super) end: End,
}

/// How a question ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    /// With the person's answer.
    Answered(Answer),
    /// Approved, because the tool is always allowed in this thread.
    Always,
    /// Without an answer.
    Closed(Closed),
}

/// Whether a question of a turn is over. Computed once for all places of the turn.
pub(super) fn use_decided(turn: TurnSignals) -> Memo<bool> {
    let is_question = |held: &Activity| match &held.kind {
        ActivityKind::Approval { asked, .. } => asked.closed.is_some() || held.ended_at.is_some(),
        _ => false,
    };
    Memo::new(move |_| {
        turn.activities
            .with(|all| all.iter().any(|cell| cell.activity.with(is_question)))
    })
}

/// The lines after one text, or before all texts. A part of the program, because many agents never
/// ask.
#[component]
pub(super) fn Decisions(
    turn: TurnSignals,
    /// Whether a question of the turn is over.
    decided: Memo<bool>,
    /// The text.
    after: Option<MessageId>,
) -> impl IntoView {
    let after = StoredValue::new(after);
    let props = Callback::new(move |()| LinesProps { turn, after });
    view! {
        <Show when=move || decided.get()>
            <Part load=lines props/>
        </Show>
    }
    .into_any()
}

crate::part! {
    in control
    fn lines() -> Make<LinesProps> { |props| Lines(props).into_any() }
}

#[component]
fn Lines(turn: TurnSignals, after: StoredValue<Option<MessageId>>) -> impl IntoView {
    crate::styled_by!("approval.css");
    // Most changes of an activity change no decision.
    let here = Memo::new(move |_| {
        let all = turn.activities.with(|all| decisions(all));
        let is_here = |held: &Decision| after.with_value(|after| held.after == *after);
        all.into_iter().filter(is_here).collect::<Vec<_>>()
    });
    view! {
        <For
            each=move || here.get()
            key=Decision::clone
            children=|decision| view! { <Line decision/> }
        />
    }
}

#[component]
fn Line(decision: Decision) -> impl IntoView {
    let texts = Ui::get().texts;
    let (about, said) = words(texts, &decision);
    let (testid, icon) = match decision.end {
        End::Closed(_) => ("approval-closed", IconName::Approval),
        End::Answered(Answer::Denied { .. }) => ("decision", IconName::Cancelled),
        End::Answered(_) | End::Always => ("decision", IconName::Approval),
    };
    let tool = decision.tool.filter(|_| decision.end == End::Always);
    view! {
        <p class="mt-decision" part="decision" data-testid=testid>
            <Icon name=icon/>
            {about.map(|about| view! { <span dir="auto">{about}</span> })}
            <span dir="auto">{said}</span>
            {tool.map(|tool| view! { <AskAgain tool/> })}
        </p>
    }
}

/// Ends that a tool is always allowed here. Not there once it has ended.
#[component]
fn AskAgain(tool: String) -> impl IntoView {
    let Ui {
        texts,
        cells,
        actions,
        ..
    } = Ui::get();
    let tool = StoredValue::new(tool);
    let allowed = Memo::new(move |_| {
        cells
            .always
            .with(|all| tool.with_value(|tool| all.contains(tool)))
    });
    view! {
        <Show when=move || allowed.get()>
            <button
                type="button"
                class="mt-button mt-button--small mt-button--quiet"
                data-testid="ask-again"
                on:click=move |_| {
                    let tool = tool.get_value();
                    actions.always(AlwaysInput::AskAgain { tool });
                }
            >
                {tool.with_value(|tool| texts.questions.ask_again.of(tool))}
            </button>
        </Show>
    }
    .into_any()
}

/// The question, unless the decision names it, and the decision.
pub(super) fn words(texts: &Catalogue, decision: &Decision) -> (Option<String>, String) {
    let control = &texts.control;
    let tool = decision.tool.as_deref();
    let asked = || {
        let question = decision.question.clone();
        Some(question.unwrap_or_else(|| control.question_label.to_owned()))
    };
    match (&decision.end, tool) {
        (End::Closed(why), tool) => {
            let label = tool.map(|tool| control.approval_label.of(tool));
            let label = label.unwrap_or_else(|| control.question_label.to_owned());
            (Some(label), closed_text(texts, *why).to_owned())
        }
        (End::Answered(Answer::Reply(json)), _) => {
            let reply = text_of(json).unwrap_or_else(|| json.clone());
            let said = with_details(texts, control.answered_reply, reply.trim());
            (asked(), said)
        }
        (End::Answered(answer @ Answer::Denied { .. }), Some(tool)) => {
            let denied = control.decided_denied.of(tool);
            (None, with_details(texts, &denied, answer.reason()))
        }
        (End::Always, Some(tool)) => (None, texts.questions.allowed_always.of(tool)),
        (End::Always, None) => (asked(), control.answered_approved.to_owned()),
        (End::Answered(_), Some(tool)) => (None, control.decided_edited.of(tool)),
        (End::Answered(answer @ Answer::Denied { .. }), None) => {
            let said = with_details(texts, control.answered_denied, answer.reason());
            (asked(), said)
        }
        (End::Answered(_), None) => (asked(), control.answered_edited.to_owned()),
    }
}

/// The decisions among these activities.
pub(super) fn decisions(activities: &[ActivityCell]) -> Vec<Decision> {
    let decision = |cell: &ActivityCell| {
        let (asked, end) = cell.activity.with(ended)?;
        let tool = asked.call.and_then(|call| {
            let held = activities.iter().rev().find(|held| held.id == call)?;
            held.activity.with_untracked(|held| match &held.kind {
                ActivityKind::Tool { name, .. } => Some(name.clone()),
                _ => None,
            })
        });
        Some(Decision {
            id: cell.id.clone(),
            after: cell.after.clone(),
            tool,
            question: asked.message,
            end,
        })
    };
    activities.iter().filter_map(decision).collect()
}

/// The question and its end; `None` for everything that gets no line. An
/// answer that still waits for other answers can be changed: its question is open.
fn ended(activity: &Activity) -> Option<(Interrupt, End)> {
    let ActivityKind::Approval {
        interrupt,
        answer,
        asked,
    } = &activity.kind
    else {
        return None;
    };
    let end = match (asked.closed, answer) {
        (Some(why), _) => End::Closed(why),
        (
            None,
            Some(
                answer @ (Answer::Denied { .. }
                | Answer::Reply(_)
                | Answer::Approved { arguments: Some(_) }),
            ),
        ) if activity.ended_at.is_some() => End::Answered(answer.clone()),
        (None, Some(Answer::Approved { arguments: None }))
            if asked.always && activity.ended_at.is_some() =>
        {
            End::Always
        }
        (None, _) => return None,
    };
    Some((interrupt.clone(), end))
}
