//! The inputs of a conversation: from the person, the backend and timers.
//!
//! Every input about a run names the run.

mod about;
mod message;

use serde::{Deserialize, Serialize};

use crate::attachment::{AttachmentInput, MessageContent};
use crate::client_tool::ClientTool;
use crate::composer::Recall;
use crate::control::{CancelAnswer, InterjectionAnswer};
use crate::effect::Retry;
use crate::history::{HistoryMessage, PastRest};
use crate::id::{ActivityId, AttachmentId, MessageId, RunId};
use crate::rating::Rating;
use crate::run_event::RunEvent;
use crate::transcript::{Answer, AnswerDraft, Target};

pub use message::{EditInput, InterjectionInput, UnsentInput};

/// One input. It carries any fresh ids it needs; the time is passed separately.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Input {
    /// The composer's text changed.
    ComposerChanged {
        /// The whole text.
        text: String,
    },
    /// What was sent before is wanted in the composer.
    Recall(Recall),
    /// An action on the files in the composer.
    Attachment(AttachmentInput),
    /// The composer's content, text and files, is submitted.
    Submit {
        /// A fresh id for the message.
        id: MessageId,
    },
    /// Stop was pressed: this run is cancelled and the queue waits.
    Stop {
        /// The run the person saw.
        run: RunId,
    },
    /// Replace was pressed: this run is cancelled, and the composer's content is sent instead.
    Replace {
        /// The run the person saw.
        run: RunId,
        /// A fresh id for the message.
        id: MessageId,
    },
    /// Interject was pressed: the composer's text goes to the agent inside this run or, if the turn
    /// waits for an answer, in place of the answer. Refused if the composer has files, which cannot
    /// be sent inside a run.
    Interject {
        /// The run the person saw.
        run: RunId,
        /// A fresh id for the message.
        id: MessageId,
    },
    /// As [`Interject`](Self::Interject), but after the agent's current answer. A backend that
    /// accepts interjections finishes its response first: the run's request asks for that. For
    /// other backends the message becomes the first prompt of the queue; while tools run, it is
    /// sent with their results as usual.
    InterjectAfter {
        /// The run the person saw.
        run: RunId,
        /// A fresh id for the message.
        id: MessageId,
    },
    /// The person chose the recipient of the next interjection.
    TargetChosen {
        /// The recipient; `None` takes the choice back.
        target: Option<Target>,
    },
    /// An action on an interjection.
    Interjection(InterjectionInput),
    /// The person answered a question of the agent. When all questions are answered, the turn
    /// continues.
    Answer {
        /// The turn that waits.
        turn: MessageId,
        /// The question's interrupt.
        interrupt: String,
        /// The answer.
        answer: Answer,
    },
    /// A tool that is always allowed in this thread.
    Always(AlwaysInput),
    /// The draft of an answer changed. It is stored with the question, and cleared when the backend
    /// has accepted the answer.
    AnswerDraft {
        /// The turn that waits.
        turn: MessageId,
        /// The question's interrupt.
        interrupt: String,
        /// The whole draft.
        draft: AnswerDraft,
    },
    /// The person stops one task of this run.
    StopTask {
        /// The run the person saw.
        run: RunId,
        /// The tool call or subagent run.
        task: ActivityId,
    },
    /// The person does not wait for a stop under way: this run, or one of its tasks, must stop at
    /// once.
    Force {
        /// The active or stopping run.
        run: RunId,
        /// The tool call or subagent run that is being stopped; `None` for the run.
        task: Option<ActivityId>,
    },
    /// "Edit and resend" on a turn: its message is put into the composer.
    EditAgain {
        /// The turn.
        turn: MessageId,
    },
    /// Sends a message that does not come from the composer: "Continue from here".
    Say {
        /// A fresh id for the message.
        id: MessageId,
        /// The content.
        said: MessageContent,
    },
    /// An act of the person in another page that shows the conversation. The composer here is not
    /// affected: each page has its own.
    By {
        /// The other page's composer content, if the input needs it.
        said: MessageContent,
        /// The act.
        input: Box<Input>,
    },
    /// Appends content to the composer: content that another page sent back, or the draft of a
    /// closed page.
    Kept {
        /// The content.
        said: MessageContent,
    },
    /// The card's Cancel was pressed: its editor opens; nothing is stopped yet.
    CancelClicked {
        /// The run the person saw.
        run: RunId,
    },
    /// The card's Resume was pressed: its editor opens.
    ResumeClicked,
    /// The text of the card's editor changed.
    EditorChanged {
        /// The whole text.
        text: String,
    },
    /// The card's editor is submitted. Without text it means "run next" while resuming, and nothing
    /// while cancelling.
    EditorSubmit {
        /// A fresh id for the message.
        id: MessageId,
    },
    /// The card's editor is dismissed.
    EditorDismiss,
    /// "Keep running" was pressed in the card's editor.
    KeepRunning,
    /// An action in the editor of a message or an interjection.
    Edit(EditInput),
    /// What the person decides about a message that waits for a file which cannot be read.
    Unsent(UnsentInput),
    /// A file that [`ReadFiles`](crate::effect::Effect::ReadFiles) asked for was read, or cannot be
    /// read.
    FileRead {
        /// The run that waits for the file.
        run: RunId,
        /// The file.
        file: AttachmentId,
        /// Whether its bytes are there.
        found: bool,
    },
    /// An action on the queue.
    Queue(QueueInput),
    /// "Try again" on the last turn, which did not end well or showed nothing: its message is sent
    /// again.
    TryAgain {
        /// The turn.
        turn: MessageId,
        /// A fresh id for the message.
        id: MessageId,
    },
    /// "Send again from here" and "Try again" on an answer: the turn's message, edited or not, starts
    /// a new turn with the same files. The turn and all that follow are kept, but are no longer part
    /// of the conversation.
    SendAgain {
        /// The turn.
        turn: MessageId,
        /// A fresh id for the message.
        id: MessageId,
        /// The whole text.
        text: String,
    },
    /// The person rated an ended turn, or took the rating back.
    Rate {
        /// The turn.
        turn: MessageId,
        /// The rating; `None` takes it back.
        rating: Option<Rating>,
    },
    /// An event of a run from the backend.
    Run {
        /// The run.
        run: RunId,
        /// The event's place in the backend's log, if it has one.
        cursor: Option<u64>,
        /// The event.
        event: RunEvent,
    },
    /// The backend answered a cancel.
    CancelAnswered {
        /// The run.
        run: RunId,
        /// The answer.
        answer: CancelAnswer,
    },
    /// The backend answered an interjection, or its revision.
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
    /// The embedder offers exactly these tools from now on.
    ToolsOffered(Vec<ClientTool>),
    /// The embedder changes the shared state; the next run sends it to the backend.
    StateGiven {
        /// JSON text.
        state: String,
    },
    /// A client tool has answered a call, or failed.
    ToolAnswered {
        /// The run that ended with the call.
        run: RunId,
        /// The call.
        call: ActivityId,
        /// The result or the error.
        content: String,
        /// Whether it failed.
        failed: bool,
    },
    /// A [`RetryLater`](crate::effect::Effect::RetryLater) is due.
    RetryDue {
        /// The run.
        run: RunId,
        /// What to try again.
        what: Retry,
    },
    /// The browser is online again: waiting requests continue now.
    Online,
    /// This page has loaded the conversation from storage, or has taken it over from another page.
    Restored,
    /// Older messages are wanted: the thread was opened, the reader is near the top, or "Try again"
    /// was pressed there.
    PastWanted,
    /// Older messages were loaded, oldest first.
    PastLoaded {
        /// The messages are older than this one; `None` for the newest.
        before: Option<MessageId>,
        /// The messages.
        messages: Vec<HistoryMessage>,
        /// What is left to load. The parts of one answer arrive newest first.
        rest: PastRest,
    },
    /// Older messages could not be loaded.
    PastFailed {
        /// Messages older than this one were requested; `None` for the newest.
        before: Option<MessageId>,
    },
    /// Older messages can no longer be loaded, or must not be. The loaded ones stay.
    PastGone,
}

