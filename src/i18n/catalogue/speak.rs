//! Interjections: the composer during a run, the recipients, and the outcome.

/// Interjections: the composer during a run, the recipients, and the outcome.
pub struct Speak {
    /// Button that sends the message to the agent inside the turn.
    pub interject: &'static str,
    /// Tooltip of that button.
    pub interject_title: &'static str,
    /// Hint: what queueing will do while the agent waits for an answer, with the number of prompts
    /// that come before the new one.
    pub hint_queue_waiting: fn(ahead: usize) -> String,
    /// Hint: what interjecting will do while an agent waits for its tools, with the agent's name.
    pub hint_interject_tools: fn(agent: &str) -> String,
    /// Hint: what interjecting will do while an agent writes, with the agent's name.
    pub hint_interject_now: fn(agent: &str) -> String,
    /// Hint: what interjecting will do while an agent writes, if interjections wait for the end of
    /// the response. Takes the agent's name.
    pub hint_interject_after: fn(agent: &str) -> String,
    /// Hint: what interjecting will do if interjections wait for the end of the response, and the
    /// agent accepts no messages inside a run.
    pub hint_next_turn: &'static str,
    /// Label of the setting that interjections wait for the agent's response to end.
    pub after_response: &'static str,
    /// Hint: what interjecting will do while the agent waits for an answer.
    pub hint_interject_waiting: &'static str,
    /// Hint: what interjecting will do with an agent that accepts no messages inside a run, while
    /// it waits for its tools.
    pub hint_restart_tools: &'static str,
    /// Hint: what interjecting will do with an agent that accepts no messages inside a run, while
    /// it writes.
    pub hint_restart_now: &'static str,
    /// Hint: what replacing will do.
    pub hint_replace: &'static str,
    /// Hint: what replacing will do while the agent waits for an answer.
    pub hint_replace_waiting: &'static str,
    /// Placeholder while Enter queues and the agent waits for an answer.
    pub placeholder_queue_waiting: &'static str,
    /// Placeholder while Enter interjects, with the name of the agent that gets the message.
    pub placeholder_interject: fn(agent: &str) -> String,
    /// Placeholder while Enter interjects and the agent waits for an answer.
    pub placeholder_interject_waiting: &'static str,
    /// Placeholder while Enter replaces.
    pub placeholder_replace: &'static str,
    /// Placeholder while Enter replaces and the agent waits for an answer.
    pub placeholder_replace_waiting: &'static str,
    /// Name of the turn's main agent, in a list of agents.
    pub main_agent: &'static str,
    /// Name for all agents, in a list of agents.
    pub all_agents: &'static str,
    /// Menu entry for choosing several agents.
    pub several_agents: &'static str,
    /// Menu entry that ends the choice of several agents.
    pub several_done: &'static str,
    /// Separates two names in a list.
    pub comma: &'static str,
    /// Hint: what interjecting will do with several agents, with their names.
    pub hint_interject_several: fn(agents: &str) -> String,
    /// The chip that shows who gets an interjection.
    pub target_chip: fn(agent: &str) -> String,
    /// Tooltip of the chip and its menu.
    pub target_title: &'static str,
    /// Preview: label of an interjection that the agent reads after the results of running work.
    pub preview_results: &'static str,
    /// Preview: label of an interjection that the agent reads as a message.
    pub preview_message: &'static str,
    /// State of an interjection: on the way to the backend.
    pub said_sending: &'static str,
    /// State: the backend has the message. Takes the name of the agent that will receive it.
    pub said_waiting: fn(agent: &str) -> String,
    /// State: waits for a tool, because the agent accepts no messages inside a run.
    pub said_held: &'static str,
    /// State: being taken back.
    pub said_going_back: &'static str,
    /// State: a changed text is on the way to the backend.
    pub said_changing: &'static str,
    /// State: the agent has received the message. Takes the agent's name.
    pub said_delivered: fn(agent: &str) -> String,
    /// State: the agent has received the message, and reports at which of its steps.
    pub said_delivered_at: fn(agent: &str, step: u64) -> String,
    /// State: the chosen agent had ended. Takes the name of the agent that gets the message.
    pub said_fell_back: fn(agent: &str) -> String,
    /// State: too late for the turn; the message is in the queue.
    pub said_queued: &'static str,
    /// State: the person stopped the turn first.
    pub said_stopped: &'static str,
    /// State: the backend could not be reached.
    pub said_unreachable: &'static str,
    /// State: the chosen agent had ended, and another agent has the same message.
    pub said_ended: &'static str,
    /// Button that opens the interjection's editor.
    pub said_edit: &'static str,
    /// Button that takes the interjection back.
    pub said_take_back: &'static str,
    /// Button that queues an interjection that was not delivered.
    pub said_queue_instead: &'static str,
    /// Label of the field while editing.
    pub said_edit_label: &'static str,
    /// Name of the list of interjections.
    pub said_list: &'static str,
    /// The person interjected a message.
    pub announce_interjected: &'static str,
    /// The agent got the interjection.
    pub announce_delivered: &'static str,
    /// The interjection came too late for the turn and was queued.
    pub announce_queued_instead: &'static str,
    /// The agent will not get the interjection.
    pub announce_not_delivered: &'static str,
    /// The chosen agent has ended.
    pub announce_target_ended: fn(name: &str) -> String,
    /// Answers could not be sent.
    pub announce_answers_not_sent: &'static str,
}
