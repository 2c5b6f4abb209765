//! Joins the runs that are at work in threads of the list, a few at a time.
//!
//! Each joined run holds a connection, and a browser opens six to a server that speaks HTTP/1.1. If
//! all of them were held, the page could not even stop a run.

use std::collections::VecDeque;

use super::{Chat, ChatEffect, ChatStep};
use crate::conversation::Conversation;
use crate::id::{RunId, ThreadId};

/// How many runs are joined at once.
const AT_ONCE: usize = 3;

/// The threads whose runs were at work when the page was opened.
#[derive(Default)]
pub(super) struct Joining {
    /// Those whose run is not joined yet, the most recent first.
    waiting: VecDeque<ThreadId>,
    /// Those whose run was joined and is not known to be over.
    joined: Vec<ThreadId>,
}

impl Chat {
    /// Joins the runs of these threads, the most recent first.
    pub(super) fn join(&mut self, threads: Vec<ThreadId>, step: &mut ChatStep) {
        self.joining.waiting.extend(threads);
        self.join_further(step);
    }

    /// Joins further runs in place of those that are over.
    pub(super) fn join_further(&mut self, step: &mut ChatStep) {
        // Nearly always empty, and this is called for every input.
        if self.joining.waiting.is_empty() {
            return;
        }
        let mut joining = std::mem::take(&mut self.joining);
        joining.joined.retain(|thread| !self.is_over(thread));
        while joining.joined.len() < AT_ONCE {
            let Some(thread) = joining.waiting.pop_front() else {
                break;
            };
            // The person may have opened or deleted it meanwhile.
            let loaded = self.conversation(&thread).is_some();
            let deleted = self.head(&thread).is_none_or(|head| head.deleted);
            if !loaded && !deleted {
                step.effects.push(ChatEffect::Join(thread.clone()));
                joining.joined.push(thread);
            }
        }
        self.joining = joining;
    }

    /// Whether a loaded thread has this run under way: active, or being stopped.
    pub fn has_run(&self, run: &RunId) -> bool {
        let threads = self.threads.iter();
        let mut conversations = threads.filter_map(|held| held.conversation.as_ref());
        let has = |held: &Conversation| {
            held.active().is_some_and(|active| active.id == *run)
                || held.stopping().iter().any(|held| held.run == *run)
        };
        conversations.any(has)
    }

    /// Whether the run of a thread is known to be over.
    fn is_over(&self, thread: &ThreadId) -> bool {
        match self.conversation(thread) {
            Some(held) => held.active().is_none() && held.stopping().is_empty(),
            // Another page may drive the thread: then only the entry in the list says so.
            None => self.head(thread).is_none_or(|head| !head.running),
        }
    }
}
