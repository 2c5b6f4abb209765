//! Opaque identifiers: cheap to clone, compared as whole strings, never parsed.
//!
//! The shell passes fresh ids in; the conversation derives run ids (see [`RunId::of_attempt`]).

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The id as sent over the wire.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(id: &str) -> Self {
                Self(id.into())
            }
        }

        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id.into())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id! {
    /// One conversation (AG-UI `threadId`).
    ThreadId
}
id! {
    /// One request and its stream of events (AG-UI `runId`). Unique within its thread.
    RunId
}
id! {
    /// One message. A prompt keeps its id from the moment it is submitted: in the queue, as a user
    /// message, and on every retry, so that a backend can recognise a duplicate.
    MessageId
}
id! {
    /// One file of a message; the key of its bytes.
    AttachmentId
}
id! {
    /// One page, or one element on a page, that shows threads. Every reload has a new one.
    PageId
}
id! {
    /// One activity of a turn: a tool call id, a subagent run id, or one derived from a step.
    ActivityId
}

impl RunId {
    /// The id of the `attempt`-th run (from 1) of the turn `turn`. Derived, so that the core needs
    /// no randomness; unique because message ids are.
    pub fn of_attempt(turn: &MessageId, attempt: u32) -> Self {
        Self::from(format!("{turn}.{attempt}"))
    }
}
