//! What is on screen, one component a file.
//!
//! A component is a function from what it shows to a view, which follows the cells from then on.
//! Not responsible for any decision: components read cells and send what a person did through
//! [`Actions`](crate::state::Actions). They know no effect, protocol or transport.

#![expect(
    unreachable_pub,
    reason = "what `#[component]` makes of the props of a private component is public"
)]

pub mod activity;
pub mod answer;
pub mod attachment;
pub mod chat;
pub mod composer;
mod context;
mod dialog;
mod disclosure;
mod flag;
mod fold;
pub mod icon;
pub mod message;
mod part;
pub mod queue;
mod reach;
pub mod running_card;
pub mod settings;
pub mod threads;
mod toast;

pub use context::{Fields, Json, Link, OnEnter, Ui};
pub use dialog::Dialog;
pub use disclosure::Disclosure;
pub use flag::flag;
pub use fold::{CutFold, Fold, is_long, unfold_around};
pub use part::Part;
pub use reach::reach;
pub use toast::{Toast, Undoable};
