//! Types of option values.

use clap::ValueEnum;

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}

/// What happens to a run when its client disconnects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnDisconnect {
    /// It is cancelled, because nobody listens.
    Cancel,
    /// It goes on, because its client may re-join.
    Continue,
}

/// When a message reaches the model that is answering.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum WhenStreaming {
    /// The answer ends here, as far as it has come.
    Now,
    /// The answer goes on to its end.
    AfterResponse,
}

impl From<WhenStreaming> for crate::engine::WhenStreaming {
    fn from(when: WhenStreaming) -> Self {
        match when {
            WhenStreaming::Now => Self::Now,
            WhenStreaming::AfterResponse => Self::AfterResponse,
        }
    }
}
