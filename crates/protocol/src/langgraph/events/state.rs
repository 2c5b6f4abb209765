//! Reads how the graphs of a run are, and the states that they report.

use midturn_core::run_event::FinishOutcome;
use serde::Deserialize;

use super::commands;
use super::{Awaited, Events};
use crate::diagnostic::{Kind, start_of};
use crate::json;
use crate::langgraph::messages::own_id;
use crate::langgraph::wire;
use crate::out::Out;
use crate::value::Text;

/// How a graph is.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Lifecycle<'a> {
    pub(super) event: Text<'a>,
    error: Text<'a>,
}

impl Events {
    /// How the main agent is. It alone ends the run.
    pub(super) fn root(&mut self, told: &Lifecycle<'_>, out: &mut Out) {
        let event = told.event.as_str();
        match event {
            "completed" if self.has_questions() => self.wait(out),
            // Comes with the first question. Others may follow, and other tools may be at work.
            "interrupted" if self.has_questions() => match self.server() {
                Some(server) => {
                    self.question = Some(commands::join(&self.run.runs, server));
                    self.awaits = Some(Awaited::Join);
                }
                None => self.wait(out),
            },
            "completed" => self.run.end(FinishOutcome::Success, out),
            "interrupted" => self.run.end(FinishOutcome::Cancelled, out),
            "failed" => {
                let message = told.error.string().filter(|text| !text.is_empty());
                let message = message.unwrap_or_else(|| "The run failed".to_owned());
                self.run.fail(message, None, out);
            }
            _ => {
                out.note_once(
                    Kind::UnknownEvent,
                    &["lifecycle ", start_of(event)].concat(),
                );
            }
        }
    }

    /// How an inner graph is.
    pub(super) fn inner(&mut self, lane: &str, told: &Lifecycle<'_>, out: &mut Out) {
        match told.event.as_str() {
            "completed" => self.run.agents.end(lane, None, out),
            "failed" => {
                let error = told.error.string();
                let error = error.unwrap_or_else(|| "failed".to_owned());
                self.run.agents.end(lane, Some(error), out);
            }
            _ => {
                self.run.work(out);
                self.run.enter(lane, None, out);
            }
        }
    }

    /// A whole state. The first one of a graph has what was there before the run; the others have
    /// what the run has added.
    pub(super) fn values(&mut self, lane: &str, data: &str, out: &mut Out) -> bool {
        let Some(fields) = json::fields(data) else {
            return false;
        };
        self.run.work(out);
        self.run.enter(lane, None, out);
        let messages = fields.iter().rev().find(|(name, _)| name == "messages");
        let messages = messages.and_then(|(_, json)| json::list(json));
        let messages: Vec<_> = (messages.unwrap_or_default().into_iter())
            .filter_map(wire::message)
            .collect();
        let is_first = self.begun.insert(lane.to_owned()) && !self.open.contains_key(lane);
        if is_first && messages.last().is_none_or(|last| self.is_old(lane, last)) {
            let ids = messages.iter().filter_map(wire::Message::id);
            self.run.old.extend(ids.map(|id| own_id(lane, &id)));
            return true;
        }
        // Without the state from before, the person's last message tells what is new.
        let is_persons = |held: &wire::Message<'_>| held.kind() == Some(wire::Kind::Person);
        let from = if is_first {
            messages.iter().rposition(is_persons).unwrap_or_default()
        } else {
            0
        };
        for message in messages.into_iter().skip(from) {
            if let Some(id) = message.id() {
                let id = own_id(lane, &id);
                if self.run.old.contains(&id) || !self.seen.insert(id) {
                    continue;
                }
            }
            self.run.added(lane, message, out);
        }
        self.run.remember(out);
        true
    }

    /// Whether a state that ends with this message is from before the run's work.
    fn is_old(&self, lane: &str, last: &wire::Message<'_>) -> bool {
        let is_known = |id: String| self.run.old.contains(&own_id(lane, &id));
        last.kind() == Some(wire::Kind::Person) || last.id().is_some_and(is_known)
    }
}
