//! Activities: the folded stream of an ended turn, and the list that the stream and the running
//! card share.

mod blocks;
mod details;
mod facts;
mod interjection;
mod interjection_view;
mod ledger;
mod list;
mod output;
mod resolution;
mod row;
mod stream;
mod stretch;
mod summary;
mod task;
mod told;
mod tree;
mod words;

pub use details::fetch_details;
pub use interjection::Interjections;
pub use list::{ActivityList, fetch_steps};
pub use resolution::{closed_text, resolution_text, with_details};
pub use stream::{ActivityStream, outcome_line, outcome_words};
pub use stretch::{Place, Stretch, parts, use_place};
pub use summary::title;
pub use told::{Told, told};

#[cfg(test)]
mod tests;
