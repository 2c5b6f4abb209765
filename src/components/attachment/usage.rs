//! What can be done with a file where it is shown.

/// What the person can do with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Remove it from the composer.
    Remove,
    /// Nothing: its message waits in the queue.
    Wait,
    /// Save it, or open its link.
    Save,
    /// Like `Save`, for a tool's result: the whole picture is shown.
    Look,
}

impl Use {
    /// The class of a list of such files.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Remove | Self::Wait => "mt-files",
            Self::Save => "mt-files mt-files--said",
            Self::Look => "mt-files mt-files--given",
        }
    }

    /// Whether the person can save or open the file.
    pub(super) fn is_given(self) -> bool {
        match self {
            Self::Remove | Self::Wait => false,
            Self::Save | Self::Look => true,
        }
    }
}
