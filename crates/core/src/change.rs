//! What an input changed, so that a view can update just that.
//!
//! Not responsible for the new values: a change says where to look, the conversation has them.

use crate::id::{ActivityId, MessageId, ThreadId};

/// Something in a conversation that is no longer as it was.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// A turn was added at the end.
    TurnAdded(MessageId),
    /// Anything of a turn may be another than before.
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
    /// A text of the agent is another one now, not a longer one.
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
    /// A turn's activities have another order, or one of them is gone.
    ActivitiesMoved(MessageId),
    /// The queue, or the editing of a prompt in it, changed.
    Queue,
    /// The running card changed.
    Card,
    /// The core put something else into the composer.
    Composer,
    /// The files in the composer changed.
    Attached,
    /// Who gets the next interjection, or who could, changed.
    Target,
    /// What the backend shares with its client changed.
    State,
    /// Turns of the past were added, or more of them are asked for.
    Past,
    /// How the current run is doing, or what the backend can do, changed.
    Run,
}

/// Something in the whole chat that is no longer as it was.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ChatChange {
    /// The list of threads: one came, went, or has another title or place.
    Threads,
    /// A conversation came from storage, whole.
    Loaded(ThreadId),
    /// Something in one conversation.
    In(ThreadId, Change),
}
