//! What must be true of every run, whatever happens in it.

use std::collections::{BTreeMap, BTreeSet};

use midturn_agent::agui::{EventKind, RunInput};
use midturn_agent::engine::{AgentId, CancelTarget, Effect, Engine, Message, Policy, RunStart};
use midturn_agent::record::{Fate, Transcript};
use serde_json::{Value, json};

/// Sees every effect, and remembers what was promised.
#[derive(Default)]
pub(crate) struct Watch {
    log: Vec<Value>,
    calls: Vec<String>,
    /// The agent that each call belongs to, by the tag of its events.
    owners: BTreeMap<String, String>,
    started: BTreeMap<String, u32>,
    results: BTreeMap<String, u32>,
    /// Each subagent with the call that owns it.
    subagents: BTreeMap<String, String>,
    closed: BTreeSet<String>,
    /// Agents of which nothing new may start; the main agent is the empty one.
    stopped: BTreeSet<String>,
    accepted: BTreeSet<String>,
    /// What each agent's model had been told by a person when it was last asked.
    told: BTreeMap<String, BTreeSet<String>>,
    /// Accepted cancels without an answer yet, by element.
    open_cancels: BTreeMap<String, u32>,
    ended: bool,
    crashed: bool,
}

fn tag(agent: &AgentId) -> String {
    match agent {
        AgentId::Root => String::new(),
        AgentId::Sub(id) => id.clone(),
    }
}

impl Watch {
    pub(crate) fn elements(&self) -> Vec<String> {
        let agents = self.subagents.keys();
        self.calls.iter().chain(agents).cloned().collect()
    }

    pub(crate) fn stop_everything(&mut self) {
        self.stopped.insert(String::new());
    }

    pub(crate) fn cancel_accepted(&mut self, target: &CancelTarget) {
        let element = match target {
            CancelTarget::Run => {
                self.stop_everything();
                "r".to_owned()
            }
            CancelTarget::Element(id) => id.clone(),
        };
        let mut agents = self.subagents.iter();
        let agent = agents.find(|(agent, call)| **agent == element || **call == element);
        if let Some((agent, _)) = agent {
            self.stopped.insert(agent.clone());
        }
        // Asked twice, it is answered once, by the name that was used first.
        let names = |open: &String| self.same(open, &element);
        if !self.open_cancels.keys().any(names) {
            self.open_cancels.insert(element, 0);
        }
    }

    fn same(&self, one: &str, other: &str) -> bool {
        let owned = |a: &str, b: &str| self.subagents.get(a).is_some_and(|call| call == b);
        one == other || owned(one, other) || owned(other, one)
    }

    /// False when it was accepted before.
    pub(crate) fn accepted(&mut self, id: &str) -> bool {
        self.accepted.insert(id.to_owned())
    }

    pub(crate) fn crashed(&mut self) {
        self.crashed = true;
    }

    pub(crate) fn see(&mut self, effect: &Effect) {
        assert!(!self.ended, "after the end: {effect:?}");
        match effect {
            Effect::Emit(event) => self.event(&event.kind, event),
            Effect::CallModel { agent, .. } => self.may_start(&tag(agent), "a model call"),
            Effect::RunTool { agent, call } => {
                self.may_start(&tag(agent), "a tool");
                let count = self.started.entry(call.id.clone()).or_default();
                *count += 1;
                assert_eq!(*count, 1, "{} runs twice", call.id);
            }
            Effect::StopModel { .. } | Effect::StopTool { .. } => {}
            Effect::Finish(_) => self.ended = true,
        }
    }

