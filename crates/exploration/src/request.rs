//! The client's requests while they are under way to the backend.

use midturn_core::id::RunId;

/// One request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Request {
    Post { run: RunId, text: String },
    Join { run: RunId, cursor: usize },
    Cancel { run: RunId },
}

/// A request under way. Requests may overtake one another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Sent {
    pub(super) request: Request,
    /// The network repeated the request; the client expects no answer to it.
    pub(super) echo: bool,
}
