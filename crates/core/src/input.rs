//! Everything that can happen to a conversation: what a person does, what a backend says, and
//! what time brings.
//!
//! Not responsible for where it comes from. Every input that concerns a run names it.

use serde::{Deserialize, Serialize};

use crate::attachment::{AttachmentInput, Said};
use crate::client_tool::ClientTool;
use crate::conversation::PastRest;
use crate::effect::Retry;
use crate::history::HistoryMessage;
use crate::id::{ActivityId, MessageId, RunId};
use crate::run_event::RunEvent;
use crate::transcript::{Answer, AnswerDraft, Target};

/// One thing that happened. Fresh ids come with it; the time is passed beside it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Input {
    /// The composer's text is now this.
    ComposerChanged {
        /// The whole text.
        text: String,
    },
    /// Something about the files in the composer.
    Attachment(AttachmentInput),
    /// What is in the composer, text and files, is submitted.
    Submit {
        /// A fresh id for the message.
        id: MessageId,
    },
    /// Stop was pressed: this run is cancelled and the queue waits.
    Stop {
        /// The run the person saw.
        run: RunId,
    },
    /// Replace was pressed: this run is cancelled, and what is in the composer is sent
    /// instead.
    Replace {
        /// The run the person saw.
        run: RunId,
        /// A fresh id for the message.
        id: MessageId,
    },
    /// Interject was pressed: the composer's text goes to the agent inside this run, or, when the
    /// turn waits for an answer, in its place. Not with files, which cannot be given inside a run.
    Interject {
        /// The run the person saw.
        run: RunId,
        /// A fresh id for the message.
        id: MessageId,
    },
    /// The same, after what the agent says now. Where the backend can be told inside a run, it has
    /// been asked to wait; for another, the message is the next turn, ahead of the queue. While
    /// tools are at work it goes with their results as ever.
    InterjectAfter {
        /// The run the person saw.
        run: RunId,
        /// A fresh id for the message.
        id: MessageId,
    },
    /// The person chose who gets the next interjection.
    TargetChosen {
        /// Who.
        target: Target,
    },
    /// Something about an interjection.
    Interjection(InterjectionInput),
    /// The person answered a question of the agent. When all are answered, the turn goes on.
    Answer {
        /// The turn that waits.
        turn: MessageId,
        /// The question's interrupt.
        interrupt: String,
        /// The answer.
        answer: Answer,
    },
    /// What the person is writing as an answer is now this. It is stored with the question, and cleared
    /// when the backend has taken the answer.
    AnswerDraft {
        /// The turn that waits.
        turn: MessageId,
        /// The question's interrupt.
        interrupt: String,
        /// All that is written.
        draft: AnswerDraft,
    },
    /// The person stops one task of this run.
    StopTask {
        /// The run the person saw.
        run: RunId,
        /// The tool call or subagent run.
        task: ActivityId,
    },
    /// The person does not wait for what still works: this run, or one task of it, is to be
    /// stopped at once.
    Force {
        /// The run that is being cancelled, or is at work.
        run: RunId,
        /// The tool call or subagent run that is being stopped; none for the run.
        task: Option<ActivityId>,
    },
    /// "Edit and resend" on a turn: its message is put into the composer.
    EditAgain {
        /// The turn.
        turn: MessageId,
    },
    /// A message that is not in the composer is sent, as if it had been: "Continue from here".
    Say {
        /// A fresh id for the message.
        id: MessageId,
        /// What it says.
        said: Said,
    },
    /// A person did this in another page that shows the conversation. What is in the composer here
    /// stays: each page has its own.
    By {
        /// What was in the composer there, when the input needs it.
        said: Said,
        /// What the person did.
        input: Box<Input>,
    },
    /// What belongs into the composer, after what is there: it came back from another page, or was
    /// written in one that is gone.
    Kept {
        /// It.
        said: Said,
    },
    /// The card's Cancel was pressed: its editor opens and nothing is stopped yet.
    CancelClicked {
        /// The run the person saw.
        run: RunId,
    },
    /// The card's Resume was pressed: its editor opens.
    ResumeClicked,
    /// The text of the card's editor is now this.
    EditorChanged {
        /// The whole text.
        text: String,
    },
    /// The card's editor is submitted. Without text it means "run next" while resuming, and
    /// nothing while cancelling.
    EditorSubmit {
        /// A fresh id for the message.
        id: MessageId,
    },
    /// The card's editor is dismissed.
    EditorDismiss,
    /// "Keep running" was pressed in the card's editor.
    KeepRunning,
    /// Something about the queue.
    Queue(QueueInput),
    /// "Try again" on the last turn, which did not end well: its message is sent once more.
    TryAgain {
        /// The turn.
        turn: MessageId,
        /// A fresh id for the message.
        id: MessageId,
    },
    /// The backend said something about a run.
    Run {
        /// The run.
        run: RunId,
        /// The event's place in the backend's log, where it has one.
        cursor: Option<u64>,
        /// What it said.
        event: RunEvent,
    },
    /// The backend answered a cancel.
    CancelAnswered {
        /// The run.
        run: RunId,
        /// The answer.
        answer: CancelAnswer,
    },
    /// The backend answered an interjection, or a change of one.
    InterjectionAnswered {
        /// The run.
        run: RunId,
        /// The interjection.
        id: MessageId,
        /// The answer.
        answer: InterjectionAnswer,
    },
    /// The backend answered the stop of one task.
    TaskStopAnswered {
        /// The run.
        run: RunId,
        /// The tool call or subagent run.
        task: ActivityId,
        /// The answer.
        answer: CancelAnswer,
    },
    /// The embedder offers these tools from now on, and no others.
    ToolsOffered(Vec<ClientTool>),
    /// The embedder changes what is shared with the backend, which hears of it with the next run.
    StateGiven {
        /// JSON text.
        state: String,
    },
    /// A tool of this side has answered a call, or could not.
    ToolAnswered {
        /// The run that ended with the call.
        run: RunId,
        /// The call.
        call: ActivityId,
        /// The result, or what went wrong.
        content: String,
        /// Whether it went wrong.
        failed: bool,
    },
    /// The time of a [`RetryLater`](crate::effect::Effect::RetryLater) has come.
    RetryDue {
        /// The run.
        run: RunId,
        /// What to try again.
        what: Retry,
    },
    /// The browser has a connection again: what waits for one goes on now.
    Online,
    /// The conversation was read back from storage in a new page.
    Restored,
    /// More of what was said before is wanted: the thread was opened, its reader nears the top, or
    /// pressed "Try again" there.
    PastWanted,
    /// Somebody who keeps what was said before gave some of it, oldest first.
    PastLoaded {
        /// The message that was asked for older ones of; none for the newest.
        before: Option<MessageId>,
        /// The messages.
        messages: Vec<HistoryMessage>,
        /// What is older still. The parts of one answer come newest first.
        rest: PastRest,
    },
    /// They could not be had.
    PastFailed {
        /// The message that was asked for older ones of.
        before: Option<MessageId>,
    },
    /// Nobody keeps what was said before any more, or it is not to be asked for. What has come
    /// stays.
    PastGone,
}

