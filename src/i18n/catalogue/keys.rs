//! Keyboard shortcuts: their names and explanations.

texts! {
    /// Keyboard shortcuts: their names and explanations.
    pub struct Keys {
        /// Title of the list of shortcuts, and of the button that shows it.
        pub shortcuts: Text,
        /// Label of the check box that turns shortcuts on.
        pub shortcuts_on: Text,
        /// Explains Enter: it sends, or during a run does what the person chose.
        pub shortcut_enter: Text,
        /// Explains the key for a new line.
        pub shortcut_newline: Text,
        /// Explains the key for the second way to send during a run: interject, or queue.
        pub shortcut_second: Text,
        /// Explains the key that stops the turn and sends the message in its place.
        pub shortcut_replace: Text,
        /// Explains the key that edits the last queued prompt, in an empty field.
        pub shortcut_edit_last: Text,
        /// Explains Escape: it closes what is open.
        pub shortcut_escape: Text,
        /// What Escape does in the editor that the card's Cancel opens.
        pub shortcut_escape_editor: Text,
        /// Explains Escape pressed twice: it stops the agent.
        pub shortcut_escape_twice: Text,
        /// Explains the key that opens this list.
        pub shortcut_help: Text,
        /// Hint after a first Escape: what a second Escape does.
        pub escape_hint: Text,
    }
}
