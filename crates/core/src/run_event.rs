//! What a backend says about one run, in the core's own words.
//!
//! Not responsible for any wire format: `midturn-protocol` turns bytes into these.

mod interrupt;
mod shows;
mod snapshot;

use serde::{Deserialize, Serialize};

use crate::attachment::Attachment;
use crate::id::{ActivityId, MessageId};
use crate::transcript::{Heard, TaskEvent};

pub use interrupt::{AnswerForm, Interrupt};
pub use snapshot::{SnapshotCall, SnapshotMessage};

/// One thing that happened in a run. Events come in the order of the wire, and may come late,
/// twice or never; the conversation copes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum RunEvent {
    /// The backend answered the request with a stream (HTTP 2xx); nothing was said yet.
    Opened,
    /// The request was answered with something other than a stream, or not at all.
    OpenFailed(OpenError),
    /// AG-UI `RUN_STARTED`.
    Started,
    /// The backend announced what it can do (`CUSTOM midturn.control`).
    Abilities(Abilities),
    /// A text message of the assistant begins. `subagent` is the activity it belongs to, if any.
    TextStart {
        /// Unique in the thread.
        message: MessageId,
        /// The subagent run that speaks, if it is not the main agent.
        subagent: Option<ActivityId>,
    },
    /// More text of a message. A message that was not started is started by it.
    TextDelta {
        /// The message that grows.
        message: MessageId,
        /// Text to append; may be empty.
        delta: String,
    },
    /// The message is complete.
    TextEnd {
        /// The message that ended.
        message: MessageId,
    },
    /// The agent begins to reason.
    ReasoningStart {
        /// Id of the reasoning message.
        message: MessageId,
        /// The subagent run that reasons, if it is not the main agent.
        subagent: Option<ActivityId>,
    },
    /// More reasoning text.
    ReasoningDelta {
        /// The reasoning message that grows.
        message: MessageId,
        /// Text to append; may be empty.
        delta: String,
    },
    /// The reasoning is complete.
    ReasoningEnd {
        /// The reasoning message that ended.
        message: MessageId,
    },
    /// The agent calls a tool.
    ToolStart {
        /// The tool call's id.
        call: ActivityId,
        /// The tool's name.
        name: String,
        /// The assistant message that carries the call, where the backend names it.
        parent: Option<MessageId>,
        /// The subagent run that calls, if it is not the main agent.
        subagent: Option<ActivityId>,
    },
    /// More of the call's arguments, as raw JSON text.
    ToolArgs {
        /// The call.
        call: ActivityId,
        /// Text to append.
        delta: String,
    },
    /// The arguments are complete. Says nothing about whether the tool ran.
    ToolEnd {
        /// The call.
        call: ActivityId,
    },
    /// The tool's result.
    ToolResult {
        /// The call.
        call: ActivityId,
        /// The tool message that carries the result.
        message: MessageId,
        /// The result as text.
        content: String,
        /// The files it has beside the text.
        attachments: Vec<Attachment>,
        /// Whether the backend marked it as an error.
        failed: bool,
    },
    /// AG-UI `STEP_STARTED`.
    StepStarted {
        /// The step's name, unique among the open ones.
        name: String,
    },
    /// AG-UI `STEP_FINISHED`.
    StepFinished {
        /// The step's name.
        name: String,
    },
    /// A subagent begins.
    SubagentStarted {
        /// The subagent run's id.
        id: ActivityId,
        /// The subagent's name.
        name: String,
        /// What it is to do, if said.
        description: Option<String>,
        /// The tool call or subagent run that owns it, if said.
        parent: Option<ActivityId>,
    },
    /// A subagent ended, well or with an error.
    SubagentEnded {
        /// The subagent run's id.
        id: ActivityId,
        /// The error's text if it failed.
        error: Option<String>,
    },
    /// A subagent waits for the person's answers, and its run with it. It goes on with
    /// [`SubagentStarted`](Self::SubagentStarted).
    SubagentSuspended {
        /// The subagent run's id.
        id: ActivityId,
    },
    /// A backend-defined activity, shown as one step (AG-UI `ACTIVITY_SNAPSHOT`).
    Note {
        /// The activity message's id.
        id: ActivityId,
        /// The backend's own type name, shown as the title.
        title: String,
        /// The content as text.
        content: String,
    },
    /// The state that the backend shares with its client, whole (AG-UI `STATE_SNAPSHOT`, or after a
    /// `STATE_DELTA`): JSON text.
    State(String),
    /// An opaque value to keep on a message or tool call and to send back unchanged.
    Encrypted {
        /// The id of the message or tool call.
        entity: String,
        /// Whether it is a tool call: a message may have the same id.
        of_call: bool,
        /// The value.
        value: String,
    },
    /// The backend's own view of the conversation's messages, oldest first. Used to fill gaps,
    /// never to delete what was seen.
    Snapshot(Vec<SnapshotMessage>),
    /// The backend has heard an interjection, or says again who gets it (`user.interjection`).
    Interjected(Heard),
    /// The agent got an interjection (`interjection.delivered`).
    InterjectionDelivered {
        /// Its id.
        id: MessageId,
        /// The agent's step it came at, if said.
        step: Option<u64>,
    },
    /// The agent will not get an interjection (`interjection.undelivered`).
    InterjectionUndelivered {
        /// Its id.
        id: MessageId,
    },
    /// Something about one task of the run, or about the run itself, whose id it then has.
    Task {
        /// A tool call, a subagent run, or the run.
        element: ActivityId,
        /// What.
        event: TaskEvent,
    },
    /// AG-UI `RUN_FINISHED`.
    Finished(FinishOutcome),
    /// AG-UI `RUN_ERROR`.
    Failed(RunError),
    /// The stream ended or broke without a terminal event: how the run ended is unknown.
    Lost(LostReason),
}

