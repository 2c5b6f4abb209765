//! Inputs in one line, for tests. A run that is given by a message's id is the first of that
//! message.

use super::builder::run_of;
use crate::effect::{Effect, Retry};
use crate::id::RunId;
use crate::input::Input;
use crate::run_event::RunEvent;
use crate::transcript::Answer;

/// An event of a run, without a cursor.
pub fn of_run(run: RunId, event: RunEvent) -> Input {
    let cursor = None;
    Input::Run { run, cursor, event }
}

/// The run of the message `id` is to be retried in a while.
pub fn retry_later(id: &str, what: Retry, after: u64) -> Effect {
    let run = run_of(id);
    Effect::RetryLater { run, what, after }
}

/// The time of a retry has come, for the run of the message `id`.
pub fn retry_due(id: &str, what: Retry) -> Input {
    let run = run_of(id);
    Input::RetryDue { run, what }
}

/// Stops the run of the message `id` without waiting for the backend.
pub fn force(id: &str) -> Input {
    let (run, task) = (run_of(id), None);
    Input::Force { run, task }
}

/// Stops the run, and sends the composer's text as the message `id`.
pub fn replace(run: RunId, id: &str) -> Input {
    let id = id.into();
    Input::Replace { run, id }
}

/// Interjects the composer's text as `id`.
pub fn interject(run: RunId, id: &str) -> Input {
    let id = id.into();
    Input::Interject { run, id }
}

/// Sends the message of a turn once more, as the message `id`.
pub fn try_again(turn: &str, id: &str) -> Input {
    let (turn, id) = (turn.into(), id.into());
    Input::TryAgain { turn, id }
}

/// The person's answer to a question of a turn.
pub fn answer_to(turn: &str, interrupt: &str, answer: Answer) -> Input {
    Input::Answer {
        turn: turn.into(),
        interrupt: interrupt.into(),
        answer,
    }
}

/// The person approves the call that a question of a turn is about.
pub fn approve(turn: &str, interrupt: &str) -> Input {
    answer_to(turn, interrupt, Answer::Approved { arguments: None })
}
