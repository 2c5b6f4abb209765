//! The part of a thread that each page stores for itself: the composer's content, and the page's
//! requests to the driver.

use serde::{Deserialize, Serialize};

use crate::attachment::{Attachment, MessageContent};
use crate::chat::{Chat, ChatInput};
use crate::conversation::Conversation;
use crate::id::ThreadId;
use crate::input::{EditInput, Input, QueueInput};
use crate::record::Record;
use crate::stored::is_default;

/// An act of the person that the driver is asked to perform.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Act {
    /// The act's number; each page counts its own.
    pub number: u64,
    /// The input.
    pub input: ChatInput,
}

/// The part of a thread that a page stores for itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// The composer's content.
    pub said: MessageContent,
    /// The acts that no driver has taken and stored yet.
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
    /// This page's own part of a thread. `outbox`: the acts that the driver was asked for. A message
    /// that was submitted before the thread was loaded is an act too, for which none was asked yet.
    pub fn of(chat: &Chat, thread: &ThreadId, mut outbox: Vec<Act>) -> Self {
        outbox.extend(chat.sent_early(thread).iter().map(|(id, said)| {
            let (id, said) = (id.clone(), said.clone());
            let input = Input::By {
                said: MessageContent::default(),
                input: Box::new(Input::Say { id, said }),
            };
            Act {
                number: 0,
                input: ChatInput::In(thread.clone(), input),
            }
        }));
        Self {
            said: chat.composed(thread),
            outbox,
        }
    }

    /// Whether the draft is empty.
    pub fn is_empty(&self) -> bool {
        self.said.text.is_empty() && self.said.attachments.is_empty() && self.outbox.is_empty()
    }

    /// The files in the draft.
    pub fn into_files(self) -> Vec<Attachment> {
        let mut files = self.said.attachments;
        for act in self.outbox {
            if let ChatInput::In(_, Input::By { said, input }) = act.input {
                files.extend(said.attachments);
                if let Input::Say { said, .. } = *input {
                    files.extend(said.attachments);
                }
            }
        }
        files
    }

    /// Whether the conversation already has the message of an act in the outbox. The conversation
    /// may be newer than its stored record.
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

    /// What the conversation lacks: the composer's content, and the messages and edited texts that
    /// no driver received.
    pub fn left_of(self, conversation: &Conversation) -> MessageContent {
        let mut left = MessageContent::default();
        let mut edited = Vec::new();
        for act in self.outbox {
            if let ChatInput::In(_, Input::By { said, input }) = act.input {
                let had = input
                    .message()
                    .is_some_and(|id| conversation.has_message(id));
                match *input {
                    Input::EditorChanged { text }
                    | Input::Queue(QueueInput::EditChanged(text))
                    | Input::Edit(EditInput::Changed { text, .. }) => {
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

/// Adds a text from an editor. A text that continues or shortens the last one replaces it. Any
/// other text is from another editor, so both are kept.
fn edit(edited: &mut Vec<String>, text: String) {
    match edited.last_mut() {
        Some(last) if continues(last, &text) => *last = text,
        _ => edited.push(text),
    }
}

fn continues(last: &str, text: &str) -> bool {
    text.starts_with(last) || last.starts_with(text)
}

/// Whether an act is a key stroke that goes on where the act before it was one: nothing of that one is
/// needed any more.
pub(super) fn types_on(last: &ChatInput, act: &ChatInput) -> bool {
    let (
        ChatInput::In(_, Input::By { input: last, .. }),
        ChatInput::In(_, Input::By { input, .. }),
    ) = (last, act)
    else {
        return false;
    };
    match (&**last, &**input) {
        (Input::EditorChanged { text: last }, Input::EditorChanged { text })
        | (
            Input::Queue(QueueInput::EditChanged(last)),
            Input::Queue(QueueInput::EditChanged(text)),
        ) => continues(last, text),
        (
            Input::Edit(EditInput::Changed {
                id: before,
                text: last,
            }),
            Input::Edit(EditInput::Changed { id, text }),
        ) => before == id && continues(last, text),
        (
            Input::AnswerDraft {
                interrupt: last, ..
            },
            Input::AnswerDraft { interrupt, .. },
        ) => last == interrupt,
        _ => false,
    }
}
