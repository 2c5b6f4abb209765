//! Holding a thread, so that a test decides when each scripted step of its runs happens.
//!
//! Everything scripted waits at the run's [`Gate`]. When the run is quiet (nothing can go on
//! without a step), and a step has been ordered on the thread's [`Hold`], the waiter that would
//! have come first in time goes on. So the order of steps is the same every time, parallel tools
//! included. Not responsible for: HTTP, and runs of threads that are not held.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;

use futures_util::Stream;
use tokio::sync::{oneshot, watch};
use tokio_stream::wrappers::WatchStream;

use crate::agui::EventKind;

/// What a step order wants to reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// So many steps.
    Count(u64),
    /// A tool call has been announced.
    ToolStarted,
    /// A tool call has its result.
    ToolFinished,
    /// A piece of text has been sent.
    Text,
    /// The run is over.
    End,
}

/// What came of a step order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepReport {
    /// How many steps were made.
    pub steps: u64,
    /// Whether the run is over.
    pub ended: bool,
}

/// Why a step order was not fulfilled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// Only a held thread can be stepped.
    #[error("the thread is not held")]
    NotHeld,
    /// No run made the steps in time.
    #[error("gave up waiting after {steps} steps: no run of the thread has more to do")]
    TimedOut {
        /// How many were made.
        steps: u64,
    },
}

#[derive(Debug, Clone, Copy, Default)]
struct Control {
    held: bool,
    order: Option<Order>,
}

#[derive(Debug, Clone, Copy)]
struct Order {
    id: u64,
    goal: Goal,
    granted: u64,
    made: u64,
    reached: bool,
    ended: bool,
}

impl Order {
    fn is_done(&self) -> bool {
        let enough = match self.goal {
            Goal::Count(count) => self.made >= count,
            Goal::ToolStarted | Goal::ToolFinished | Goal::Text | Goal::End => self.reached,
        };
        enough || self.ended
    }

    fn wants_more(&self) -> bool {
        let room = match self.goal {
            Goal::Count(count) => self.granted < count,
            Goal::ToolStarted | Goal::ToolFinished | Goal::Text | Goal::End => {
                self.granted == self.made
            }
        };
        room && !self.is_done()
    }

    fn report(&self) -> StepReport {
        StepReport {
            steps: self.made,
            ended: self.ended,
        }
    }
}

/// A thread's hold. It may be set before the thread has a run.
#[derive(Debug)]
pub struct Hold {
    control: watch::Sender<Control>,
    /// Orders are fulfilled one after the other; the value numbers them.
    ordering: tokio::sync::Mutex<u64>,
}

impl Default for Hold {
    fn default() -> Self {
        Self {
            control: watch::Sender::new(Control::default()),
            ordering: tokio::sync::Mutex::new(0),
        }
    }
}

impl Hold {
    /// From now on, runs of the thread wait before every step.
    pub fn hold(&self) {
        self.control.send_modify(|control| control.held = true);
    }

    /// Runs of the thread go on by themselves.
    pub fn release(&self) {
        self.control.send_modify(|control| control.held = false);
    }

    /// Lets steps happen, and waits until what they emit has been handed to the connection.
    ///
    /// # Errors
    /// [`StepError::NotHeld`], also when the thread is released meanwhile, or
    /// [`StepError::TimedOut`].
    pub async fn step(&self, goal: Goal, patience: Duration) -> Result<StepReport, StepError> {
        let mut last_id = self.ordering.lock().await;
        *last_id += 1;
        let order = Order {
            id: *last_id,
            goal,
            granted: 0,
            made: 0,
            reached: false,
            ended: false,
        };
        let mut changes = self.control.subscribe();
        self.control
            .send_modify(|control| control.order = Some(order));
        let settled =
            |control: &Control| !control.held || control.order.as_ref().is_none_or(Order::is_done);
        let in_time = tokio::time::timeout(patience, changes.wait_for(settled))
            .await
            .is_ok();
        let mut report = StepReport {
            steps: 0,
            ended: false,
        };
        let mut held = true;
        self.control.send_modify(|control| {
            held = control.held;
            if let Some(order) = control.order.take() {
                report = order.report();
            }
        });
        match (held, in_time) {
            (false, _) => Err(StepError::NotHeld),
            (true, false) => Err(StepError::TimedOut {
                steps: report.steps,
            }),
            (true, true) => Ok(report),
        }
    }

    /// The gate of a new run of the thread.
    pub fn gate(self: &Arc<Self>) -> Arc<Gate> {
        Arc::new(Gate {
            hold: Arc::clone(self),
            inner: Mutex::default(),
        })
    }
}

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
    pub(super) fn is_held(&self) -> bool {
        self.hold.control.borrow().held
    }

    pub(super) fn changes(&self) -> watch::Receiver<impl Sized + use<>> {
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
