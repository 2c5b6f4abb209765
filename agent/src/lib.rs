//! The reference agent of Midturn: an AG-UI 1.0 backend that really stops when it is told to.
//!
//! From the inside out: [`agui`] is the wire vocabulary, [`engine`] decides and never acts,
//! [`script`] is a model and a toolbox that play named scenarios, [`models`] and [`tools`] are real
//! ones, [`runtime`] performs what the
//! engine decides, [`record`] reads off events what a run came to, [`store`] keeps it, [`server`]
//! puts it on HTTP. Not responsible for: command line and logging (`main.rs`), and anything the
//! page does.

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
