//! Reading a long thread: older messages, search, links to messages.

texts! {
    /// Reading a long thread.
    pub struct Reading {
        /// At the top, while older messages are loaded.
        pub past_loading: Text,
        /// At the top, when older messages could not be loaded.
        pub past_failed: Text,
        /// Button that retries the load.
        pub past_again: Text,
        /// Button that opens the search.
        pub find: Text,
        /// Label of the search field.
        pub find_label: Text,
        /// Button to the previous match.
        pub find_previous: Text,
        /// Button to the next match.
        pub find_next: Text,
        /// The position of the current match, and the number of matches.
        pub find_place: Said(place: usize, of: usize),
        /// No match was found.
        pub find_none: Text,
        /// Button that shows the whole of a long text, with its number of lines.
        pub fold_lines: Said(count: usize),
        /// Button that shows the whole of a text of few, long lines, with its number of characters.
        pub fold_characters: Said(count: usize),
        /// Button that folds the text again.
        pub fold_less: Text,
        /// Button that copies the link to a message.
        pub link_copy: Text,
        /// The link was copied.
        pub link_copied: Text,
        /// In place of the message that a link names, if the message is nowhere.
        pub link_missing: Text,
        /// What the shortcut that goes from turn to turn does.
        pub shortcut_turns: Text,
        /// The name of a row of buttons, of an answer or of the conversation.
        pub toolbar: Text,
        /// What the shortcut of the search does.
        pub shortcut_find: Text,
    }
}
