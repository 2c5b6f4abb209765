//! The pace of scripted steps: a speed factor, or step by step when a test holds the thread.
//!
//! `gate.rs` chooses the step to release.

use std::sync::Arc;
use std::time::Duration;

use super::gate::Gate;

/// Shorter pauses are skipped: the timer cannot be that exact.
const TIMER_RESOLUTION: Duration = Duration::from_millis(1);

/// Paces one run.
#[derive(Debug, Clone)]
pub struct Pacer {
    speed: f64,
    gate: Option<Arc<Gate>>,
}

impl Pacer {
    /// Scripted delays are divided by `speed`, which must be positive.
    pub fn new(speed: f64, gate: Option<Arc<Gate>>) -> Self {
        Self { speed, gate }
    }

    /// Waits until the next scripted step may happen. The pause is at least `floor` at any speed,
    /// unless a test steps the thread.
    pub async fn step(&self, delay: Duration, floor: Duration) {
        let Some(gate) = &self.gate else {
            return self.sleep(delay, floor).await;
        };
        loop {
            let mut changes = gate.changes();
            if gate.is_held() {
                return gate.wait(delay).await;
            }
            tokio::select! {
                () = self.sleep(delay, floor) => return,
                _ = changes.changed() => {}
            }
        }
    }

    /// A pause inside a step. A held thread skips it.
    pub async fn within(&self, delay: Duration) {
        if !self.gate.as_ref().is_some_and(|gate| gate.is_held()) {
            self.sleep(delay, Duration::ZERO).await;
        }
    }

    async fn sleep(&self, delay: Duration, floor: Duration) {
        let scaled =
            Duration::try_from_secs_f64(delay.as_secs_f64() / self.speed).unwrap_or(Duration::MAX);
        let scaled = scaled.max(floor);
        if scaled >= TIMER_RESOLUTION {
            tokio::time::sleep(scaled).await;
        }
    }
}
