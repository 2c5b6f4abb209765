//! Effects: what the shell must do, as data. The shell performs them in one exhaustive match. The
//! core knows no URL, header or timer.

use serde::{Deserialize, Serialize};

use crate::attachment::MessageContent;
use crate::id::{ActivityId, AttachmentId, MessageId, RunId};
use crate::run_event::{Limit, Question};
use crate::time::Millis;

/// An effect for one conversation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Start this run: send its request and read the stream. The request is
    /// [`Conversation::request`](crate::conversation::Conversation::request).
    OpenStream {
        /// The run.
        run: RunId,
    },
    /// Read the files that this run waits for ([`Run::unread`](crate::conversation::Run::unread)); each
    /// is answered with [`Input::FileRead`](crate::input::Input::FileRead).
    ReadFiles {
        /// The run.
        run: RunId,
    },
    /// Read this run's stream again, after `cursor`.
    Rejoin {
        /// The run.
        run: RunId,
        /// The number of the last event that was applied; `None` if there was none.
        cursor: Option<u64>,
    },
    /// Stop reading this run's stream and close its connection.
    AbortStream {
        /// The run.
        run: RunId,
    },
    /// Do not send the request of a stopped run if it is still waiting for its files or the protocol.
    /// Answer then with [`CancelAnswer::Unknown`](crate::control::CancelAnswer::Unknown); else do
    /// nothing.
    DropUnsent {
        /// The run.
        run: RunId,
    },
    /// Ask the backend to cancel this run.
    SendCancel {
        /// The run.
        run: RunId,
    },
    /// Ask the backend to stop one task of a run, or to force a stop that is under way.
    StopTask {
        /// The run.
        run: RunId,
        /// The tool call or subagent run; `None` for the run itself.
        task: Option<ActivityId>,
        /// Whether to stop without waiting for running work.
        force: bool,
    },
    /// Send an interjection to the backend; its content is
    /// [`Conversation::posted`](crate::conversation::Conversation::posted).
    SendInterjection {
        /// The run.
        run: RunId,
        /// The interjection.
        id: MessageId,
    },
    /// Run a client tool for a call; the call is
    /// [`Conversation::tool_call`](crate::conversation::Conversation::tool_call). Answered with
    /// [`Input::ToolAnswered`](crate::input::Input::ToolAnswered).
    RunTool {
        /// The run that ended with the call.
        run: RunId,
        /// The call.
        call: ActivityId,
    },
    /// Stop a client tool; its answer is no longer wanted.
    StopTool {
        /// The run that ended with the call.
        run: RunId,
        /// The call.
        call: ActivityId,
    },
    /// Send [`Input::RetryDue`](crate::input::Input::RetryDue) after this time.
    RetryLater {
        /// The run.
        run: RunId,
        /// What to try again.
        what: Retry,
        /// Milliseconds, before any jitter.
        after: Millis,
    },
    /// Ask for older messages of the thread; answered with
    /// [`Input::PastLoaded`](crate::input::Input::PastLoaded).
    LoadPast {
        /// Only messages older than this one; `None` for the newest.
        before: Option<MessageId>,
    },
    /// Nothing refers to this file any more, and it cannot be restored: delete its bytes.
    ForgetAttachment {
        /// The file.
        id: AttachmentId,
    },
    /// An act that came with its content has put this into the composer; send it back to the page
    /// where the act was made.
    GiveBack {
        /// The content.
        said: MessageContent,
        /// Whether it is the message that the act was to send: it was not sent.
        refused: bool,
    },
    /// Move the keyboard focus.
    Focus(FocusTarget),
    /// Announce this to screen readers.
    Announce(Announcement),
    /// Write to the developer's log why an input changed nothing.
    Diagnose(Diagnostic),
}

