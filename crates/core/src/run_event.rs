//! The backend's events about one run, in the core's own form.
//!
//! `midturn-protocol` translates the wire format.

mod interrupt;
mod limit;
mod reported_interjection;
mod shows;
mod snapshot;
mod task;

use serde::{Deserialize, Serialize};

use crate::attachment::Attachment;
use crate::id::{ActivityId, MessageId};
use crate::stored::is_default;

pub use interrupt::{AnswerForm, Interrupt, Question};
pub use limit::Limit;
pub use reported_interjection::ReportedInterjection;
pub use snapshot::{SnapshotCall, SnapshotMessage};
pub use task::TaskEvent;

/// One event of a run. Events come in the order of the wire, and may be late, repeated or missing;
/// the conversation handles that.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum RunEvent {
    /// The backend answered the request with a stream (HTTP 2xx); no event has arrived yet.
    Opened,
    /// The answer was not a stream, or there was none.
    OpenFailed(OpenError),
    /// AG-UI `RUN_STARTED`.
    Started,
    /// The backend announced its abilities (`CUSTOM midturn.control`).
    Abilities(Abilities),
    /// A text message of the assistant begins.
    TextStart {
        /// Unique in the thread.
        message: MessageId,
        /// The subagent run that speaks; `None` for the main agent.
        subagent: Option<ActivityId>,
    },
    /// More text of a message. An unknown message is started by its first text.
    TextDelta {
        /// The message that grows.
        message: MessageId,
        /// Text to append; may be empty.
        delta: String,
    },
    /// The whole text of a message so far, in place of what came before. For backends that send a
    /// text again from its beginning.
    TextReplaced {
        /// The message.
        message: MessageId,
        /// Its text; may be empty.
        text: String,
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
        /// The subagent run that reasons; `None` for the main agent.
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
        /// The assistant message that carries the call, if the backend names it.
        parent: Option<MessageId>,
        /// The subagent run that calls; `None` for the main agent.
        subagent: Option<ActivityId>,
    },
    /// More of the call's arguments, as raw JSON text.
    ToolArgs {
        /// The call.
        call: ActivityId,
        /// Text to append.
        delta: String,
    },
    /// The arguments are complete. The tool may or may not have run.
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
        /// The files in the result.
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
        /// The subagent's task, if given.
        description: Option<String>,
        /// The tool call or subagent run that owns the subagent, if given.
        parent: Option<ActivityId>,
    },
    /// A subagent ended, successfully or with an error.
    SubagentEnded {
        /// The subagent run's id.
        id: ActivityId,
        /// The error's text if it failed.
        error: Option<String>,
    },
    /// A subagent and its run wait for the person's answers. The subagent continues with
    /// [`SubagentStarted`](Self::SubagentStarted).
    SubagentSuspended {
        /// The subagent run's id.
        id: ActivityId,
    },
    /// A backend-defined activity, shown as one step (AG-UI `ACTIVITY_SNAPSHOT`).
    Note {
        /// The activity message's id.
        id: ActivityId,
        /// The backend's type name, shown as the title.
        title: String,
        /// The content as text.
        content: String,
    },
    /// The complete state that the backend shares with the client (from AG-UI `STATE_SNAPSHOT` or
    /// `STATE_DELTA`), as JSON text.
    State(String),
    /// What the protocol needs for its later requests about the thread, such as the backend's own
    /// ids. Opaque to the core, which stores it and puts it into each request.
    Memory(String),
    /// The agent's title for the thread. A title of the person's own stays; a blank one takes the
    /// agent's back.
    Title(String),
    /// An opaque value to keep on a message or tool call and to send back unchanged.
    Encrypted {
        /// The id of the message or tool call.
        entity: String,
        /// Whether the id names a tool call. A message may have the same id.
        of_call: bool,
        /// The value.
        value: String,
    },
    /// The backend's own list of the conversation's messages, oldest first. The list fills gaps in
    /// the transcript; nothing is deleted for it.
    Snapshot(Vec<SnapshotMessage>),
    /// The backend received an interjection, or reports its recipient again (`user.interjection`).
    Interjected(ReportedInterjection),
    /// The agent got an interjection (`interjection.delivered`).
    InterjectionDelivered {
        /// Its id.
        id: MessageId,
        /// The agent's step at that time, if given.
        step: Option<u64>,
    },
    /// The agent will not get an interjection (`interjection.undelivered`).
    InterjectionUndelivered {
        /// Its id.
        id: MessageId,
    },
    /// An event about one task of the run, or about the run itself.
    Task {
        /// A tool call, a subagent run, or the run's own id.
        element: ActivityId,
        /// The event.
        event: TaskEvent,
    },
    /// The agent's answer was cut off. Unless something follows in the run, it ends the answer.
    Limited(Limit),
    /// AG-UI `RUN_FINISHED`.
    Finished(FinishOutcome),
    /// AG-UI `RUN_ERROR`.
    Failed(RunError),
    /// The stream ended or broke without a terminal event: how the run ended is unknown.
    Lost(LostReason),
}

