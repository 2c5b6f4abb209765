//! Interjections, in English.

use super::{count, number};
use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::catalogue::Speak;

pub(super) const TEXTS: Speak = Speak {
    interject: "Steer",
    interject_title: "Tells the agent now; the turn goes on",
    hint_queue_waiting: BuiltIn(hint_queue_waiting),
    hint_interject_tools: BuiltIn(hint_interject_tools),
    hint_interject_now: BuiltIn(hint_interject_now),
    hint_interject_after: BuiltIn(hint_interject_after),
    hint_next_turn: "Sent when this answer is done, before the queue",
    after_response: "Let the agent finish its answer before it reads my message",
    hint_interject_waiting: "Denies, and tells the agent why",
    hint_restart_tools: "The agent reads it after the running step",
    hint_restart_now: "The agent reads it right away; what is written is kept",
    hint_replace: "Stops the agent, then sends this",
    hint_replace_waiting: "Denies, and starts over with this",
    placeholder_queue_waiting: "Queue a message for after your answer…",
    placeholder_interject: BuiltIn(placeholder_interject),
    placeholder_interject_waiting: "Or say what to do instead…",
    placeholder_replace: "Stop the agent and send…",
    placeholder_replace_waiting: "Start over with a message…",
    main_agent: "the main agent",
    all_agents: "all agents",
    several_agents: "Several agents…",
    several_done: "Done",
    comma: ", ",
    hint_interject_several: BuiltIn(hint_interject_several),
    target_chip: BuiltIn(target_chip),
    target_title: "Who gets this message",
    preview_results: "The agent reads, after the results:",
    preview_message: "The agent reads, as your next message:",
    said_sending: "Sending…",
    said_waiting: BuiltIn(said_waiting),
    said_held: "Waits for the running tool",
    said_going_back: "Taking it back…",
    said_changing: "Changing it…",
    said_delivered: BuiltIn(said_delivered),
    said_delivered_at: BuiltIn(said_delivered_at),
    said_fell_back: BuiltIn(said_fell_back),
    said_queued: "Too late for this turn: it is in the queue",
    said_stopped: "Not delivered: the turn was stopped",
    said_unreachable: "Not delivered: the agent could not be reached",
    said_ended: "Not delivered: its agent had ended, and another has the message",
    said_edit: "Edit message",
    said_take_back: "Take back",
    said_queue_instead: "Queue it instead",
    said_edit_label: "Edit message",
    said_list: "What you told the agent",
    announce_interjected: "Waiting for the agent to get it.",
    announce_delivered: "The agent got your message.",
    announce_queued_instead: "Too late for this turn: your message is next in the queue.",
    announce_not_delivered: "Your message was not delivered.",
    announce_editor_closed: "What you were writing is in the message field.",
    announce_target_ended: BuiltIn(announce_target_ended),
    announce_answers_not_sent: "The answer could not be sent. The question is still open.",
};

fn hint_queue_waiting(ahead: usize) -> String {
    match ahead {
        0 => "Sent after your answer".to_owned(),
        _ => format!(
            "Sent after your answer and {}",
            count(ahead, "other", "others")
        ),
    }
}

fn hint_interject_tools(agent: &str) -> String {
    format!("Read by {agent} after the running step")
}

fn hint_interject_now(agent: &str) -> String {
    format!("Read by {agent} right away")
}

fn placeholder_interject(agent: &str) -> String {
    format!("Steer {agent}…")
}

fn target_chip(agent: &str) -> String {
    format!("To: {agent}")
}

fn said_waiting(agent: &str) -> String {
    format!("Not read by {agent} yet")
}

fn said_delivered(agent: &str) -> String {
    format!("Read by {agent}")
}

fn said_delivered_at(agent: &str, step: u64) -> String {
    format!(
        "Read by {agent} at step {}",
        number(usize::try_from(step).unwrap_or(usize::MAX))
    )
}

fn said_fell_back(agent: &str) -> String {
    format!("The agent you meant had ended; it goes to {agent}")
}

fn announce_target_ended(name: &str) -> String {
    format!("{name} has ended.")
}

fn hint_interject_several(agents: &str) -> String {
    format!("Read by {agents}: by each at its next step")
}

fn hint_interject_after(agent: &str) -> String {
    format!("Read by {agent} when its answer is done")
}
