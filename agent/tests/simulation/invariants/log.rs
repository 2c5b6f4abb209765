//! Invariants of the log of a run that has ended or crashed.

use std::collections::BTreeSet;

use midturn_agent::conversation::Message;
use midturn_agent::record::{DeliveryState, Ending, Status, Transcript};
use serde_json::Value;

use super::Watch;
use crate::world::crash::transcript;

impl Watch {
    /// Checks the end of a run. `log` is the log after the next start. `history` is not checked
    /// after a crash, which loses it.
    pub(crate) fn at_the_end(&self, log: &[Value], crashed: bool, history: &[Message]) {
        let transcript = transcript(log);
        let interrupted = transcript.ending() == Some(Ending::Interrupted);
        assert!(transcript.ending().is_some(), "every run has an end");
        assert_eq!(interrupted, crashed, "only a crash interrupts");
        self.every_interjection_has_one_outcome(log, &transcript);
        self.every_cancel_has_one_answer(log, crashed);
        for activity in transcript.activities() {
            let waits = transcript.leaves_open(activity.kind, &activity.id);
            let running = activity.status == Status::Running;
            assert_eq!(running, waits, "{} at the end", activity.id);
        }
        parents_know(log, &transcript);
        if !crashed {
            self.every_call_has_one_result(log, history);
            let expected = self.stale.then_some("interrupt_not_found");
            let code = self.failed.as_deref();
            assert_eq!(code.filter(|code| *code == "interrupt_not_found"), expected);
        }
    }

    /// Every accepted interjection is in the log with its latest content, and is reported exactly
    /// once as delivered or undelivered.
    fn every_interjection_has_one_outcome(&self, log: &[Value], transcript: &Transcript) {
        let said: BTreeSet<_> = transcript.interjections().iter().map(|s| &s.id).collect();
        assert_eq!(said, self.accepted.keys().collect());
        for said in transcript.interjections() {
            let deliveries = log.iter().filter(|event| is_delivery_event(event));
            let deliveries = deliveries.filter(|event| event["value"]["id"] == said.id);
            assert_eq!(
                deliveries.count(),
                1,
                "{} is delivered or undelivered, once",
                said.id
            );
            assert_ne!(
                said.delivery,
                DeliveryState::Pending,
                "{} is left hanging",
                said.id
            );
            let accepted = &self.accepted[&said.id];
            assert_eq!(said.message, accepted.text);
            assert_eq!(said.attachments, accepted.attachments);
        }
    }

    fn every_cancel_has_one_answer(&self, log: &[Value], crashed: bool) {
        let answers = log.iter().filter(|event| is_answer(event));
        let answers: Vec<&str> = answers
            .map(|event| event["value"]["elementId"].as_str().unwrap())
            .collect();
        let count = |element: &str| answers.iter().filter(|one| **one == element).count();
        for element in &answers {
            let early = self.early && *element == self.run;
            assert!(
                early || self.cancels.contains(*element),
                "nobody asked about {element}"
            );
        }
        for element in &self.cancels {
            assert_eq!(count(element), 1, "the cancel of {element} has one answer");
        }
        if self.early && !crashed {
            assert_eq!(count(&self.run), 1, "the early cancel has one answer");
        }
    }

    fn every_call_has_one_result(&self, log: &[Value], history: &[Message]) {
        // A run with a stale answer changes nothing, so the open calls stay open.
        if self.stale {
            return assert_eq!(self.results, BTreeSet::new());
        }
        let end = log.last().unwrap();
        let waiting = end["outcome"]["interrupts"].as_array();
        let waiting: BTreeSet<&str> = waiting
            .into_iter()
            .flatten()
            .map(|interrupt| interrupt["toolCallId"].as_str().unwrap())
            .chain(suspended(log))
            .collect();
        // The histories of nested agents are gone, so their calls are checked in the log.
        for call in &self.calls {
            let has = self.results.contains(call);
            assert_eq!(has, !waiting.contains(call.as_str()), "{call} in the log");
        }
        for call in self.approved.keys() {
            assert!(self.results.contains(call), "{call} was approved");
        }
        for message in history {
            let Message::Assistant { calls, .. } = message else {
                continue;
            };
            for call in calls {
                let results = history
                    .iter()
                    .filter(|m| matches!(m, Message::Tool { call_id, .. } if *call_id == call.id));
                let expected = usize::from(!waiting.contains(call.id.as_str()));
                assert_eq!(results.count(), expected, "{}", call.id);
            }
        }
    }
}

/// The calls whose agents wait for an answer.
fn suspended(log: &[Value]) -> impl Iterator<Item = &str> {
    let ended = log.iter();
    let suspended = ended.filter(|event| event["outcome"]["type"] == "suspended");
    suspended.map(|end| {
        let mut started = log
            .iter()
            .filter(|event| event["type"] == "SUBAGENT_STARTED");
        let started = started.find(|event| event["subagentRunId"] == end["subagentRunId"]);
        started.unwrap()["parentToolCallId"].as_str().unwrap()
    })
}

/// The result of a subagent's call must match the subagent's end: cancelled or failed. The call of
/// a failed subagent may also be cancelled, if an agent above it was stopped. The call of a
/// subagent that a crash cut off is interrupted or cancelled.
fn parents_know(log: &[Value], transcript: &Transcript) {
    let of_kind = |kind: &'static str| log.iter().filter(move |event| event["type"] == kind);
    for event in of_kind("SUBAGENT_ERROR") {
        let agent = &event["subagentRunId"];
        let mut started = of_kind("SUBAGENT_STARTED");
        let started = started.find(|e| e["subagentRunId"] == *agent).unwrap();
        let mut results = of_kind("TOOL_CALL_RESULT");
        let result = results.find(|e| e["toolCallId"] == started["parentToolCallId"]);
        let Some(result) = result else {
            assert_eq!(
                transcript.ending(),
                Some(Ending::Interrupted),
                "nobody knows of {agent}"
            );
            continue;
        };
        let status = result["metadata"]["status"].as_str();
        let expected = if event["code"] == "cancelled" {
            "cancelled"
        } else {
            "error"
        };
        let stopped_above = status == Some("cancelled");
        assert!(
            status == Some(expected) || stopped_above,
            "{agent}: {status:?}"
        );
    }
    let activities = transcript.activities();
    let cut_off = activities
        .iter()
        .filter(|one| one.kind == "subagent" && one.status == Status::Interrupted);
    for agent in cut_off {
        let mut calls = activities.iter().filter(|one| one.kind == "tool");
        let call = calls.find(|one| Some(&one.id) == agent.parent_id.as_ref());
        // The call of a continued subagent belongs to an earlier run.
        let Some(call) = call else {
            continue;
        };
        let status = call.status;
        assert!(
            matches!(status, Status::Interrupted | Status::Cancelled),
            "{} was cut off, and its call is {status:?}",
            agent.id
        );
    }
}

fn is_delivery_event(event: &Value) -> bool {
    event["name"] == "interjection.delivered" || event["name"] == "interjection.undelivered"
}

fn is_answer(event: &Value) -> bool {
    event["name"] == "task.cancelled" || event["name"] == "task.cancel.failed"
}
