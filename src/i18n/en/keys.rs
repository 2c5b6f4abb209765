//! Keyboard shortcuts, in English.

use crate::i18n::catalogue::Keys;

pub(super) const TEXTS: Keys = Keys {
    shortcuts: "Keyboard shortcuts",
    shortcuts_on: "Shortcuts of one key (?, Esc twice)",
    shortcut_enter: "Send; while the agent works: queue, or as set",
    shortcut_newline: "New line",
    shortcut_second: "While the agent works: interject, or queue where Enter interjects",
    shortcut_replace: "Stop the turn and send instead",
    shortcut_edit_last: "In an empty field: edit the last queued prompt",
    shortcut_escape: "Close what is open (a menu, a dialog, an edit)",
    shortcut_escape_editor: "In “Stop with a message…”: stop the agent without one",
    shortcut_escape_twice: "Stop the agent",
    shortcut_help: "This list",
    escape_hint: "Press Escape again to stop the agent",
    key_hint_enter: "Enter to send",
    key_hint_enter_queue: "Enter to queue",
    key_hint_enter_interject: "Enter to interject",
    key_hint_enter_replace: "Enter to replace",
    key_hint_newline: "Shift+Enter for a new line",
};
