//! The texts of a turn: those of the main agent, and those of its subagents, which are shown in
//! their activities.

use super::apply::kind_of;
use super::{ActivityKind, AgentMessage, Turn};
use crate::change::Change;
use crate::effect::Diagnostic;
use crate::id::{ActivityId, MessageId};
use crate::step::Step;

impl Turn {
    pub(super) fn grow_text(&mut self, message: &MessageId, delta: &str, step: &mut Step) {
        if delta.is_empty() {
            return;
        }
        if let Some(owner) = self.speaker(message) {
            let activity = self.change(&owner, step);
            if let Some(ActivityKind::Subagent { text, .. }) = kind_of(activity) {
                text.push_str(delta);
            }
            return;
        }
        let place = self.assistant(message);
        if let Some(AgentMessage::Assistant { text, .. }) = self.messages.get_mut(place) {
            text.push_str(delta);
        }
        step.change(Change::TextGrew {
            turn: self.id.clone(),
            message: message.clone(),
        });
    }

    pub(super) fn replace_text(&mut self, message: &MessageId, text: String, step: &mut Step) {
        if let Some(owner) = self.speaker(message) {
            let activity = self.change(&owner, step);
            if let Some(ActivityKind::Subagent { text: held, .. }) = kind_of(activity) {
                *held = text;
            }
            return;
        }
        let place = self.assistant(message);
        let Some(AgentMessage::Assistant { text: held, .. }) = self.messages.get_mut(place) else {
            return;
        };
        if *held == text {
            return;
        }
        let grew = text.starts_with(held.as_str());
        *held = text;
        let (turn, message) = (self.id.clone(), message.clone());
        step.change(if grew {
            Change::TextGrew { turn, message }
        } else {
            Change::TextReplaced { turn, message }
        });
    }

    /// Records that a message is a subagent's, so that its text is added to the subagent's
    /// activity.
    pub(super) fn speakers_start(
        &mut self,
        message: MessageId,
        owner: &ActivityId,
        step: &mut Step,
    ) {
        if self.activity(owner).is_none() {
            step.diagnose(Diagnostic::Unknown(owner.to_string()));
            self.assistant(&message);
        } else {
            self.speakers.push((message, owner.clone()));
        }
    }

    pub(super) fn speaker(&self, message: &MessageId) -> Option<ActivityId> {
        self.speakers
            .iter()
            .rev()
            .find(|(held, _)| held == message)
            .map(|(_, owner)| owner.clone())
    }
}
