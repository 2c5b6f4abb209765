//! Runs that fail or show nothing, and messages that wait for a connection, in English.

use crate::i18n::catalogue::Ends;
use crate::i18n::catalogue::Said::BuiltIn;

pub(super) const TEXTS: Ends = Ends {
    failed_status: BuiltIn(failed_status),
    failed_foreign: BuiltIn(failed_foreign),
    unanswered: "The agent ended without an answer.",
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
