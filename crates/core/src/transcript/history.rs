//! What the agent should remember of a turn: its part of a run's request.
//!
//! Not responsible for which turns a request has, nor for the wire format.

use super::{ActivityKind, ActivityStatus, AgentMessage, Target, Turn};
use crate::history::{HistoryCall, HistoryMessage};
use crate::id::{ActivityId, MessageId};

/// What stands in the history for the result of a call that never gave one, so that the history
/// stays valid for the model.
const NO_RESULT: &str = "No result: the call was stopped before it finished.";

/// Whether a result is the one that is made up here. A backend that keeps what it was sent has it in its
/// own list of messages: it is not what became of the call.
pub(super) fn is_made_up(content: &str) -> bool {
    content == NO_RESULT
}

impl Turn {
    /// Adds what the agent should remember of this turn. A call without a result gets one made up.
    /// Not so where the request brings answers to this turn's questions (`resumed`): the backend goes
    /// on with the calls that it has made since the person said something last, and has their results.
    pub fn write_history(&self, resumed: bool, history: &mut Vec<HistoryMessage>) {
        let said = self.interjections().filter_map(|said| said.place).max();
        let open_from = if resumed {
            said.unwrap_or_default()
        } else {
            usize::MAX
        };
        // What begins with the agent has no message of the person.
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
                    // Models want each result right after its call, wherever the wire had it.
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

    /// What the person told the main agent at this place. The results before it stay as they are:
    /// a backend that keeps its own ignores, or refuses, any that were changed.
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
