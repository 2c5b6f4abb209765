//! The subagents of a thread, read from events: which agent started each, and what each has done.

use serde_json::Value;

use super::message::Messages;
use super::{DeliveryState, RecordedInterjection};
use crate::agui::RunInput;
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
    pub(super) fn read(&mut self, event: &Value) {
        let id = event["subagentRunId"].as_str().unwrap_or_default();
        match event["type"].as_str().unwrap_or_default() {
            "RUN_STARTED" => self.waiting.clear(),
            "SUBAGENT_STARTED" if self.known.iter().all(|one| one.id != id) => {
                let call = event["parentToolCallId"].as_str().unwrap_or_default();
                self.known.push(Known {
                    id: id.to_owned(),
                    parent: event["parentSubagentRunId"].as_str().map(str::to_owned),
                    call: call.to_owned(),
                });
            }
            "SUBAGENT_FINISHED" if event["outcome"]["type"] == "suspended" => {
                self.waiting.push(id.to_owned());
            }
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
    let attachments = interjection
        .attachments
        .as_array()
        .cloned()
        .unwrap_or_default();
    Some(Delivery {
        interjection: Interjection {
            id: interjection.id.clone(),
            text: interjection.message.clone(),
            attachments,
        },
        tool_call_id: tool_call_id.clone(),
        after_id: after_id.clone(),
    })
}
