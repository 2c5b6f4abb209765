//! Midturn: a chat UI for AI agents that a person can stop, redirect, queue behind and resume in
//! the middle of a turn.
//!
//! This crate is the browser's side: it drives the pure core and draws it. `midturn-core` decides
//! what happens in a conversation, and `midturn-protocol` has the wire formats.

#[cfg(target_arch = "wasm32")]
pub mod app;
pub mod components;
pub mod debug;
pub mod driver;
pub mod extra;
pub mod given;
pub mod hooks;
pub mod i18n;
mod json;
mod listener;
pub mod part;
pub mod playground;
pub mod preferences;
pub mod state;
pub mod style;
pub mod told;
pub mod transport;
pub mod uuid;
