//! The list of every text of the interface.
//!
//! Not responsible for the texts themselves: each language has its own module.

/// What stands before and after another text.
pub struct Around(pub(super) &'static str, pub(super) &'static str);

impl Around {
    /// The two around `text`.
    pub fn of(&self, text: &str) -> String {
        [self.0, text, self.1].concat()
    }
}

/// Every text of the interface in one language. Those with a number, or another text inside,
/// are functions.
pub struct Catalogue {
    /// The product.
    pub app_name: &'static str,
    /// The skip link.
    pub skip_to_composer: &'static str,

    // Threads.
    /// Heading of the thread list.
    pub threads: &'static str,
    /// Button that begins a thread.
    pub new_thread: &'static str,
    /// Title of a thread without messages.
    pub untitled: &'static str,
    /// Button that opens the title's field.
    pub rename: &'static str,
    /// Label of that field.
    pub rename_title: &'static str,
    /// Button that deletes a thread.
    pub delete: &'static str,
    /// Toast with [`undo`](Self::undo).
    pub deleted_thread: &'static str,
    /// Toast with [`undo`](Self::undo).
    pub deleted_prompt: &'static str,
    /// Button of a toast.
    pub undo: &'static str,
    /// Button of a dialog or notice.
    pub close: &'static str,
    /// Button that opens the drawer.
    pub open_threads: &'static str,
    /// Button that closes the drawer.
    pub close_threads: &'static str,
    /// State dot in the list, for screen readers.
    pub thread_running: &'static str,
    /// State dot in the list, for screen readers.
    pub thread_paused: &'static str,
    /// Button that keeps an edit.
    pub save: &'static str,
    /// Button that drops an edit.
    pub cancel_edit: &'static str,

    // Settings.
    /// Button and title of the dialog.
    pub settings: &'static str,
    /// Label.
    pub theme: &'static str,
    /// Choice.
    pub theme_auto: &'static str,
    /// Choice.
    pub theme_light: &'static str,
    /// Choice.
    pub theme_dark: &'static str,
    /// Label.
    pub language: &'static str,
    /// Choice.
    pub language_auto: &'static str,
    /// Label.
    pub agent_url: &'static str,
    /// Help below the field.
    pub agent_url_help: &'static str,
    /// Label of a check box.
    pub expand_steps: &'static str,
    /// Label: what Enter does while the agent works.
    pub on_enter: &'static str,
    /// Choice.
    pub on_enter_queue: &'static str,
    /// Choice.
    pub on_enter_interject: &'static str,
    /// Choice.
    pub on_enter_replace: &'static str,

    // The transcript.
    /// Name of the log.
    pub transcript_label: &'static str,
    /// Before a message of the person, for screen readers.
    pub message_you: &'static str,
    /// Before a message of the agent, for screen readers.
    pub message_agent: &'static str,
    /// Heading of an empty thread.
    pub empty_title: &'static str,
    /// What one can do here.
    pub empty_body: &'static str,
    /// Button to the end of the transcript.
    pub jump_latest: &'static str,
    /// The same with a count of new messages.
    pub jump_new: fn(n: usize) -> String,

    // The composer.
    /// Label of the field.
    pub composer_label: &'static str,
    /// While nothing runs.
    pub composer_placeholder: &'static str,
    /// While a turn runs or the queue is paused.
    pub composer_placeholder_running: &'static str,
    /// Button that starts a turn.
    pub send: &'static str,
    /// Button that queues.
    pub queue_button: &'static str,
    /// Button that stops the turn and sends the message instead.
    pub replace: &'static str,
    /// What that button does.
    pub replace_title: &'static str,
    /// Button that stops the turn.
    pub stop: &'static str,
    /// What queueing will do, with the prompts ahead.
    pub hint_queue: fn(ahead: usize) -> String,
    /// The same when the queue is paused.
    pub hint_queue_paused: fn(ahead: usize) -> String,
    /// What Enter does.
    pub key_hint_enter: &'static str,
    /// What Enter does during a run.
    pub key_hint_enter_queue: &'static str,
    /// What Ctrl+Shift+Enter does during a run; `Ctrl` is another key on some keyboards.
    pub key_hint_replace: &'static str,
    /// What Shift+Enter does.
    pub key_hint_newline: &'static str,

