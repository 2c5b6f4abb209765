//! The gate of one run of a held thread: its scripted steps wait there.
//!
//! A run is quiet when nothing can continue without a step. When the run is quiet and a step has
//! been ordered, the gate lets the waiter with the earliest scripted time continue. The order of
//! steps is therefore the same every time, also with parallel tools. `hold.rs` takes the orders.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use futures_util::Stream;
use parking_lot::Mutex;
use tokio::sync::{oneshot, watch};
use tokio_stream::wrappers::WatchStream;

use super::hold::{Control, Goal, Hold};
use crate::agui::EventKind;

/// The gate where one run's scripted steps wait.
#[derive(Debug)]
pub struct Gate {
    hold: Arc<Hold>,
    waiting: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    /// Waiters, by scripted time and arrival.
    queue: BTreeMap<(Duration, u64), oneshot::Sender<()>>,
    arrivals: u64,
    /// The scripted time so far.
    time: Duration,
    /// The order that the current step belongs to.
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
    /// Creates the gate of a new run in the hold's thread.
    pub fn new(hold: Arc<Hold>) -> Self {
        Self {
            hold,
            waiting: Mutex::default(),
        }
    }

    pub(super) fn is_held(&self) -> bool {
        self.hold.control.borrow().held
    }

    pub(super) fn changes(&self) -> watch::Receiver<Control> {
        self.hold.control.subscribe()
    }

    /// Waits until a step order releases this waiter, or until the thread is released.
    pub(super) async fn wait(&self, delay: Duration) {
        let (go, gone) = oneshot::channel();
        {
            let mut waiting = self.waiting.lock();
            waiting.arrivals += 1;
            let key = (waiting.time.saturating_add(delay), waiting.arrivals);
            waiting.queue.insert(key, go);
        }
        // An error means that the gate was dropped with its run.
        let _ = gone.await;
    }

    /// Notes an event of the current step, which may reach the order's goal.
    pub(super) fn note(&self, kind: &EventKind) {
        let mut waiting = self.waiting.lock();
        match kind {
            EventKind::ToolCallStart { .. } => waiting.seen.tool_started = true,
            EventKind::ToolCallResult { .. } => waiting.seen.tool_finished = true,
            EventKind::TextMessageContent { .. } => waiting.seen.text = true,
            _ => {}
        }
    }

    /// Releases the next waiter when a step has been ordered, or every waiter when the thread is
    /// not held; then completes. Poll this last, when nothing else can make progress.
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

    /// Completes the current step and its order, because the run is over. Call this when all events
    /// have been handed to the connection.
    pub(super) fn run_ended(&self) {
        self.finish_step(true);
    }

    fn let_go(&self) -> bool {
        self.finish_step(false);
        let mut waiting = self.waiting.lock();
        let mut went = false;
        self.hold.control.send_if_modified(|control| {
            if !control.held {
                went = !waiting.queue.is_empty();
                for (_, go) in std::mem::take(&mut waiting.queue) {
                    // The send fails when the waiter was stopped.
                    let _ = go.send(());
                }
                return false;
            }
            let Some(order) = control.order.as_mut().filter(|order| order.wants_more()) else {
                return false;
            };
            while let Some(((due, _), go)) = waiting.queue.pop_first() {
                if go.send(()).is_ok() {
                    waiting.time = due;
                    waiting.in_flight = Some(order.id);
                    waiting.seen = Seen::default();
                    order.granted += 1;
                    went = true;
                    break;
                }
            }
            // Returns false, so that watchers are notified only of completed steps.
            false
        });
        went
    }

    fn finish_step(&self, ended: bool) {
        let mut waiting = self.waiting.lock();
        let in_flight = waiting.in_flight.take();
        let seen = waiting.seen;
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
}
