//! Keyboard shortcuts: their names and explanations.

/// Keyboard shortcuts: their names and explanations.
pub struct Keys {
    /// Title of the list of shortcuts, and of the button that shows it.
    pub shortcuts: &'static str,
    /// Label of the check box that turns shortcuts on.
    pub shortcuts_on: &'static str,
    /// What a key does.
    pub shortcut_enter: &'static str,
    /// What a key does.
    pub shortcut_newline: &'static str,
    /// What a key does.
    pub shortcut_second: &'static str,
    /// What a key does.
    pub shortcut_replace: &'static str,
    /// What a key does.
    pub shortcut_edit_last: &'static str,
    /// What a key does.
    pub shortcut_escape: &'static str,
    /// What Escape does in the editor that the card's Cancel opens.
    pub shortcut_escape_editor: &'static str,
    /// What a key does.
    pub shortcut_escape_twice: &'static str,
    /// What a key does.
    pub shortcut_help: &'static str,
    /// What a second Escape does, shown after the first.
    pub escape_hint: &'static str,
    /// What Enter does.
    pub key_hint_enter: &'static str,
    /// What Enter does during a run.
    pub key_hint_enter_queue: &'static str,
    /// What Enter does during a run.
    pub key_hint_enter_interject: &'static str,
    /// What Enter does during a run.
    pub key_hint_enter_replace: &'static str,
    /// What Shift+Enter does.
    pub key_hint_newline: &'static str,
}
