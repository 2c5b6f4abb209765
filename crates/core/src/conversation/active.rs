//! The active run as data: its id, its phase, and what it carries.
//!
//! The transitions are in `run`.

use serde::{Deserialize, Serialize};

use super::retries::backoff;
use crate::change::Change;
use crate::effect::{Effect, Retry};
use crate::id::{ActivityId, AttachmentId, MessageId, RunId};
use crate::run_event::RunEvent;
use crate::step::Step;
use crate::stored::is_default;
use crate::time::Millis;
use crate::transcript::Resume;

/// The active run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that is so of a run or not"
)]
pub struct Run {
    /// Its id.
    pub id: RunId,
    /// The turn that the run belongs to.
    pub turn: MessageId,
    /// How far the run is.
    pub phase: Phase,
    /// The backend's number of the last event that was applied.
    pub cursor: Option<u64>,
    /// The answers that this run brings to the questions of the previous run.
    pub resume: Vec<Resume>,
    /// How far the backend's answer in this run is.
    pub voice: Voice,
    /// The calls that client tools are answering, in [`Phase::Tools`].
    pub calls: Vec<ActivityId>,
    /// How many times the backend answered that it is busy.
    pub busy: u32,
    /// Whether the turn or the shared state shows anything from this run.
    pub shown: bool,
    /// Whether this run replaced an earlier run of the same turn whose stream was closed while the
    /// backend was still working.
    pub overtakes: bool,
    /// The person's messages that this run is the first to bring, and that a backend may drop:
    /// messages in place of an answer, and interjections.
    pub brings: Vec<MessageId>,
    /// The run has shown work by its agent: text, reasoning, a call or another activity.
    pub worked: bool,
    /// When the agent last said something: the time of the last event, or of the opening.
    #[serde(default, skip_serializing_if = "is_default")]
    pub heard_at: Millis,
    /// Whether the agent has said nothing for so long that the card says so.
    #[serde(default, skip_serializing_if = "is_default")]
    pub quiet: bool,
    /// The files of the message that are being read, in [`Phase::Reading`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub unread: Vec<AttachmentId>,
    /// The files of the message that cannot be read, in [`Phase::Reading`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub lost: Vec<AttachmentId>,
    /// When the next request is due, if the backend asked for a wait (`Retry-After`). Of use while the
    /// run waits: in [`Phase::Busy`], [`Phase::Retrying`] and [`Phase::Rejoining`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub due: Option<Millis>,
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
            heard_at: 0,
            quiet: false,
            unread: Vec::new(),
            lost: Vec::new(),
            due: None,
        }
    }

    /// A run whose stream has ended, and whose calls client tools answer. `resume` goes with their
    /// results.
    pub(super) fn of_tools(
        id: RunId,
        turn: MessageId,
        calls: Vec<ActivityId>,
        resume: Vec<Resume>,
    ) -> Self {
        Self {
            resume,
            voice: Voice::Over,
            calls,
            ..Self::new(id, turn, Phase::Tools)
        }
    }

    /// Waits in this phase before it sends again: for the delay that the backend `asked` for, else
    /// for a backoff that grows with the `attempt`.
    pub(super) fn wait(
        &mut self,
        phase: Phase,
        what: Retry,
        attempt: u32,
        asked: Option<Millis>,
        at: Millis,
        step: &mut Step,
    ) {
        self.phase = phase;
        self.due = asked.map(|asked| at + asked);
        step.change(Change::Run);
        step.retry_later(&self.id, what, asked.unwrap_or_else(|| backoff(attempt)));
    }

    /// Sends the request, after a wait for the connection as the same attempt, otherwise as the first.
    pub(super) fn open(&mut self, step: &mut Step) {
        let attempt = match self.phase {
            Phase::Offline { attempt } => attempt,
            // A refused request began no run: the next one counts its events anew.
            Phase::Busy => {
                self.cursor = None;
                1
            }
            Phase::Reading
            | Phase::Blocked
            | Phase::Opening { .. }
            | Phase::Retrying { .. }
            | Phase::Streaming
            | Phase::Rejoining { .. }
            | Phase::Rejoined { .. }
            | Phase::Tools => 1,
        };
        self.phase = Phase::Opening { attempt };
        step.change(Change::Run);
        step.effect(Effect::OpenStream {
            run: self.id.clone(),
        });
    }

    /// Removes a call that a client tool has answered. Once no call is left, returns the answers
    /// that the next run brings.
    pub(super) fn tool_is_done(&mut self, call: &ActivityId) -> Option<Vec<Resume>> {
        self.calls.retain(|held| held != call);
        let done = self.calls.is_empty();
        done.then(|| std::mem::take(&mut self.resume))
    }

    /// Stops the client tools of a cancelled run.
    pub(super) fn stop_tools(&self, step: &mut Step) {
        for call in &self.calls {
            step.effect(Effect::StopTool {
                run: self.id.clone(),
                call: call.clone(),
            });
        }
    }
}

