//! One recorded entry.

use midturn_core::chat::ChatInput;
use midturn_core::id::{RunId, ThreadId};
use midturn_core::time::Millis;

/// One recorded entry, and when it was recorded.
pub(super) struct Entry {
    /// Milliseconds since 1970.
    pub(super) at: Millis,
    /// The thread of the entry; `None` for all threads.
    pub(super) thread: Option<ThreadId>,
    pub(super) what: What,
}

/// What was recorded.
pub(super) enum What {
    /// A run's request was sent.
    Request {
        run: RunId,
        url: String,
        /// The JSON text of the body, or its beginning.
        body: String,
    },
    /// An event of the backend was received.
    Event {
        run: RunId,
        /// The event as received; usually a JSON object.
        json: String,
    },
    /// A diagnostic about what the backend sent.
    Odd { run: RunId, said: String },
    /// The core took an input.
    Input {
        /// The input as text for a reader.
        said: String,
        /// The input as JSON, for a replay.
        json: String,
        changes: Vec<Of>,
        effects: Vec<Of>,
        /// One of the effects is a diagnostic.
        odd: bool,
    },
}

/// A change or effect of an input as text for a reader, with its thread; `None` for the chat.
pub(super) struct Of {
    pub(super) thread: Option<ThreadId>,
    pub(super) said: String,
}

impl Entry {
    /// Whether the entry is about this thread, or about all threads.
    pub(super) fn is_of(&self, thread: &ThreadId) -> bool {
        self.thread.as_ref().is_none_or(|held| held == thread)
    }

    pub(super) fn is_odd(&self) -> bool {
        matches!(self.what, What::Odd { .. } | What::Input { odd: true, .. })
    }

    /// The approximate memory of the entry, in bytes.
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

/// The thread of an input; `None` if it is about the list or all threads.
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
