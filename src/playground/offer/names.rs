//! The element's events, parts and slots, and the scenes of the reference agent.

/// Every event.
pub(in super::super) const EVENTS: [&str; 15] = [
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
    "midturn-feedback",
    "midturn-agent-state",
    "midturn-error",
    "midturn-protocol-event",
];

/// Every part.
pub(in super::super) const PARTS: [&str; 17] = [
    "chat",
    "transcript",
    "message-user",
    "message-agent",
    "card",
    "stream",
    "activity",
    "interjection",
    "drawn",
    "plan",
    "pinned-plan",
    "approval",
    "queue",
    "prompt",
    "composer",
    "composer-input",
    "send",
];

/// Every slot.
pub(in super::super) const SLOTS: [&str; 5] = [
    "header",
    "empty",
    "composer-start",
    "composer-end",
    "footer",
];

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