    /// A model is asked: every call in its history has exactly one result, behind the call.
    pub(crate) fn asked(&mut self, agent: &AgentId, history: &[Message]) {
        assert!(!history.is_empty(), "{agent:?} asks about nothing");
        let mut told = BTreeSet::new();
        for (index, message) in history.iter().enumerate() {
            match message {
                Message::Assistant { calls, .. } => {
                    let results = history[index + 1..]
                        .iter()
                        .map_while(|message| match message {
                            Message::Tool { call_id, .. } => Some(call_id),
                            _ => None,
                        });
                    let results: BTreeSet<_> = results.take(calls.len()).collect();
                    let calls: BTreeSet<_> = calls.iter().map(|call| &call.id).collect();
                    assert_eq!(calls, results, "calls and results differ");
                }
                Message::User { id, .. } => assert!(told.insert(id.clone()), "{id} twice"),
                Message::Tool { feedback, .. } => {
                    for said in feedback {
                        assert!(told.insert(said.id.clone()), "{} twice", said.id);
                    }
                }
                Message::System { .. } => {}
            }
        }
        let count = |wanted: fn(&Message) -> usize| history.iter().map(wanted).sum::<usize>();
        let results = count(|message| usize::from(matches!(message, Message::Tool { .. })));
        let calls = count(|message| match message {
            Message::Assistant { calls, .. } => calls.len(),
            _ => 0,
        });
        assert_eq!(results, calls, "a result without a call");
        self.told.insert(tag(agent), told);
    }

