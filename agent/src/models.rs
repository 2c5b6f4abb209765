//! Real models, and what they need: a history that fits.
//!
//! Not responsible for: the scripted model (`script`).

mod compact;
mod normal;
mod openai;
mod prompt;

pub use compact::compact;
use normal::normal;
pub use openai::{OpenAi, Settings};
