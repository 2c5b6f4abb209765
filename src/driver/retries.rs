//! Retries that wait.
//!
//! The core says how long a retry waits. This module adds the jitter.

use std::rc::Rc;

use midturn_core::effect::Retry;
use midturn_core::id::{RunId, ThreadId};
use midturn_core::input::Input;
use midturn_core::time::Millis;

use super::context::Context;
use super::tasks::Tasks;

/// The retries that wait.
pub(super) struct Retries {
    cx: Rc<Context>,
    waiting: Tasks<(ThreadId, RunId, Retry)>,
}

impl Retries {
    pub(super) fn new(cx: Rc<Context>) -> Self {
        let waiting = cx.tasks();
        Self { cx, waiting }
    }

    pub(super) fn clear(&self) {
        self.waiting.clear();
    }

    /// Schedules a retry. It replaces a waiting retry of the same kind for the same run.
    pub(super) fn later(&self, thread: ThreadId, run: RunId, what: Retry, after: Millis) {
        let key = (thread.clone(), run.clone(), what);
        self.waiting.drop_where(|held| *held == key);
        let after = with_jitter(after, self.cx.shell.clock.random());
        let cx = self.cx.clone();
        self.waiting.begin(key, async move {
            cx.sleep(after).await;
            cx.send(thread, Input::RetryDue { run, what });
        });
    }

    pub(super) fn forget(&self, thread: &ThreadId, run: &RunId) {
        self.waiting
            .drop_where(|(held, of, _)| held == thread && of == run);
    }

    pub(super) fn leave(&self, thread: &ThreadId) {
        self.waiting.drop_where(|(held, ..)| held == thread);
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
