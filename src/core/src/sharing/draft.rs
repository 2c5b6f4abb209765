//! What is one page's own of a thread, as it is stored: what is in its composer, and what it has
//! asked of the driver.
//!
//! Not responsible for what becomes of it when the page is gone.

use crate::attachment::{Attachment, Said};
use crate::chat::ChatInput;
use crate::conversation::Conversation;
use crate::input::Input;
use crate::record::Record;
use crate::recording::read_input;
use crate::stored;

/// Something a person did that is asked of the driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Counts the acts of a page.
    pub number: u64,
    /// The input, as [`write_input`](crate::recording::write_input) has it.
    pub input: Vec<u8>,
}

stored!(struct Act { number, input });

/// What a page has of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// What is in the composer.
    pub said: Said,
    /// What nobody has taken yet.
    pub outbox: Vec<Act>,
}

stored!(struct Draft { said, outbox });

impl Record for Draft {
    fn typed(&self) -> String {
        self.said.text.clone()
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
            if let Some((_, ChatInput::In(_, Input::By { said, .. }))) = read_input(&act.input) {
                files.extend(said.attachments);
            }
        }
        files
    }

    /// What is in it that the conversation does not have: the composer, and messages that were
    /// asked of a driver that never got them.
    pub fn left_of(self, conversation: &Conversation) -> Said {
        let mut left = Said::default();
        for act in self.outbox {
            if let Some((_, ChatInput::In(_, Input::By { said, input }))) = read_input(&act.input) {
                let had = input
                    .message()
                    .is_some_and(|id| conversation.has_message(id));
                match *input {
                    Input::EditorChanged { text } => add(&mut left, text.into()),
                    Input::Say { said, .. } if !had => add(&mut left, said),
                    _ if !had => add(&mut left, said),
                    _ => {}
                }
            }
        }
        add(&mut left, self.said);
        left
    }
}

fn add(to: &mut Said, said: Said) {
    if !said.text.trim().is_empty() {
        if !to.text.is_empty() {
            to.text.push('\n');
        }
        to.text.push_str(&said.text);
    }
    to.attachments.extend(said.attachments);
}
