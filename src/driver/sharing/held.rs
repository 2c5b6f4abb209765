//! From a claim to driving a thread: what is here is gone on with, or what is stored is read.
//!
//! All of it takes time, and the page may be put aside meanwhile, or begin anew. Each attempt has a
//! number, and what comes of another than the present one is dropped. Not responsible for which of
//! the two is done.

use midturn_core::chat::ChatInput;
use midturn_core::conversation::Conversation;
use midturn_core::id::ThreadId;
use midturn_core::sharing::SharingInput;

use super::super::Inner;
use super::super::inbox::{From, Letter, Post};
use super::adopt::Left;

/// A thread that is about to be driven.
pub(in super::super) struct Held {
    attempt: u64,
    /// What was read, and what pages that are gone have left, which is in its composer. None where
    /// what is here is gone on with.
    read: Option<(Box<Conversation>, Vec<Left>)>,
}

impl Inner {
    /// A new attempt.
    pub(super) fn attempt(&self, thread: &ThreadId) -> u64 {
        let attempt = self.next_serial();
        self.with_shared(thread, |held| held.attempt = attempt);
        attempt
    }

    /// The attempt that is under way.
    pub(in super::super) fn attempting(&self, thread: &ThreadId) -> u64 {
        let attempt = self.with_shared(thread, |held| held.attempt);
        attempt.unwrap_or_default()
    }

    /// Whether this is still the attempt under way.
    pub(super) fn attempts(&self, thread: &ThreadId, attempt: u64) -> bool {
        attempt != 0 && self.attempting(thread) == attempt
    }

    /// Begins to drive a thread when it is known where its runs are joined. The page that drove it
    /// may have heard that, and this one not.
    pub(super) fn with_control(&self, thread: &ThreadId, begin: fn(&Self, ThreadId)) {
        let first = self.with_shared(thread, |held| held.epoch <= 1) == Some(true);
        if first || self.knows_control() {
            begin(self, thread.clone());
            return;
        }
        let attempt = self.attempting(thread);
        let thread = thread.clone();
        self.load_control(Box::new(move |me| {
            if me.attempts(&thread, attempt) {
                begin(me, thread);
            }
        }));
    }

    /// Goes on with what is here.
    pub(super) fn keep(&self, thread: ThreadId) {
        let attempt = self.attempting(&thread);
        self.put(Letter::Held(
            thread,
            Held {
                attempt,
                read: None,
            },
        ));
        self.drain();
    }

    /// A thread was read.
    pub(in super::super) fn was_read(
        &self,
        attempt: u64,
        conversation: Conversation,
        left: Vec<Left>,
    ) {
        let thread = conversation.thread().clone();
        let read = Some((Box::new(conversation), left));
        self.put(Letter::Held(thread, Held { attempt, read }));
        self.drain();
    }

    /// Drives a thread from now on, unless this attempt is over: what pages have left stays stored
    /// then.
    pub(in super::super) fn take_held(&self, thread: &ThreadId, held: Held) {
        if !self.attempts(thread, held.attempt) {
            self.with_shared(thread, |held| held.adopted = false);
            return;
        }
        self.take_sharing(thread, SharingInput::Ready);
        let Some((conversation, left)) = held.read else {
            self.apply_here(ChatInput::Taken(thread.clone()));
            return;
        };
        self.apply_here(ChatInput::Loaded(conversation));
        self.past_wanted(thread);
        // Stored as this page's own now that it is in the composer.
        self.adopted(thread, left);
    }

    /// Applies an input that is about this page's place among the others.
    pub(super) fn apply_here(&self, input: ChatInput) {
        self.apply(Post {
            input,
            urgent: false,
            from: From::Here,
        });
    }
}
