//! A chat with one of its threads as bytes, for a recording.
//!
//! Not responsible for what a conversation is made of.

use super::{Chat, Thread};
use crate::conversation::Conversation;
use crate::id::ThreadId;
use crate::record::{Reader, Stored};

impl Chat {
    /// Of its threads this one, if it is there.
    pub(crate) fn put_thread(&self, id: &ThreadId, out: &mut Vec<u8>) {
        let Self {
            threads,
            abilities,
            tools,
            agent,
        } = self;
        abilities.put(out);
        tools.put(out);
        let thread = threads.iter().find(|held| held.head.id == *id);
        thread.is_some().put(out);
        if let Some(thread) = thread {
            thread.put(out);
        }
        agent.put(out);
    }

    pub(crate) fn take_thread(from: &mut Reader<'_>) -> Self {
        Self {
            abilities: Stored::take(from),
            tools: Stored::take(from),
            threads: <Option<_> as Stored>::take(from).into_iter().collect(),
            agent: from.since(4),
        }
    }
}

impl Stored for Thread {
    fn put(&self, out: &mut Vec<u8>) {
        let Self {
            head,
            conversation,
            early,
            reopened,
            mirrored,
        } = self;
        head.put(out);
        conversation.is_some().put(out);
        if let Some(conversation) = conversation {
            conversation.put_whole(out);
        }
        early.put(out);
        reopened.put(out);
        mirrored.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Self {
        Self {
            head: Stored::take(from),
            conversation: bool::take(from).then(|| Conversation::take_whole(from)),
            early: Stored::take(from),
            reopened: from.since(4),
            mirrored: from.since(4),
        }
    }
}
