//! Tests of the reducer, by subject.
//!
//! Not responsible for what a network and a backend do to it together: see `exploration`.

pub(crate) mod builder;
pub(crate) mod invariants;

mod cancels;
mod card_table;
mod history;
mod interrupts;
mod random;
mod reload;
mod retries;
mod rules;
mod run_ends;
mod stored;
mod work;
