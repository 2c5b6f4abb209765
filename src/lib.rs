//! Midturn: a chat UI for AI agents that a person can stop, redirect, queue behind and resume in
//! the middle of a turn.
//!
//! This crate is the browser's side: it drives the pure core and draws it. Conversations are
//! decided in `midturn-core`, wire formats are in `midturn-protocol`.

#[cfg(target_arch = "wasm32")]
pub mod app;
pub mod components;
pub mod debug;
pub mod driver;
pub mod extra;
pub mod hooks;
pub mod i18n;
pub mod part;
pub mod preferences;
pub mod state;
pub mod style;
pub mod transport;
