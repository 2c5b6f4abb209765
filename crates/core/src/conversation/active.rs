//! The run at work, as data: which it is, and how far it is on its way.
//!
//! Not responsible for what moves it on (see `run`).

use serde::{Deserialize, Serialize};

use crate::id::{ActivityId, MessageId, RunId};
use crate::transcript::Resume;

/// The run at work.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
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
    /// How much its backend has said.
    pub voice: Voice,
    /// The calls that this side is answering, in [`Phase::Tools`].
    pub calls: Vec<ActivityId>,
    /// How often its backend was busy.
    pub busy: u32,
    /// Whether the turn or the shared state shows anything of it.
    pub shown: bool,
    /// Whether the stream of the run before it, of the same turn, was closed while its backend was at
    /// work.
    pub overtakes: bool,
    /// What the person said that this run is the first to bring, where that may be missed: words in
    /// place of an answer, and what was said inside the turn.
    pub brings: Vec<MessageId>,
    /// It has shown that its agent works: text, reasoning, a call or another activity.
    pub worked: bool,
}

impl Run {
    /// A run that is about to be sent.
    pub(super) fn new(id: RunId, turn: MessageId, phase: Phase) -> Self {
        Self {
            id,
            turn,
            phase,
            cursor: None,
            resume: Vec::new(),
            voice: Voice::Silent,
            calls: Vec::new(),
            busy: 0,
            shown: false,
            overtakes: false,
            brings: Vec::new(),
            worked: false,
        }
    }
}

/// How much the backend of a run has said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Voice {
    /// Nothing at all.
    Silent,
    /// No more than that it began; it may still say what it can do.
    Began,
    /// More than that.
    Speaks,
    /// More than that, and its own list of messages lacks the words that this turn began with, which
    /// came in place of an answer.
    Missed,
    /// All that it had to say: this side answers the calls it has left.
    Over,
}

impl Voice {
    /// Whether it may still say what it can do.
    pub(super) fn is_mute(self) -> bool {
        matches!(self, Self::Silent | Self::Began)
    }
}

/// How far a run is on its way to a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
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
    /// Waits to be sent: the browser has no connection, so no backend knows of it.
    Offline,
}

impl Phase {
    /// Whether its backend has taken the request, and its stream is read or is being joined again.
    pub(super) fn is_taken(self) -> bool {
        match self {
            Self::Streaming | Self::Rejoining { .. } | Self::Rejoined { .. } => true,
            Self::Blocked
            | Self::Opening { .. }
            | Self::Retrying { .. }
            | Self::Tools
            | Self::Busy
            | Self::Offline => false,
        }
    }
}
