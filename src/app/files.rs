//! Gives components access to the files of a chat, which the driver stores.

use midturn_core::attachment::Attachment;
use midturn_core::id::{AttachmentId, ThreadId};

use crate::driver::Driver;
use crate::state::{Files, GotBytes};

/// The files that the driver stores.
pub(super) struct Kept(pub(super) Driver);

impl Files for Kept {
    fn fresh_id(&self) -> AttachmentId {
        self.0.fresh_attachment_id()
    }

    fn attach(&self, thread: &ThreadId, file: Attachment) {
        self.0.attach(thread, file);
    }

    fn announce(&self, thread: &ThreadId, file: &AttachmentId) {
        self.0.announce(thread, file);
    }

    fn attached(&self, thread: &ThreadId, id: &AttachmentId, bytes: Option<Vec<u8>>) {
        self.0.attached(thread, id, bytes);
    }

    fn read(&self, thread: &ThreadId, id: &AttachmentId, done: GotBytes) {
        self.0.file(thread, id, done);
    }
}
