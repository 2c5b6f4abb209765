//! Tools for code, long texts and images.

texts! {
    /// Tools for code, long texts and images.
    pub struct Content {
        /// Button that saves a block of code as a file.
        pub code_download: Text,
        /// Button at a pasted file that puts its text into the composer.
        pub make_text: Text,
        /// Announced when a pasted text becomes a file.
        pub pasted_as_file: Text,
        /// Explains the keys that bring back what was sent before.
        pub shortcut_recall: Text,
        /// Button around an image that shows it in a dialog.
        pub enlarge: Text,
    }
}
