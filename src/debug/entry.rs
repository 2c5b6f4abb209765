//! One recorded entry.

use std::cell::{OnceCell, RefCell};

use midturn_core::chat::{ChatEffect, ChatInput, ChatStep};
use midturn_core::effect::Effect;
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
    Input(Taken),
}

/// An input that the core took, and what came of it.
///
/// As text for a reader it is in [`told`](Self::told): only the panel and a report need that, so what
/// writes it is loaded with them.
pub(super) struct Taken {
    /// The input as JSON, for a replay.
    pub(super) json: String,
    /// One of the effects is a diagnostic.
    pub(super) odd: bool,
    /// What is to be told, until it is.
    raw: RefCell<Option<Box<(ChatInput, ChatStep)>>>,
    told: OnceCell<Told>,
}

impl Taken {
    pub(super) fn new(input: ChatInput, json: String, step: &ChatStep) -> Self {
        Self {
            json,
            odd: is_odd(step),
            raw: RefCell::new(Some(Box::new((input, step.clone())))),
            told: OnceCell::new(),
        }
    }

    /// The input and what came of it as text. What it is made from is dropped, because it may hold a
    /// whole history.
    pub(super) fn told(&self, tell: impl FnOnce(&ChatInput, &ChatStep) -> Told) -> &Told {
        self.told.get_or_init(|| {
            let raw = self.raw.take();
            raw.map_or_else(Told::default, |raw| tell(&raw.0, &raw.1))
        })
    }
}

/// An input and what came of it, as text for a reader.
#[derive(Default)]
pub(super) struct Told {
    pub(super) input: String,
    pub(super) changes: Vec<Of>,
    pub(super) effects: Vec<Of>,
}

/// A change or effect of an input as text for a reader, with its thread; `None` for the chat.
pub(super) struct Of {
    pub(super) thread: Option<ThreadId>,
    pub(super) said: String,
}

/// Whether the step has a diagnostic.
fn is_odd(step: &ChatStep) -> bool {
    let odd = |effect: &ChatEffect| matches!(effect, ChatEffect::In(_, Effect::Diagnose(_)));
    step.effects.iter().any(odd)
}

impl Entry {
    /// Whether the entry is about this thread, or about all threads.
    pub(super) fn is_of(&self, thread: &ThreadId) -> bool {
        self.thread.as_ref().is_none_or(|held| held == thread)
    }

    pub(super) fn is_odd(&self) -> bool {
        matches!(
            self.what,
            What::Odd { .. } | What::Input(Taken { odd: true, .. })
        )
    }

    /// The approximate memory of the entry, in bytes.
    pub(super) fn weight(&self) -> usize {
        let inside = match &self.what {
            What::Request { url, body, .. } => url.len() + body.len(),
            What::Event { json, .. } => json.len(),
            What::Odd { said, .. } => said.len(),
            // Its texts are about as long.
            What::Input(taken) => 2 * taken.json.len(),
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
