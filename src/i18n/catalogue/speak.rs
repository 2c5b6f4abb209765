//! Interjections: the composer during a run, the recipients, and the outcome.

texts! {
    /// Interjections: the composer during a run, the recipients, and the outcome.
    pub struct Speak {
        /// Button that sends the message to the agent inside the turn.
        pub interject: Text,
        /// Tooltip of that button.
        pub interject_title: Text,
        /// Hint: what queueing will do while the agent waits for an answer, with the number of prompts
        /// that come before the new one.
        pub hint_queue_waiting: Said(ahead: usize),
        /// Hint: what interjecting will do while an agent waits for its tools, with the agent's name.
        pub hint_interject_tools: Said(agent: &str),
        /// Hint: what interjecting will do while an agent writes, with the agent's name.
        pub hint_interject_now: Said(agent: &str),
        /// Hint: what interjecting will do while an agent writes, if interjections wait for the end of
        /// the response. Takes the agent's name.
        pub hint_interject_after: Said(agent: &str),
        /// Hint: what interjecting will do if interjections wait for the end of the response, and the
        /// agent accepts no messages inside a run.
        pub hint_next_turn: Text,
        /// Label of the setting that interjections wait for the agent's response to end.
        pub after_response: Text,
        /// Hint: what interjecting will do while the agent waits for an answer.
        pub hint_interject_waiting: Text,
        /// Hint: what interjecting will do with an agent that accepts no messages inside a run, while
        /// it waits for its tools.
        pub hint_restart_tools: Text,
        /// Hint: what interjecting will do with an agent that accepts no messages inside a run, while
        /// it writes.
        pub hint_restart_now: Text,
        /// Hint: what replacing will do.
        pub hint_replace: Text,
        /// Hint: what replacing will do while the agent waits for an answer.
        pub hint_replace_waiting: Text,
        /// Placeholder while Enter queues and the agent waits for an answer.
        pub placeholder_queue_waiting: Text,
        /// Placeholder while Enter interjects, with the name of the agent that gets the message.
        pub placeholder_interject: Said(agent: &str),
        /// Placeholder while Enter interjects and the agent waits for an answer.
        pub placeholder_interject_waiting: Text,
        /// Placeholder while Enter replaces.
        pub placeholder_replace: Text,
        /// Placeholder while Enter replaces and the agent waits for an answer.
        pub placeholder_replace_waiting: Text,
        /// Name of the turn's main agent, in a list of agents.
        pub main_agent: Text,
        /// Name for all agents, in a list of agents.
        pub all_agents: Text,
        /// Menu entry for choosing several agents.
        pub several_agents: Text,
        /// Menu entry that ends the choice of several agents.
        pub several_done: Text,
        /// Separates two names in a list.
        pub comma: Text,
        /// Hint: what interjecting will do with several agents, with their names.
        pub hint_interject_several: Said(agents: &str),
        /// The chip that shows who gets an interjection.
        pub target_chip: Said(agent: &str),
        /// Tooltip of the chip and its menu.
        pub target_title: Text,
        /// Preview: label of an interjection that the agent reads after the results of running work.
        pub preview_results: Text,
        /// Preview: label of an interjection that the agent reads as a message.
        pub preview_message: Text,
        /// State of an interjection: on the way to the backend.
        pub said_sending: Text,
        /// State: the backend has the message. Takes the name of the agent that will receive it.
        pub said_waiting: Said(agent: &str),
        /// State: waits for a tool, because the agent accepts no messages inside a run.
        pub said_held: Text,
        /// State: being taken back.
        pub said_going_back: Text,
        /// State: a changed text is on the way to the backend.
        pub said_changing: Text,
        /// State: the agent has received the message. Takes the agent's name.
        pub said_delivered: Said(agent: &str),
        /// State: the agent has received the message, and reports at which of its steps.
        pub said_delivered_at: Said(agent: &str, step: u64),
        /// State: the chosen agent had ended. Takes the name of the agent that gets the message.
        pub said_fell_back: Said(agent: &str),
        /// State: too late for the turn; the message is in the queue.
        pub said_queued: Text,
        /// State: the person stopped the turn first.
        pub said_stopped: Text,
        /// State: the backend could not be reached.
        pub said_unreachable: Text,
        /// State: the chosen agent had ended, and another agent has the same message.
        pub said_ended: Text,
        /// Button that opens the interjection's editor.
        pub said_edit: Text,
        /// Button that takes the interjection back.
        pub said_take_back: Text,
        /// Button that queues an interjection that was not delivered.
        pub said_queue_instead: Text,
        /// Label of the field while editing.
        pub said_edit_label: Text,
        /// Name of the list of interjections.
        pub said_list: Text,
        /// The person interjected a message.
        pub announce_interjected: Text,
        /// The agent got the interjection.
        pub announce_delivered: Text,
        /// The interjection came too late for the turn and was queued.
        pub announce_queued_instead: Text,
        /// The agent will not get the interjection.
        pub announce_not_delivered: Text,
        /// The program closed an editor, and moved what was written to the message field.
        pub announce_editor_closed: Text,
        /// The chosen agent has ended.
        pub announce_target_ended: Said(name: &str),
        /// Answers could not be sent.
        pub announce_answers_not_sent: Text,
    }
}
