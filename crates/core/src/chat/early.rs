//! Input for a thread before it is loaded: kept, then given to the conversation.
//!
//! The composer shows the typed text meanwhile.

use serde::{Deserialize, Serialize};

use crate::attachment::{Attachment, AttachmentInput, MessageContent};
use crate::id::MessageId;
use crate::input::Input;

/// The input so far.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Early {
    /// The composer's text.
    typed: String,
    /// The composer's files.
    attached: Vec<Attachment>,
    /// The submitted messages, the oldest first.
    sent: Vec<(MessageId, MessageContent)>,
    /// The state that the embedder shares with the agent.
    state: Option<String>,
}

impl Early {
    /// Keeps an input that does not depend on the conversation. Returns false for any other input.
    pub(super) fn take(&mut self, input: &Input) -> bool {
        match input {
            Input::ComposerChanged { text } => self.typed.clone_from(text),
            Input::Attachment(AttachmentInput::Added(file)) => self.attached.push(file.clone()),
            Input::Attachment(AttachmentInput::Unreadable(id)) => {
                self.attached.retain(|file| file.id != *id);
            }
            Input::Submit { .. } if self.typed.trim().is_empty() && self.attached.is_empty() => {}
            Input::Submit { id } => {
                let said = MessageContent {
                    text: std::mem::take(&mut self.typed),
                    attachments: std::mem::take(&mut self.attached),
                };
                self.sent.push((id.clone(), said));
            }
            Input::StateGiven { state } => self.state = Some(state.clone()),
            _ => return false,
        }
        true
    }

    /// The composer's content.
    pub(super) fn composed(&self) -> MessageContent {
        MessageContent {
            text: self.typed.clone(),
            attachments: self.attached.clone(),
        }
    }

    /// The submitted messages.
    pub(super) fn sent(&self) -> &[(MessageId, MessageContent)] {
        &self.sent
    }

    /// Takes out what was submitted and shared, as inputs of the loaded conversation.
    pub(super) fn take_acts(&mut self) -> Vec<Input> {
        let shared = self.state.take().map(|state| Input::StateGiven { state });
        let said = std::mem::take(&mut self.sent).into_iter();
        let said = said.map(|(id, said)| Input::Say { id, said });
        shared.into_iter().chain(said).collect()
    }

    /// The composer's content, as inputs of the loaded conversation, whose composer has `draft`. Both
    /// texts are kept, as nothing tells which one the person wants.
    pub(super) fn into_own(self, draft: &str) -> Vec<Input> {
        let files = self.attached.into_iter().map(AttachmentInput::Added);
        let mut inputs: Vec<Input> = files.map(Input::Attachment).collect();
        if !self.typed.is_empty() {
            let text = if draft.is_empty() {
                self.typed
            } else {
                format!("{draft}\n\n{}", self.typed)
            };
            inputs.push(Input::ComposerChanged { text });
        }
        inputs
    }
}
