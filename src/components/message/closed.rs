//! A turn's questions that were closed without an answer: one line for each, with the reason.
//!
//! Not responsible for open questions (see `approvals`).

use leptos::prelude::*;
use midturn_core::id::ActivityId;
use midturn_core::transcript::{Activity, ActivityKind, Closed};

use crate::components::Ui;
use crate::components::activity::closed_text;
use crate::components::icon::{Icon, IconName};
use crate::state::{ActivityCell, TurnSignals};

/// The closed questions of a turn; nothing if there are none.
#[component]
pub(super) fn ClosedQuestions(turn: TurnSignals) -> impl IntoView {
    view! {
        <div class="mt-closed">
            <For
                each=move || turn.activities.with(|all| closed(all))
                key=|question| question.id.clone()
                children=|question| view! { <Line question/> }
            />
        </div>
    }
}

#[component]
fn Line(question: Question) -> impl IntoView {
    let texts = Ui::get().texts;
    let name = match question.tool {
        Some(tool) => texts.control.approval_label.of(&tool),
        None => texts.control.question_label.to_owned(),
    };
    view! {
        <p class="mt-closed__line" data-testid="approval-closed">
            <Icon name=IconName::Approval/>
            <span dir="auto">{name}</span>
            <span>{closed_text(texts, question.why)}</span>
        </p>
    }
}

/// A closed question.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) id: ActivityId,
    /// The name of the tool that the question was about.
    pub(super) tool: Option<String>,
    pub(super) why: Closed,
}

/// The closed questions among these activities.
pub(super) fn closed(activities: &[ActivityCell]) -> Vec<Question> {
    let question = |cell: &ActivityCell| {
        let (call, why) = cell.activity.with(about_closed)?;
        let tool = call.and_then(|call| {
            let held = activities.iter().rev().find(|held| held.id == call)?;
            held.activity.with_untracked(|held| match &held.kind {
                ActivityKind::Tool { name, .. } => Some(name.clone()),
                _ => None,
            })
        });
        let id = cell.id.clone();
        Some(Question { id, tool, why })
    };
    activities.iter().filter_map(question).collect()
}

/// The call that a closed question is about, and why it is closed.
fn about_closed(activity: &Activity) -> Option<(Option<ActivityId>, Closed)> {
    match &activity.kind {
        ActivityKind::Approval {
            interrupt, asked, ..
        } => Some((interrupt.call.clone(), asked.closed?)),
        _ => None,
    }
}
