//! Turns of the past, made from loaded messages. Their times are not known, and are set to 0.

use super::{Activity, ActivityKind, ActivityStatus, AgentMessage, Outcome, ToolResult, Turn};
use crate::history::{HistoryCall, HistoryMessage};
use crate::id::MessageId;
use crate::step::Step;

use super::apply::reasoning_id;
use super::reused::Kind;

impl Turn {
    /// A turn of the past. An empty text makes a turn that begins with the agent.
    pub(crate) fn past(id: MessageId, text: String) -> Self {
        let mut turn = Self::new(id, text, 0);
        turn.ended_at = Some(0);
        turn.outcome = Some(Outcome::Completed);
        turn
    }

    /// The ids of the agent's messages.
    pub(crate) fn message_ids(&self) -> impl Iterator<Item = &MessageId> {
        self.messages.iter().filter_map(|message| match message {
            AgentMessage::Assistant { id, .. } | AgentMessage::Reasoning { id, .. } => Some(id),
            AgentMessage::Tool { .. } => None,
        })
    }

    /// Adds a loaded message of the agent. A result is added to its call.
    pub(crate) fn say_past(&mut self, message: HistoryMessage) {
        // The past needs no diagnostics.
        let mut noted = Step::default();
        match message {
            HistoryMessage::User { .. } => {}
            HistoryMessage::Assistant {
                mut id,
                text,
                calls,
                encrypted,
            } => {
                if self.place_of(&id).is_some() {
                    id = self.rename(Kind::Text, id.as_str(), &mut noted).into();
                }
                let before = self.last_text();
                let after = if text.is_empty() {
                    before
                } else {
                    Some(id.clone())
                };
                let mut carried = Vec::with_capacity(calls.len());
                for mut call in calls {
                    if self.activity(&call.id).is_some() {
                        let new = self.rename(Kind::Activity, call.id.as_str(), &mut noted);
                        call.id = new.into();
                    }
                    carried.push(call.id.clone());
                    let mut held = past_call(call);
                    held.after.clone_from(&after);
                    self.activities.push(held);
                }
                self.messages.push(AgentMessage::Assistant {
                    id,
                    text,
                    calls: carried,
                    encrypted,
                });
            }
            HistoryMessage::Tool {
                id,
                call,
                content,
                failed,
                encrypted,
                attachments,
            } => {
                let call = self.answered(&call);
                let held = self.activities.iter_mut().find(|held| held.id == call);
                if let Some(held) = held
                    && let ActivityKind::Tool { result, .. } = &mut held.kind
                    && result.is_none()
                {
                    *result = Some(ToolResult {
                        message: id,
                        content,
                        encrypted,
                        attachments,
                    });
                    held.status = if failed {
                        ActivityStatus::Failed
                    } else {
                        ActivityStatus::Done
                    };
                    self.messages.push(AgentMessage::Tool { call });
                }
            }
            HistoryMessage::Reasoning {
                mut id,
                text,
                encrypted,
            } => {
                if self.activity(&reasoning_id(&id)).is_some() {
                    id = self.rename(Kind::Reasoning, id.as_str(), &mut noted).into();
                }
                let activity = reasoning_id(&id);
                let kind = ActivityKind::Reasoning { text, encrypted };
                let mut held = Activity::running(activity.clone(), kind, 0);
                held.end(ActivityStatus::Done, 0);
                held.after = self.last_text();
                self.activities.push(held);
                self.messages.push(AgentMessage::Reasoning { id, activity });
            }
        }
    }
}

/// A call without a result. The result may follow in a later message, or be missing.
fn past_call(call: HistoryCall) -> Activity {
    let kind = ActivityKind::Tool {
        name: call.name,
        arguments: call.arguments,
        result: None,
        encrypted: call.encrypted,
    };
    let mut held = Activity::running(call.id, kind, 0);
    held.end(ActivityStatus::Interrupted, 0);
    held
}
