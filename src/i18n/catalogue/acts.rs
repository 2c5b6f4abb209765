//! What one does with a message: copy it, see its source.

texts! {
    /// What one does with a message.
    pub struct Acts {
        /// Button that copies an answer.
        pub copy: Text,
        /// The answer was copied.
        pub copied: Text,
        /// It could not be copied.
        pub not_copied: Text,
        /// Button that opens a menu of further actions.
        pub more: Text,
        /// Entry that copies the link to an answer.
        pub link: Text,
        /// Entry that shows the source of an answer.
        pub source: Text,
        /// Title of the dialog with the source.
        pub source_title: Text,
    }
}
