//! Tests of the reducer, by subject.
//!
//! Tests with a network and a backend are in `midturn-exploration`, those with random input or with
//! storage in `midturn-core-tests`.

mod again;
mod always;
mod answer_drafts;
mod approvals;
mod attachments;
mod bare_questions;
mod busy;
mod cancels;
mod card_table;
mod client_tools;
mod close;
mod consent;
mod cut_off;
mod decisions;
mod editing;
mod endings;
mod held;
mod history;
mod incoming;
mod interject;
mod interrupts;
mod introductions;
mod offline;
mod past;
mod plain_stop;
mod queue_edits;
mod quiet;
mod rate;
mod reading;
mod recall;
mod retries;
mod reused;
mod rules;
mod run_ends;
mod started;
mod state;
mod stretches;
mod tasks;
mod unheard;
mod work;
