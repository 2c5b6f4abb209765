//! The composer: what the person is writing, text and files, before it is sent.
//!
//! Each page has its own. Nothing typed is lost or overwritten: text that returns to the composer
//! is appended.

use std::sync::Arc;

use crate::attachment::{Attached, Attachment, AttachmentInput, MessageContent};
use crate::change::Change;
use crate::effect::Diagnostic;
use crate::step::Step;

/// The content of the composer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Composer {
    text: String,
    attached: Attached,
}

impl Composer {
    /// A composer with this text and these files.
    pub(crate) fn new(text: String, attached: Attached) -> Self {
        Self { text, attached }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The files.
    pub fn attached(&self) -> &Attached {
        &self.attached
    }

    /// Whether there is no text; there may be files.
    pub(crate) fn has_no_text(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Whether there are files to send.
    pub(crate) fn has_files(&self) -> bool {
        !self.attached.files().is_empty()
    }

    /// A copy of what would be sent.
    pub(crate) fn content(&self) -> MessageContent {
        MessageContent {
            text: self.text.clone(),
            attachments: self.attached.files().to_vec(),
        }
    }

    /// Returns what would be sent. A removed file is dropped for good.
    pub(crate) fn into_content(mut self) -> MessageContent {
        MessageContent {
            text: self.text,
            attachments: self.attached.take(),
        }
    }

    /// Stores the text that the person typed. The page shows the text already, so there is no
    /// change to draw.
    pub(crate) fn typed(&mut self, text: String) {
        self.text = text;
    }

    /// Attaches or removes a file.
    pub(crate) fn attach(&mut self, input: AttachmentInput, step: &mut Step) {
        let done = match input {
            AttachmentInput::Added(file) => self.attached.add(file),
            AttachmentInput::Removed(id) => self.attached.remove(&id),
            AttachmentInput::Restored => self.attached.restore(),
            AttachmentInput::Unreadable(id) => self.attached.lose(&id),
        };
        if done {
            step.change(Change::Attached);
        } else {
            step.diagnose(Diagnostic::NotNow("attachment"));
        }
    }

    /// Takes the text and the files; `None` if there is neither.
    pub(crate) fn take(&mut self, step: &mut Step) -> Option<MessageContent> {
        if self.has_no_text() && !self.has_files() {
            return None;
        }
        let said = MessageContent {
            text: std::mem::take(&mut self.text),
            attachments: self.attached.take(),
        };
        step.change(Change::Composer);
        if !said.attachments.is_empty() {
            step.change(Change::Attached);
        }
        Some(said)
    }

    /// Takes the text; the files stay.
    pub(crate) fn take_text(&mut self, step: &mut Step) -> String {
        step.change(Change::Composer);
        std::mem::take(&mut self.text)
    }

    /// Appends text and files.
    pub(crate) fn keep(&mut self, said: MessageContent, step: &mut Step) {
        self.keep_text(&said.text, step);
        self.keep_files(said.attachments, step);
    }

    /// Appends text on a line of its own.
    pub(crate) fn keep_text(&mut self, text: &str, step: &mut Step) {
        if text.trim().is_empty() {
            return;
        }
        if self.has_no_text() {
            text.clone_into(&mut self.text);
        } else {
            self.text.push('\n');
            self.text.push_str(text);
        }
        step.change(Change::Composer);
    }

    fn keep_files(&mut self, files: Vec<Attachment>, step: &mut Step) {
        for mut file in files {
            // The text may change, so the file's place in the text is no longer valid.
            if let Some(came) = &mut file.came {
                Arc::make_mut(came).at = None;
            }
            if self.attached.add(file) {
                step.change(Change::Attached);
            }
        }
    }
}
