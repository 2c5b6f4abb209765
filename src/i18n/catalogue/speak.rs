//! Interjections: the composer during a run, who gets one, and what became of it.
//!
//! Not responsible for the texts themselves: each language has its own module.

/// Interjections: the composer during a run, who gets one, and what became of it.
pub struct Speak {
    /// Button that gives the message to the agent inside the turn.
    pub interject: &'static str,
    /// What that button does.
    pub interject_title: &'static str,
    /// What queueing will do while the agent waits for an answer, with the prompts ahead.
    pub hint_queue_waiting: fn(ahead: usize) -> String,
    /// What interjecting will do while an agent waits for its tools, with its name.
    pub hint_interject_tools: fn(agent: &str) -> String,
    /// The same while it writes.
    pub hint_interject_now: fn(agent: &str) -> String,
    /// The same where interjections wait for its response to end.
    pub hint_interject_after: fn(agent: &str) -> String,
    /// The same for an agent that cannot be told inside a run.
    pub hint_next_turn: &'static str,
    /// Setting: they do.
    pub after_response: &'static str,
    /// The same while the agent waits for an answer.
    pub hint_interject_waiting: &'static str,
    /// What interjecting will do with an agent that cannot be told inside a run, while it waits
    /// for its tools.
    pub hint_restart_tools: &'static str,
    /// The same while it writes.
    pub hint_restart_now: &'static str,
    /// What replacing will do.
    pub hint_replace: &'static str,
    /// The same while the agent waits for an answer.
    pub hint_replace_waiting: &'static str,
    /// In the empty field, while Enter queues and the agent waits for an answer.
    pub placeholder_queue_waiting: &'static str,
    /// The same while Enter interjects, with the name of the agent that gets it.
    pub placeholder_interject: fn(agent: &str) -> String,
    /// The same while Enter interjects and the agent waits for an answer.
    pub placeholder_interject_waiting: &'static str,
    /// The same while Enter replaces.
    pub placeholder_replace: &'static str,
    /// The same while Enter replaces and the agent waits for an answer.
    pub placeholder_replace_waiting: &'static str,
    /// The agent that the turn belongs to, among others.
    pub main_agent: &'static str,
    /// Every agent, among others.
    pub all_agents: &'static str,
    /// Entry of the menu that lets several be chosen.
    pub several_agents: &'static str,
    /// Entry that closes the menu when they are.
    pub several_done: &'static str,
    /// Between two names of a list.
    pub comma: &'static str,
    /// What interjecting will do with several agents, with their names.
    pub hint_interject_several: fn(agents: &str) -> String,
    /// Who gets an interjection.
    pub target_chip: fn(agent: &str) -> String,
    /// What the chip and its menu are for.
    pub target_title: &'static str,
    /// Before an interjection as the agent reads it, at the end of a tool's result.
    pub preview_results: &'static str,
    /// Before an interjection as the agent reads it, as a message.
    pub preview_message: &'static str,
    /// It is on its way.
    pub said_sending: &'static str,
    /// The backend has it; with the name of the agent that gets it.
    pub said_waiting: fn(agent: &str) -> String,
    /// It waits for a tool, because the agent cannot be told inside a run.
    pub said_held: &'static str,
    /// It is being taken back.
    pub said_going_back: &'static str,
    /// Another text is on its way.
    pub said_changing: &'static str,
    /// The agent has it.
    pub said_delivered: fn(agent: &str) -> String,
    /// The agent has it, and says at which of its steps it got it.
    pub said_delivered_at: fn(agent: &str, step: u64) -> String,
    /// The agent that was meant had ended; with the one that gets it.
    pub said_fell_back: fn(agent: &str) -> String,
    /// It came too late.
    pub said_queued: &'static str,
    /// The person stopped the turn first.
    pub said_stopped: &'static str,
    /// The backend could not be reached.
    pub said_unreachable: &'static str,
    /// Its agent had ended, and another has the same message.
    pub said_ended: &'static str,
    /// Button that opens its editor.
    pub said_edit: &'static str,
    /// Button that takes it back.
    pub said_take_back: &'static str,
    /// Button of one that was not delivered.
    pub said_queue_instead: &'static str,
    /// Label of the field while editing.
    pub said_edit_label: &'static str,
    /// Name of the list of interjections.
    pub said_list: &'static str,
    /// The person said something inside the turn.
    pub announce_interjected: &'static str,
    /// The agent got it.
    pub announce_delivered: &'static str,
    /// It came too late for the turn.
    pub announce_queued_instead: &'static str,
    /// The agent will not get it.
    pub announce_not_delivered: &'static str,
    /// The agent that was chosen ended.
    pub announce_target_ended: fn(name: &str) -> String,
    /// Answers could not be sent.
    pub announce_answers_not_sent: &'static str,
}
