//! What must be done outside the core: data, performed by one exhaustive match in the shell.
//!
//! Not responsible for doing it, nor for how: no URL, header or timer is known here.

use serde::{Deserialize, Serialize};

use crate::attachment::Said;
use crate::id::{ActivityId, AttachmentId, MessageId, RunId, ThreadId};
use crate::input::Input;
use crate::time::Millis;

/// Something to do for one conversation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Start this run: send its request and read the stream. The request is
    /// [`Conversation::request`](crate::conversation::Conversation::request).
    OpenStream {
        /// The run.
        run: RunId,
    },
    /// Read this run's stream again, from after `cursor`.
    Rejoin {
        /// The run.
        run: RunId,
        /// Sequence number of the last event that was applied; none when there was none.
        cursor: Option<u64>,
    },
    /// Stop reading this run's stream and close its connection.
    AbortStream {
        /// The run.
        run: RunId,
    },
    /// Ask the backend to cancel this run.
    SendCancel {
        /// The run.
        run: RunId,
    },
    /// Ask the backend to stop one task of a run, or to stop what it is stopping at once.
    StopTask {
        /// The run.
        run: RunId,
        /// The tool call or subagent run; none for the run itself.
        task: Option<ActivityId>,
        /// Without waiting for what is at work.
        force: bool,
    },
    /// Tell the backend what the person said inside a run, as
    /// [`Conversation::posted`](crate::conversation::Conversation::posted) has it.
    SendInterjection {
        /// The run.
        run: RunId,
        /// The interjection.
        id: MessageId,
    },
    /// Run a tool of this side, as [`Conversation::tool_call`](crate::conversation::Conversation::tool_call)
    /// has the call; answered with [`Input::ToolAnswered`](crate::input::Input::ToolAnswered).
    RunTool {
        /// The run that ended with the call.
        run: RunId,
        /// The call.
        call: ActivityId,
    },
    /// Stop a tool of this side; its answer is no longer wanted.
    StopTool {
        /// The run that ended with the call.
        run: RunId,
        /// The call.
        call: ActivityId,
    },
    /// Come back with [`Input::RetryDue`](crate::input::Input::RetryDue) after this time.
    RetryLater {
        /// The run.
        run: RunId,
        /// What to try again then.
        what: Retry,
        /// Milliseconds, before any jitter.
        after: Millis,
    },
    /// Ask who keeps what was said before for some of it; answered with
    /// [`Input::PastLoaded`](crate::input::Input::PastLoaded).
    LoadPast {
        /// Only what is older than this message; none for the newest.
        before: Option<MessageId>,
    },
    /// Nothing refers to this file any more, nor can it be brought back: its bytes may go.
    ForgetAttachment {
        /// The file.
        id: AttachmentId,
    },
    /// What a person did in another page has put this into the composer there.
    GiveBack {
        /// It.
        said: Said,
    },
    /// Move the keyboard focus.
    Focus(FocusTarget),
    /// Tell a person who cannot see the page.
    Announce(Announcement),
    /// Something that changes nothing but is worth a line for a developer.
    Diagnose(Diagnostic),
}

/// What to try again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Retry {
    /// Sending the run's request.
    Open,
    /// Asking for the cancel.
    Cancel,
    /// Reading the stream again.
    Rejoin,
    /// Telling the backend what the person said.
    Interject,
    /// Nothing: the stream of a run that was stopped is closed then, if it is still open.
    HangUp,
}

/// Where the keyboard focus goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FocusTarget {
    /// The inline editor of the running card.
    Editor,
    /// The composer.
    Composer,
    /// The card's Cancel or Resume button, whichever is there.
    CardControl,
    /// The editor of the queued prompt that is edited.
    Prompt,
    /// The queue, after the edit of a prompt in it ended.
    Queue,
}

/// A true transition, told once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Announcement {
    /// The agent began to work.
    Started,
    /// The turn ended well.
    Finished,
    /// The turn ended well, and its last run showed nothing.
    Unanswered,
    /// The turn ended by itself while the person was writing in its editor.
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
    /// The agent waits for the person's answer.
    Waiting,
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
    /// A prompt was removed; it can be put back.
    Removed,
    /// The removed prompt is back.
    Restored,
    /// The person said something inside the turn; it waits for the agent.
    Interjected,
    /// The agent got what the person said.
    Delivered,
    /// What the person said came too late for the turn, and is the next prompt.
    QueuedInstead,
    /// The agent will not get what the person said.
    NotDelivered,
    /// The agent that the person had chosen ended.
    TargetEnded {
        /// Its name.
        name: String,
    },
    /// The answers could not be sent; the questions are open again.
    AnswersNotSent,
}

/// An input that changed nothing, and why.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Diagnostic {
    /// It named a run that is not the one concerned: late, or meant for another.
    OtherRun(RunId),
    /// It does not apply in the present state.
    NotNow(&'static str),
    /// It named a prompt that is not in the queue.
    NoSuchPrompt(MessageId),
    /// It was applied before.
    Repeated(u64),
    /// It referred to something the transcript does not have.
    Unknown(String),
}

/// Something to do for the whole chat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ChatEffect {
    /// Something for one conversation.
    In(ThreadId, Effect),
    /// Read this conversation from storage; an unknown one is empty.
    Load(ThreadId),
    /// Forget everything about this thread, for good: what is stored here, and what its backend
    /// has, where that can be asked.
    Purge(ThreadId),
    /// The person deleted this thread: remember which backend will have to be told, once that can
    /// no longer be undone.
    NoteDeletion(ThreadId),
    /// The deletion was undone: no backend is told.
    DropDeletion(ThreadId),
    /// A run is at work in this thread, which nobody has opened here: go on with it, unless another
    /// page does.
    Join(ThreadId),
    /// Another page drives this thread: these inputs, which came before that was known, are for it.
    Again(ThreadId, Vec<Input>),
}
