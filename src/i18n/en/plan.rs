//! Plans of the agent, in English.

use super::{count, number};
use crate::i18n::catalogue::Plan;
use crate::i18n::catalogue::Said::BuiltIn;

pub(super) const TEXTS: Plan = Plan {
    title: "Plan",
    progress: BuiltIn(|done, of| format!("{} of {} done", number(done), number(of))),
    pending: "Not started",
    running: "In progress",
    done: "Done",
    failed: "Failed",
    skipped: "Skipped",
    unfinished: "Not finished",
    earlier: BuiltIn(|steps| count(steps, "earlier step", "earlier steps")),
    later: BuiltIn(|steps| count(steps, "more step", "more steps")),
    pinned: "Current plan",
    step_of: BuiltIn(|step, of| format!("Step {} of {}", number(step), number(of))),
    show_all: BuiltIn(|steps| format!("Show all {} steps", number(steps))),
    show_more: "Show more steps",
    show_less: "Show fewer steps",
};
