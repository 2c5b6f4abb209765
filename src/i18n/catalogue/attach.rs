//! Files of messages.

/// Files of messages.
pub struct Attach {
    /// Name of a list of files.
    pub files: &'static str,
    /// Where files can be dropped, while some are dragged over the chat.
    pub drop_here: &'static str,
    /// Button that removes a file, with its name.
    pub remove: fn(name: &str) -> String,
    /// Button that saves a file, with its name.
    pub download: fn(name: &str) -> String,
    /// Beside a file whose bytes cannot be read.
    pub missing: &'static str,
    /// Notice: a file whose bytes cannot be read was not sent.
    pub notice_missing: &'static str,
    /// Name for an audio file without a name.
    pub audio: &'static str,
    /// Name for a video file without a name.
    pub video: &'static str,
    /// Name for any other file without a name.
    pub document: &'static str,
    /// Beside a file whose bytes are not here: who keeps them. Takes that name, empty if unknown.
    pub held: fn(by: &str) -> String,
    /// Toast with an undo: a file was removed.
    pub removed: &'static str,
    /// Announcement: the number of attached files.
    pub attached: fn(n: usize) -> String,
    /// Why files cannot be interjected.
    pub no_interject: &'static str,
    /// A file is refused: its name, and the limit of one file.
    pub too_large: fn(name: &str, limit: &str) -> String,
    /// A file is refused: its name, and the limit of all files of a message.
    pub too_large_together: fn(name: &str, limit: &str) -> String,
    /// A file is refused: its name, and how many a message can have.
    pub too_many: fn(name: &str, limit: usize) -> String,
    /// A file is refused: its name.
    pub not_accepted: fn(name: &str) -> String,
    /// A file could not be read: its name.
    pub unreadable: fn(name: &str) -> String,
    /// A file size.
    pub size: fn(bytes: u64) -> String,
}
