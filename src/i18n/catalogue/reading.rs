//! Reading a long thread: older messages, search, links to messages.

/// Reading a long thread.
pub struct Reading {
    /// At the top, while older messages are loaded.
    pub past_loading: &'static str,
    /// At the top, when older messages could not be loaded.
    pub past_failed: &'static str,
    /// Button that retries the load.
    pub past_again: &'static str,
    /// Button that opens the search.
    pub find: &'static str,
    /// Label of the search field.
    pub find_label: &'static str,
    /// Button to the previous match.
    pub find_previous: &'static str,
    /// Button to the next match.
    pub find_next: &'static str,
    /// The position of the current match, and the number of matches.
    pub find_place: fn(usize, usize) -> String,
    /// No match was found.
    pub find_none: &'static str,
    /// Button that shows the whole of a long text, with its number of lines.
    pub fold_lines: fn(usize) -> String,
    /// Button that shows the whole of a text of few, long lines, with its number of characters.
    pub fold_characters: fn(usize) -> String,
    /// Button that folds the text again.
    pub fold_less: &'static str,
    /// Button that copies the link to a message.
    pub link_copy: &'static str,
    /// The link was copied.
    pub link_copied: &'static str,
    /// What the shortcut of the search does.
    pub shortcut_find: &'static str,
}
