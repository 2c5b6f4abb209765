//! Merges a backend's snapshot of the messages into the active turn.
//!
//! Earlier turns are over; they get only missing results, and the backend's ids of results. A
//! snapshot fills gaps and never deletes: some backends send snapshots that lack streamed messages,
//! with ids that change every time.

use super::apply::{kind_of, reasoning_id};
use super::history::is_made_up;
use super::reused::Kind;
use super::{ActivityKind, AgentMessage, ToolResult, Turn};
use crate::change::Change;
use crate::id::{ActivityId, MessageId};
use crate::run_event::{RunEvent, SnapshotCall, SnapshotMessage};
use crate::step::Step;
use crate::time::Millis;

impl Turn {
    /// Merges the messages of a snapshot that follow this turn's user message. If the snapshot
    /// lacks that message, the messages after its last user message are merged. A snapshot without
    /// any user message is ignored.
    pub(super) fn merge(&mut self, messages: Vec<SnapshotMessage>, at: Millis, step: &mut Step) {
        let own = messages
            .iter()
            .rposition(
                |message| matches!(message, SnapshotMessage::User { id, .. } if *id == self.id),
            )
            // Backends that renumber messages still keep their order.
            .or_else(|| {
                messages
                    .iter()
                    .rposition(|message| matches!(message, SnapshotMessage::User { .. }))
            });
        let Some(own) = own else { return };
        // A message of the turn whose id is in the snapshot is matched only by id, not by text.
        let named: Vec<MessageId> = messages[own..]
            .iter()
            .filter_map(|message| match message {
                SnapshotMessage::Assistant { id, .. } => Some(id.clone()),
                _ => None,
            })
            .collect();
        let mut matched = Vec::new();
        // The calls and the results of the list so far, by their ids here.
        let (mut made, mut told) = (Vec::new(), Vec::new());
        for message in messages.into_iter().skip(own + 1) {
            match message {
                SnapshotMessage::User { .. } => {}
                SnapshotMessage::Assistant { id, text, calls } => {
                    // The text comes before the calls that its message carries.
                    let host = self.merge_text(&id, text, &named, &mut matched, step);
                    for call in calls {
                        self.merge_call(&host, call, &mut made, at, step);
                    }
                }
                SnapshotMessage::Tool {
                    id,
                    call,
                    content,
                    attachments,
                    failed,
                } => {
                    if is_made_up(&content) {
                        continue;
                    }
                    let call = self.next_told(&call, &mut told);
                    if self.is_unanswered(&call) {
                        let result = ToolResult {
                            message: id,
                            content,
                            encrypted: None,
                            attachments,
                        };
                        self.finish_tool(&call, result, failed, at, step);
                    } else {
                        self.rename_result(&call, &id);
                    }
                }
                SnapshotMessage::Reasoning { id, text } => {
                    if !text.is_empty() && !self.has_reasoning(&id, &text) {
                        self.apply(
                            RunEvent::ReasoningDelta {
                                message: id.clone(),
                                delta: text,
                            },
                            at,
                            step,
                        );
                        self.apply(RunEvent::ReasoningEnd { message: id }, at, step);
                    }
                }
            }
        }
    }

    /// The id here of the call whose result comes next in a list.
    fn next_told(&self, call: &ActivityId, told: &mut Vec<ActivityId>) -> ActivityId {
        let all = self.all_of(Kind::Activity, call.as_str());
        let mut all = all.into_iter().map(ActivityId::from);
        let next = all.find(|id| !told.contains(id));
        let next = next.unwrap_or_else(|| self.own_activity(call));
        told.push(next.clone());
        next
    }

    /// Takes results from a snapshot that arrived in a later turn: calls of this turn may have got
    /// their results only then.
    pub(crate) fn take_results(
        &mut self,
        messages: &[SnapshotMessage],
        at: Millis,
        step: &mut Step,
    ) {
        let own = messages.iter().rposition(
            |message| matches!(message, SnapshotMessage::User { id, .. } if *id == self.id),
        );
        let Some(own) = own else { return };
        let mut changed = false;
        let mut told = Vec::new();
        for message in &messages[own + 1..] {
            match message {
                SnapshotMessage::User { .. } => break,
                SnapshotMessage::Tool {
                    id,
                    call,
                    content,
                    attachments,
                    failed,
                } => {
                    let call = &self.next_told(call, &mut told);
                    if self.is_unanswered(call) && !is_made_up(content) {
                        let result = ToolResult {
                            message: id.clone(),
                            content: content.clone(),
                            encrypted: None,
                            attachments: attachments.clone(),
                        };
                        self.finish_tool(call, result, *failed, at, step);
                    } else {
                        changed |= self.rename_result(call, id);
                    }
                }
                SnapshotMessage::Assistant { .. } | SnapshotMessage::Reasoning { .. } => {}
            }
        }
        if changed {
            step.change(Change::TurnChanged(self.id.clone()));
        }
    }

