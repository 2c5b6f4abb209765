//! Keyboard shortcuts, in English.

use crate::i18n::catalogue::Keys;

pub(super) const TEXTS: Keys = Keys {
    shortcuts: "Keyboard shortcuts",
    shortcuts_on: "Single-key shortcuts (?, Esc Esc)",
    shortcut_enter: "Send (queues while the agent works, unless set otherwise)",
    shortcut_newline: "New line",
    shortcut_second: "While the agent works: steer, or queue where Enter steers",
    shortcut_replace: "Stop and send",
    shortcut_edit_last: "In an empty field: edit the last queued prompt",
    shortcut_escape: "Close what is open (a menu, a dialog, an edit)",
    shortcut_escape_editor: "In “Stop and send…”: stop the agent",
    shortcut_escape_twice: "Stop the agent",
    shortcut_help: "This list",
    escape_hint: "Press Escape again to stop the agent",
};
