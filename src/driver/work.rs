//! The driver's work that is a part of the program of its own: what a page that speaks AG-UI seldom needs.

use std::rc::Rc;

use midturn_core::id::{MessageId, ThreadId};
use midturn_protocol::protocol::Protocol;

use super::Runtime;

/// The driver's work that AG-UI seldom needs. It is loaded with the first other protocol, or when it
/// is needed, so that it is no part of a page that speaks AG-UI.
#[derive(Clone, Copy, Debug)]
pub struct OtherWork {
    pub(super) describe: fn(&Runtime, u64, Rc<dyn Protocol>),
    pub(super) load_past: fn(&Runtime, Rc<dyn Protocol>, ThreadId, Option<MessageId>),
}

impl OtherWork {
    /// The work. Call it in a part of the program alone.
    #[expect(
        clippy::new_without_default,
        reason = "a default would be used by mistake"
    )]
    pub fn new() -> Self {
        Self {
            describe: Runtime::describe,
            load_past: Runtime::load_past_of_backend,
        }
    }
}

/// Finds out which protocol a URL speaks. A page that speaks AG-UI does not load it.
#[derive(Clone, Copy, Debug)]
pub struct Detector {
    pub(super) search: fn(&Runtime, u64, &str),
}

impl Detector {
    /// The detector. Call it in a part of the program alone.
    #[expect(
        clippy::new_without_default,
        reason = "a default would be used by mistake"
    )]
    pub fn new() -> Self {
        Self {
            search: Runtime::search,
        }
    }
}
