//! How a message is delivered to the agent.
//!
//! Not responsible for which delivery Enter uses; the person's setting decides that (see
//! [`OnEnter`]).

use crate::preferences::OnEnter;

/// How a message is delivered while a turn is open. The core's `Delivery` is something else: the
/// state of an interjection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeliveryMode {
    /// The message waits until the turn ends.
    Queue,
    /// The message goes into the running turn.
    Interject,
    /// The message replaces the turn.
    Replace,
}

impl From<OnEnter> for DeliveryMode {
    fn from(chosen: OnEnter) -> Self {
        match chosen {
            OnEnter::Queue => Self::Queue,
            OnEnter::Interject => Self::Interject,
            OnEnter::Replace => Self::Replace,
        }
    }
}
