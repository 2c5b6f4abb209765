//! The composer: what the person is writing, text and files, before it is sent.
//!
//! Each page has its own. Nothing typed is lost or overwritten: text that returns to the composer
//! is appended.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::attachment::{Attached, Attachment, AttachmentInput, MessageContent};
use crate::change::Change;
use crate::effect::Diagnostic;
use crate::step::Step;

/// The content of the composer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Composer {
    text: String,
    attached: Attached,
    /// Which of the sent texts is shown, 0 for the latest; `None` for a text of its own.
    recalled: Option<usize>,
}

/// Which of the texts that were sent is wanted in the composer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Recall {
    /// The one before the shown one; the latest if none is shown.
    Older,
    /// The one after the shown one; nothing after the latest.
    Newer,
    /// None: the composer is empty again.
    End,
}

impl Composer {
    /// A composer with this text and these files.
    pub(crate) fn new(text: String, attached: Attached) -> Self {
        Self {
            text,
            attached,
            recalled: None,
        }
    }

    /// The same with a text that was recalled: the one at this place, 0 for the latest.
    pub(crate) fn showing(self, recalled: Option<usize>) -> Self {
        Self { recalled, ..self }
    }

    /// Which of the sent texts is shown, 0 for the latest; `None` for a text of its own.
    pub(crate) fn recalled(&self) -> Option<usize> {
        self.recalled
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
        self.recalled = None;
        self.text = text;
    }

    /// Shows another one of the texts that were sent, in place of nothing or of such a text: a draft
    /// is never overwritten. `sent` has the text at a place, 0 for the latest. Returns whether
    /// anything has changed.
    pub(crate) fn recall(
        &mut self,
        to: Recall,
        sent: impl FnOnce(usize) -> Option<String>,
        step: &mut Step,
    ) -> bool {
        let place = match (to, self.recalled) {
            (Recall::Older, None) if self.text.is_empty() => Some(0),
            (Recall::Older, Some(place)) => Some(place + 1),
            (Recall::Newer, Some(place)) => place.checked_sub(1),
            (Recall::End, Some(_)) => None,
            (Recall::Older | Recall::Newer | Recall::End, None) => return false,
        };
        let text = match place.map(sent) {
            Some(Some(text)) => text,
            // There is nothing older.
            Some(None) => return false,
            None => String::new(),
        };
        self.text = text;
        self.recalled = place;
        step.change(Change::Composer);
        true
    }

    /// Attaches or removes a file.
    pub(crate) fn attach(&mut self, input: AttachmentInput, step: &mut Step) {
        let done = match input {
            AttachmentInput::Added(file) => self.attached.add(file),
            AttachmentInput::Removed(id) => self.attached.remove(&id),
            AttachmentInput::Restored => self.attached.restore(),
            AttachmentInput::MadeText { id, text } => {
                let done = self.attached.lose(&id);
                if done {
                    self.keep_text(&text, step);
                }
                done
            }
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
        self.recalled = None;
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
        self.recalled = None;
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
        self.recalled = None;
        if self.has_no_text() {
            text.clone_into(&mut self.text);
        } else {
            self.text.push('\n');
            self.text.push_str(text);
        }
        step.change(Change::Composer);
    }

    /// Puts a text in the place of what the composer's text ends with. Returns whether it did.
    pub(crate) fn replace_end(&mut self, end: &str, text: &str, step: &mut Step) -> bool {
        let Some(start) = self.text.strip_suffix(end) else {
            return false;
        };
        self.text = format!("{start}{text}");
        step.change(Change::Composer);
        true
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
