//! Real models behind HTTP endpoints, and the preparation of the history for them.
//!
//! The scripted model is in `script`. `http.rs` is the model, for every API; `chat`, `responses` and
//! `anthropic` each convert requests to one API and read its events. `turns.rs`, `attachment.rs`,
//! `items.rs` and `thoughts.rs` are what they share.

mod anthropic;
mod api;
mod attachment;
mod chat;
mod compact;
mod files;
mod http;
mod items;
mod learned;
mod normal;
mod prompt;
mod responses;
#[cfg(test)]
mod testing;
mod thoughts;
mod turns;

pub use api::Api;
pub use compact::compact;
pub use http::{HttpModel, Settings, SettingsError};
use normal::normal;
