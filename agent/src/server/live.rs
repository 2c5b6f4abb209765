//! The running runs: at most one per thread, and cancels that arrived before their run.
//!
//! The store knows runs that are over.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::terms::Terms;
use crate::runtime::Request;

/// How many requests may wait for a run to read them.
const REQUESTS_AHEAD: usize = 64;
/// How long a cancel that arrived before its run is kept.
const EARLY_FOR: Duration = Duration::from_secs(60);
/// The most cancels that are kept for runs that have not arrived.
const EARLY_KEPT: usize = 1024;
/// The longest id of a thread or a run for which a cancel is kept, in bytes.
const EARLY_ID: usize = 256;
/// How much of the reason of such a cancel is kept, in characters.
const EARLY_REASON: usize = 1000;

/// A running run.
#[derive(Debug)]
pub(super) struct LiveRun {
    pub(super) run: String,
    /// The user message that the run answers; empty without one.
    pub(super) message_id: String,
    pub(super) terms: Terms,
    pub(super) requests: mpsc::Sender<Request>,
    /// Set when a person has cancelled the whole run.
    pub(super) stopping: AtomicBool,
    /// Cancelled when the last client has gone and the run must stop.
    pub(super) leaving: CancellationToken,
    listeners: Mutex<Listeners>,
    /// Cancelled when the run's messages have been written.
    pub(super) begun: CancellationToken,
    /// Cancelled when the run is over and written.
    pub(super) over: CancellationToken,
}

#[derive(Debug, Default)]
struct Listeners {
    count: usize,
    /// Whether a client asked the run to continue without listeners.
    stays: bool,
}

impl LiveRun {
    /// Adds a listener. `None` when the last client has gone and the run is stopping because of it.
    pub(super) fn listen(self: &Arc<Self>, stays: bool) -> Option<Listener> {
        let mut listeners = self.listeners.lock();
        if self.leaving.is_cancelled() {
            return None;
        }
        listeners.count += 1;
        listeners.stays |= stays;
        Some(Listener(Arc::clone(self)))
    }

    /// Waits until the run's messages are in the store, so that another request can be compared
    /// with them. False if the run was refused: it has no events, and never will.
    pub(super) async fn has_begun(&self) -> bool {
        tokio::select! {
            () = self.begun.cancelled() => {}
            () = self.over.cancelled() => {}
        }
        self.begun.is_cancelled()
    }
}

/// A client that listens to a run, until the listener is dropped.
#[derive(Debug)]
pub(super) struct Listener(Arc<LiveRun>);

impl Drop for Listener {
    fn drop(&mut self) {
        let mut listeners = self.0.listeners.lock();
        listeners.count -= 1;
        if listeners.count == 0 && !listeners.stays {
            self.0.leaving.cancel();
        }
    }
}

/// A run that was admitted, and what it starts with.
#[derive(Debug)]
pub(super) struct Admitted {
    pub(super) live: Arc<LiveRun>,
    pub(super) requests: mpsc::Receiver<Request>,
    /// The reason of a cancel that arrived before the run; the run must not start work.
    pub(super) cancelled: Option<String>,
}

#[derive(Debug, Default)]
pub(super) struct LiveRuns {
    registry: Mutex<Registry>,
}

/// The running runs, and the cancels that arrived before their run.
#[derive(Debug, Default)]
struct Registry {
    /// By thread.
    runs: HashMap<String, Arc<LiveRun>>,
    early: VecDeque<EarlyCancel>,
}

/// A cancel that arrived before its run.
#[derive(Debug)]
struct EarlyCancel {
    thread: String,
    run: String,
    reason: String,
    at: Instant,
}

impl LiveRuns {
    /// Admits a run. When the thread has a running run, returns that run instead.
    pub(super) fn admit(
        &self,
        thread: &str,
        run: &str,
        message_id: &str,
        terms: Terms,
    ) -> Result<Admitted, Arc<LiveRun>> {
        let mut registry = self.registry.lock();
        if let Some(live) = registry.runs.get(thread) {
            return Err(Arc::clone(live));
        }
        let (requests, receiver) = mpsc::channel(REQUESTS_AHEAD);
        let live = Arc::new(LiveRun {
            run: run.to_owned(),
            message_id: message_id.to_owned(),
            terms,
            requests,
            stopping: AtomicBool::new(false),
            leaving: CancellationToken::new(),
            listeners: Mutex::default(),
            begun: CancellationToken::new(),
            over: CancellationToken::new(),
        });
        registry.runs.insert(thread.to_owned(), Arc::clone(&live));
        registry.forget_old_cancels();
        let early = &mut registry.early;
        let place = early.iter().position(|early| early.is_for(thread, run));
        let cancelled = place
            .and_then(|place| early.remove(place))
            .map(|early| early.reason);
        Ok(Admitted {
            live,
            requests: receiver,
            cancelled,
        })
    }

    /// Removes a run that is over and written.
    pub(super) fn leave(&self, thread: &str, live: &LiveRun) {
        let mut registry = self.registry.lock();
        if registry
            .runs
            .get(thread)
            .is_some_and(|own| own.run == live.run)
        {
            registry.runs.remove(thread);
        }
        live.over.cancel();
    }

    /// The running run of a thread, if it has this id.
    pub(super) fn get(&self, thread: &str, run: &str) -> Option<Arc<LiveRun>> {
        let registry = self.registry.lock();
        let live = registry.runs.get(thread).filter(|live| live.run == run);
        live.map(Arc::clone)
    }

    /// Keeps a cancel of a run that is not known yet: the run may be on its way. If the run was
    /// admitted meanwhile, returns it instead, and keeps nothing. Nothing is kept for ids that are
    /// too long, because anybody can name runs that never come.
    pub(super) fn remember(&self, thread: &str, run: &str, reason: &str) -> Option<Arc<LiveRun>> {
        let mut registry = self.registry.lock();
        let live = registry.runs.get(thread).filter(|live| live.run == run);
        if let Some(live) = live {
            return Some(Arc::clone(live));
        }
        registry.forget_old_cancels();
        if thread.len().max(run.len()) > EARLY_ID {
            return None;
        }
        registry.early.retain(|early| !early.is_for(thread, run));
        if registry.early.len() == EARLY_KEPT {
            registry.early.pop_front();
        }
        registry.early.push_back(EarlyCancel {
            thread: thread.to_owned(),
            run: run.to_owned(),
            reason: reason.chars().take(EARLY_REASON).collect(),
            at: Instant::now(),
        });
        None
    }

    /// Calls `act` while no run can begin in the thread. `None` when a run is running.
    pub(super) fn while_idle<T>(&self, thread: &str, act: impl FnOnce() -> T) -> Option<T> {
        let registry = self.registry.lock();
        (!registry.runs.contains_key(thread)).then(act)
    }

    /// Waits until every run is over and written.
    pub(super) async fn all_over(&self) {
        loop {
            let next = self.registry.lock().runs.values().next().map(Arc::clone);
            match next {
                Some(live) => live.over.cancelled().await,
                None => return,
            }
        }
    }
}

impl Registry {
    /// Drops the cancels whose run has not arrived in time.
    fn forget_old_cancels(&mut self) {
        self.early.retain(|early| early.at.elapsed() < EARLY_FOR);
    }
}

impl EarlyCancel {
    fn is_for(&self, thread: &str, run: &str) -> bool {
        self.thread == thread && self.run == run
    }
}

#[cfg(test)]
mod tests;