    // The running card.
    /// Opens the editor; nothing is stopped yet.
    pub cancel: &'static str,
    /// Opens the editor of a paused queue.
    pub resume: &'static str,
    /// Closes the editor, and leaves the run.
    pub keep_running: &'static str,
    /// Dismisses while cancelling: stops the run.
    pub dismiss_cancel: &'static str,
    /// Its tooltip.
    pub dismiss_cancel_title: &'static str,
    /// Dismisses after the run ended by itself.
    pub dismiss_over: &'static str,
    /// Dismisses while resuming.
    pub dismiss_resume: &'static str,
    /// Label while cancelling.
    pub editor_label_cancel: &'static str,
    /// Label after the run ended by itself.
    pub editor_label_over: &'static str,
    /// Label while resuming.
    pub editor_label_resume: &'static str,
    /// While cancelling.
    pub editor_placeholder_cancel: &'static str,
    /// While resuming.
    pub editor_placeholder_resume: &'static str,
    /// Cancels the run and sends.
    pub submit_cancel: &'static str,
    /// Sends after the run ended by itself.
    pub submit_over: &'static str,
    /// Sends, and the queue goes on after it.
    pub submit_resume: &'static str,
    /// Starts the first prompt.
    pub submit_resume_blank: &'static str,
    /// Below the editor while cancelling.
    pub cancel_hint: &'static str,
    /// Why the queue is paused.
    pub reason_cancelled: &'static str,
    /// Why the queue is paused.
    pub reason_failed: &'static str,
    /// Why the queue is paused.
    pub reason_interrupted: &'static str,
    /// Why the queue is paused.
    pub reason_waiting: &'static str,
    /// Why the queue is paused.
    pub reason_editing: &'static str,
    /// Why the queue is paused.
    pub reason_finished: &'static str,
    /// The timer for screen readers, around a [`duration`](Self::duration).
    pub timer_label: fn(text: &str) -> String,
    /// Milliseconds as a timer shows them: `12 s`, `1 min 5 s`, `1 h 2 min`.
    pub duration: fn(duration_ms: u64) -> String,

    // The queue.
    /// Heading of a paused queue, with the prompts waiting.
    pub paused_title: fn(n: usize) -> String,
    /// Heading of the queue, with its prompts.
    pub queue_title: fn(n: usize) -> String,
    /// Name of the list.
    pub queue_label: &'static str,
    /// Button of a prompt.
    pub prompt_edit: &'static str,
    /// Button of a prompt.
    pub prompt_delete: &'static str,
    /// Button of a prompt.
    pub prompt_up: &'static str,
    /// Button of a prompt.
    pub prompt_down: &'static str,
    /// Tooltip of the handle.
    pub prompt_drag: &'static str,
    /// Button of a prompt.
    pub prompt_run_now: &'static str,
    /// Its tooltip.
    pub prompt_run_now_title: &'static str,
    /// Label of the field while editing.
    pub prompt_edit_label: &'static str,
    /// Mark on a prompt being edited.
    pub prompt_held: &'static str,

