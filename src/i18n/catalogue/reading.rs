//! Reading a long thread: what is older, finding, links to messages.
//!
//! Not responsible for the texts themselves: each language has its own module.

/// Reading a long thread.
pub struct Reading {
    /// At the top, while older messages are fetched.
    pub past_loading: &'static str,
    /// At the top, when they could not be had.
    pub past_failed: &'static str,
    /// Button beside that.
    pub past_again: &'static str,
    /// Button that opens the search.
    pub find: &'static str,
    /// Label of its field.
    pub find_label: &'static str,
    /// Button to the match before.
    pub find_previous: &'static str,
    /// Button to the next match.
    pub find_next: &'static str,
    /// Which match it is, of how many.
    pub find_place: fn(usize, usize) -> String,
    /// There is no match.
    pub find_none: &'static str,
    /// Button that shows all of a long text: so many lines.
    pub fold_lines: fn(usize) -> String,
    /// Button that shows all of a text of few, long lines: so many characters.
    pub fold_characters: fn(usize) -> String,
    /// Button that shows its beginning alone again.
    pub fold_less: &'static str,
    /// Button that copies the address of a message.
    pub link_copy: &'static str,
    /// It was copied.
    pub link_copied: &'static str,
    /// What a key does.
    pub shortcut_find: &'static str,
}
