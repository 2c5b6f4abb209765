//! Files of messages.

texts! {
    /// Files of messages.
    pub struct Attach {
        /// Name of a list of files.
        pub files: Text,
        /// Where files can be dropped, while some are dragged over the chat.
        pub drop_here: Text,
        /// Button that removes a file, with its name.
        pub remove: Said(name: &str),
        /// Button that saves a file, with its name.
        pub download: Said(name: &str),
        /// Beside a file whose bytes cannot be read.
        pub missing: Text,
        /// Notice: a file whose bytes cannot be read was not sent.
        pub notice_missing: Text,
        /// Name for an audio file without a name.
        pub audio: Text,
        /// Name for a video file without a name.
        pub video: Text,
        /// Name for any other file without a name.
        pub document: Text,
        /// Beside a file that the agent keeps.
        pub held: Text,
        /// Beside a file that somebody else keeps, with that name.
        pub held_by: Said(by: &str),
        /// Toast with an undo: a file was removed.
        pub removed: Text,
        /// Announcement: the number of attached files.
        pub attached: Said(count: usize),
        /// Why files cannot be interjected.
        pub no_interject: Text,
        /// A file is refused: its name, and the limit of one file.
        pub too_large: Said(name: &str, limit: &str),
        /// A file is refused: its name, and the limit of all files of a message.
        pub too_large_together: Said(name: &str, limit: &str),
        /// A file is refused: its name, and how many a message can have.
        pub too_many: Said(name: &str, limit: usize),
        /// A file is refused: its name.
        pub not_accepted: Said(name: &str),
        /// A file could not be read: its name.
        pub unreadable: Said(name: &str),
        /// In the running card: the message waits until these files are read.
        pub reading: Said(names: &str),
        /// In the running card: the message waits for the person's decision.
        pub held_back: Text,
        /// Question and announcement: this file of a submitted message could not be read.
        pub lost: Said(name: &str),
        /// Button that sends the message without the lost files.
        pub send_without: Text,
        /// Button that puts the message back into the field.
        pub keep_editing: Text,
        /// Under a message, and announcement: it was stopped before it was sent.
        pub not_sent: Text,
    }
}
