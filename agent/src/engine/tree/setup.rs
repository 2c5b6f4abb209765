//! Setting a run up: what it begins with, and what is known of the runs before.
//!
//! Not responsible for: starting it (`tree.rs`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::agent::{Agent, Scope};
use super::super::history::{Message, ToolCall};
use super::super::io::Decision;
use super::super::policy::Policy;
use super::{Engine, Suspended};

/// What a run begins with.
#[derive(Debug, Clone)]
pub struct RunStart {
    /// The conversation.
    pub thread_id: String,
    /// Unique in the thread.
    pub run_id: String,
    /// The conversation so far, ending with what is to be answered.
    pub history: Vec<Message>,
    /// Answers to the questions of the last run.
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
        }
    }

    /// Tells which calls wait for a decision in this thread, as they were asked for. A decision
    /// about any other fails the run before anything runs, and what runs is what was asked for,
    /// whatever the history says. Without this the history is believed, which a client wrote.
    #[must_use]
    pub fn with_open_calls(mut self, open: Vec<ToolCall>) -> Self {
        self.root.open = Some(open);
        self
    }

    /// Tells which nested agents the last run ended with, waiting for an answer, each after the one
    /// above it. They go on when the run brings answers.
    #[must_use]
    pub fn with_suspended(mut self, suspended: Vec<Suspended>) -> Self {
        self.suspended = suspended;
        self
    }

    /// Tells which tools the client has. A call of one is not run: the run ends when the others have,
    /// and the next one brings its result.
    #[must_use]
    pub fn with_client_tools(mut self, names: BTreeSet<String>) -> Self {
        self.root.client_tools = names;
        self
    }
}
