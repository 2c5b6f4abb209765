//! What is one page's own of a thread, as it is stored: what is in its composer, and what it has
//! asked of the driver.
//!
//! Not responsible for what becomes of it when the page is gone.

use serde::{Deserialize, Serialize};

use crate::attachment::{Attachment, Said};
use crate::chat::ChatInput;
use crate::conversation::Conversation;
use crate::input::{Input, QueueInput};
use crate::record::{Record, is_default};

/// Something a person did that is asked of the driver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Act {
    /// Counts the acts of a page.
    pub number: u64,
    /// The input.
    pub input: ChatInput,
}

/// What a page has of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// What is in the composer.
    pub said: Said,
    /// What nobody has taken yet.
    #[serde(default, skip_serializing_if = "is_default")]
    pub outbox: Vec<Act>,
}

impl Record for Draft {
    fn typed(&self) -> String {
        let nothing = Conversation::new("".into());
        self.clone().left_of(&nothing).text
    }
}

impl Draft {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.said.text.is_empty() && self.said.attachments.is_empty() && self.outbox.is_empty()
    }

    /// The files in it.
    pub fn into_files(self) -> Vec<Attachment> {
        let mut files = self.said.attachments;
        for act in self.outbox {
            if let ChatInput::In(_, Input::By { said, .. }) = act.input {
                files.extend(said.attachments);
            }
        }
        files
    }

    /// Whether something that was asked of a driver is in the conversation, which may not be stored.
    pub fn was_heard(&self, conversation: &Conversation) -> bool {
        let mut inputs = self.outbox.iter().map(|act| &act.input);
        inputs.any(|input| match input {
            ChatInput::In(_, input) => {
                let id = input.message();
                id.is_some_and(|id| conversation.has_message(id))
            }
            _ => false,
        })
    }

    /// What is in it that the conversation does not have: the composer, and messages that were
    /// asked of a driver that never got them.
    pub fn left_of(self, conversation: &Conversation) -> Said {
        let mut left = Said::default();
        let mut edited = Vec::new();
        for act in self.outbox {
            if let ChatInput::In(_, Input::By { said, input }) = act.input {
                let had = input
                    .message()
                    .is_some_and(|id| conversation.has_message(id));
                match *input {
                    Input::EditorChanged { text } | Input::Queue(QueueInput::EditChanged(text)) => {
                        edit(&mut edited, text);
                    }
                    Input::Say { said, .. } if !had => left.add(said),
                    _ if !had => left.add(said),
                    _ => {}
                }
            }
        }
        edited.retain(|text| !conversation.has_text(text));
        for text in edited {
            left.add(text.into());
        }
        left.add(self.said);
        left
    }
}

/// What is in an editor now. A change has all that was in it before, unless another editor was opened
/// meanwhile.
fn edit(edited: &mut Vec<String>, text: String) {
    match edited.last_mut() {
        Some(last) if text.starts_with(last.as_str()) || last.starts_with(&text) => *last = text,
        _ => edited.push(text),
    }
}
