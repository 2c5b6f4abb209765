//! Work that most pages never need, each in a part of the program that is loaded for it.

use std::rc::Rc;

use midturn_core::id::ThreadId;
use midturn_protocol::name::Name;
use midturn_protocol::protocol::Protocol;

use super::asks::{Asks, Coming};
use super::description::{Described, describe};
use super::kept::{Answered, kept};
use super::search::search;

/// Asks for the description of a backend.
type Describe = fn(Rc<dyn Asks>, Rc<dyn Protocol>) -> Coming<Described>;

/// Asks for the messages of a thread.
type Kept = fn(Rc<dyn Asks>, Rc<dyn Protocol>, ThreadId) -> Coming<Answered>;

/// Looks for the protocol of an answer, from its start.
type Search = fn(Rc<dyn Asks>, Rc<str>) -> Coming<Option<Name>>;

/// The driver's work that AG-UI seldom needs. It is loaded with the first other protocol, or when it
/// is needed, so that it is no part of a page that speaks AG-UI.
#[derive(Clone, Copy, Debug)]
pub struct OtherWork {
    pub(super) describe: Describe,
    pub(super) kept: Kept,
}

impl OtherWork {
    /// The work. Call it in a part of the program alone.
    #[expect(
        clippy::new_without_default,
        reason = "a default would be used by mistake"
    )]
    pub fn new() -> Self {
        Self {
            describe: |backend, protocol| Box::pin(describe(backend, protocol)),
            kept: |backend, protocol, thread| Box::pin(kept(backend, protocol, thread)),
        }
    }
}

/// Finds out which protocol a URL speaks. A page that speaks AG-UI does not load it.
#[derive(Clone, Copy, Debug)]
pub struct Detector {
    pub(super) search: Search,
}

impl Detector {
    /// The detector. Call it in a part of the program alone.
    #[expect(
        clippy::new_without_default,
        reason = "a default would be used by mistake"
    )]
    pub fn new() -> Self {
        Self {
            search: |backend, start| Box::pin(search(backend, start)),
        }
    }
}