/// What a person does to the queue.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum QueueInput {
    /// Open a prompt's editor; the prompt is held back meanwhile.
    Edit(MessageId),
    /// Open the editor of the last prompt.
    EditLast,
    /// The text of the open editor is now this.
    EditChanged(String),
    /// Keep the edited text. A blank one removes the prompt.
    EditDone,
    /// Leave the prompt as it was.
    EditAbandoned,
    /// Move a prompt to this index.
    Move {
        /// The prompt.
        id: MessageId,
        /// Its new index, from 0; past the end means the end.
        to: usize,
    },
    /// Remove a prompt; it can be restored until the next is removed.
    Remove(MessageId),
    /// Put the removed prompt back where it was.
    Restore,
    /// Start this prompt's turn now; a running turn is cancelled for it.
    RunNow(MessageId),
}

/// How a backend answered a cancel.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum CancelAnswer {
    /// It will stop (HTTP 202).
    Accepted,
    /// There was nothing left to stop (HTTP 409).
    AlreadyFinished,
    /// It knows no such run, and will not start it (HTTP 404).
    Unknown,
    /// No answer came.
    Unreachable,
    /// It cannot be asked there.
    Refused,
}

/// What a person does to an interjection.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum InterjectionInput {
    /// One that the agent does not have yet gets another text.
    Revise {
        /// The interjection.
        id: MessageId,
        /// The whole text; a blank one takes it back.
        text: String,
    },
    /// One that the agent does not have yet is taken back: its text returns to the composer.
    TakeBack(MessageId),
    /// One that the agent did not get becomes the last prompt of the queue.
    QueueInstead(MessageId),
}

/// How a backend answered an interjection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum InterjectionAnswer {
    /// The agent will get it (HTTP 202).
    Accepted,
    /// It came too late: the run is over, or the agent has it already (HTTP 404, 409).
    TooLate,
    /// No answer came.
    Unreachable,
}

impl Input {
    /// The message that it makes, if it does.
    pub fn message(&self) -> Option<&MessageId> {
        match self {
            Self::Submit { id }
            | Self::Replace { id, .. }
            | Self::Interject { id, .. }
            | Self::InterjectAfter { id, .. }
            | Self::Say { id, .. }
            | Self::EditorSubmit { id }
            | Self::TryAgain { id, .. } => Some(id),
            Self::By { input, .. } => input.message(),
            _ => None,
        }
    }

    /// Whether it is about this page alone: what is in its composer, and the past it has asked for.
    pub fn is_own(&self) -> bool {
        matches!(
            self,
            Self::ComposerChanged { .. }
                | Self::Attachment(_)
                | Self::Kept { .. }
                | Self::PastWanted
                | Self::PastLoaded { .. }
                | Self::PastFailed { .. }
                | Self::PastGone
        )
    }

    /// Whether a person, or an embedder, did it; else it came from the backend or from time.
    pub fn is_act(&self) -> bool {
        !matches!(
            self,
            Self::Run { .. }
                | Self::CancelAnswered { .. }
                | Self::InterjectionAnswered { .. }
                | Self::TaskStopAnswered { .. }
                | Self::ToolAnswered { .. }
                | Self::ToolsOffered(_)
                | Self::RetryDue { .. }
                | Self::Online
                | Self::Restored
        )
    }

    /// Whether it takes what is in the composer.
    pub fn takes_composer(&self) -> bool {
        matches!(
            self,
            Self::Submit { .. }
                | Self::Replace { .. }
                | Self::Interject { .. }
                | Self::InterjectAfter { .. }
        )
    }

    /// Whether it brings words that may be in no other place.
    pub fn has_words(&self) -> bool {
        match self {
            Self::By { said, input } => !said.is_blank() || input.has_words(),
            Self::EditorChanged { .. }
            | Self::Say { .. }
            | Self::Queue(QueueInput::EditChanged(_))
            | Self::Interjection(InterjectionInput::Revise { .. })
            | Self::Answer { .. }
            | Self::AnswerDraft { .. } => true,
            _ => false,
        }
    }
}
