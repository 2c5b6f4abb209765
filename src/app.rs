//! The composition root: the only module that uses both the driver (with protocol and transport)
//! and the components (with state).
//!
//! The element uses it; the standalone page uses the element.

#![expect(
    unreachable_pub,
    reason = "what `#[component]` makes of the props of a private component is public"
)]

mod crash;
mod debugging;
mod files;
mod frame;
mod protocols;
mod session;
mod view;

pub use crash::report_crashes;
pub use frame::Frame;
pub use session::{Chosen, Session};