    // Activities and outcomes.
    /// Summary of a completed turn.
    pub steps: fn(n: usize) -> String,
    /// Summary of a cancelled turn, with its finished steps.
    pub cancelled_after: fn(n: usize) -> String,
    /// Summary of a failed turn.
    pub failed_after: fn(n: usize) -> String,
    /// Summary of an interrupted turn.
    pub interrupted_after: fn(n: usize) -> String,
    /// Summary of a turn that waits for an approval.
    pub waiting_after: fn(n: usize) -> String,
    /// Opens the activities.
    pub show_steps: &'static str,
    /// Closes them.
    pub hide_steps: &'static str,
    /// Before the first event of a run.
    pub activity_waiting: &'static str,
    /// While a request is repeated.
    pub activity_retrying: &'static str,
    /// While a lost stream is taken up.
    pub activity_rejoining: &'static str,
    /// While the backend is busy with a turn that was stopped.
    pub activity_blocked: &'static str,
    /// While text arrives.
    pub activity_writing: &'static str,
    /// Title of reasoning that goes on.
    pub activity_thinking: &'static str,
    /// Title of reasoning that is over.
    pub activity_thought: &'static str,
    /// Label of a tool call's arguments.
    pub activity_arguments: &'static str,
    /// Label of its result.
    pub activity_result: &'static str,
    /// Title of an approval.
    pub activity_approval: &'static str,
    /// Label of an error.
    pub activity_error: &'static str,
    /// Status for screen readers.
    pub status_running: &'static str,
    /// Status for screen readers.
    pub status_done: &'static str,
    /// Status for screen readers.
    pub status_failed: &'static str,
    /// Status for screen readers.
    pub status_cancelled: &'static str,
    /// Status for screen readers.
    pub status_interrupted: &'static str,
    /// Status for screen readers.
    pub status_waiting: &'static str,
    /// Nobody confirmed the stop.
    pub stop_unknown: &'static str,
    /// Outcome.
    pub failed_agent: &'static str,
    /// Outcome, with the HTTP status.
    pub failed_refused: fn(status: u16) -> String,
    /// Outcome.
    pub failed_unreachable: &'static str,
    /// Outcome.
    pub failed_not_stream: &'static str,
    /// Outcome: no terminal event.
    pub interrupted_truncated: &'static str,
    /// Outcome: the network failed.
    pub interrupted_network: &'static str,
    /// Outcome: unreadable events.
    pub interrupted_malformed: &'static str,
    /// Outcome: the page went away.
    pub interrupted_reload: &'static str,
    /// Outcome: an approval is open.
    pub waiting_body: &'static str,
    /// Button of an outcome.
    pub try_again: &'static str,

    // Announcements, for screen readers only.
    /// A turn began.
    pub announce_started: &'static str,
    /// A turn completed.
    pub announce_finished: &'static str,
    /// A turn ended under the open editor.
    pub announce_finished_editing: &'static str,
    /// A turn was cancelled, with its finished steps.
    pub announce_cancelled: fn(n: usize) -> String,
    /// A turn failed.
    pub announce_failed: &'static str,
    /// A stream was lost.
    pub announce_interrupted: &'static str,
    /// An approval is open.
    pub announce_waiting: &'static str,
    /// A prompt was queued, with the prompts ahead.
    pub announce_queued: fn(ahead: usize) -> String,
    /// The queue was paused, with the prompts waiting.
    pub announce_paused: fn(n: usize) -> String,
    /// A prompt was moved: its place from 1, and how many there are.
    pub announce_moved: fn(place: usize, of: usize) -> String,
    /// A prompt was removed.
    pub announce_removed: &'static str,
    /// An undo.
    pub announce_restored: &'static str,
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

    // Notices.
    /// Storage is not available.
    pub notice_storage: &'static str,
    /// Stored data was unreadable.
    pub notice_corrupt: &'static str,
    /// A bug.
    pub notice_crash: &'static str,
    /// Button that reloads the page.
    pub reload: &'static str,

    // Approvals and tasks.
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
    /// Label of an answer in an approval's details.
    pub activity_answer: &'static str,
    /// An answer that is not sent before the others are given.
    pub answer_waits: &'static str,
    /// Button beside it.
    pub answer_change: &'static str,
    /// Between what is said and its details.
    pub colon: &'static str,
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
    /// Around what the agent asked about.
    pub ledger_asked: Around,
    /// Around what the agent asked about, followed by the answer.
    pub ledger_answered: Around,
    /// A line of the ledger.
    pub ledger_lost: &'static str,
    /// A line of the ledger.
    pub ledger_rejoined: &'static str,
}