/// What the person always allows in a thread.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum AlwaysInput {
    /// Approve an open question, and every later one of this thread about the same tool.
    Allow {
        /// The turn that waits.
        turn: MessageId,
        /// The question's interrupt.
        interrupt: String,
    },
    /// Ask again about this tool.
    AskAgain {
        /// The tool's name.
        tool: String,
    },
}

/// The person's actions on the queue.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum QueueInput {
    /// Open a prompt's editor; the prompt is held back meanwhile.
    Edit(MessageId),
    /// Open the editor of the last prompt.
    EditLast,
    /// The text of the open editor changed.
    EditChanged(String),
    /// Save the edited text. A blank one removes the prompt.
    EditDone,
    /// Leave the prompt as it was.
    EditAbandoned,
    /// Replace a prompt's text, without its editor. Code does this: an editor that the person has
    /// open keeps its draft. A prompt with nothing left is removed.
    Rewrite {
        /// The prompt.
        id: MessageId,
        /// The new text.
        text: String,
    },
    /// Move a prompt to this index.
    Move {
        /// The prompt.
        id: MessageId,
        /// Its new index, from 0; past the end means the end.
        to: usize,
    },
    /// Remove a prompt; it can be restored.
    Remove(MessageId),
    /// Put the prompt that was removed last back where it was.
    Restore,
    /// Hold a prompt back, or release it. A held prompt keeps its place, and the prompts after it start
    /// without it.
    Hold {
        /// The prompt.
        id: MessageId,
        /// Whether it is held from now on.
        held: bool,
    },
    /// Start this prompt's turn now; a running turn is cancelled for it.
    RunNow(MessageId),
    /// Pause the queue when the running turn ends, or no longer.
    PauseAfterTurn(bool),
    /// Start the first prompt of a paused queue, and go on with the queue after it.
    RunNext,
}