/// What to try again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Retry {
    /// Send the run's request.
    Open,
    /// Send the cancel.
    Cancel,
    /// Join the stream again.
    Rejoin,
    /// Send the interjection.
    Interject,
    /// Not a retry: close the stream of a stopped run of which nothing more is to be expected, if it is
    /// still open.
    HangUp,
    /// Not a retry: look whether the agent still says anything.
    Listen,
}

/// The target of the keyboard focus.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FocusTarget {
    /// The inline editor of the running card.
    Editor,
    /// The composer.
    Composer,
    /// The card's Cancel or Resume button.
    CardControl,
    /// The composer, after something was sent from elsewhere or the turn was stopped: what is typed next
    /// is a message. The card's button would take it for a press. On a touch screen the card's button or
    /// the chat, unless the person was typing: the composer's focus would open the keyboard over what is
    /// read.
    AfterSend,
    /// The editor of the queued prompt being edited.
    Prompt,
    /// The button that opened the editor of this queued prompt, after the edit has ended. If the
    /// prompt is gone, that of the first prompt.
    Queue(MessageId),
    /// The composer, if the focus is in this editor, which the program closes. At once: the next key
    /// belongs to the text, which is in the composer now.
    AfterEditor(ClosedEditor),
}

/// An editor that the program closes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ClosedEditor {
    /// That of a message or an interjection.
    Message(MessageId),
    /// That of the running card.
    Card,
    /// That of a queued prompt.
    Prompt,
}

/// An announcement of one transition, made once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Announcement {
    /// The agent began to work.
    Started,
    /// The turn ended well.
    Finished,
    /// The turn ended well, and its last run showed nothing.
    Unanswered,
    /// The turn ended well, and its answer was cut off.
    Limited(Limit),
    /// The turn ended well while the person was writing in the card's editor.
    FinishedWhileEditing,
    /// The turn was cancelled after this many finished steps.
    Cancelled {
        /// Finished steps.
        steps: usize,
    },
    /// The turn failed.
    Failed,
    /// The stream was lost.
    Interrupted,
    /// The agent has said nothing for a while.
    Quiet,
    /// The agent waits for the person's answer.
    Waiting {
        /// What it asks.
        questions: Vec<Question>,
    },
    /// A prompt was queued behind this many others.
    Queued {
        /// Prompts ahead of it.
        ahead: usize,
    },
    /// The queue waits for the person, with this many prompts.
    Paused {
        /// Prompts in the queue.
        prompts: usize,
    },
    /// A prompt was moved to this place, counted from 1.
    Moved {
        /// Its place.
        place: usize,
        /// Prompts in the queue.
        of: usize,
    },
    /// A prompt was removed; it can be restored.
    Removed,
    /// The person closed an editor without saving. What was written can be put back.
    Discarded,
    /// The removed prompt is back.
    Restored,
    /// A prompt is held back.
    Held,
    /// A prompt is not held back any more.
    Released,
    /// The person sent an interjection; it waits for the agent.
    Interjected,
    /// The agent got an interjection.
    Delivered,
    /// An interjection came too late for the turn and is the next prompt.
    QueuedInstead,
    /// The agent will not get an interjection.
    NotDelivered,
    /// The agent chosen for interjections has ended.
    TargetEnded {
        /// Its name.
        name: String,
    },
    /// The program closed an editor, and what was written is in the composer.
    EditorClosed,
    /// The person stopped a message before anything of it was sent.
    NotSent,
    /// A file of a message cannot be read, so that the message is not sent.
    FileLost {
        /// Its name.
        name: String,
    },
    /// The answers could not be sent; the questions are open again.
    AnswersNotSent,
}

/// Why an input changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Diagnostic {
    /// It named a run that is not the current one.
    OtherRun(RunId),
    /// It does not apply in the current state.
    NotNow(&'static str),
    /// It named a prompt that is not in the queue.
    NoSuchPrompt(MessageId),
    /// It was already applied.
    Repeated(u64),
    /// It referred to something the transcript does not have.
    Unknown(String),
    /// A backend used this id again for something else, which got an id of its own.
    Reused(String),
}
