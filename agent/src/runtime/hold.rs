//! Holding a thread, so that a test decides when each scripted step of its runs happens.
//!
//! A [`Hold`] belongs to a thread and takes orders to make steps. The runs of the thread make these
//! steps at their gates (`gate.rs`).

use std::time::Duration;

use serde::Deserialize;
use tokio::sync::watch;

/// The goal of a step order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// This many steps.
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

/// The result of a step order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepReport {
    /// How many steps were made.
    pub steps: u64,
    /// Whether the run is over.
    pub ended: bool,
}

/// Why a step order failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// Only a held thread can be stepped.
    #[error("the thread is not held")]
    NotHeld,
    /// The thread's runs did not make the steps in time.
    #[error("gave up waiting after {steps} steps: no run of the thread has more to do")]
    TimedOut {
        /// How many steps were made.
        steps: u64,
    },
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Control {
    pub(super) held: bool,
    pub(super) order: Option<Order>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Order {
    pub(super) id: u64,
    pub(super) goal: Goal,
    pub(super) granted: u64,
    pub(super) made: u64,
    pub(super) reached: bool,
    pub(super) ended: bool,
}

impl Order {
    fn is_done(&self) -> bool {
        let enough = match self.goal {
            Goal::Count(count) => self.made >= count,
            Goal::ToolStarted | Goal::ToolFinished | Goal::Text | Goal::End => self.reached,
        };
        enough || self.ended
    }

    pub(super) fn wants_more(&self) -> bool {
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
    pub(super) control: watch::Sender<Control>,
    /// Orders run one after the other; the value is the last order's number.
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
    /// Makes runs of the thread wait before every step.
    pub fn hold(&self) {
        self.control.send_modify(|control| control.held = true);
    }

    /// Lets runs of the thread continue without step orders.
    pub fn release(&self) {
        self.control.send_modify(|control| control.held = false);
    }

    /// Allows steps, and waits until their events have been handed to the connection.
    ///
    /// # Errors
    /// [`StepError::NotHeld`] when the thread is not held, or is released meanwhile.
    /// [`StepError::TimedOut`] when the steps take longer than `patience`.
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
}

#[cfg(test)]
mod tests;
