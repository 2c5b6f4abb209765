//! The keys that send.

/// A key or key combination that sends the composer's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Enter,
    CtrlEnter,
    CtrlShiftEnter,
}

impl Key {
    /// The label on screen. `with_own_modifier` replaces `Ctrl+` on Apple keyboards.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Enter => "\u{23ce}",
            Self::CtrlEnter => "Ctrl+\u{23ce}",
            Self::CtrlShiftEnter => "Ctrl+\u{21e7}\u{23ce}",
        }
    }

    /// The value for `aria-keyshortcuts`.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Enter => "Enter",
            Self::CtrlEnter => "Control+Enter Meta+Enter",
            Self::CtrlShiftEnter => "Control+Shift+Enter Meta+Shift+Enter",
        }
    }
}
