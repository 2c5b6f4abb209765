//! A chat with one of its threads in serde form, for a recording.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::early::Early;
use super::{Chat, Thread, ThreadHead};
use crate::client_tool::ClientTool;
use crate::conversation::whole::Whole;
use crate::id::ThreadId;
use crate::run_event::Abilities;

/// A chat reduced to one thread. It serializes everything in it, and converts back into a chat.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordedChat<'a> {
    abilities: Abilities,
    tools: Cow<'a, [ClientTool]>,
    agent: Cow<'a, str>,
    thread: Option<RecordedThread<'a>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RecordedThread<'a> {
    head: Cow<'a, ThreadHead>,
    conversation: Option<Whole<'a>>,
    early: Cow<'a, Early>,
    reopened: bool,
    mirrored: bool,
}

impl Chat {
    /// The chat with only this thread, if it exists. Includes what is not stored, such as the tools
    /// from the embedder.
    pub fn recorded(&self, id: &ThreadId) -> RecordedChat<'_> {
        let Self {
            threads,
            abilities,
            tools,
            agent,
            // Only about other threads.
            joining: _,
        } = self;
        let thread = threads.iter().find(|held| held.head.id == *id);
        RecordedChat {
            abilities: *abilities,
            tools: Cow::Borrowed(tools),
            agent: Cow::Borrowed(agent),
            thread: thread.map(RecordedThread::of),
        }
    }
}

impl From<RecordedChat<'_>> for Chat {
    fn from(recorded: RecordedChat<'_>) -> Self {
        let thread = recorded.thread.map(RecordedThread::into_thread);
        Self {
            threads: thread.into_iter().collect(),
            abilities: recorded.abilities,
            tools: recorded.tools.into_owned(),
            agent: recorded.agent.into_owned(),
            ..Self::default()
        }
    }
}

impl<'a> RecordedThread<'a> {
    fn of(thread: &'a Thread) -> Self {
        let Thread {
            head,
            conversation,
            early,
            reopened,
            mirrored,
        } = thread;
        Self {
            head: Cow::Borrowed(head),
            conversation: conversation.as_ref().map(Whole::of),
            early: Cow::Borrowed(early),
            reopened: *reopened,
            mirrored: *mirrored,
        }
    }

    fn into_thread(self) -> Thread {
        Thread {
            head: self.head.into_owned(),
            conversation: self.conversation.map(Whole::into_conversation),
            early: self.early.into_owned(),
            reopened: self.reopened,
            mirrored: self.mirrored,
        }
    }
}