/// How the backend says a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FinishOutcome {
    /// Done.
    Success,
    /// Done as far as the backend can: these calls are for the client to answer, and the next run
    /// brings the results (AG-UI `pendingToolCallIds`, never empty).
    Pending(Vec<ActivityId>),
    /// The agent waits for answers to these before it goes on.
    Interrupt(Vec<Interrupt>),
    /// The backend stopped the run on purpose.
    Cancelled,
}

/// Why a run failed, in the backend's words.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunError {
    /// Text for the person.
    pub message: String,
    /// The backend's code, an open vocabulary.
    pub code: Option<String>,
}

/// What backends call it that they are at work for the thread already, in `RUN_ERROR`.
const BUSY: [&str; 1] = ["THREAD_BUSY"];

/// What backends call it that no question is open which an answer is for.
const GONE: [&str; 1] = ["interrupt_not_found"];

impl RunError {
    /// Whether the backend knows no such question: it was answered elsewhere.
    pub(crate) fn is_gone(&self) -> bool {
        let code = self.code.as_deref();
        code.is_some_and(|code| GONE.contains(&code))
    }

    /// Whether the backend is at work for this thread already.
    pub(crate) fn is_busy(&self) -> bool {
        let code = self.code.as_deref();
        code.is_some_and(|code| BUSY.contains(&code))
    }
}

/// Why no stream was opened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum OpenError {
    /// An HTTP status other than success, with the start of the body.
    Status {
        /// The status code.
        status: u16,
        /// The start of the body, for the person.
        body: String,
        /// `Retry-After`, in milliseconds.
        retry_after: Option<u64>,
    },
    /// No answer came. Whether the request has arrived is unknown.
    Network(String),
    /// The same, and the backend is of another origin than the page: the browser says no more where
    /// that origin does not allow the page to use it (CORS).
    Foreign {
        /// The backend's origin.
        origin: String,
        /// The browser's words.
        message: String,
    },
    /// The browser has no connection: the request was not sent.
    Offline,
    /// A success status, but not a stream of events.
    NotAStream(String),
}

impl OpenError {
    /// Whether the same request may well be answered the next time. That says nothing about whether
    /// this one has begun a run: it is asked of requests that begin none.
    pub(crate) fn is_passing(&self) -> bool {
        match self {
            Self::Status { status, .. } => matches!(status, 408 | 409 | 425 | 429 | 500..=599),
            Self::Network(_) | Self::Foreign { .. } | Self::Offline => true,
            Self::NotAStream(_) => false,
        }
    }

    /// Whether a request for a run may be sent again: it has certainly not begun one, or the backend
    /// `knows` a message that it has seen before.
    pub(crate) fn allows_another(&self, knows: bool) -> bool {
        match self {
            Self::Status { status, .. } => matches!(status, 408 | 425 | 429 | 502 | 503 | 504),
            Self::Network(_) | Self::Foreign { .. } => knows,
            Self::Offline => true,
            Self::NotAStream(_) => false,
        }
    }

    /// Whether the backend is at work for this thread already.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(
            self,
            Self::Status {
                status: 409 | 423,
                ..
            }
        )
    }

    /// How long the backend asks to be left alone, in milliseconds.
    pub(crate) fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Status { retry_after, .. } => *retry_after,
            Self::Network(_) | Self::Foreign { .. } | Self::Offline | Self::NotAStream(_) => None,
        }
    }
}

impl From<OpenError> for LostReason {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Status { status, body, .. } if body.is_empty() => {
                Self::Network(format!("HTTP {status}"))
            }
            OpenError::Status { body: text, .. }
            | OpenError::Network(text)
            | OpenError::Foreign { message: text, .. } => Self::Network(text),
            OpenError::Offline => Self::Network(String::new()),
            OpenError::NotAStream(text) => Self::Malformed(text),
        }
    }
}

/// Why a stream is over without a terminal event.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LostReason {
    /// The stream ended early.
    Truncated,
    /// The connection broke.
    Network(String),
    /// What came could not be read.
    Malformed(String),
    /// The page was closed or reloaded meanwhile.
    Reload,
}

/// What a backend can do beyond plain AG-UI. All false for a plain one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that a backend can do or not"
)]
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Abilities {
    /// Answers an explicit cancel, so that "stopped" is its word and not a guess.
    pub cancel: bool,
    /// Lets a lost stream be re-joined after a cursor, and knows a message id it has seen before.
    pub rejoin: bool,
    /// Takes an interjection inside a run.
    pub interject: bool,
    /// Hears a stop at a URL of its own, before the stream is closed. How the run ends does not say
    /// that it was stopped.
    pub plain_stop: bool,
}
