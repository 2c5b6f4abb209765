//! A recording: one thread of a chat at some moment, and every input after that. The core is pure,
//! so replaying the inputs reproduces the results.

use serde::{Deserialize, Serialize};

use crate::chat::ChatInput;
use crate::record::Record;
use crate::time::Millis;

pub use crate::chat::RecordedChat;

/// An input and its time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TimedInput {
    /// When it was applied.
    pub at: Millis,
    /// The input.
    pub input: ChatInput,
}

impl Record for TimedInput {}
