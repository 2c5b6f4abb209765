//! A recording: one thread of a chat as it was, and everything that has happened to it since. The
//! core is pure, so what it answered then it answers again.
//!
//! Not responsible for what is done with a recording, nor for its bytes.

use serde::{Deserialize, Serialize};

use crate::chat::ChatInput;
use crate::record::Record;
use crate::time::Millis;

pub use crate::chat::RecordedChat;

/// What has happened, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TimedInput {
    /// When it was taken.
    pub at: Millis,
    /// What it was.
    pub input: ChatInput,
}

impl Record for TimedInput {}
