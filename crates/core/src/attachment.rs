//! Files of a message: their metadata, and the files in the composer.
//!
//! The shell keeps the bytes of files that the person attached, by id. The page checks whether a
//! file may be attached before the core gets its metadata.

mod backend_file;
mod base64;
mod pasted;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::id::AttachmentId;
use crate::stored::is_default;

pub use backend_file::{BackendFile, Medium, Source};
pub use pasted::becomes_file;

/// The metadata of a file in a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Attachment {
    /// The key of its bytes. Unique, except that a message that is sent again has the same files.
    pub id: AttachmentId,
    /// The file's name, without a folder; may be empty for a file from a backend.
    pub name: String,
    /// The media type, such as `image/png`; empty only if a backend did not give one.
    pub media_type: String,
    /// The size in bytes; 0 if the bytes are elsewhere.
    pub size: u64,
    /// The data of a file from a backend, shared because it may be megabytes; `None` for a file
    /// that the person attached.
    #[serde(default, skip_serializing_if = "is_default")]
    pub came: Option<Arc<BackendFile>>,
}

/// The content of a message: text, files, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MessageContent {
    /// The text; may be blank if there are files.
    pub text: String,
    /// The files, in order.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attachments: Vec<Attachment>,
}

impl MessageContent {
    /// Whether there is nothing to send.
    pub fn is_blank(&self) -> bool {
        self.attachments.is_empty() && self.text.trim().is_empty()
    }

    /// Appends another message's content, its text on a new line.
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

impl From<String> for MessageContent {
    fn from(text: String) -> Self {
        Self {
            text,
            attachments: Vec::new(),
        }
    }
}

/// The person's actions on the files in the composer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum AttachmentInput {
    /// A file is attached. The shell may still be reading its bytes.
    Added(Attachment),
    /// A file is removed; it can be restored until the next one is removed.
    Removed(AttachmentId),
    /// The last removed file is put back in its place.
    Restored,
    /// A pasted file becomes text of the composer again.
    MadeText {
        /// The file.
        id: AttachmentId,
        /// What is in it.
        text: String,
    },
    /// A file could not be read: it is removed for good.
    Unreadable(AttachmentId),
}

/// The files in the composer, and the last removed one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Attached {
    files: Vec<Attachment>,
    removed: Option<(usize, Attachment)>,
}

impl Attached {
    /// These files, without a removed one.
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

    /// The last removed file, which can be restored.
    pub fn removed(&self) -> Option<&Attachment> {
        self.removed.as_ref().map(|(_, file)| file)
    }

    /// Whether there are files, or one that can be restored.
    pub fn is_any(&self) -> bool {
        !self.files.is_empty() || self.removed.is_some()
    }

    /// Adds a file, unless it is already there.
    pub(crate) fn add(&mut self, file: Attachment) -> bool {
        let fresh = self.files.iter().all(|held| held.id != file.id);
        if fresh {
            // The removed file was added again, so there is nothing to restore.
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

    /// Removes a file for good.
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

    /// Takes all files, to send them.
    pub(crate) fn take(&mut self) -> Vec<Attachment> {
        std::mem::take(&mut self.files)
    }
}
