//! The subagents of a thread, read from events: which agent started each, and what each has done.

use super::message::Messages;
use super::{DeliveryState, RecordedInterjection};
use crate::agui::{Event, EventKind, RunInput, SubagentOutcome};
use crate::conversation::{Interjection, Message};
use crate::engine::{Delivery, Suspended};

#[derive(Debug, Clone, Default)]
pub(super) struct Agents {
    known: Vec<Known>,
    /// Subagents that wait at the end of the last run, each before the agent that started it.
    waiting: Vec<String>,
}

#[derive(Debug, Clone)]
struct Known {
    id: String,
    parent: Option<String>,
    call: String,
}

impl Agents {
    pub(super) fn read(&mut self, event: &Event) {
        let id = event.subagent_run_id.as_deref().unwrap_or_default();
        match &event.kind {
            EventKind::RunStarted { .. } => self.waiting.clear(),
            EventKind::SubagentStarted {
                parent_subagent_run_id,
                parent_tool_call_id,
                ..
            } if self.known.iter().all(|one| one.id != id) => {
                self.known.push(Known {
                    id: id.to_owned(),
                    parent: parent_subagent_run_id.clone(),
                    call: parent_tool_call_id.clone(),
                });
            }
            EventKind::SubagentFinished {
                outcome: SubagentOutcome::Suspended { .. },
                ..
            } => self.waiting.push(id.to_owned()),
            _ => {}
        }
    }

    /// The waiting subagents of the last run, each after the agent that started it.
    pub(super) fn waiting(&self) -> Vec<String> {
        self.waiting.iter().rev().cloned().collect()
    }

    /// Whether the id names a waiting subagent, or the call that started one.
    pub(super) fn is_waiting(&self, kind: &str, id: &str) -> bool {
        let waiting = |one: &&Known| self.waiting.contains(&one.id);
        self.known.iter().filter(waiting).any(|one| match kind {
            "subagent" => one.id == id,
            "tool" => one.call == id,
            _ => false,
        })
    }

    /// A suspended subagent with its work so far; `None` when the log lacks its start or its call.
    pub(super) fn suspended(
        &self,
        id: &str,
        messages: &Messages,
        interjections: &[RecordedInterjection],
    ) -> Option<Suspended> {
        let known = self.known.iter().find(|one| one.id == id)?;
        let own = messages.list().iter();
        let own = own.filter(|message| message["subagentRunId"] == id);
        let history: Vec<Message> = own.filter_map(RunInput::message_of_anyone).collect();
        let own = interjections.iter();
        let own = own.filter(|interjection| interjection.parent_id == known.call);
        Some(Suspended::new(
            id.to_owned(),
            known.parent.clone(),
            messages.call(&known.call)?,
            history,
            own.filter_map(delivery).collect(),
        ))
    }
}

fn delivery(interjection: &RecordedInterjection) -> Option<Delivery> {
    let DeliveryState::Delivered {
        tool_call_id,
        after_id,
        ..
    } = &interjection.delivery
    else {
        return None;
    };
    Some(Delivery {
        interjection: Interjection {
            id: interjection.id.clone(),
            text: interjection.message.clone(),
            attachments: interjection.attachments.clone(),
        },
        tool_call_id: tool_call_id.clone(),
        after_id: after_id.clone(),
    })
}
