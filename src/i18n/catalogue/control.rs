//! Approvals, tasks, stops and the ledger.

/// The text before and the text after another text.
#[derive(Clone, Copy)]
pub struct Around(
    pub(in crate::i18n) &'static str,
    pub(in crate::i18n) &'static str,
);

impl Around {
    /// Puts both around `text`.
    pub fn of(&self, text: &str) -> String {
        [self.0, text, self.1].concat()
    }
}

texts! {
    /// Approvals, tasks, stops and the ledger.
    pub struct Control {
        /// Name of an approval's group, around the tool's name.
        pub approval_label: Around(tool),
        /// Name of the group, and heading, of a question that is not an approval.
        pub question_label: Text,
        /// Button: approves.
        pub approve: Text,
        /// Button: opens the field for a reason, and then denies.
        pub deny: Text,
        /// Label of that field.
        pub deny_reason: Text,
        /// Button that opens the field for the arguments.
        pub edit_arguments: Text,
        /// Label of that field.
        pub arguments_json: Text,
        /// Why Approve is disabled.
        pub arguments_bad: Text,
        /// Why Approve is disabled: an argument is not a number, around its name.
        pub argument_no_number: Around(argument),
        /// Why Approve is disabled: an argument is not JSON, around its name.
        pub argument_no_json: Around(argument),
        /// Button: one field for all arguments.
        pub edit_as_json: Text,
        /// Button: a field for each argument.
        pub edit_as_fields: Text,
        /// Label of the field of an answer in words.
        pub reply_label: Text,
        /// Around the time left.
        pub expires_in: Around(time),
        /// In place of the time left.
        pub expired: Text,
        /// An answer: approved.
        pub answered_approved: Text,
        /// An answer: approved with other arguments.
        pub answered_edited: Text,
        /// An answer: denied, perhaps followed by the reason.
        pub answered_denied: Text,
        /// An answer in words, followed by those words.
        pub answered_reply: Text,
        /// No answer was given.
        pub answered_abandoned: Text,
        /// A line of the transcript: the person denied a tool's call, around the tool's name. The reason
        /// may follow.
        pub decided_denied: Around(tool),
        /// A line of the transcript: the person approved a tool's call with changed arguments, around
        /// the tool's name.
        pub decided_edited: Around(tool),
        /// Label of what a subagent said, beside the result of its call.
        pub activity_said: Text,
        /// Why a question is closed: a message was sent instead.
        pub closed_replaced: Text,
        /// Why a question is closed: the turn was stopped.
        pub closed_stopped: Text,
        /// Why a question is closed: the next prompt ran first.
        pub closed_overtaken: Text,
        /// Why a question is closed: it was answered elsewhere.
        pub closed_elsewhere: Text,
        /// Why a question is open again, followed by the backend's message.
        pub answer_refused: Text,
        /// Why a question is open again: nobody knows whether the backend has the answer.
        pub answer_unknown: Text,
        /// In place of the button that changes the arguments.
        pub edits_forbidden: Text,
        /// Below the field for a reason.
        pub reason_follows: Text,
        /// Label of the field of an answer that is a JSON value.
        pub reply_json: Text,
        /// In the resume editor: what happens to the open question when a message is sent.
        pub resume_replaces: Text,
        /// In the resume editor: what happens to the open question when the next prompt is run.
        pub resume_overtakes: Text,
        /// Tooltip of "Run now": what it does to the open question.
        pub run_now_overtakes: Text,
        /// State of an interjection that was sent while a question was open: it goes after the answer.
        pub said_after_answer: Text,
        /// Label of an answer in an approval's details.
        pub activity_answer: Text,
        /// An answer that is not sent until all questions are answered.
        pub answer_waits: Text,
        /// Button that changes that answer.
        pub answer_change: Text,
        /// Around the details that follow a text. The details have their own writing direction.
        pub details: Around(details),
        /// Around what a button is for, after its name: a conversation's title, or the start of a prompt.
        /// Screen readers say it, because a list has many such buttons.
        pub object: Around(object),
        /// Name of a task's button, around its title.
        pub stop_task: Around(task),
        /// Button that forces a pending stop.
        pub force: Text,
        /// Tooltip of that button.
        pub force_title: Text,
        /// After that button was pressed.
        pub force_asked: Text,
        /// Around the time since the stop was requested.
        pub stopping_for: Around(time),
        /// State of a stopping activity.
        pub status_stopping: Text,
        /// After a tool's name, around how long it has run.
        pub still_running: Around(time),
        /// Outcome of a stopped task, perhaps followed by the reason.
        pub task_stopped: Text,
        /// Outcome of a task that the person stopped.
        pub task_stopped_by_you: Text,
        /// Outcome of a task stopped with the task above it, around that task's name.
        pub task_stopped_with: Around(task),
        /// Outcome of a task stopped with the whole turn.
        pub task_stopped_turn: Text,
        /// The stop of a task was refused, followed by the reason.
        pub task_refused: Text,
        /// Label of the partial results of a stopped task.
        pub task_partial: Text,
        /// Name of a task's progress bar.
        pub task_progress: Text,
        /// Below the texts of a cancelled turn.
        pub partial_mark: Text,
        /// Button below that mark.
        pub continue_here: Text,
        /// The message that this button sends to the agent.
        pub continue_message: Text,
        /// Button that puts the turn's message into the composer.
        pub edit_resend: Text,
        /// What a stop affects: the main agent.
        pub stop_scope_main: Text,
        /// What a stop affects: the main agent and this number of running subagents.
        pub stop_scope_agents: Said(count: usize),
        /// After that: the number of waiting prompts.
        pub stop_scope_prompts: Said(count: usize),
        /// The BCP 47 tag for formatting times.
        pub time_locale: Tag,
        /// Button that opens the list of a turn's interruptions, with their number.
        pub ledger: Said(count: usize),
        /// A line of the ledger: the person stopped the turn. The number of finished steps follows.
        pub ledger_stop_asked: Text,
        /// A line of the ledger: the person forced the stop.
        pub ledger_stop_forced: Text,
        /// A line of the ledger: the backend confirmed the stop.
        pub ledger_stop_confirmed: Text,
        /// A line of the ledger: no answer says whether the agent stopped.
        pub ledger_stop_unknown: Text,
        /// A line of the ledger: the turn had ended before the stop.
        pub ledger_stop_late: Text,
        /// A line of the ledger: the agent stopped by itself.
        pub ledger_stopped_itself: Text,
        /// A line of the ledger: the person stopped a task. Around the task's title.
        pub ledger_task_asked: Around(task),
        /// A line of the ledger: a task has stopped. Around its title, perhaps followed by the reason.
        pub ledger_task_stopped: Around(task),
        /// A line of the ledger: a task did not stop. Around its title, followed by the reason.
        pub ledger_task_refused: Around(task),
        /// A line of the ledger, around the interjection.
        pub ledger_interjected: Around(words),
        /// An interjection whose agent had ended: the agent above gets it. Around its words.
        pub ledger_fell_back: Around(words),
        /// A delivered interjection, around its words.
        pub ledger_delivered: Around(words),
        /// An interjection that came too late, around its words.
        pub ledger_queued: Around(words),
        /// An interjection whose turn was stopped first, around its words.
        pub ledger_undelivered: Around(words),
        /// An interjection that could not be sent to the agent, around its words.
        pub ledger_unreachable: Around(words),
        /// An interjection whose agent had ended; another agent got a copy of it. Around its words.
        pub ledger_ended: Around(words),
        /// A question of the agent, around its subject.
        pub ledger_asked: Around(subject),
        /// A question of the agent, around its subject, followed by the answer.
        pub ledger_answered: Around(subject),
        /// A line of the ledger: the connection was lost.
        pub ledger_lost: Text,
        /// A line of the ledger: the connection is back.
        pub ledger_rejoined: Text,
    }
}

impl Control {
    /// What a stop affects: the number of running subagents and of waiting prompts.
    pub fn stop_scope(&self, agents: usize, prompts: usize) -> String {
        let stops = match agents {
            0 => self.stop_scope_main.to_owned(),
            _ => self.stop_scope_agents(agents),
        };
        match prompts {
            0 => stops,
            _ => [&stops, " ", &self.stop_scope_prompts(prompts)].concat(),
        }
    }
}
