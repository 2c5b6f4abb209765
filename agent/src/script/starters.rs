//! What the page offers in an empty thread: what the agent is called, and messages to begin with.
//!
//! Each message shows something that few chats can do. Its first word chooses a scenario.

use serde_json::{Value, json};

/// What the agent is called in the middle of a sentence.
pub const AGENT: &str = "the demo agent";

/// The title of each message, a line about it, and the message.
const STARTERS: [[&str; 3]; 4] = [
    [
        "Watch three agents, stop one",
        "A team at work on the same bug",
        "Team: find out why the retry test fails",
    ],
    [
        "Approve a change",
        "With a diff that you can edit",
        "Approval: fix the unit in src/retry.rs",
    ],
    [
        "Queue while it works",
        "A test run of half a minute",
        "Slow: run the whole test suite",
    ],
    [
        "Lose the connection",
        "And come back to the same run",
        "Lost: explain the cause step by step",
    ],
];

/// The messages, as JSON.
pub fn starters() -> Value {
    let listed =
        STARTERS.map(|[title, about, text]| json!({"title": title, "about": about, "text": text}));
    listed.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::choose;

    #[test]
    fn each_starter_begins_its_scene() {
        let scenes = STARTERS.map(|[_, _, text]| choose(text).map(|scene| scene.name));
        let expected = ["team", "approval", "slow", "lost"];
        assert_eq!(scenes, expected.map(Some));
    }
}
