//! Invariants that every run must keep.
//!
//! `invariants/history.rs` checks the history that a model gets, `invariants/log.rs` the log of a
//! finished run.

mod history;
mod log;

use std::collections::{BTreeMap, BTreeSet};

use midturn_agent::agui::{Custom, Event, EventKind};
use midturn_agent::conversation::{Interjection, ToolCall};
use midturn_agent::engine::{AgentId, CancelTarget, Effect};
use serde_json::Value;

use crate::world::Turn;
pub(crate) use history::outline;

/// Facts about the earlier runs of the conversation.
#[derive(Debug, Clone, Default)]
pub(crate) struct Facts {
    /// Calls that have run; none may again.
    started: BTreeSet<String>,
    /// Calls that have a result in the log.
    results: BTreeSet<String>,
    /// The agent that each call belongs to, by the tag of its events.
    owners: BTreeMap<String, String>,
    /// Calls that wait for an answer.
    pub(crate) waiting: BTreeSet<String>,
    /// Delivered interjections, by id; true when the main agent's model got it.
    pub(crate) told: BTreeMap<String, bool>,
    /// The outline of the main agent's history at the end of the last run; `None` after a crash.
    pub(crate) outline: Option<Vec<String>>,
}

impl Facts {
    pub(crate) fn take_in(&mut self, watch: &Watch, log: &[Value]) {
        self.started.extend(watch.started.iter().cloned());
        self.owners.extend(watch.owners.clone());
        let results = log.iter().filter(|e| e["type"] == "TOOL_CALL_RESULT");
        let results = results.map(|event| event["toolCallId"].as_str().unwrap().to_owned());
        self.results.extend(results);
    }
}

/// Checks every effect of a run against the facts of the conversation and the answers to requests.
pub(crate) struct Watch {
    run: String,
    before: Facts,
    approved: BTreeMap<String, String>,
    stale: bool,
    log: Vec<Value>,
    /// The number of log events that must survive a crash, because a request was answered after
    /// them.
    promised: usize,
    calls: Vec<String>,
    /// The agent that each call belongs to, by the tag of its events.
    owners: BTreeMap<String, String>,
    started: BTreeSet<String>,
    results: BTreeSet<String>,
    /// Each subagent with the call that owns it.
    subagents: BTreeMap<String, String>,
    closed: BTreeSet<String>,
    /// Agents that may start nothing new. The empty string is the main agent.
    stopped: BTreeSet<String>,
    accepted: BTreeMap<String, Interjection>,
    /// The ids of the person's messages in each agent's last model call.
    told: BTreeMap<String, BTreeSet<String>>,
    /// Accepted cancels, by element.
    cancels: BTreeSet<String>,
    /// Whether the run was cancelled before it began. Such a cancel is not in `cancels`.
    early: bool,
    failed: Option<String>,
    ended: bool,
}

fn tag(agent: &AgentId) -> String {
    match agent {
        AgentId::Root => String::new(),
        AgentId::Sub(id) => id.clone(),
    }
}

impl Watch {
    pub(crate) fn of(turn: &Turn, before: Facts) -> Self {
        Self {
            run: turn.run.clone(),
            approved: turn.approved.clone(),
            stale: turn.stale,
            owners: before.owners.clone(),
            before,
            log: Vec::new(),
            promised: 0,
            calls: Vec::new(),
            started: BTreeSet::new(),
            results: BTreeSet::new(),
            subagents: BTreeMap::new(),
            closed: BTreeSet::new(),
            stopped: BTreeSet::new(),
            accepted: BTreeMap::new(),
            told: BTreeMap::new(),
            cancels: BTreeSet::new(),
            early: false,
            failed: None,
            ended: false,
        }
    }

    pub(crate) fn log(&self) -> &[Value] {
        &self.log
    }

    /// Notes that a request was answered: the log so far must survive a crash.
    pub(crate) fn promise(&mut self) {
        self.promised = self.log.len();
    }

    pub(crate) fn promised(&self) -> usize {
        self.promised
    }

    pub(crate) fn failed(&mut self, code: &str) {
        self.failed = Some(code.to_owned());
    }

    pub(crate) fn elements(&self) -> Vec<String> {
        let agents = self.subagents.keys();
        self.calls.iter().chain(agents).cloned().collect()
    }

    pub(crate) fn stop_everything(&mut self) {
        self.stopped.insert(String::new());
    }

