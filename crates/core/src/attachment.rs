//! Files that go with a message: what is known of them, and those in the composer.
//!
//! Not responsible for the bytes of those that a person attached, which the shell keeps by id, nor
//! for what may be attached: the page refuses a file before it gets here.

mod base64;
mod came;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::id::AttachmentId;
use crate::record::is_default;

pub use came::{Came, Medium, Source};

/// What is known of a file that goes with a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Attachment {
    /// What its bytes are kept under. Unique; a message that is sent again has the same files.
    pub id: AttachmentId,
    /// The file's name, without any folder; may be empty for one that came from a backend.
    pub name: String,
    /// What it is, such as `image/png`; empty only where a backend did not say.
    pub media_type: String,
    /// How many bytes it has; 0 where they are elsewhere.
    pub size: u64,
    /// What came with it, shared because it may be megabytes; none for one that a person attached.
    #[serde(default, skip_serializing_if = "is_default")]
    pub came: Option<Arc<Came>>,
}

/// What a message says: words, files, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Said {
    /// The words; may be blank when there are files.
    pub text: String,
    /// The files, in order.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attachments: Vec<Attachment>,
}

impl Said {
    /// Whether there is nothing to send.
    pub fn is_blank(&self) -> bool {
        self.attachments.is_empty() && self.text.trim().is_empty()
    }

    /// Puts something after it, on a line of its own.
    pub(crate) fn add(&mut self, more: Self) {
        if !more.text.trim().is_empty() {
            if !self.text.is_empty() {
                self.text.push('\n');
            }
            self.text.push_str(&more.text);
        }
        self.attachments.extend(more.attachments);
    }
}

impl From<String> for Said {
    fn from(text: String) -> Self {
        Self {
            text,
            attachments: Vec::new(),
        }
    }
}

/// What a person does to the files in the composer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum AttachmentInput {
    /// A file is attached. Its bytes may still be on their way to the shell.
    Added(Attachment),
    /// A file is taken off; it can be brought back until the next is.
    Removed(AttachmentId),
    /// The file that was taken off last is put back where it was.
    Restored,
    /// A file turned out not to be one that can be read: it goes for good.
    Unreadable(AttachmentId),
}

/// The files in the composer, and the one taken off last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Attached {
    files: Vec<Attachment>,
    removed: Option<(usize, Attachment)>,
}

impl Attached {
    /// These files.
    pub(crate) fn of(files: Vec<Attachment>) -> Self {
        Self {
            files,
            removed: None,
        }
    }

    /// The files, in the order they were attached.
    pub fn files(&self) -> &[Attachment] {
        &self.files
    }

    /// The one that was taken off last and can be put back.
    pub fn removed(&self) -> Option<&Attachment> {
        self.removed.as_ref().map(|(_, file)| file)
    }

    /// Whether there is any, or one to be put back.
    pub fn is_any(&self) -> bool {
        !self.files.is_empty() || self.removed.is_some()
    }

    /// Adds a file, unless it is there already.
    pub(crate) fn add(&mut self, file: Attachment) -> bool {
        let fresh = self.files.iter().all(|held| held.id != file.id);
        if fresh {
            // Put back in another way.
            self.removed.take_if(|(_, removed)| removed.id == file.id);
            self.files.push(file);
        }
        fresh
    }

    pub(crate) fn remove(&mut self, id: &AttachmentId) -> bool {
        let place = self.files.iter().position(|file| file.id == *id);
        if let Some(place) = place {
            self.removed = Some((place, self.files.remove(place)));
        }
        place.is_some()
    }

    /// Takes a file off for good.
    pub(crate) fn lose(&mut self, id: &AttachmentId) -> bool {
        let before = self.files.len();
        self.files.retain(|file| file.id != *id);
        let removed = self.removed.take_if(|(_, file)| file.id == *id);
        self.files.len() < before || removed.is_some()
    }

    pub(crate) fn restore(&mut self) -> bool {
        let Some((place, file)) = self.removed.take() else {
            return false;
        };
        self.files.insert(place.min(self.files.len()), file);
        true
    }

    /// Takes all of them, to be sent.
    pub(crate) fn take(&mut self) -> Vec<Attachment> {
        std::mem::take(&mut self.files)
    }
}
