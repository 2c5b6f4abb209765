//! The Leptos components.
//!
//! A component reads the cells in its props and draws a view that follows them.
//! Components make no decisions: they read cells and send what the person did through
//! [`Actions`](crate::state::Actions). They know no effect, protocol or transport.

#![expect(
    unreachable_pub,
    reason = "`#[component]` makes public items of the props of a private component"
)]

pub mod activity;
mod announced;
pub mod answer;
mod aria;
pub mod attachment;
pub mod chat;
pub mod composer;
mod context;
mod dialog;
mod disclosure;
mod drawn;
mod drawn_by;
mod enlarged;
pub mod export;
mod fold;
pub mod icon;
mod menu;
pub mod message;
mod part;
mod place;
mod plan;
pub mod queue;
mod rendering;
pub mod running_card;
pub mod settings;
mod stop_scope;
#[cfg(test)]
mod testing;
pub mod threads;
mod toast;

pub use announced::Announced;
pub use aria::{flag, object_named};
pub use context::{Fields, Link, Surface, Ui};
pub use dialog::Dialog;
pub use disclosure::Disclosure;
pub use enlarged::Enlarged;
pub use fold::{CutFold, Fold, is_long, unfold_around};
pub use menu::OwnItem;
pub use part::Part;
pub use place::Place;
pub use stop_scope::stop_scope;
pub use toast::{Toast, Undoable};
