//! Run counters for `/healthz`, and in test mode every run with its input.
//!
//! Kept in memory only.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use serde_json::{Value, json};

use crate::engine::{Cause, Outcome};

/// The state of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RunState {
    /// It still runs.
    #[default]
    Running,
    /// It ended well, or waits for an approval.
    Finished,
    /// It was stopped.
    Cancelled,
    /// It failed, or was refused.
    Failed,
}

impl RunState {
    fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Finished => "finished",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
        }
    }
}

/// The record of one run.
#[derive(Debug, Default)]
pub struct RunRecord {
    thread_id: String,
    run_id: String,
    input: Value,
    state: Mutex<RunState>,
    pub(super) model_calls: AtomicU64,
    pub(super) deltas: AtomicU64,
    pub(super) tools_started: AtomicU64,
    pub(super) tools_finished: AtomicU64,
    /// Events that the run has sent.
    pub(super) events: AtomicU64,
}

impl RunRecord {
    /// The state of the run.
    pub fn state(&self) -> RunState {
        *self.state.lock()
    }

    /// How many deltas the model has sent so far.
    pub fn deltas(&self) -> u64 {
        self.deltas.load(Ordering::Relaxed)
    }

    /// Everything, in the form of the test endpoints.
    pub fn view(&self) -> Value {
        json!({
            "threadId": self.thread_id,
            "runId": self.run_id,
            "state": self.state().name(),
            "modelCalls": self.model_calls.load(Ordering::Relaxed),
            "deltas": self.deltas.load(Ordering::Relaxed),
            "toolsStarted": self.tools_started.load(Ordering::Relaxed),
            "toolsFinished": self.tools_finished.load(Ordering::Relaxed),
            "events": self.events.load(Ordering::Relaxed),
            "input": self.input,
        })
    }
}

/// The runs of this process.
#[derive(Debug, Default)]
pub struct Records {
    keep: bool,
    kept: Mutex<Vec<Arc<RunRecord>>>,
    /// How many runs ended in each state.
    ends: Mutex<HashMap<&'static str, u64>>,
    started: AtomicU64,
    disconnects: AtomicU64,
}

impl Records {
    /// With `keep`, keeps every run with its input for ever, for the test endpoints.
    pub fn new(keep: bool) -> Self {
        Self {
            keep,
            ..Self::default()
        }
    }

    /// Records the start of a run.
    pub fn begin(&self, thread_id: &str, run_id: &str, input: &Value) -> Arc<RunRecord> {
        self.started.fetch_add(1, Ordering::Relaxed);
        let record = Arc::new(RunRecord {
            thread_id: thread_id.to_owned(),
            run_id: run_id.to_owned(),
            input: if self.keep {
                input.clone()
            } else {
                Value::Null
            },
            ..RunRecord::default()
        });
        if self.keep {
            self.kept.lock().push(Arc::clone(&record));
        }
        record
    }

    /// Records the end of a run.
    pub fn end(&self, record: &RunRecord, outcome: &Outcome) {
        let state = match outcome {
            Outcome::Completed | Outcome::Waiting => RunState::Finished,
            Outcome::Cancelled(_) => RunState::Cancelled,
            Outcome::Failed(_) => RunState::Failed,
        };
        *record.state.lock() = state;
        *self.ends.lock().entry(state.name()).or_default() += 1;
        if let Outcome::Cancelled(Cause::Disconnected) = outcome {
            self.disconnects.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The last run with this id.
    pub fn run(&self, run_id: &str) -> Option<Value> {
        let kept = self.kept.lock();
        let found = kept.iter().rev().find(|record| record.run_id == run_id);
        found.map(|record| record.view())
    }

    /// The runs of a thread, in start order.
    pub fn runs_of(&self, thread_id: &str) -> Vec<Value> {
        let kept = self.kept.lock();
        let of_thread = kept.iter().filter(|record| record.thread_id == thread_id);
        of_thread.map(|record| record.view()).collect()
    }

    /// The counters.
    pub fn counters(&self) -> Value {
        let ends = self.ends.lock();
        let count = |name| ends.get(name).copied().unwrap_or_default();
        let started = self.started.load(Ordering::Relaxed);
        let over: u64 = ends.values().sum();
        json!({
            "started": started,
            "running": started.saturating_sub(over),
            "finished": count("finished"),
            "cancelled": count("cancelled"),
            "failed": count("failed"),
            "stoppedByDisconnect": self.disconnects.load(Ordering::Relaxed),
        })
    }
}