/// How far the backend's answer in a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Voice {
    /// Nothing at all.
    Silent,
    /// Only that the run began; the backend may still report its abilities.
    Began,
    /// More than that the run began.
    Speaks,
    /// Like [`Voice::Speaks`]. In addition, the backend's list of messages lacks the message that
    /// began this turn in place of an answer.
    Unheard,
    /// The run's stream has ended; client tools answer the calls that it left.
    Over,
}

impl Voice {
    /// Whether the backend has sent no event after the start of the run, and may still report its
    /// abilities.
    pub(super) fn is_mute(self) -> bool {
        matches!(self, Self::Silent | Self::Began)
    }
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Phase {
    /// Not sent yet: files of its message are being read, or cannot be read.
    Reading,
    /// Not sent yet: the backend has not answered the cancel of the previous run.
    Blocked,
    /// Sent for the `attempt`-th time, and not answered yet.
    Opening {
        /// Counted from 1.
        attempt: u32,
    },
    /// The `attempt`-th send failed; waits to be sent again.
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
    /// The stream was joined again, but has delivered nothing yet. Keeps the attempt count, so that
    /// a stream which always closes at once is not rejoined for ever.
    Rejoined {
        /// Counted from 1.
        attempt: u32,
    },
    /// The stream has ended with calls for client tools; the next run brings the results.
    Tools,
    /// Waits to be sent again: the backend is already running something for this thread.
    Busy,
    /// Waits to be sent for the `attempt`-th time: the browser is offline.
    Offline {
        /// Counted from 1.
        attempt: u32,
    },
}

impl Phase {
    /// The phase of a run that is about to be sent. `blocked`: it is sent only after a cancel has
    /// been answered.
    pub(super) fn first(blocked: bool) -> Self {
        if blocked {
            Self::Blocked
        } else {
            Self::Opening { attempt: 1 }
        }
    }

    /// Whether a request or a stream is open, or the client will open one again by itself after one
    /// that may have arrived. In the other phases the backend is doing nothing for the run.
    pub(super) fn has_stream(self) -> bool {
        match self {
            Self::Opening { .. }
            | Self::Retrying { .. }
            | Self::Streaming
            | Self::Rejoining { .. }
            | Self::Rejoined { .. } => true,
            Self::Reading | Self::Blocked | Self::Tools | Self::Busy => false,
            // An earlier request got no answer, so the backend may have the run.
            Self::Offline { attempt } => attempt > 1,
        }
    }

    /// How many times the stream was lost since it last delivered something.
    pub(super) fn times_lost(self) -> u32 {
        match self {
            Self::Rejoining { attempt } | Self::Rejoined { attempt } => attempt,
            Self::Reading
            | Self::Blocked
            | Self::Opening { .. }
            | Self::Retrying { .. }
            | Self::Streaming
            | Self::Tools
            | Self::Busy
            | Self::Offline { .. } => 0,
        }
    }

    /// Whether the backend has accepted the request, and its stream is being read or joined again.
    pub(super) fn is_taken(self) -> bool {
        match self {
            Self::Streaming | Self::Rejoining { .. } | Self::Rejoined { .. } => true,
            Self::Reading
            | Self::Blocked
            | Self::Opening { .. }
            | Self::Retrying { .. }
            | Self::Tools
            | Self::Busy
            | Self::Offline { .. } => false,
        }
    }
}

/// Advances a cursor; returns whether the event is new. Only a backend that `rejoins` streams promises
/// that its ids grow: others write what they like, such as a time, or one id for all events. The end of
/// a run is always new: a run that has ended hears nothing more.
pub(super) fn advance(
    held: &mut Option<u64>,
    cursor: Option<u64>,
    event: &RunEvent,
    rejoins: bool,
) -> bool {
    if cursor.is_none() || *held < cursor {
        *held = cursor.or(*held);
        return true;
    }
    !rejoins || matches!(event, RunEvent::Finished(_) | RunEvent::Failed(_))
}
