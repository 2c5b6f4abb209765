//! What happens between a claim and driving a thread: this page keeps its copy, or reads the stored
//! one. The core decides which.
//!
//! Both take time. Meanwhile the page may be suspended, or may claim the thread again. Each attempt
//! has a number, and only the results of the current attempt count.

use midturn_core::chat::ChatInput;
use midturn_core::conversation::Conversation;
use midturn_core::id::ThreadId;
use midturn_core::sharing::SharingInput;

use super::super::Runtime;
use super::super::left_drafts::LeftDrafts;
use super::super::letter::{Letter, Origin, Post, ReadyThread};

impl Runtime {
    /// Begins a new attempt.
    pub(super) fn attempt(&self, thread: &ThreadId) -> u64 {
        let attempt = self.serials.next();
        self.with_shared(thread, |held| held.attempt = attempt);
        attempt
    }

    /// The current attempt.
    pub(in super::super) fn attempting(&self, thread: &ThreadId) -> u64 {
        let attempt = self.with_shared(thread, |held| held.attempt);
        attempt.unwrap_or_default()
    }

    /// Whether this attempt is still the current one.
    pub(super) fn attempts(&self, thread: &ThreadId, attempt: u64) -> bool {
        attempt != 0 && self.attempting(thread) == attempt
    }

    /// Begins to drive a thread once the URL to rejoin its runs is known. The previous driving page
    /// may have stored that URL without this page receiving it.
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

    /// Drives the thread with this page's copy.
    pub(super) fn keep(&self, thread: ThreadId) {
        let attempt = self.attempting(&thread);
        self.put(Letter::Ready(
            thread,
            ReadyThread {
                attempt,
                read: None,
            },
        ));
        self.drain();
    }

    /// Drives the thread with the conversation that was read.
    pub(in super::super) fn was_read(
        &self,
        attempt: u64,
        conversation: Conversation,
        left: Vec<LeftDrafts>,
    ) {
        let thread = conversation.thread().clone();
        let read = Some((Box::new(conversation), left));
        self.put(Letter::Ready(thread, ReadyThread { attempt, read }));
        self.drain();
    }

    /// Drives a thread from now on, unless this attempt is over. In that case, what closed pages
    /// left stays in storage.
    pub(in super::super) fn take_ready(&self, thread: &ThreadId, ready: ReadyThread) {
        if !self.attempts(thread, ready.attempt) {
            self.with_shared(thread, |held| held.adopted = false);
            return;
        }
        self.take_sharing(thread, SharingInput::Ready);
        let Some((conversation, left)) = ready.read else {
            self.apply_here(ChatInput::Taken(thread.clone()));
            return;
        };
        self.apply_here(ChatInput::Loaded(conversation));
        self.past_wanted(thread);
        // The composer has what closed pages left: store it as this page's own.
        self.adopted(thread, left);
    }

    /// Applies an input about this page's role in a thread.
    pub(super) fn apply_here(&self, input: ChatInput) {
        self.apply(Post {
            input,
            urgent: false,
            from: Origin::Here,
        });
    }
}
