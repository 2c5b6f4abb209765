//! Messages of either side.
//!
//! Not responsible for activities, which have components of their own.

mod assistant;
mod outcome;
mod text;
mod user;

pub use assistant::AssistantMessage;
pub use text::StreamedText;
pub use user::UserMessage;
