//! The reference agent of Midturn: an AG-UI 1.0 backend that stops when it is told to.
//!
//! A module uses only modules that come before it here:
//!
//! - [`conversation`]: the messages, the tool calls and a person's decisions, as plain data.
//! - [`agui`]: the wire format; events out, and requests read into a conversation.
//! - [`engine`]: decides what a run's agents do next, without acting.
//! - [`record`]: reads a run's messages and outcome from its events.
//! - [`store`]: keeps events, and the messages and outcomes read from them, in a database.
//! - [`runtime`]: performs what the engine decides, on any model and tools.
//! - [`script`]: a model and tools that play named scenarios.
//! - [`tools`]: real tools, for files and commands.
//! - [`models`]: real models, asked over HTTP.
//! - [`options`]: the settings, from the command line and the environment.
//! - [`server`]: serves runs, threads and the page over HTTP.
//!
//! `clock` tells the time, and [`tls`] chooses the provider of cryptography. The command line and logging are in `main.rs`.

pub mod agui;
mod clock;
pub mod conversation;
pub mod engine;
pub mod models;
pub mod options;
pub mod record;
pub mod runtime;
pub mod script;
pub mod server;
pub mod store;
pub mod tls;
pub mod tools;
