//! The reference agent of Midturn: an AG-UI 1.0 backend that stops when it is told to.
//!
//! From the inside out: [`agui`] has the wire types, and [`engine`] decides without acting.
//! [`script`] is a model and a toolbox that play named scenarios; [`models`] and [`tools`] are real
//! ones. [`runtime`] performs what the engine decides. [`record`] reads a run's messages and
//! outcome from its events, [`store`] keeps them, and [`server`] serves HTTP. The command line and
//! logging are in `main.rs`.

pub mod agui;
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
