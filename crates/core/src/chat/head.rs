//! One row of the list of threads, as data, and its title until the person chooses one.

use serde::{Deserialize, Serialize};

use super::ThreadState;
use crate::conversation::Conversation;
use crate::id::ThreadId;
use crate::stored::is_default;
use crate::time::Millis;
use crate::title::shortened;

/// What the list of threads shows of one thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ThreadHead {
    /// The thread.
    pub id: ThreadId,
    /// The title: the person's own, else the agent's, else the start of the first message; empty
    /// before that.
    pub title: String,
    /// Whether the person chose the title; then no message replaces it.
    pub named: bool,
    /// When a turn last began in the thread.
    pub updated_at: Millis,
    /// Deleted, but the person can still undo it.
    pub deleted: bool,
    /// When it was deleted last; 0 if it never was.
    #[serde(default, skip_serializing_if = "is_default")]
    pub deleted_at: Millis,
    /// Whether a run is active in the thread.
    pub running: bool,
    /// The thread's state when a page last drove it, so that the list says what waits for the person
    /// before the thread is loaded.
    #[serde(default, skip_serializing_if = "is_default")]
    pub state: ThreadState,
    /// The agent that the last turn went to, as the shell names it; empty if unknown.
    pub agent: String,
}

impl ThreadHead {
    /// Takes over what the conversation is doing. Returns whether that is new.
    pub(super) fn follow(&mut self, conversation: &Conversation) -> bool {
        let before = (self.running, self.state);
        self.running = conversation.active().is_some();
        self.state = ThreadState::of(conversation);
        before != (self.running, self.state)
    }
}

/// The agent's title, else the start of the first message.
pub(super) fn title_of(conversation: &Conversation) -> String {
    if !conversation.title().is_empty() {
        return conversation.title().to_owned();
    }
    let Some(first) = conversation.turns().first() else {
        return String::new();
    };
    let text = match first.attachments.first() {
        Some(file) if first.text.trim().is_empty() => &file.name,
        _ => first.text.trim(),
    };
    shortened(text)
}
