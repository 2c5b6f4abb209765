//! Keyboard shortcuts: their names and explanations.

/// Keyboard shortcuts: their names and explanations.
pub struct Keys {
    /// Title of the list of shortcuts, and of the button that shows it.
    pub shortcuts: &'static str,
    /// Label of the check box that turns shortcuts on.
    pub shortcuts_on: &'static str,
    /// Explains Enter: it sends, or during a run does what the person chose.
    pub shortcut_enter: &'static str,
    /// Explains the key for a new line.
    pub shortcut_newline: &'static str,
    /// Explains the key for the second way to send during a run: interject, or queue.
    pub shortcut_second: &'static str,
    /// Explains the key that stops the turn and sends the message in its place.
    pub shortcut_replace: &'static str,
    /// Explains the key that edits the last queued prompt, in an empty field.
    pub shortcut_edit_last: &'static str,
    /// Explains Escape: it closes what is open.
    pub shortcut_escape: &'static str,
    /// What Escape does in the editor that the card's Cancel opens.
    pub shortcut_escape_editor: &'static str,
    /// Explains Escape pressed twice: it stops the agent.
    pub shortcut_escape_twice: &'static str,
    /// Explains the key that opens this list.
    pub shortcut_help: &'static str,
    /// Hint after a first Escape: what a second Escape does.
    pub escape_hint: &'static str,
    /// What Enter does while no run is active.
    pub key_hint_enter: &'static str,
    /// What Enter does during a run, if it queues.
    pub key_hint_enter_queue: &'static str,
    /// What Enter does during a run, if it interjects.
    pub key_hint_enter_interject: &'static str,
    /// What Enter does during a run, if it replaces.
    pub key_hint_enter_replace: &'static str,
    /// What Shift+Enter does.
    pub key_hint_newline: &'static str,
}
