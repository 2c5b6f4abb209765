//! Files in messages: choosing, pasting, dropping and showing them.
//!
//! Not responsible for their bytes, nor for sending them.

mod add;
mod allowed;
mod came;
mod composed;
mod drop;
mod file;
mod in_address;
mod list;
mod refused;
mod remote;
mod save;
mod thumbnail;
mod usage;

pub use add::{AttachButton, describe, pasted, read};
pub use allowed::{Allowed, Attaching, Refusal};
pub use composed::ComposerFiles;
pub use drop::{DropZone, has_files};
pub use in_address::{InAddress, picture_in};
pub use list::FileList;
pub use thumbnail::WholePicture;
pub use usage::Use;
