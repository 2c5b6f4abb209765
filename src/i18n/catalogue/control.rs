//! Approvals, tasks, stops and the ledger.

/// The text before and the text after another text.
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

/// Approvals, tasks, stops and the ledger.
pub struct Control {
    /// Name of an approval's group, around the tool's name.
    pub approval_label: Around,
    /// Name of the group, and heading, of a question that is not an approval.
    pub question_label: &'static str,
    /// Button: approves.
    pub approve: &'static str,
    /// Button: denies at once.
    pub deny: &'static str,
    /// Button that opens the field for a reason.
    pub deny_why: &'static str,
    /// Label of that field.
    pub deny_reason: &'static str,
    /// Button that opens the field for the arguments.
    pub edit_arguments: &'static str,
    /// Label of that field.
    pub arguments_json: &'static str,
    /// Why Approve is disabled.
    pub arguments_bad: &'static str,
    /// Why Approve is disabled: an argument is not a number, around its name.
    pub argument_no_number: Around,
    /// Why Approve is disabled: an argument is not JSON, around its name.
    pub argument_no_json: Around,
    /// Button: one field for all arguments.
    pub edit_as_json: &'static str,
    /// Button: a field for each argument.
    pub edit_as_fields: &'static str,
    /// Label of the field of an answer in words.
    pub reply_label: &'static str,
    /// Around the time left.
    pub expires_in: Around,
    /// In place of the time left.
    pub expired: &'static str,
    /// An answer: approved.
    pub answered_approved: &'static str,
    /// An answer: approved with other arguments.
    pub answered_edited: &'static str,
    /// An answer: denied, perhaps followed by the reason.
    pub answered_denied: &'static str,
    /// An answer in words, followed by those words.
    pub answered_reply: &'static str,
    /// No answer was given.
    pub answered_abandoned: &'static str,
    /// Label of what a subagent said, beside the result of its call.
    pub activity_said: &'static str,
    /// Why a question is closed: a message was sent instead.
    pub closed_replaced: &'static str,
    /// Why a question is closed: the turn was stopped.
    pub closed_stopped: &'static str,
    /// Why a question is closed: the next prompt ran first.
    pub closed_overtaken: &'static str,
    /// Why a question is closed: it was answered elsewhere.
    pub closed_elsewhere: &'static str,
    /// Why a question is open again, followed by the backend's message.
    pub answer_refused: &'static str,
    /// Why a question is open again: nobody knows whether the backend has the answer.
    pub answer_unknown: &'static str,
    /// In place of the button that changes the arguments.
    pub edits_forbidden: &'static str,
    /// Below the field for a reason.
    pub reason_follows: &'static str,
    /// Label of the field of an answer that is a JSON value.
    pub reply_json: &'static str,
    /// In the resume editor: what happens to the open question when a message is sent.
    pub resume_replaces: &'static str,
    /// In the resume editor: what happens to the open question when the next prompt is run.
    pub resume_overtakes: &'static str,
    /// Warning beside "Run now": what it does to the open question.
    pub run_now_overtakes: &'static str,
    /// State of an interjection that was sent while a question was open: it goes after the answer.
    pub said_after_answer: &'static str,
    /// Label of an answer in an approval's details.
    pub activity_answer: &'static str,
    /// An answer that is not sent until all questions are answered.
    pub answer_waits: &'static str,
    /// Button that changes that answer.
    pub answer_change: &'static str,
    /// Around the details that follow a text. The details have their own writing direction.
    pub details: Around,
    /// Name of a task's button, around its title.
    pub stop_task: Around,
    /// Button that forces a pending stop.
    pub force: &'static str,
    /// Tooltip of that button.
    pub force_title: &'static str,
    /// After that button was pressed.
    pub force_asked: &'static str,
    /// Around the time since the stop was requested.
    pub stopping_for: Around,
    /// State of a stopping activity.
    pub status_stopping: &'static str,
    /// After a tool's name, around how long it has run.
    pub still_running: Around,
    /// Outcome of a stopped task, perhaps followed by the reason.
    pub task_stopped: &'static str,
    /// Outcome of a task that the person stopped.
    pub task_stopped_by_you: &'static str,
    /// Outcome of a task stopped with the task above it, around that task's name.
    pub task_stopped_with: Around,
    /// Outcome of a task stopped with the whole turn.
    pub task_stopped_turn: &'static str,
    /// The stop of a task was refused, followed by the reason.
    pub task_refused: &'static str,
    /// Label of the partial results of a stopped task.
    pub task_partial: &'static str,
    /// Name of a task's progress bar.
    pub task_progress: &'static str,
    /// Below the texts of a cancelled turn.
    pub partial_mark: &'static str,
    /// Button below that mark.
    pub continue_here: &'static str,
    /// The message that this button sends to the agent.
    pub continue_message: &'static str,
    /// Button that puts the turn's message into the composer.
    pub edit_resend: &'static str,
    /// What a stop affects: the number of running subagents and of waiting prompts.
    pub stop_scope: fn(agents: usize, prompts: usize) -> String,
    /// The BCP 47 tag for formatting times.
    pub time_locale: &'static str,
    /// Button that opens the list of a turn's interruptions, around their number.
    pub ledger: Around,
    /// A line of the ledger: the person stopped the turn. The number of finished steps follows.
    pub ledger_stop_asked: &'static str,
    /// A line of the ledger: the person forced the stop.
    pub ledger_stop_forced: &'static str,
    /// A line of the ledger: the backend confirmed the stop.
    pub ledger_stop_confirmed: &'static str,
    /// A line of the ledger: no answer says whether the agent stopped.
    pub ledger_stop_unknown: &'static str,
    /// A line of the ledger: the turn had ended before the stop.
    pub ledger_stop_late: &'static str,
    /// A line of the ledger: the agent stopped by itself.
    pub ledger_stopped_itself: &'static str,
    /// A line of the ledger: the person stopped a task. Around the task's title.
    pub ledger_task_asked: Around,
    /// A line of the ledger: a task has stopped. Around its title, perhaps followed by the reason.
    pub ledger_task_stopped: Around,
    /// A line of the ledger: a task did not stop. Around its title, followed by the reason.
    pub ledger_task_refused: Around,
    /// A line of the ledger, around the interjection.
    pub ledger_interjected: Around,
    /// An interjection whose agent had ended: the agent above gets it. Around its words.
    pub ledger_fell_back: Around,
    /// A delivered interjection, around its words.
    pub ledger_delivered: Around,
    /// An interjection that came too late, around its words.
    pub ledger_queued: Around,
    /// An interjection whose turn was stopped first, around its words.
    pub ledger_undelivered: Around,
    /// An interjection that could not be sent to the agent, around its words.
    pub ledger_unreachable: Around,
    /// An interjection whose agent had ended; another agent got a copy of it. Around its words.
    pub ledger_ended: Around,
    /// A question of the agent, around its subject.
    pub ledger_asked: Around,
    /// A question of the agent, around its subject, followed by the answer.
    pub ledger_answered: Around,
    /// A line of the ledger: the connection was lost.
    pub ledger_lost: &'static str,
    /// A line of the ledger: the connection is back.
    pub ledger_rejoined: &'static str,
}
