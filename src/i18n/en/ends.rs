//! How turns end without a finished step, runs that fail or show nothing, and messages that wait for
//! a connection or the person, in English.

use super::count;
use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::catalogue::{Around, Ends};

pub(super) const TEXTS: Ends = Ends {
    completed: "Finished",
    thought_for: Around("Thought for ", ""),
    cancelled: "Cancelled",
    cancelled_in: Around("Cancelled after ", ""),
    failed: "Failed",
    interrupted: "Interrupted",
    needs_approval: "Needs your approval",
    needs_answer: "Needs your answer",
    failed_status: BuiltIn(failed_status),
    failed_foreign: BuiltIn(failed_foreign),
    unanswered: "The agent ended without an answer.",
    no_result: "A step has no result.",
    nameless: "Step without a name",
    quiet: Around("No word from the agent for ", ""),
    agents: BuiltIn(agents),
    activity_offline: "Waiting for a connection…",
};

fn failed_status(status: u16) -> String {
    format!("The agent failed (HTTP {status})")
}

fn failed_foreign(agent: &str, page: &str) -> String {
    format!(
        "The agent could not be reached. If it is running: {agent} is another origin, and must allow \
         this page ({page}) to use it (CORS)."
    )
}

fn agents(n: usize) -> String {
    count(n, "agent", "agents")
}