    /// Gives a result the id that it has in the snapshot. A backend that stores the history would
    /// treat a result with its streamed id as a new message. Returns whether the id changed.
    fn rename_result(&mut self, call: &ActivityId, id: &MessageId) -> bool {
        let held = self
            .activities
            .iter_mut()
            .rev()
            .find(|held| held.id == *call);
        match kind_of(held) {
            Some(ActivityKind::Tool {
                result: Some(result),
                ..
            }) if result.message != *id => {
                result.message = id.clone();
                true
            }
            _ => false,
        }
    }

    fn has_reasoning(&self, id: &MessageId, text: &str) -> bool {
        let id = reasoning_id(id);
        self.activities.iter().any(|activity| {
            activity.id == id
                || matches!(&activity.kind, ActivityKind::Reasoning { text: held, .. } if held == text)
        })
    }

    fn merge_call(
        &mut self,
        host: &MessageId,
        call: SnapshotCall,
        made: &mut Vec<ActivityId>,
        at: Millis,
        step: &mut Step,
    ) {
        let SnapshotCall {
            id,
            name,
            arguments,
        } = call;
        let all = self.all_of(Kind::Activity, id.as_str());
        let mut all = all.into_iter().map(ActivityId::from);
        let id = match all.find(|held| !made.contains(held)) {
            Some(held) => held,
            None => self.rename(Kind::Activity, id.as_str(), step).into(),
        };
        made.push(id.clone());
        if self.activity(&id).is_none() {
            self.start_tool(id.clone(), name, Some(host.clone()), None, at, step);
        }
        let differs = matches!(
            self.activity(&id).map(|activity| &activity.kind),
            Some(ActivityKind::Tool { arguments: held, .. }) if *held != arguments && !arguments.is_empty()
        );
        if differs {
            let activity = self.change(&id, step);
            if let Some(ActivityKind::Tool {
                arguments: held, ..
            }) = kind_of(activity)
            {
                *held = arguments;
            }
        }
    }

    /// Adds a text, or updates the message that already has it: the one with this id or, for
    /// backends whose ids change, the one with the same text. Returns the message's id here.
    fn merge_text(
        &mut self,
        id: &MessageId,
        text: String,
        named: &[MessageId],
        matched: &mut Vec<usize>,
        step: &mut Step,
    ) -> MessageId {
        let all = self.all_of(Kind::Text, id.as_str());
        let text = self.without_earlier(&all, text, matched);
        // Some backends trim texts in their snapshots.
        let alike = |held: &str| held.trim() == text.trim();
        let find = |is_it: &dyn Fn(&MessageId, &str) -> bool| {
            self.messages.iter().enumerate().position(|(place, held)| {
                !matched.contains(&place)
                    && matches!(held, AgentMessage::Assistant { id, text, .. } if is_it(id, text))
            })
        };
        let is_its = |held: &MessageId| all.iter().any(|id| id == held.as_str());
        let known = find(&|id, held| is_its(id) && alike(held))
            .or_else(|| find(&|id, _| is_its(id)))
            .or_else(|| find(&|id, held| !text.is_empty() && alike(held) && !named.contains(id)));
        let place = match known {
            Some(place) => place,
            None if text.is_empty() => return id.clone(),
            None if self.place_of(id).is_some() => {
                let new = self.rename(Kind::Text, id.as_str(), step);
                self.assistant(&new.into())
            }
            None => self.assistant(id),
        };
        matched.push(place);
        let Some(AgentMessage::Assistant { id, text: held, .. }) = self.messages.get_mut(place)
        else {
            return id.clone();
        };
        let id = id.clone();
        // A shorter text is an older one: keep the streamed text.
        if !held.starts_with(&text) {
            let (turn, message) = (self.id.clone(), id.clone());
            let grew = text.starts_with(held.as_str());
            *held = text;
            step.change(if grew {
                Change::TextGrew { turn, message }
            } else {
                Change::TextReplaced { turn, message }
            });
        }
        id
    }

    /// What a text of a list has beyond the texts with its ids but the last, which are then matched:
    /// some backends add what comes again to what has ended. A text that is one of them stays whole.
    fn without_earlier(&self, ids: &[String], text: String, matched: &mut Vec<usize>) -> String {
        let texts = self.messages.iter().enumerate();
        let texts = texts.filter_map(|(place, held)| match held {
            AgentMessage::Assistant { id, text, .. }
                if ids.iter().any(|held| held == id.as_str()) && !matched.contains(&place) =>
            {
                Some((place, text.as_str()))
            }
            _ => None,
        });
        let texts: Vec<_> = texts.collect();
        if texts.iter().any(|(_, held)| held.trim() == text.trim()) {
            return text;
        }
        let before = texts.len().saturating_sub(1);
        let before = texts.get(..before).unwrap_or_default();
        let mut rest = text.as_str();
        for (_, held) in before {
            match rest.strip_prefix(held) {
                Some(after) => rest = after,
                None => return text,
            }
        }
        let rest = rest.to_owned();
        matched.extend(before.iter().map(|(place, _)| *place));
        rest
    }
}
