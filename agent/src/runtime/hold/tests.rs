//! Step orders that end early.

use std::sync::Arc;

use super::super::gate::Gate;
use super::*;

const PATIENCE: Duration = Duration::from_secs(3600);

#[tokio::test(start_paused = true)]
async fn the_end_of_a_run_completes_the_order() {
    let hold = Arc::new(Hold::default());
    hold.hold();
    let gate = Gate::new(Arc::clone(&hold));
    let (report, ()) = tokio::join!(hold.step(Goal::Count(5), PATIENCE), async {
        gate.run_ended();
    });
    let expected = StepReport {
        steps: 0,
        ended: true,
    };
    assert_eq!(report, Ok(expected));
}

#[tokio::test(start_paused = true)]
async fn a_release_fails_the_order() {
    let hold = Hold::default();
    hold.hold();
    let (report, ()) = tokio::join!(hold.step(Goal::End, PATIENCE), async { hold.release() });
    assert_eq!(report, Err(StepError::NotHeld));
}

#[tokio::test(start_paused = true)]
async fn an_order_that_timed_out_does_not_affect_the_next_order() {
    let hold = Arc::new(Hold::default());
    hold.hold();
    let gate = Gate::new(Arc::clone(&hold));
    let given_up = hold.step(Goal::Count(1), Duration::from_secs(1)).await;
    assert_eq!(given_up, Err(StepError::TimedOut { steps: 0 }));
    let waiting = gate.wait(Duration::ZERO);
    let next = hold.step(Goal::Count(1), PATIENCE);
    let run = async {
        tokio::select! {
            biased;
            () = waiting => {}
            () = gate.quiet() => {}
        }
        gate.run_ended();
    };
    let (report, ()) = tokio::join!(next, run);
    let expected = StepReport {
        steps: 1,
        ended: true,
    };
    assert_eq!(report, Ok(expected));
}
