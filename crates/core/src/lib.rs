//! The pure core of Midturn: the transcript, the queue, the running card, and the one reducer over
//! them.
//!
//! It has no DOM, time, network, storage, randomness or wire format. Each input carries the time
//! and fresh ids; work for the outside is returned as effects.

pub mod attachment;
pub mod card;
pub mod change;
pub mod chat;
pub mod client_tool;
pub mod composer;
pub mod control;
pub mod conversation;
pub mod delivery;
pub mod effect;
pub mod find;
pub mod history;
pub mod id;
pub mod input;
pub mod left_out;
pub mod plan;
pub mod queue;
pub mod rating;
pub mod record;
pub mod recording;
pub mod request;
pub mod run_event;
pub mod sharing;
pub mod step;
mod stored;
pub mod time;
mod title;
pub mod transcript;

#[cfg(any(test, feature = "testing"))]
pub mod testing;
