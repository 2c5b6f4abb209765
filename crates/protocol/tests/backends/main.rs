//! Recorded exchanges with backends of the protocols other than AG-UI, read whole and at every
//! split, and compared with what the protocols' own clients made of them.

#![allow(
    clippy::unwrap_used,
    reason = "tests may panic; clippy exempts test functions, not their helpers"
)]

mod a2a;
mod ai_sdk;
#[path = "../it/items.rs"]
mod items;
mod langgraph;
mod openai;
mod recorded;
