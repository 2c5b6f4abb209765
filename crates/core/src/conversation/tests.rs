//! Tests of the reducer, by subject.
//!
//! Not responsible for what a network and a backend do to it together: see `midturn-exploration`,
//! which also has the tests that need random input or storage.

mod approvals;
mod attachments;
mod busy;
mod cancels;
mod card_table;
mod client_tools;
mod close;
mod cut_off;
mod history;
mod incoming;
mod interject;
mod interrupts;
mod missed;
mod offline;
mod past;
mod plain_stop;
mod retries;
mod rules;
mod run_ends;
mod started;
mod state;
mod tasks;
mod work;
