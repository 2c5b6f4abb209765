//! Messages of either side.
//!
//! Not responsible for activities, which have components of their own.

mod approvals;
mod assistant;
mod closed;
mod outcome;
mod partial;
mod stopping;
mod user;

pub use assistant::assistant_message;
pub use user::user_message;
