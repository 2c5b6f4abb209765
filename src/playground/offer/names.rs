//! The element's events, parts and slots, and the scenes of the reference agent.

/// Every event.
pub(in super::super) const EVENTS: [&str; 17] = [
    "midturn-ready",
    "midturn-state",
    "midturn-turn-start",
    "midturn-turn-end",
    "midturn-message",
    "midturn-queue",
    "midturn-interjection",
    "midturn-approval",
    "midturn-thread",
    "midturn-threads",
    "midturn-unseen",
    "midturn-menu",
    "midturn-shortcuts",
    "midturn-feedback",
    "midturn-agent-state",
    "midturn-error",
    "midturn-protocol-event",
];

/// Every part, from the table for embedders.
pub(in super::super) fn parts() -> Vec<&'static str> {
    named("## Parts")
}

/// Every slot, from the table for embedders.
pub(in super::super) fn slots() -> Vec<&'static str> {
    named("## Slots")
}

/// The names in the first column of the tables below a heading of `docs/theming.md`.
pub(super) fn named(heading: &str) -> Vec<&'static str> {
    let below = include_str!("../../../docs/theming.md").split_once(heading);
    let section = below.and_then(|(_, below)| below.split("\n## ").next());
    let rows = section.unwrap_or_default().lines();
    rows.filter_map(|row| row.strip_prefix("| `")?.split('`').next())
        .collect()
}

/// The scenes of the reference agent that have a button. Each is the message that starts it.
pub(in super::super) const SCENES: [&str; 10] = [
    "text",
    "rich",
    "reasoning",
    "tools",
    "team",
    "approval",
    "tide",
    "todo",
    "slow",
    "fail",
];
