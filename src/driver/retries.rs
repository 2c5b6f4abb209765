//! Timers of retries.
//!
//! The core says how long a retry waits. This module adds the jitter.

use midturn_core::chat::ChatInput;
use midturn_core::effect::Retry;
use midturn_core::id::{RunId, ThreadId};
use midturn_core::input::Input;
use midturn_core::time::Millis;

use super::Runtime;
use super::pending::Pending;
use crate::transport::OnDrop;

/// The waiting retries.
#[derive(Default)]
pub(super) struct Retries(Pending<WaitingRetry>);

/// A waiting retry.
struct WaitingRetry {
    serial: u64,
    thread: ThreadId,
    run: RunId,
    what: Retry,
    timer: Option<OnDrop>,
}

impl Retries {
    pub(super) fn clear(&self) {
        self.0.clear();
    }
}

impl Runtime {
    /// Schedules a retry. It replaces a waiting retry of the same kind for the same run.
    pub(super) fn retry_later(&self, thread: ThreadId, run: RunId, what: Retry, after: Millis) {
        self.retries
            .0
            .drop_where(|held| held.thread == thread && held.run == run && held.what == what);
        let serial = self.serials.next();
        let after = with_jitter(after, self.shell.clock.random());
        self.retries.0.push(WaitingRetry {
            serial,
            thread,
            run,
            what,
            timer: Some(self.after(after, serial, Self::retry_due)),
        });
    }

    pub(super) fn forget_retries(&self, thread: &ThreadId, run: &RunId) {
        self.retries
            .0
            .drop_where(|held| held.thread == *thread && held.run == *run);
    }

    pub(super) fn leave_retries(&self, thread: &ThreadId) {
        self.retries.0.drop_where(|held| held.thread == *thread);
    }

    fn retry_due(&self, serial: u64) {
        let Some(due) = self.retries.0.take(|held| held.serial == serial) else {
            return;
        };
        let WaitingRetry {
            thread,
            run,
            what,
            timer,
            ..
        } = due;
        drop(timer);
        self.push(ChatInput::In(thread, Input::RetryDue { run, what }), false);
        self.drain();
    }
}

/// Adds up to a fifth, so that many clients of one backend do not retry all at once.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)]
fn with_jitter(after: Millis, random: f64) -> Millis {
    after.saturating_add((after as f64 * 0.2 * random) as Millis)
}

#[cfg(test)]
mod tests {
    use super::with_jitter;

    #[test]
    fn jitter_adds_at_most_a_fifth_and_never_shortens_the_wait() {
        assert_eq!(with_jitter(1000, 0.0), 1000);
        assert_eq!(with_jitter(1000, 0.5), 1100);
        assert!(with_jitter(1000, 0.999) < 1200);
        assert_eq!(with_jitter(0, 0.9), 0);
        assert_eq!(with_jitter(u64::MAX, 0.9), u64::MAX);
    }
}
