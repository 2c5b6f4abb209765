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

    /// The inputs for the loaded conversation, whose composer has `draft` from an earlier visit.
    /// Both texts are kept, as nothing tells which one the person wants.
    pub(super) fn inputs(self, draft: &str) -> Vec<Input> {
        let shared = self.state.map(|state| Input::StateGiven { state });
        let mut inputs: Vec<Input> = shared.into_iter().collect();
        let said = self.sent.into_iter();
        inputs.extend(said.map(|(id, said)| Input::Say { id, said }));
        let files = self.attached.into_iter().map(AttachmentInput::Added);
        inputs.extend(files.map(Input::Attachment));
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
