//! The person's actions on a message that is on its way, or was sent.

use serde::{Deserialize, Serialize};

use crate::id::{MessageId, RunId};

/// What the person decides about a message that is not sent yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum UnsentInput {
    /// Send this run's message without the files that cannot be read.
    SendWithout {
        /// The run the person saw.
        run: RunId,
    },
    /// Send nothing: the message of this run goes back to the composer.
    KeepEditing {
        /// The run the person saw.
        run: RunId,
    },
}

/// The person's actions on an interjection.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum InterjectionInput {
    /// Replace the text of an interjection that the agent does not have yet.
    Revise {
        /// The interjection.
        id: MessageId,
        /// The whole text; a blank one takes it back.
        text: String,
    },
    /// Take back an interjection that the agent does not have yet; its text returns to the
    /// composer.
    TakeBack(MessageId),
    /// Send an undelivered interjection as a message of its own: as a turn when nothing runs or
    /// waits, else as the last prompt of the queue.
    QueueInstead(MessageId),
}

/// The person's actions in the editor of a message of an earlier turn, or of an interjection. Saving is
/// [`SendAgain`](super::Input::SendAgain) or [`InterjectionInput::Revise`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum EditInput {
    /// Open the editor.
    Begin(MessageId),
    /// The text changed.
    Changed {
        /// The message or the interjection.
        id: MessageId,
        /// The whole text.
        text: String,
    },
    /// Close the editor without saving. What was written can be put back.
    Abandoned(MessageId),
    /// Open the editor of this message, interjection or queued prompt with the text that was discarded
    /// last.
    Restore(MessageId),
    /// What was discarded is not wanted back.
    Forget,
}