    /// After an interrupt nothing new starts in its scope.
    fn may_start(&self, agent: &str, what: &str) {
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

    fn event(&mut self, kind: &EventKind, event: &midturn_agent::agui::Event) {
        self.log.push(serde_json::to_value(event).unwrap());
        let owner = event.subagent_run_id.clone().unwrap_or_default();
        match kind {
            EventKind::ToolCallStart { tool_call_id, .. } => {
                self.calls.push(tool_call_id.clone());
                self.owners.insert(tool_call_id.clone(), owner);
            }
            EventKind::ToolCallResult { tool_call_id, .. } => {
                let count = self.results.entry(tool_call_id.clone()).or_default();
                *count += 1;
                assert_eq!(*count, 1, "{tool_call_id} has two results");
            }
            EventKind::SubagentStarted {
                parent_tool_call_id,
                ..
            } => {
                self.may_start_agent(parent_tool_call_id);
                self.subagents.insert(owner, parent_tool_call_id.clone());
            }
            EventKind::SubagentFinished { .. } | EventKind::SubagentError { .. } => {
                self.closed.insert(owner);
            }
            EventKind::Custom { name, value } => self.custom(&owner, name, value),
            _ => {}
        }
    }

    fn may_start_agent(&self, call: &str) {
        self.may_start(&self.owners[call].clone(), "an agent");
    }

    fn custom(&mut self, owner: &str, name: &str, value: &Value) {
        if name == "interjection.delivered" {
            let id = value["id"].as_str().unwrap();
            let has = self.told.get(owner).is_some_and(|told| told.contains(id));
            assert!(has, "{id} is not in the history that the model got");
        }
        if name == "task.cancelled" || name == "task.cancel.failed" {
            let element = value["elementId"].as_str().unwrap().to_owned();
            let answers = self.open_cancels.get_mut(&element);
            let answers = answers.unwrap_or_else(|| panic!("nobody asked about {element}"));
            *answers += 1;
            assert_eq!(*answers, 1, "{element} is answered twice");
        }
    }

    /// What must be true when the run is over, or its process.
    pub(crate) fn at_the_end(&self, history: &[Message]) {
        let mut transcript = Transcript::default();
        for event in &self.log {
            transcript.read(event);
        }
        // Every accepted interjection is in the log, and its fate is one.
        let said: BTreeSet<_> = transcript.interjections().iter().map(|s| &s.id).collect();
        assert_eq!(said, self.accepted.iter().collect());
        for id in &self.accepted {
            let fates = self.log.iter();
            let fates = fates
                .filter(|e| is_fate(e) && e["value"]["id"] == **id)
                .count();
            let expected = if self.crashed { fates.min(1) } else { 1 };
            assert_eq!(fates, expected, "{id} is delivered or undelivered, once");
        }
        if self.crashed {
            return self.after_the_crash(&transcript);
        }
        for said in transcript.interjections() {
            assert_ne!(said.fate, Fate::Pending, "{} is left hanging", said.id);
        }
        for (element, answers) in &self.open_cancels {
            assert_eq!(*answers, 1, "the cancel of {element} was not answered");
        }
        assert!(transcript.ending().is_some());
        self.every_call_has_one_result(history);
        self.parents_know();
    }

    fn after_the_crash(&self, transcript: &Transcript) {
        assert_eq!(transcript.ending(), None);
        // What was accepted and not delivered is what a restart reports.
        let pending = transcript.interjections().iter();
        let pending = pending.filter(|said| said.fate == Fate::Pending).count();
        let settled = self.log.iter().filter(|event| is_fate(event));
        assert_eq!(pending + settled.count(), self.accepted.len());
        the_next_run_can_go_on(transcript);
    }

    fn every_call_has_one_result(&self, history: &[Message]) {
        let waiting: BTreeSet<&str> = self
            .log
            .last()
            .and_then(|end| end["outcome"]["interrupts"].as_array())
            .into_iter()
            .flatten()
            .map(|interrupt| interrupt["toolCallId"].as_str().unwrap())
            .chain(self.suspended())
            .collect();
        // Nested agents are gone, but the log has what they were asked for and got.
        for call in &self.calls {
            let count = self.results.get(call).copied().unwrap_or_default();
            let expected = u32::from(!waiting.contains(call.as_str()));
            assert_eq!(count, expected, "{call} in the log");
        }
        for message in history {
            let Message::Assistant { calls, .. } = message else {
                continue;
            };
            for call in calls {
                let results = history
                    .iter()
                    .filter(|m| matches!(m, Message::Tool { call_id, .. } if *call_id == call.id));
                let count = results.count();
                let expected = usize::from(!waiting.contains(call.id.as_str()));
                assert_eq!(count, expected, "{}", call.id);
            }
        }
    }

    /// The calls whose agents wait for an answer.
    fn suspended(&self) -> impl Iterator<Item = &str> {
        let ended = self.log.iter();
        let suspended = ended.filter(|event| event["outcome"]["type"] == "suspended");
        suspended.map(|event| {
            let agent = event["subagentRunId"].as_str().unwrap();
            self.subagents[agent].as_str()
        })
    }

    /// A subagent that was interrupted is reported to its call as cancelled, not as done.
    fn parents_know(&self) {
        for event in self
            .log
            .iter()
            .filter(|event| event["type"] == "SUBAGENT_ERROR")
        {
            let agent = event["subagentRunId"].as_str().unwrap();
            let call = &self.subagents[agent];
            let result = self
                .log
                .iter()
                .find(|e| e["type"] == "TOOL_CALL_RESULT" && e["toolCallId"] == **call);
            let result = result.unwrap_or_else(|| panic!("{call} does not know of {agent}"));
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
    }
}

fn is_fate(event: &Value) -> bool {
    event["name"] == "interjection.delivered" || event["name"] == "interjection.undelivered"
}

/// A client sends back what it saw, and the model gets a history in which every call has one
/// result.
fn the_next_run_can_go_on(transcript: &Transcript) {
    let mut messages = transcript.messages().to_vec();
    messages.push(json!({"id": "u2", "role": "user", "content": "go on"}));
    let body = json!({"threadId": "t", "runId": "r2", "messages": messages});
    let input = RunInput::parse(body.to_string().as_bytes()).unwrap();
    let start = RunStart {
        thread_id: input.thread_id,
        run_id: input.run_id,
        history: input.history,
        decisions: input.decisions,
    };
    let mut engine = Engine::new(start, Policy::default());
    let effects = engine.start(2_000_000);
    assert!(matches!(effects.last(), Some(Effect::CallModel { .. })));
    let next = Watch::default();
    next.every_call_has_one_result(engine.history(&AgentId::Root));
}
