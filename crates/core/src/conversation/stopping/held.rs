//! One cancelled run: how far its cancel is, and what an answer means for it.

use serde::{Deserialize, Serialize};

use crate::change::Change;
use crate::control::CancelAnswer;
use crate::conversation::retries::MAX_ATTEMPTS;
use crate::effect::Retry;
use crate::id::{MessageId, RunId};
use crate::step::Step;
use crate::stored::is_default;
use crate::time::Millis;
use crate::transcript::Stop;

/// Milliseconds in which something must come of a run that had finished before the cancel.
const LAST_EVENTS_WITHIN: Millis = 10_000;

/// A cancelled run that its backend has not ended yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Stopping {
    /// The run.
    pub run: RunId,
    /// Its turn.
    pub turn: MessageId,
    /// How far the cancel is.
    pub state: StopState,
    /// When the person cancelled it.
    pub since: Millis,
    /// The backend's number of the last event that was applied.
    pub cursor: Option<u64>,
    /// How many times its stream was lost since it last delivered something. Above
    /// [`MAX_ATTEMPTS`], the stream is not joined again.
    pub lost: u32,
    /// The person asked to stop at once, without waiting for what is still running.
    pub forced: bool,
    /// Its stream has said something: before the answer to the cancel ever, after it since the last
    /// look.
    #[serde(default, skip_serializing_if = "is_default")]
    pub heard: bool,
}

/// How far a cancel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum StopState {
    /// The backend has not said yet whether it takes a cancel.
    Listening,
    /// The cancel was sent for the `attempt`-th time.
    Asking {
        /// Counted from 1.
        attempt: u32,
    },
    /// The backend has answered; the run's last events are still to come.
    Answered,
    /// The backend has answered that the run had finished before. Its last events are in the
    /// backend's log by now, or nowhere.
    Finished,
}

impl StopState {
    /// Whether the backend has answered the cancel.
    pub fn is_answered(self) -> bool {
        matches!(self, Self::Answered | Self::Finished)
    }
}

impl Stopping {
    /// Whether the run's stream will not be joined again, so that only the answer to the cancel can
    /// come.
    pub(super) fn has_no_stream(&self) -> bool {
        self.lost > MAX_ATTEMPTS
    }

    pub(super) fn is_asking(&self) -> bool {
        matches!(self.state, StopState::Asking { .. })
    }

    /// The run had finished before: waits a while for its last events.
    pub(super) fn finished(&mut self, step: &mut Step) -> AfterAnswer {
        self.state = StopState::Finished;
        if self.has_no_stream() {
            return AfterAnswer::Over(Stop::Confirmed);
        }
        step.retry_later(&self.run, Retry::HangUp, LAST_EVENTS_WITHIN);
        AfterAnswer::LastEvents
    }

    /// Handles the answer to stopping at once. If it did not arrive, the person can ask again.
    pub(super) fn force_answered(&mut self, answer: &CancelAnswer, step: &mut Step) -> AfterAnswer {
        match answer {
            CancelAnswer::Accepted => AfterAnswer::Waits,
            CancelAnswer::AlreadyFinished => self.finished(step),
            CancelAnswer::Unknown => AfterAnswer::Over(Stop::Confirmed),
            CancelAnswer::Refused => AfterAnswer::Over(Stop::Unknown),
            CancelAnswer::Unreachable => {
                self.forced = false;
                step.change(Change::Run);
                AfterAnswer::Waits
            }
        }
    }
}

/// What an answer to a cancel means for the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum AfterAnswer {
    /// There is no answer yet and the backend is asked again later, or the answer was unexpected
    /// and ignored.
    Waits,
    /// The run's last events are still to come.
    LastEvents,
    /// The wait for the run is over; this is what is known of its stop.
    Over(Stop),
}
