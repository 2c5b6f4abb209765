//! Activities: the stream of a turn that is over, and the list that stream and card share.
//!
//! Not responsible for the running card around the list.

mod answer;
mod blocks;
mod details;
mod interjection;
mod ledger;
mod list;
mod output;
mod row;
mod said;
mod stream;
mod summary;
mod task;
mod told;
mod tree;
mod words;

use web_sys::Node;

use super::Ui;
use crate::dom::mounted;
use crate::state::TurnCell;
pub use answer::{answer_text, closed_text, with_details};
pub use interjection::Interjections;
pub use list::{ActivityList, list_id};
pub use stream::{ActivityStream, outcome_line, outcome_name};
pub use summary::title;
pub use told::{Told, told};

#[cfg(test)]
mod tests;

/// [`ActivityStream`] for what is not a component yet.
pub fn activity_stream(_: &Ui, turn: &TurnCell) -> Node {
    use leptos::prelude::*;
    mounted(view! { <ActivityStream turn=turn.signals()/> })
}
