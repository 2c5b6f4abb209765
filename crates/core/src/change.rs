//! What an input changed, so that a view can update only that. A change names the place; the new
//! value is in the conversation.

use crate::id::{ActivityId, MessageId, ThreadId};

/// A change in a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// A turn was added at the end.
    TurnAdded(MessageId),
    /// Any part of a turn may have changed.
    TurnRenewed(MessageId),
    /// A turn's outcome or times changed.
    TurnChanged(MessageId),
    /// A text of the agent began or grew.
    TextGrew {
        /// The turn.
        turn: MessageId,
        /// The agent's message.
        message: MessageId,
    },
    /// A text of the agent was replaced, not extended.
    TextReplaced {
        /// The turn.
        turn: MessageId,
        /// The agent's message.
        message: MessageId,
    },
    /// An activity was added at the end of its turn's list.
    ActivityAdded {
        /// The turn.
        turn: MessageId,
        /// The activity.
        activity: ActivityId,
    },
    /// An activity changed.
    ActivityChanged {
        /// The turn.
        turn: MessageId,
        /// The activity.
        activity: ActivityId,
    },
    /// A turn's activities were reordered, or one was removed.
    ActivitiesMoved(MessageId),
    /// The queue, or the open editor of a prompt, changed.
    Queue,
    /// The running card changed.
    Card,
    /// The core changed the composer's text.
    Composer,
    /// The files in the composer changed.
    Attached,
    /// The recipient of the next interjection, or the possible recipients, changed.
    Target,
    /// An editor of a message or an interjection was opened or closed.
    Edits,
    /// The person rated a turn, or took the rating back.
    Rated(MessageId),
    /// Turns were left out of the conversation.
    LeftOut,
    /// The list of tools that are always allowed changed.
    Always,
    /// The state shared by the backend changed.
    State,
    /// The agent's title for the thread changed.
    Title,
    /// Turns of the past were added, or the state of their loading changed.
    Past,
    /// The state of the active run, or the backend's abilities, changed.
    Run,
}

/// A change in the whole chat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ChatChange {
    /// The list of threads: one was added, removed, renamed or moved.
    Threads,
    /// A whole conversation was loaded.
    Loaded(ThreadId),
    /// A change in one conversation.
    In(ThreadId, Change),
}
