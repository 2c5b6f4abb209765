//! Activities: the stream of a turn that is over, and the list that stream and card share.
//!
//! Not responsible for the running card around the list.

mod answer;
mod blocks;
mod interjection;
mod ledger;
mod list;
mod output;
mod row;
mod stream;
mod summary;
mod task;
mod tree;

pub use answer::{answer_text, closed_text, with_details};
pub use interjection::interjections;
pub use ledger::{Told, told};
pub use list::activity_list;
pub use stream::{activity_stream, outcome_line, outcome_name};
pub use summary::title;

#[cfg(test)]
mod tests;
