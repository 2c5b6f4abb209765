//! What is on screen, one component a file.
//!
//! Not responsible for any decision: components read cells and send what a person did through
//! [`Actions`](crate::state::Actions). They know no effect, protocol or transport.
#![allow(
    clippy::needless_pass_by_value,
    clippy::too_many_lines,
    reason = "a component owns its props, and its markup is one expression"
)]

pub mod activity;
pub mod chat;
pub mod composer;
mod context;
mod each;
pub mod icon;
pub mod message;
pub mod queue;
pub mod running_card;
pub mod settings;
pub mod threads;
mod toast;
mod when;

pub use context::Ui;
pub use each::{Each, Row};
pub use toast::Toast;
pub use when::When;
