//! Access to the bytes of files, for components.

use midturn_core::attachment::Attachment;
use midturn_core::id::{AttachmentId, ThreadId};

/// Callback for the bytes of a file; `None` if it cannot be read.
pub type GotBytes = Box<dyn FnOnce(Option<Vec<u8>>)>;

/// Keeps the bytes of files.
pub trait Files {
    /// A new id for a file.
    fn fresh_id(&self) -> AttachmentId;

    /// Attaches a file to the composer now. Its bytes follow with [`attached`](Self::attached).
    fn attach(&self, thread: &ThreadId, file: Attachment);

    /// Announces the bytes of a file that is not in the composer. They follow with
    /// [`attached`](Self::attached), once a message has the file.
    fn announce(&self, thread: &ThreadId, file: &AttachmentId);

    /// Takes the bytes of an attached file; `None` if they could not be read.
    fn attached(&self, thread: &ThreadId, id: &AttachmentId, bytes: Option<Vec<u8>>);

    /// Reads the bytes of a file, now or later.
    fn read(&self, thread: &ThreadId, id: &AttachmentId, done: GotBytes);
}
