//! The texts of approvals, tasks, stops and the ledger.
//!
//! Not responsible for the texts themselves: each language has its own module.

/// What stands before and after another text.
pub struct Around(
    pub(in crate::i18n) &'static str,
    pub(in crate::i18n) &'static str,
);

impl Around {
    /// The two around `text`.
    pub fn of(&self, text: &str) -> String {
        [self.0, text, self.1].concat()
    }
}

/// What a person can do about a turn at work, and what came of it.
pub struct Control {
    /// Name of an approval's group, around the tool's name.
    pub approval_label: Around,
    /// Name of the group, and heading, of a question that is no approval.
    pub question_label: &'static str,
    /// Button.
    pub approve: &'static str,
    /// Button: denies at once.
    pub deny: &'static str,
    /// Button that opens the field of the reason.
    pub deny_why: &'static str,
    /// Label of that field.
    pub deny_reason: &'static str,
    /// Button that opens the arguments' field.
    pub edit_arguments: &'static str,
    /// Label of that field.
    pub arguments_json: &'static str,
    /// Why Approve is disabled.
    pub arguments_bad: &'static str,
    /// The same, around an argument's name.
    pub argument_no_number: Around,
    /// The same, around an argument's name.
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
    /// An answer.
    pub answered_approved: &'static str,
    /// An answer.
    pub answered_edited: &'static str,
    /// An answer, perhaps followed by the reason.
    pub answered_denied: &'static str,
    /// An answer, followed by its words.
    pub answered_reply: &'static str,
    /// An answer: none.
    pub answered_abandoned: &'static str,
    /// Label of what a subagent said, beside what its call gave back.
    pub activity_said: &'static str,
    /// Why a question is closed.
    pub closed_replaced: &'static str,
    /// Why a question is closed.
    pub closed_stopped: &'static str,
    /// Why a question is closed.
    pub closed_overtaken: &'static str,
    /// Why a question is closed.
    pub closed_elsewhere: &'static str,
    /// Why a question is open again, followed by the backend's words.
    pub answer_refused: &'static str,
    /// Why a question is open again.
    pub answer_unknown: &'static str,
    /// In place of the button that changes the arguments.
    pub edits_forbidden: &'static str,
    /// Under the field of the reason.
    pub reason_follows: &'static str,
    /// Label of the field of an answer that is a JSON value.
    pub reply_json: &'static str,
    /// In the resume editor: what becomes of the open question when a message is sent.
    pub resume_replaces: &'static str,
    /// In the resume editor: what becomes of it when the next prompt is run.
    pub resume_overtakes: &'static str,
    /// What "Run now" does to a question that is open, said beforehand.
    pub run_now_overtakes: &'static str,
    /// How far an interjection is that was said in place of an answer.
    pub said_after_answer: &'static str,
    /// Label of an answer in an approval's details.
    pub activity_answer: &'static str,
    /// An answer that is not sent before the others are given.
    pub answer_waits: &'static str,
    /// Button beside it.
    pub answer_change: &'static str,
    /// Around the details of what is said: after it, and apart from its direction.
    pub details: Around,
    /// Name of a task's button, around its title.
    pub stop_task: Around,
    /// Button: what is being stopped is to stop at once.
    pub force: &'static str,
    /// Its title.
    pub force_title: &'static str,
    /// After it was pressed.
    pub force_asked: &'static str,
    /// Around how long ago the stop was asked for.
    pub stopping_for: Around,
    /// State of an activity.
    pub status_stopping: &'static str,
    /// After a tool's name, around how long it runs.
    pub still_running: Around,
    /// What became of a task, perhaps followed by the reason.
    pub task_stopped: &'static str,
    /// What became of a task that the person stopped.
    pub task_stopped_by_you: &'static str,
    /// Around the name of the task above it.
    pub task_stopped_with: Around,
    /// It was stopped because the whole turn was.
    pub task_stopped_turn: &'static str,
    /// Followed by why.
    pub task_refused: &'static str,
    /// Label of what a stopped task had done.
    pub task_partial: &'static str,
    /// Name of a task's progress bar.
    pub task_progress: &'static str,
    /// Under the texts of a cancelled turn.
    pub partial_mark: &'static str,
    /// Button under it.
    pub continue_here: &'static str,
    /// The message that the button sends to the agent.
    pub continue_message: &'static str,
    /// Button: the turn's message goes into the composer.
    pub edit_resend: &'static str,
    /// What a stop reaches: live subagents, and the prompts that wait.
    pub reach: fn(agents: usize, prompts: usize) -> String,
    /// The BCP 47 tag that times are written by.
    pub time_locale: &'static str,
    /// What opens the list of a turn's interruptions, around their number.
    pub ledger: Around,
    /// Followed by the steps done.
    pub ledger_stop_asked: &'static str,
    /// A line of the ledger.
    pub ledger_stop_forced: &'static str,
    /// A line of the ledger.
    pub ledger_stop_confirmed: &'static str,
    /// A line of the ledger.
    pub ledger_stop_unknown: &'static str,
    /// A line of the ledger.
    pub ledger_stop_late: &'static str,
    /// A line of the ledger.
    pub ledger_stopped_itself: &'static str,
    /// Around a task's title.
    pub ledger_task_asked: Around,
    /// Around a task's title, perhaps followed by the reason.
    pub ledger_task_stopped: Around,
    /// Around a task's title, followed by why.
    pub ledger_task_refused: Around,
    /// Around what the person said.
    pub ledger_interjected: Around,
    /// Around what the person said: the agent above gets it.
    pub ledger_fell_back: Around,
    /// Around what the person said.
    pub ledger_delivered: Around,
    /// Around what the person said: it came too late.
    pub ledger_queued: Around,
    /// Around what the person said: the turn was stopped first.
    pub ledger_undelivered: Around,
    /// Around what the person said: the agent could not be told.
    pub ledger_unreachable: Around,
    /// Around what the person said: its agent had ended, and another has it.
    pub ledger_ended: Around,
    /// Around what the agent asked about.
    pub ledger_asked: Around,
    /// Around what the agent asked about, followed by the answer.
    pub ledger_answered: Around,
    /// A line of the ledger.
    pub ledger_lost: &'static str,
    /// A line of the ledger.
    pub ledger_rejoined: &'static str,
}
