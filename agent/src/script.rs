//! The scripted model and its toolbox: named scenarios, the same every time, at a chosen speed.
//!
//! The first word of the last user message chooses a scenario (see [`CATALOGUE`]). Any other
//! message gets an answer about the tour before it or about its files, or a greeting. Words in the middle of a scenario are noted, and the scenario goes on. The server
//! plays scenarios that are HTTP answers without a run.
//!
//! An agent claims only what its tools have shown (`account.rs`), whatever a person does to them.

mod account;
mod beat;
mod catalogue;
mod files;
mod model;
mod scenario;
mod scenarios;
mod stage;
mod starters;
mod toolbox;
mod workspace;

pub use catalogue::{CATALOGUE, choose};
pub use model::ScriptedModel;
pub use scenario::{Group, HttpPlay, Play, Scenario};
pub use scenarios::tour::NAME as TOUR;
pub use starters::{AGENT, starters};
pub use toolbox::ScriptedTools;

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::{Millis, Policy, RetryRule, SubagentSpec};

/// The rules of scripted runs.
pub fn policy(time_limit: Option<Millis>) -> Policy {
    let subagents = [
        (
            "explore",
            "Reads through the code and reports what it finds",
        ),
        ("plan", "Works out the steps of a change"),
        ("agent", "Does a piece of the work by itself"),
        ("agent-ask", "Answers one question"),
    ];
    let subagents = subagents.map(|(name, description)| {
        let description = description.to_owned();
        (name.to_owned(), SubagentSpec { description })
    });
    Policy {
        needs_approval: BTreeSet::from(["write_file".to_owned()]),
        subagents: BTreeMap::from(subagents),
        time_limit,
        retry: RetryRule {
            retries: 3,
            first_pause: 500,
            longest_pause: 8_000,
        },
        ..Policy::default()
    }
}
