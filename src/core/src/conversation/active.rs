//! The run at work, as data: which it is, and how far it is on its way.
//!
//! Not responsible for what moves it on (see `run`).

use crate::id::{ActivityId, MessageId, RunId};
use crate::stored;
use crate::transcript::Resume;

/// The run at work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// Its id.
    pub id: RunId,
    /// The turn it works on.
    pub turn: MessageId,
    /// How far it is.
    pub phase: Phase,
    /// The last event applied, in the backend's count.
    pub cursor: Option<u64>,
    /// The answers it brings to the questions of the run before it.
    pub resume: Vec<Resume>,
    /// The backend has said no more than that it began, and may still say what it can do.
    pub mute: bool,
    /// The calls that this side is answering, in [`Phase::Tools`].
    pub calls: Vec<ActivityId>,
    /// How often its backend was busy.
    pub busy: u32,
    /// The backend has said nothing at all.
    pub unheard: bool,
}

stored!(struct Run { id, turn, phase, cursor, resume since 2, mute since 2, calls since 3, busy since 3, unheard since 3 });

/// How far a run is on its way to a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Not sent yet: the backend has not answered the cancel of the run before.
    Blocked,
    /// Sent, for the `attempt`-th time, and not answered yet.
    Opening {
        /// Counted from 1.
        attempt: u32,
    },
    /// Waits to be sent again after the `attempt`-th time failed.
    Retrying {
        /// Counted from 1.
        attempt: u32,
    },
    /// The stream is open.
    Streaming,
    /// The stream was lost and is being joined again.
    Rejoining {
        /// Counted from 1.
        attempt: u32,
    },
    /// The stream was joined again, and nothing has come from it yet: one that is closed at once,
    /// every time, must not be joined for ever.
    Rejoined {
        /// Counted from 1.
        attempt: u32,
    },
    /// Its stream has ended with calls for this side to answer; the next run brings the results.
    Tools,
    /// Waits to be sent again: its backend is at work for the thread already.
    Busy,
}

stored!(enum Phase {
    0: Blocked,
    1: Opening { attempt },
    2: Retrying { attempt },
    3: Streaming,
    4: Rejoining { attempt },
    5: Rejoined { attempt },
    6: Tools,
    7: Busy,
});
