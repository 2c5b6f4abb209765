//! Turns of the past, made from loaded messages. Their times are not known, and are set to 0.

use super::{Activity, ActivityKind, ActivityStatus, AgentMessage, Outcome, ToolResult, Turn};
use crate::history::{HistoryCall, HistoryMessage};
use crate::id::MessageId;

use super::apply::reasoning_id;

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
        match message {
            HistoryMessage::User { .. } => {}
            HistoryMessage::Assistant {
                id,
                text,
                calls,
                encrypted,
            } => {
                let before = self.last_text();
                let after = if text.is_empty() {
                    before
                } else {
                    Some(id.clone())
                };
                let mut carried = Vec::with_capacity(calls.len());
                for call in calls {
                    if self.activity(&call.id).is_none() {
                        carried.push(call.id.clone());
                        let mut held = past_call(call);
                        held.after.clone_from(&after);
                        self.activities.push(held);
                    }
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
                id,
                text,
                encrypted,
            } => {
                let activity = reasoning_id(&id);
                if self.activity(&activity).is_none() {
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
