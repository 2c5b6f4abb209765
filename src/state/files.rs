//! Where the bytes of files are kept, as components need it.
//!
//! Not responsible for which files there are: the cells have them.

use midturn_core::attachment::Attachment;
use midturn_core::id::{AttachmentId, ThreadId};

/// Hears the bytes of a file; none if it cannot be read.
pub type GotBytes = Box<dyn FnOnce(Option<Vec<u8>>)>;

/// Keeps the bytes of files.
pub trait Files {
    /// An id that no other file has.
    fn fresh_id(&self) -> AttachmentId;

    /// A file is attached to what is written, now; its bytes follow.
    fn attach(&self, thread: &ThreadId, file: Attachment);

    /// The bytes of a file that was attached; none if it could not be read.
    fn attached(&self, thread: &ThreadId, id: &AttachmentId, bytes: Option<Vec<u8>>);

    /// Reads the bytes of a file, now or later.
    fn read(&self, thread: &ThreadId, id: &AttachmentId, done: GotBytes);
}