/// How a run ended, as the backend reports it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FinishOutcome {
    /// The run is complete.
    Success,
    /// The backend's part is complete. The client must answer these calls, and the next run brings
    /// the results (AG-UI `pendingToolCallIds`, never empty).
    Pending(Vec<ActivityId>),
    /// The agent waits for answers to these questions.
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

/// `RUN_ERROR` codes for a backend that is already running something for the thread.
const BUSY: [&str; 1] = ["THREAD_BUSY"];

/// `RUN_ERROR` codes for an answer without an open question.
const GONE: [&str; 1] = ["interrupt_not_found"];

/// `RUN_ERROR` codes for a run that ended in the middle, as by a restart of the backend.
const CUT_OFF: [&str; 1] = ["interrupted"];

impl RunError {
    /// The code of an error that the client itself reports: the backend speaks another protocol.
    pub const WRONG_PROTOCOL: &str = "WRONG_PROTOCOL";

    /// Whether the backend has no such open question, because it was answered elsewhere.
    pub(crate) fn is_gone(&self) -> bool {
        let code = self.code.as_deref();
        code.is_some_and(|code| GONE.contains(&code))
    }

    /// Whether the run was cut off, and did not fail by itself.
    pub(crate) fn is_cut_off(&self) -> bool {
        let code = self.code.as_deref();
        code.is_some_and(|code| CUT_OFF.contains(&code))
    }

    /// Whether the backend is already running something for this thread.
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
    /// No answer came. Whether the request arrived is unknown.
    Network(String),
    /// As [`Network`](Self::Network), for a backend whose origin is not the page's. The cause may
    /// be that the backend does not allow the page's origin (CORS); the browser does not say.
    Foreign {
        /// The backend's origin.
        origin: String,
        /// The browser's error text.
        message: String,
    },
    /// The browser is offline: the request was not sent.
    Offline,
    /// A success status, but not a stream of events.
    NotAStream(String),
}

impl OpenError {
    /// Whether the same request may succeed next time. Only for requests that begin no run: the
    /// failed request may have begun one (see [`allows_another`](Self::allows_another)).
    pub(crate) fn is_passing(&self) -> bool {
        match self {
            Self::Status { status, .. } => matches!(status, 408 | 409 | 425 | 429 | 500..=599),
            Self::Network(_) | Self::Foreign { .. } | Self::Offline => true,
            Self::NotAStream(_) => false,
        }
    }

    /// Whether the request of a run may be sent again. Yes if it certainly began no run, or if the
    /// failure is passing and the backend recognises repeated messages (`resend`).
    pub(crate) fn allows_another(&self, resend: bool) -> bool {
        match self {
            Self::Status { status, .. } => matches!(status, 408 | 425 | 429 | 502 | 503 | 504),
            Self::Network(_) | Self::Foreign { .. } => resend,
            Self::Offline => true,
            Self::NotAStream(_) => false,
        }
    }

    /// Whether the backend is already running something for this thread.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(
            self,
            Self::Status {
                status: 409 | 423,
                ..
            }
        )
    }

    /// The delay that the backend asks for, in milliseconds.
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

/// Why a stream ended without a terminal event.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LostReason {
    /// The stream ended early.
    Truncated,
    /// The connection broke.
    Network(String),
    /// The data could not be read.
    Malformed(String),
    /// The page was closed or reloaded meanwhile.
    Reload,
}

/// What a backend can do beyond plain AG-UI. All false for a plain backend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that a backend can do or not"
)]
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Abilities {
    /// Answers a cancel, so that "stopped" is confirmed and not assumed.
    pub cancel: bool,
    /// Can rejoin a lost stream after a cursor.
    pub rejoin: bool,
    /// Recognises a message id that it has seen, so that a run's request may be sent again.
    #[serde(default, skip_serializing_if = "is_default")]
    pub resend: bool,
    /// Accepts interjections inside a run.
    pub interject: bool,
    /// Keeps the history of the thread itself, so that a turn that is left out is still in it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub keeps_history: bool,
    /// Has a stop URL, which is called before the stream is closed. The backend does not report
    /// whether the run was stopped.
    pub plain_stop: bool,
}