    pub(crate) fn cancelled_early(&mut self) {
        self.early = true;
        self.stop_everything();
    }

    pub(crate) fn cancel_accepted(&mut self, target: &CancelTarget) {
        let element = match target {
            CancelTarget::Run => {
                self.stop_everything();
                self.run.clone()
            }
            CancelTarget::Element(id) => id.clone(),
        };
        let mut agents = self.subagents.iter();
        let agent = agents.find(|(agent, call)| **agent == element || **call == element);
        if let Some((agent, _)) = agent {
            self.stopped.insert(agent.clone());
        }
        // A repeated cancel gets one answer, with the id of the first request.
        if !self.cancels.iter().any(|open| self.same(open, &element)) {
            self.cancels.insert(element);
        }
    }

    /// Whether both ids name the same element. A subagent and its call are one element.
    fn same(&self, one: &str, other: &str) -> bool {
        let owned = |a: &str, b: &str| self.subagents.get(a).is_some_and(|call| call == b);
        one == other || owned(one, other) || owned(other, one)
    }

    /// Notes an accepted interjection. A later interjection with the same id replaces the first.
    pub(crate) fn accepted(&mut self, said: Interjection) {
        self.accepted.insert(said.id.clone(), said);
    }

    pub(crate) fn has_accepted(&self, id: &str) -> bool {
        self.accepted.contains_key(id)
    }

    pub(crate) fn see(&mut self, effect: &Effect) {
        assert!(!self.ended, "after the end: {effect:?}");
        match effect {
            Effect::Emit(event) => self.event(&event.kind, event),
            Effect::CallModel { agent, .. } => self.may_start(&tag(agent), "a model call"),
            Effect::RunTool { agent, call } => {
                self.may_start(&tag(agent), "a tool");
                self.may_run(call);
            }
            Effect::StopModel { .. } | Effect::StopTool { .. } => {}
            Effect::Finish(_) => self.ended = true,
        }
    }

    /// A call runs at most once in all runs. A call that needs approval runs with the approved
    /// arguments.
    fn may_run(&mut self, call: &ToolCall) {
        let again = !self.started.insert(call.id.clone());
        assert!(
            !again && !self.before.started.contains(&call.id),
            "{} runs twice",
            call.id
        );
        if call.name == "write" {
            assert_eq!(
                self.approved.get(&call.id),
                Some(&call.arguments),
                "{}",
                call.id
            );
        }
    }

    /// Nothing new starts in a scope that was stopped.
    fn may_start(&self, agent: &str, what: &str) {
        assert!(
            !self.stale,
            "{what} starts, though the answer is to nothing"
        );
        let mut scope = agent.to_owned();
        loop {
            assert!(
                !self.stopped.contains(&scope),
                "{what} of {agent:?} starts, though {scope:?} is stopped"
            );
            assert!(!self.closed.contains(&scope), "{agent:?} is over");
            if scope.is_empty() {
                return;
            }
            let call = &self.subagents[&scope];
            scope = self.owners[call].clone();
        }
    }

    fn event(&mut self, kind: &EventKind, event: &Event) {
        self.log.push(serde_json::to_value(event).unwrap());
        let owner = event.subagent_run_id.clone().unwrap_or_default();
        match kind {
            EventKind::ToolCallStart { tool_call_id, .. } => {
                self.calls.push(tool_call_id.clone());
                self.owners.insert(tool_call_id.clone(), owner);
            }
            EventKind::ToolCallResult { tool_call_id, .. } => {
                let again = !self.results.insert(tool_call_id.clone());
                let twice = again || self.before.results.contains(tool_call_id);
                assert!(!twice, "{tool_call_id} has two results");
            }
            EventKind::SubagentStarted {
                parent_tool_call_id,
                ..
            } => {
                // After an early cancel, a waiting agent still opens its frame, to report that it
                // is stopped.
                if !(self.early && self.before.waiting.contains(parent_tool_call_id)) {
                    self.may_start(&self.owners[parent_tool_call_id].clone(), "an agent");
                }
                self.subagents.insert(owner, parent_tool_call_id.clone());
            }
            EventKind::SubagentFinished { .. } | EventKind::SubagentError { .. } => {
                self.closed.insert(owner);
            }
            EventKind::Custom(Custom::Delivered { id, .. }) => {
                let has = self.told.get(&owner).is_some_and(|told| told.contains(id));
                assert!(has, "{id} is not in the history that the model got");
            }
            _ => {}
        }
    }
}
