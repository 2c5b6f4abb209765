//! What is on screen, one component a file.
//!
//! Not responsible for any decision: components read cells and send what a person did through
//! [`Actions`](crate::state::Actions). They know no effect, protocol or transport.

pub mod activity;
pub mod chat;
pub mod composer;
mod context;
pub mod icon;
pub mod message;
pub mod queue;
pub mod running_card;
pub mod settings;
pub mod threads;
mod toast;

pub use context::Ui;
pub use toast::Toast;
