//! An activity in a few words.

use midturn_core::transcript::{Activity, ActivityKind, ActivityStatus};

use super::resolution::question_outcome;
use crate::i18n::Catalogue;
use crate::json::{brief_arguments, plan_in};

/// The activity's title.
pub fn title(texts: &Catalogue, activity: &Activity) -> String {
    match &activity.kind {
        ActivityKind::Tool { name, .. } if name.is_empty() => texts.ends.nameless.to_owned(),
        ActivityKind::Tool { name, .. }
        | ActivityKind::Step { name }
        | ActivityKind::Subagent { name, .. } => name.clone(),
        ActivityKind::Reasoning { .. } if activity.status == ActivityStatus::Running => {
            texts.activity_thinking.to_owned()
        }
        ActivityKind::Reasoning { .. } => texts.activity_thought.to_owned(),
        ActivityKind::Approval { answer, asked, .. } => {
            question_outcome(texts, answer.as_ref(), asked)
                .unwrap_or_else(|| texts.activity_approval.to_owned())
        }
        ActivityKind::Interjection(_) => texts.message_you.to_owned(),
        ActivityKind::Note { title, .. } => title.clone(),
    }
}

/// The activity's subject, on one line; may be empty.
pub(super) fn summary(texts: &Catalogue, activity: &Activity) -> String {
    // A note says what the activity does now, which is more useful than its arguments. While the
    // activity is being stopped, its controls show that.
    let works = activity.ended_at.is_none() && !activity.task.is_stopping();
    if let Some(note) = activity.task.note.as_ref().filter(|_| works) {
        return note.clone();
    }
    match &activity.kind {
        ActivityKind::Tool { arguments, .. } => brief_arguments(arguments),
        ActivityKind::Reasoning { text, .. } => first_line(text).to_owned(),
        ActivityKind::Subagent { description, .. } => description.clone().unwrap_or_default(),
        ActivityKind::Step { .. } => String::new(),
        ActivityKind::Interjection(said) => first_line(&said.text).to_owned(),
        ActivityKind::Approval { interrupt, .. } => interrupt
            .message
            .clone()
            .unwrap_or_else(|| interrupt.reason.clone()),
        ActivityKind::Note { title, content } => match plan_in(title, content) {
            Some(plan) => texts.plan.progress(plan.done(), plan.steps.len()),
            None => first_line(content).to_owned(),
        },
    }
}

fn first_line(text: &str) -> &str {
    text.trim_start().lines().next().unwrap_or_default()
}
