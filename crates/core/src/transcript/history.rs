//! A turn's messages in a run's request: the agent's history.

use super::{ActivityKind, ActivityStatus, AgentMessage, Target, Turn};
use crate::history::{HistoryCall, HistoryMessage};
use crate::id::{ActivityId, MessageId};

/// The result text for a call that has none; models reject a history without results.
const NO_RESULT: &str = "No result: the call was stopped before it finished.";

/// Whether a result is this placeholder. A backend that stores the messages it receives sends the
/// placeholder back in its own list of messages, where it must not count as a result.
pub(super) fn is_made_up(content: &str) -> bool {
    content == NO_RESULT
}

impl HistoryMessage {
    /// Whether this is the placeholder for the result of a call that has none.
    pub fn is_made_up(&self) -> bool {
        matches!(self, Self::Tool { content, .. } if is_made_up(content))
    }
}

impl Turn {
    /// Appends this turn's messages to the history. A call without a result gets a placeholder.
    /// With answers to this turn's questions (`resumed`), calls after the last interjection get no
    /// placeholder: the backend continues these calls and has their results.
    pub fn write_history(&self, resumed: bool, history: &mut Vec<HistoryMessage>) {
        let said = self.interjections().filter_map(|said| said.place).max();
        let open_from = if resumed {
            said.unwrap_or_default()
        } else {
            usize::MAX
        };
        // A turn that begins with the agent has no user message.
        if !self.begins_with_agent() {
            history.push(HistoryMessage::User {
                id: self.id.clone(),
                text: self.text.clone(),
                attachments: self.attachments.clone(),
            });
        }
        for (place, message) in self.messages.iter().enumerate() {
            self.write_said(place, history);
            match message {
                AgentMessage::Assistant {
                    id,
                    text,
                    calls,
                    encrypted,
                } => {
                    let mut made = Vec::new();
                    let mut results = Vec::new();
                    for call in calls {
                        if let Some(known) = self.history_call(call) {
                            made.push(known);
                            results.extend(self.history_result(call, place >= open_from));
                        }
                    }
                    if text.is_empty() && made.is_empty() && encrypted.is_none() {
                        continue;
                    }
                    // Models want each result directly after its call, in whatever order the
                    // results arrived.
                    history.push(HistoryMessage::Assistant {
                        id: id.clone(),
                        text: text.clone(),
                        calls: made,
                        encrypted: encrypted.clone(),
                    });
                    history.extend(results);
                }
                AgentMessage::Tool { .. } => {}
                AgentMessage::Reasoning { id, activity } => {
                    if let Some(ActivityKind::Reasoning { text, encrypted }) =
                        self.activity(activity).map(|activity| &activity.kind)
                        && !(text.is_empty() && encrypted.is_none())
                    {
                        history.push(HistoryMessage::Reasoning {
                            id: id.clone(),
                            text: text.clone(),
                            encrypted: encrypted.clone(),
                        });
                    }
                }
            }
        }
        self.write_said(self.messages.len(), history);
    }

    /// Writes the interjections to the main agent at this place, as messages of their own. They are
    /// not put into results: a backend that stores results ignores or refuses changed ones.
    fn write_said(&self, place: usize, history: &mut Vec<HistoryMessage>) {
        for said in self.interjections() {
            if said.place == Some(place) && said.target == Target::Root {
                history.push(HistoryMessage::User {
                    id: said.id.clone(),
                    text: said.text.clone(),
                    attachments: Vec::new(),
                });
            }
        }
    }

    fn history_call(&self, call: &ActivityId) -> Option<HistoryCall> {
        match &self.activity(call)?.kind {
            ActivityKind::Tool {
                name,
                arguments,
                encrypted,
                ..
            } => Some(HistoryCall {
                id: call.clone(),
                name: name.clone(),
                arguments: arguments.clone(),
                encrypted: encrypted.clone(),
            }),
            _ => None,
        }
    }

    fn history_result(&self, call: &ActivityId, open: bool) -> Option<HistoryMessage> {
        let activity = self.activity(call)?;
        match &activity.kind {
            ActivityKind::Tool {
                result: Some(result),
                ..
            } => Some(HistoryMessage::Tool {
                id: result.message.clone(),
                call: call.clone(),
                content: result.content.clone(),
                failed: activity.status == ActivityStatus::Failed,
                encrypted: result.encrypted.clone(),
                attachments: result.attachments.clone(),
            }),
            ActivityKind::Tool { result: None, .. } if !open => Some(HistoryMessage::Tool {
                id: MessageId::from(format!("{call}.stopped")),
                call: call.clone(),
                content: NO_RESULT.into(),
                failed: true,
                encrypted: None,
                attachments: Vec::new(),
            }),
            _ => None,
        }
    }
}
