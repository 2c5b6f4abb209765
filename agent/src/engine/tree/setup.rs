//! Setting a run up: its start data, and what earlier runs left.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::agent::{Agent, Scope};
use super::super::policy::Policy;
use super::{Engine, Suspended};
use crate::conversation::{Decision, Message, ToolCall};

/// A run's start data.
#[derive(Debug, Clone)]
pub struct RunStart {
    /// The thread.
    pub thread_id: String,
    /// Unique in the thread.
    pub run_id: String,
    /// The conversation so far, ending with the message or results to answer.
    pub history: Vec<Message>,
    /// Answers to the last run's questions.
    pub decisions: Vec<Decision>,
}

impl Engine {
    /// A run that has not started.
    pub fn new(start: RunStart, policy: Policy) -> Self {
        let policy = Arc::new(policy);
        let scope = Scope::Run {
            thread_id: start.thread_id,
            run_id: start.run_id.clone(),
        };
        Self {
            root: Agent::new(scope, start.history, Arc::clone(&policy)),
            run_id: start.run_id,
            decisions: start.decisions,
            policy,
            deadline: None,
            finished: false,
            nested: BTreeMap::new(),
            gone: BTreeMap::new(),
            born: 0,
            suspended: Vec::new(),
            heard: BTreeMap::new(),
            copies: BTreeMap::new(),
        }
    }

    /// Sets the calls that wait for a decision in this thread, as the model asked for them. A
    /// decision about any other call fails the run before anything runs. An approved call runs as
    /// the model asked for it, even if the history has other arguments. Without this list the
    /// engine trusts the history, which a client wrote.
    #[must_use]
    pub fn with_open_calls(mut self, open: Vec<ToolCall>) -> Self {
        self.root.open = Some(open);
        self
    }

    /// Sets the nested agents that were waiting when the last run ended, each after its parent.
    /// They continue when the run brings answers.
    #[must_use]
    pub fn with_suspended(mut self, suspended: Vec<Suspended>) -> Self {
        self.suspended = suspended;
        self
    }

    /// Sets the tools that the client runs. The engine does not run their calls: the run ends when
    /// the other tools have run, and the next run brings the results.
    #[must_use]
    pub fn with_client_tools(mut self, names: BTreeSet<String>) -> Self {
        self.root.client_tools = names;
        self
    }
}
