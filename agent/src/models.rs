//! Real models, and the preparation of the history for them.
//!
//! The scripted model is in `script`.

mod compact;
mod normal;
mod openai;
mod prompt;

pub use compact::compact;
use normal::normal;
pub use openai::{OpenAi, Settings};
