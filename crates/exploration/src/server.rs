//! A modelled backend: starts runs, makes their steps, and stops them on request. Its bugs can be
//! switched on.

use midturn_core::control::CancelAnswer;
use midturn_core::id::RunId;

/// A bug of the backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ServerBug {
    /// It stops a run because a connection was cut.
    DisconnectIsCancel,
    /// It forgets a cancel for a run it has not seen yet.
    EarlyCancelLost,
    /// It forgets a cancel that arrives while a tool is running.
    CancelForgottenAfterTool,
}

/// One event of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ServerEvent {
    Tool,
    Result,
    Text,
    Finished,
    Cancelled,
}

/// One run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ServerRun {
    pub(super) run: RunId,
    /// The person's text.
    pub(super) text: String,
    /// The events so far. The cursor of an event is its index plus one.
    pub(super) log: Vec<ServerEvent>,
    /// Whether the run was asked to stop.
    pub(super) cancelled: bool,
    /// Whether a client reads its stream.
    pub(super) connected: bool,
    script: &'static [ServerEvent],
}

const WITH_TOOL: &[ServerEvent] = &[
    ServerEvent::Tool,
    ServerEvent::Result,
    ServerEvent::Text,
    ServerEvent::Finished,
];
const PLAIN: &[ServerEvent] = &[ServerEvent::Text, ServerEvent::Finished];

impl ServerRun {
    pub(super) fn is_over(&self) -> bool {
        matches!(
            self.log.last(),
            Some(ServerEvent::Finished | ServerEvent::Cancelled)
        )
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.log.last() == Some(&ServerEvent::Cancelled)
    }
}

/// All runs of the one thread.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Server {
    /// Whether the backend answers cancels, recognises a repeated run, and keeps runs when a
    /// connection is cut.
    controlled: bool,
    bug: Option<ServerBug>,
    pub(super) runs: Vec<ServerRun>,
    /// Runs that were cancelled before their request arrived.
    refused: Vec<RunId>,
    /// Whether a run was requested while another run was active that nobody had cancelled. A plain
    /// backend refuses such a request instead.
    pub(super) crowded: bool,
}

impl Server {
    pub(super) fn new(controlled: bool, bug: Option<ServerBug>) -> Self {
        Self {
            controlled,
            bug,
            runs: Vec::new(),
            refused: Vec::new(),
            crowded: false,
        }
    }

    pub(super) fn run(&self, run: &RunId) -> Option<&ServerRun> {
        self.runs.iter().find(|held| held.run == *run)
    }

    fn run_mut(&mut self, run: &RunId) -> Option<&mut ServerRun> {
        self.runs.iter_mut().find(|held| held.run == *run)
    }

    pub(super) fn refuses(&self, run: &RunId) -> bool {
        self.refused.contains(run)
    }

    /// Accepts a run's request. Returns false if a plain backend is busy.
    pub(super) fn post(&mut self, run: &RunId, text: &str) -> bool {
        if self.controlled && self.run(run).is_some() {
            return true;
        }
        let at_work = |held: &ServerRun| !held.is_over() && !held.cancelled;
        let refused = self.refuses(run);
        if !refused && self.runs.iter().any(at_work) {
            if !self.controlled {
                return false;
            }
            self.crowded = true;
        }
        self.runs.push(ServerRun {
            run: run.clone(),
            text: if refused {
                String::new()
            } else {
                text.to_owned()
            },
            log: if refused {
                vec![ServerEvent::Cancelled]
            } else {
                Vec::new()
            },
            cancelled: refused,
            connected: false,
            script: if self.runs.is_empty() {
                WITH_TOOL
            } else {
                PLAIN
            },
        });
        true
    }

    pub(super) fn cancel(&mut self, run: &RunId) -> CancelAnswer {
        let forgets = self.bug == Some(ServerBug::CancelForgottenAfterTool);
        let Some(held) = self.run_mut(run) else {
            if self.bug != Some(ServerBug::EarlyCancelLost) && !self.refuses(run) {
                self.refused.push(run.clone());
            }
            return CancelAnswer::Unknown;
        };
        if held.is_over() {
            return CancelAnswer::AlreadyFinished;
        }
        if !(forgets && held.log.last() == Some(&ServerEvent::Tool)) {
            held.cancelled = true;
        }
        CancelAnswer::Accepted
    }

    pub(super) fn connect(&mut self, run: &RunId, connected: bool) {
        if let Some(held) = self.run_mut(run) {
            held.connected = connected;
        }
    }

    /// Whether the backend would stop this run because nobody reads it.
    pub(super) fn would_notice(&self, held: &ServerRun) -> bool {
        let stops = !self.controlled || self.bug == Some(ServerBug::DisconnectIsCancel);
        stops && !held.connected && !held.is_over()
    }

    pub(super) fn notice(&mut self, run: &RunId) {
        if let Some(held) = self.run_mut(run) {
            held.log.push(ServerEvent::Cancelled);
        }
    }

    /// Makes the next step of a run. In a cancelled run, a running tool still finishes.
    pub(super) fn step(&mut self, run: &RunId) {
        let Some(held) = self.run_mut(run) else {
            return;
        };
        let in_tool = held.log.last() == Some(&ServerEvent::Tool);
        let next = if held.cancelled && !in_tool {
            ServerEvent::Cancelled
        } else {
            held.script[held.log.len()]
        };
        held.log.push(next);
    }
}
