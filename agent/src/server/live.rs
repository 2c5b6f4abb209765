//! The runs at work: one at a time in a thread, and cancels that came before their run.
//!
//! Not responsible for: what a run does, and runs that are over (the store knows those).

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::runtime::Request;

/// How many requests may wait for a run.
const REQUESTS_AHEAD: usize = 64;
/// How long a cancel waits for its run, and how many do.
const EARLY_FOR: Duration = Duration::from_secs(60);
const EARLY_KEPT: usize = 1024;

/// A run at work.
#[derive(Debug)]
pub(super) struct LiveRun {
    pub(super) run: String,
    /// The user message that it answers; empty when there is none.
    pub(super) message_id: String,
    pub(super) requests: mpsc::Sender<Request>,
    /// Set when a person has had the whole run cancelled.
    pub(super) stopping: AtomicBool,
    /// Set when its last client has gone and takes the run with it.
    pub(super) leaving: CancellationToken,
    listeners: Mutex<Listeners>,
    /// Set when it is written down what it was asked.
    pub(super) begun: CancellationToken,
    /// Set when the run is over and written down.
    pub(super) over: CancellationToken,
}

#[derive(Debug, Default)]
struct Listeners {
    count: usize,
    /// One of them wants the run to go on when nobody listens.
    stays: bool,
}

impl LiveRun {
    /// One more client listens. `None` when the last has gone and the run is stopping for it.
    pub(super) fn listen(self: &Arc<Self>, stays: bool) -> Option<Listener> {
        let mut listeners = self.listeners();
        if self.leaving.is_cancelled() {
            return None;
        }
        listeners.count += 1;
        listeners.stays |= stays;
        Some(Listener(Arc::clone(self)))
    }

    /// Waits until there is something to compare another request with, or the run is over.
    pub(super) async fn has_begun(&self) {
        tokio::select! {
            () = self.begun.cancelled() => {}
            () = self.over.cancelled() => {}
        }
    }

    fn listeners(&self) -> MutexGuard<'_, Listeners> {
        self.listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// A client that listens to a run, until this is dropped.
#[derive(Debug)]
pub(super) struct Listener(Arc<LiveRun>);

impl Drop for Listener {
    fn drop(&mut self) {
        let mut listeners = self.0.listeners();
        listeners.count -= 1;
        if listeners.count == 0 && !listeners.stays {
            self.0.leaving.cancel();
        }
    }
}

/// What a run that was let in begins with.
#[derive(Debug)]
pub(super) struct Admitted {
    pub(super) live: Arc<LiveRun>,
    pub(super) requests: mpsc::Receiver<Request>,
    /// Why it is to be cancelled before it starts.
    pub(super) cancelled: Option<String>,
}

#[derive(Debug, Default)]
pub(super) struct LiveRuns {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// By thread.
    runs: HashMap<String, Arc<LiveRun>>,
    early: VecDeque<Early>,
}

#[derive(Debug)]
struct Early {
    thread: String,
    run: String,
    reason: String,
    at: Instant,
}

impl LiveRuns {
    /// Lets a run in, unless the thread has one; then that one is given.
    pub(super) fn admit(
        &self,
        thread: &str,
        run: &str,
        message_id: &str,
    ) -> Result<Admitted, Arc<LiveRun>> {
        let mut inner = self.lock();
        if let Some(live) = inner.runs.get(thread) {
            return Err(Arc::clone(live));
        }
        let (requests, receiver) = mpsc::channel(REQUESTS_AHEAD);
        let live = Arc::new(LiveRun {
            run: run.to_owned(),
            message_id: message_id.to_owned(),
            requests,
            stopping: AtomicBool::new(false),
            leaving: CancellationToken::new(),
            listeners: Mutex::default(),
            begun: CancellationToken::new(),
            over: CancellationToken::new(),
        });
        inner.runs.insert(thread.to_owned(), Arc::clone(&live));
        let early = inner.early.iter();
        let place = early
            .enumerate()
            .find(|(_, early)| early.is_for(thread, run))
            .map(|(place, _)| place);
        let cancelled = place
            .and_then(|place| inner.early.remove(place))
            .filter(|early| early.at.elapsed() < EARLY_FOR)
            .map(|early| early.reason);
        Ok(Admitted {
            live,
            requests: receiver,
            cancelled,
        })
    }

    /// The run is over and written down.
    pub(super) fn leave(&self, thread: &str, live: &LiveRun) {
        let mut inner = self.lock();
        if inner
            .runs
            .get(thread)
            .is_some_and(|own| own.run == live.run)
        {
            inner.runs.remove(thread);
        }
        live.over.cancel();
    }

    /// The run of a thread, by its id.
    pub(super) fn get(&self, thread: &str, run: &str) -> Option<Arc<LiveRun>> {
        let inner = self.lock();
        let live = inner.runs.get(thread).filter(|live| live.run == run);
        live.map(Arc::clone)
    }

    /// The cancel of a run that has not been seen yet, which may be on its way.
    pub(super) fn remember(&self, thread: &str, run: &str, reason: &str) {
        let mut inner = self.lock();
        inner
            .early
            .retain(|early| early.at.elapsed() < EARLY_FOR && !early.is_for(thread, run));
        if inner.early.len() == EARLY_KEPT {
            inner.early.pop_front();
        }
        inner.early.push_back(Early {
            thread: thread.to_owned(),
            run: run.to_owned(),
            reason: reason.to_owned(),
            at: Instant::now(),
        });
    }

    /// Does something about a thread while no run can begin in it. `None` when one is at work.
    pub(super) fn while_idle<T>(&self, thread: &str, act: impl FnOnce() -> T) -> Option<T> {
        let inner = self.lock();
        (!inner.runs.contains_key(thread)).then(act)
    }

    /// Waits until every run is over and written down.
    pub(super) async fn all_over(&self) {
        loop {
            let next = self.lock().runs.values().next().map(Arc::clone);
            match next {
                Some(live) => live.over.cancelled().await,
                None => return,
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Early {
    fn is_for(&self, thread: &str, run: &str) -> bool {
        self.thread == thread && self.run == run
    }
}

#[cfg(test)]
mod tests;
