//! Where the scripted steps of one run of a held thread wait.
//!
//! When the run is quiet (nothing can go on without a step), and a step has been ordered, the
//! waiter that would have come first in time goes on. So the order of steps is the same every
//! time, parallel tools included. Not responsible for: taking orders (`hold.rs`).

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;

use futures_util::Stream;
use tokio::sync::{oneshot, watch};
use tokio_stream::wrappers::WatchStream;

use super::hold::{Control, Goal, Hold};
use crate::agui::EventKind;

/// Where one run's scripted steps wait.
#[derive(Debug)]
pub struct Gate {
    hold: Arc<Hold>,
    inner: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    /// By scripted time and arrival.
    queue: BTreeMap<(Duration, u64), oneshot::Sender<()>>,
    arrivals: u64,
    /// The scripted time that has passed.
    time: Duration,
    /// The order that the step in progress belongs to.
    in_flight: Option<u64>,
    seen: Seen,
}

#[derive(Debug, Default, Clone, Copy)]
struct Seen {
    tool_started: bool,
    tool_finished: bool,
    text: bool,
}

impl Seen {
    fn reaches(self, goal: Goal) -> bool {
        match goal {
            Goal::ToolStarted => self.tool_started,
            Goal::ToolFinished => self.tool_finished,
            Goal::Text => self.text,
            Goal::Count(_) | Goal::End => false,
        }
    }
}

impl Gate {
    pub(super) fn new(hold: Arc<Hold>) -> Self {
        Self {
            hold,
            inner: Mutex::default(),
        }
    }

    pub(super) fn is_held(&self) -> bool {
        self.hold.control.borrow().held
    }

    pub(super) fn changes(&self) -> watch::Receiver<Control> {
        self.hold.control.subscribe()
    }

    /// Waits for a step, or for the release of the thread.
    pub(super) async fn wait(&self, delay: Duration) {
        let (go, gone) = oneshot::channel();
        {
            let mut inner = self.lock();
            inner.arrivals += 1;
            let key = (inner.time.saturating_add(delay), inner.arrivals);
            inner.queue.insert(key, go);
        }
        // An error means that the gate has gone, and with it the run.
        let _ = gone.await;
    }

    /// Takes note of what a step does.
    pub(super) fn note(&self, kind: &EventKind) {
        let mut inner = self.lock();
        match kind {
            EventKind::ToolCallStart { .. } => inner.seen.tool_started = true,
            EventKind::ToolCallResult { .. } => inner.seen.tool_finished = true,
            EventKind::TextMessageContent { .. } => inner.seen.text = true,
            _ => {}
        }
    }

    /// Completes when a waiter has been let go. To be polled last, when nothing else can go on.
    pub(super) async fn quiet(&self) {
        let mut changes = WatchStream::from_changes(self.hold.control.subscribe());
        poll_fn(|cx| {
            loop {
                if self.let_go() {
                    return Poll::Ready(());
                }
                match Pin::new(&mut changes).poll_next(cx) {
                    Poll::Ready(Some(_)) => {}
                    Poll::Ready(None) | Poll::Pending => return Poll::Pending,
                }
            }
        })
        .await;
    }

    /// The run is over, and everything it said has been handed to the connection.
    pub(super) fn run_ended(&self) {
        self.finish_step(true);
    }

    fn let_go(&self) -> bool {
        self.finish_step(false);
        let mut inner = self.lock();
        let mut went = false;
        self.hold.control.send_if_modified(|control| {
            if !control.held {
                went = !inner.queue.is_empty();
                for (_, go) in std::mem::take(&mut inner.queue) {
                    // The waiter may have been stopped; then nobody is to be told.
                    let _ = go.send(());
                }
                return false;
            }
            let Some(order) = control.order.as_mut().filter(|order| order.wants_more()) else {
                return false;
            };
            while let Some(((due, _), go)) = inner.queue.pop_first() {
                if go.send(()).is_ok() {
                    inner.time = due;
                    inner.in_flight = Some(order.id);
                    inner.seen = Seen::default();
                    order.granted += 1;
                    went = true;
                    break;
                }
            }
            // Nobody waits for a grant, only for a step that has been made.
            false
        });
        went
    }

    fn finish_step(&self, ended: bool) {
        let mut inner = self.lock();
        let in_flight = inner.in_flight.take();
        let seen = inner.seen;
        self.hold.control.send_if_modified(|control| {
            let Some(order) = &mut control.order else {
                return false;
            };
            if in_flight == Some(order.id) {
                order.made += 1;
                order.reached |= seen.reaches(order.goal);
            }
            order.ended |= ended;
            in_flight.is_some() || ended
        });
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
