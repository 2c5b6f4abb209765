//! Interjections, in English.

use super::number;
use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::catalogue::Speak;

pub(super) const TEXTS: Speak = Speak {
    interject: "Interject",
    interject_title: "Tells the agent now, without ending the turn",
    hint_queue_waiting: BuiltIn(hint_queue_waiting),
    hint_interject_tools: BuiltIn(hint_interject_tools),
    hint_interject_now: BuiltIn(hint_interject_now),
    hint_interject_after: BuiltIn(hint_interject_after),
    hint_next_turn: "Starts the next turn, ahead of the queue, when this response is over",
    after_response: "Interjections wait for the response to end",
    hint_interject_waiting: "Rejects the open question; the agent reads this instead",
    hint_restart_tools: "Restarts the run with your message when the running tool finishes",
    hint_restart_now: "Restarts the run with your message now; what is written is kept",
    hint_replace: "Stops this turn and takes its place",
    hint_replace_waiting: "Drops the open question and takes its place",
    placeholder_queue_waiting: "Queue a message for after your answer…",
    placeholder_interject: BuiltIn(placeholder_interject),
    placeholder_interject_waiting: "Interject: say this instead of answering…",
    placeholder_replace: "Replace this turn with a message…",
    placeholder_replace_waiting: "Replace the question with a message…",
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
    announce_target_ended: BuiltIn(announce_target_ended),
    announce_answers_not_sent: "The answer could not be sent. The question is still open.",
};

fn hint_queue_waiting(ahead: usize) -> String {
    match ahead {
        0 => "Waits for your answer first".to_owned(),
        _ => format!("Waits for your answer first: {} ahead of it", number(ahead)),
    }
}

fn hint_interject_tools(agent: &str) -> String {
    format!("Goes to {agent} when the running tool finishes")
}

fn hint_interject_now(agent: &str) -> String {
    format!("Goes to {agent} now; what is written is kept")
}

fn placeholder_interject(agent: &str) -> String {
    format!("Interject: tell {agent}…")
}

fn target_chip(agent: &str) -> String {
    format!("To: {agent}")
}

fn said_waiting(agent: &str) -> String {
    format!("Waiting for {agent}")
}

fn said_delivered(agent: &str) -> String {
    format!("Delivered to {agent}")
}

fn said_delivered_at(agent: &str, step: u64) -> String {
    format!(
        "Delivered to {agent} at step {}",
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
    format!("Goes to {agents}: to each at its next step")
}

fn hint_interject_after(agent: &str) -> String {
    format!("Goes to {agent} when its response is over")
}
