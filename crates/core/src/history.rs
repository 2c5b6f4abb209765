//! The agent's history: the messages in a run's request, and the past messages that are loaded page
//! by page.
//!
//! `midturn-protocol` writes the wire format.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::attachment::Attachment;
use crate::id::{ActivityId, MessageId};

/// One message of the agent's history.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum HistoryMessage {
    /// A message of the person.
    User {
        /// The message's id.
        id: MessageId,
        /// The text.
        text: String,
        /// The files of the message.
        attachments: Vec<Attachment>,
    },
    /// The assistant's text and calls.
    Assistant {
        /// The message's id.
        id: MessageId,
        /// The text; may be empty when there are calls.
        text: String,
        /// The calls in the message.
        calls: Vec<HistoryCall>,
        /// An opaque value the backend wants back.
        encrypted: Option<String>,
    },
    /// A tool's result. Every call has exactly one; a placeholder if the tool never answered.
    Tool {
        /// The message's id.
        id: MessageId,
        /// The call.
        call: ActivityId,
        /// The result as text.
        content: String,
        /// Whether it is an error, or a placeholder because the call was stopped.
        failed: bool,
        /// An opaque value the backend wants back.
        encrypted: Option<String>,
        /// The files in the result.
        attachments: Vec<Attachment>,
    },
    /// The agent's reasoning.
    Reasoning {
        /// The message's id.
        id: MessageId,
        /// The text.
        text: String,
        /// An opaque value the backend wants back.
        encrypted: Option<String>,
    },
}

impl HistoryMessage {
    /// The message's id.
    pub fn id(&self) -> &MessageId {
        match self {
            Self::User { id, .. }
            | Self::Assistant { id, .. }
            | Self::Tool { id, .. }
            | Self::Reasoning { id, .. } => id,
        }
    }

    /// The order in which messages with one id keep it.
    fn rank(&self) -> u8 {
        match self {
            Self::User { .. } => 0,
            Self::Assistant { .. } => 1,
            Self::Tool { .. } => 2,
            Self::Reasoning { .. } => 3,
        }
    }

    fn id_mut(&mut self) -> &mut MessageId {
        match self {
            Self::User { id, .. }
            | Self::Assistant { id, .. }
            | Self::Tool { id, .. }
            | Self::Reasoning { id, .. } => id,
        }
    }
}

/// Makes the ids of a request distinct: a backend may number its messages and calls anew in each
/// turn. The first thing with an id keeps it. The person's messages always keep theirs, and texts
/// keep them before results and reasoning, which backends store under other ids or not at all.
pub(crate) fn distinct(messages: &mut [HistoryMessage]) {
    let mut calls = Ids::default();
    // The calls of the last message of the agent, with the ids that they have now.
    let mut made: Vec<(ActivityId, ActivityId)> = Vec::new();
    for message in messages.iter_mut() {
        match message {
            HistoryMessage::Assistant { calls: held, .. } => {
                made.clear();
                for call in held {
                    let new = calls.take(&call.id.as_str().into());
                    let new = ActivityId::from(new.as_str());
                    made.push((std::mem::replace(&mut call.id, new.clone()), new));
                }
            }
            HistoryMessage::Tool { call, .. } => {
                if let Some((_, new)) = made.iter().find(|(old, _)| old == call) {
                    *call = new.clone();
                }
            }
            HistoryMessage::User { .. } | HistoryMessage::Reasoning { .. } => {}
        }
    }
    let mut ids = Ids::default();
    for rank in 0..=3 {
        for message in messages.iter_mut().filter(|held| held.rank() == rank) {
            let new = ids.take(message.id());
            if rank > 0 {
                *message.id_mut() = new;
            }
        }
    }
}

/// Ids that are taken, and how often those were wanted that came again.
#[derive(Default)]
struct Ids {
    taken: BTreeSet<MessageId>,
    again: Vec<(MessageId, usize)>,
}

impl Ids {
    /// Takes this id, or else the first that is free with a number behind it.
    fn take(&mut self, wanted: &MessageId) -> MessageId {
        if self.taken.insert(wanted.clone()) {
            return wanted.clone();
        }
        let mut again = self.again.iter().position(|(id, _)| id == wanted);
        let place = *again.get_or_insert_with(|| {
            self.again.push((wanted.clone(), 1));
            self.again.len() - 1
        });
        loop {
            self.again[place].1 += 1;
            let id = MessageId::from(numbered(wanted.as_str(), self.again[place].1));
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }
}

/// The id of the `count`-th thing with one id. Models accept only letters, digits, `_` and `-` in
/// the id of a call.
pub(crate) fn numbered(id: &str, count: usize) -> String {
    format!("{id}-{count}")
}

/// One tool call in the history.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HistoryCall {
    /// The call's id.
    pub id: ActivityId,
    /// The tool's name.
    pub name: String,
    /// The arguments, as raw JSON text.
    pub arguments: String,
    /// An opaque value the backend wants back.
    pub encrypted: Option<String>,
}

/// Whether there is more of the past.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PastState {
    /// Not asked yet.
    #[default]
    Unasked,
    /// Asked for the messages before this one; `None` asks for the newest page.
    Asked {
        /// The message.
        before: Option<MessageId>,
        /// How many turns were over at the time of the request. Later turns are newer than any
        /// page.
        turns: usize,
    },
    /// The last request failed.
    Failed,
    /// There is more to load.
    More,
    /// All of the past is loaded.
    Complete,
}

/// What follows a batch of past messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PastRest {
    /// The next part of the same answer, with older messages.
    Part,
    /// Older messages, which must be requested.
    More,
    /// Nothing.
    Nothing,
}
