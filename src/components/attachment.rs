//! Files that go with messages: choosing, pasting and dropping them, and how they are shown.
//!
//! Not responsible for their bytes, nor for where they go with their message.

mod add;
mod allowed;
mod came;
mod drop;
mod list;
mod save;
mod thumbnail;

pub use add::{attach_button, pasted};
pub use allowed::{Allowed, Attaching};
pub use drop::droppable;
pub use list::{Use, composer_files, file_list};
