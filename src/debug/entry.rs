//! One thing that was seen.
//!
//! Not responsible for which are kept, nor for how they look.

use midturn_core::chat::ChatInput;
use midturn_core::id::{RunId, ThreadId};
use midturn_core::time::Millis;

/// One thing that was seen, and when.
pub(super) struct Entry {
    /// Milliseconds since 1970.
    pub(super) at: Millis,
    /// The thread it concerns; none for all of them.
    pub(super) thread: Option<ThreadId>,
    pub(super) what: What,
}

/// What was seen.
pub(super) enum What {
    /// A run's request was sent.
    Request {
        run: RunId,
        url: String,
        /// JSON text, or the beginning of it.
        body: String,
    },
    /// An event came from the backend.
    Event {
        run: RunId,
        /// As it came; most likely a JSON object.
        json: String,
    },
    /// There was something odd in what came.
    Odd { run: RunId, said: String },
    /// The core was told something.
    Input {
        /// What, for a reader.
        said: String,
        /// The same as JSON, to be played again.
        json: String,
        changes: Vec<Of>,
        effects: Vec<Of>,
        /// One of the effects says that the input was odd.
        odd: bool,
    },
}

/// What came of an input, for a reader, with the thread it is of; none for the chat.
pub(super) struct Of {
    pub(super) thread: Option<ThreadId>,
    pub(super) said: String,
}

impl Entry {
    /// Whether it concerns this thread.
    pub(super) fn is_of(&self, thread: &ThreadId) -> bool {
        self.thread.as_ref().is_none_or(|held| held == thread)
    }

    pub(super) fn is_odd(&self) -> bool {
        matches!(self.what, What::Odd { .. } | What::Input { odd: true, .. })
    }

    /// About how many bytes it takes to keep.
    pub(super) fn weight(&self) -> usize {
        let said = |all: &[Of]| all.iter().map(|one| one.said.len() + 40).sum::<usize>();
        let inside = match &self.what {
            What::Request { url, body, .. } => url.len() + body.len(),
            What::Event { json, .. } => json.len(),
            What::Odd { said, .. } => said.len(),
            What::Input {
                said: text,
                json,
                changes,
                effects,
                odd: _,
            } => text.len() + json.len() + said(changes) + said(effects),
        };
        inside + 100
    }
}

/// The thread that an input concerns; none where it is the list, or all of them.
pub(super) fn thread_of(input: &ChatInput) -> Option<&ThreadId> {
    match input {
        ChatInput::Listed(_) | ChatInput::Tools(_) | ChatInput::Online | ChatInput::Agent(_) => {
            None
        }
        ChatInput::Heard(head) => Some(&head.id),
        ChatInput::Open(thread)
        | ChatInput::Taken(thread)
        | ChatInput::HandedOver(thread)
        | ChatInput::Left(thread)
        | ChatInput::Rename { thread, .. }
        | ChatInput::Delete(thread)
        | ChatInput::Undelete(thread)
        | ChatInput::Forget(thread)
        | ChatInput::In(thread, _) => Some(thread),
        ChatInput::Loaded(conversation) | ChatInput::Mirrored(conversation) => {
            Some(conversation.thread())
        }
    }
}
