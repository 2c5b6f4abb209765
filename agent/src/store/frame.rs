//! What the store passes on to a connection.

use std::sync::Arc;

use tokio::sync::OwnedSemaphorePermit;

/// One item for the connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// One SSE event.
    Data {
        /// Its number in the thread; `None` when the event is not in the log.
        seq: Option<u64>,
        /// The data.
        data: Arc<str>,
    },
    /// Break the connection.
    Break,
}

/// A frame that has arrived. While it is kept, it counts against the outlet's limit.
#[derive(Debug)]
pub struct Delivered {
    /// The frame.
    pub frame: Frame,
    pub(super) _room: OwnedSemaphorePermit,
}
