//! The list of every text of the interface. Each language has its own module with the texts.

mod answer;
mod attach;
mod backend;
mod control;
mod debug;
mod ends;
mod history;
mod keys;
mod reading;
mod speak;

pub(super) use answer::Answer;
pub(super) use attach::Attach;
pub(super) use backend::Backend;
pub use control::Around;
pub(super) use control::Control;
pub use debug::Debug;
pub(super) use ends::Ends;
pub(super) use history::History;
pub(super) use keys::Keys;
pub(super) use reading::Reading;
pub(super) use speak::Speak;

/// Every text of the interface in one language. Texts with a number or another text inside are
/// functions.
pub struct Catalogue {
    /// Interjections.
    pub speak: Speak,
    /// The list of a thread's interruptions.
    pub history: History,
    /// The backend's protocol.
    pub backend: Backend,
    /// Runs that fail or show nothing.
    pub ends: Ends,
    /// Keyboard shortcuts.
    pub keys: Keys,
    /// Parts of an answer, such as code, images and tables.
    pub answer: Answer,
    /// The language's tag.
    pub locale: &'static str,
    /// Button that opens the browser's file chooser.
    pub attach_files: &'static str,
    /// Files that go with messages.
    pub attach: Attach,
    /// The debug panel.
    pub debug: Debug,
    /// Reading a long thread.
    pub reading: Reading,
    /// Approvals, tasks, stops and the ledger.
    pub control: Control,
    /// The product's name.
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
    /// Label of the title's field.
    pub rename_title: &'static str,
    /// Button that deletes a thread.
    pub delete: &'static str,
    /// Toast with [`undo`](Self::undo): a thread was deleted.
    pub deleted_thread: &'static str,
    /// Toast with [`undo`](Self::undo): a prompt was removed.
    pub deleted_prompt: &'static str,
    /// Button of a toast.
    pub undo: &'static str,
    /// Button of a dialog or notice.
    pub close: &'static str,
    /// Button that opens the drawer.
    pub open_threads: &'static str,
    /// Button that closes the drawer.
    pub close_threads: &'static str,
    /// State of a thread in the list: the agent works.
    pub thread_running: &'static str,
    /// State of a thread in the list: the queue is paused.
    pub thread_paused: &'static str,
    /// State of a thread in the list: the agent waits for an answer.
    pub thread_waiting: &'static str,
    /// Button that keeps an edit.
    pub save: &'static str,
    /// Button that drops an edit.
    pub cancel_edit: &'static str,

    // Settings.
    /// Button and title of the dialog.
    pub settings: &'static str,
    /// Label of the choice of theme.
    pub theme: &'static str,
    /// Theme: the system's.
    pub theme_auto: &'static str,
    /// Theme: light.
    pub theme_light: &'static str,
    /// Theme: dark.
    pub theme_dark: &'static str,
    /// Label of the choice of language.
    pub language: &'static str,
    /// Language: the browser's.
    pub language_auto: &'static str,
    /// Label of the agent's URL.
    pub agent_url: &'static str,
    /// Help below the field.
    pub agent_url_help: &'static str,
    /// Label of a check box.
    pub expand_steps: &'static str,
    /// Label: what Enter does while the agent works.
    pub on_enter: &'static str,
    /// Enter queues the message.
    pub on_enter_queue: &'static str,
    /// Enter interjects the message.
    pub on_enter_interject: &'static str,
    /// Enter stops the turn and sends the message.
    pub on_enter_replace: &'static str,

    /// Label of a check box: the system notifies of turns that end unseen.
    pub notify: &'static str,

    // The transcript.
    /// Name of the log.
    pub transcript_label: &'static str,
    /// Before a message of the person, for screen readers.
    pub message_you: &'static str,
    /// Before a message of the agent, for screen readers.
    pub message_agent: &'static str,
    /// Heading of an empty thread.
    pub empty_title: &'static str,
    /// Help in an empty thread.
    pub empty_body: &'static str,
    /// Button that begins the guided tour.
    pub empty_tour: &'static str,
    /// Button that jumps to the end of the transcript.
    pub jump_latest: &'static str,
    /// The same, with the number of new messages.
    pub jump_new: fn(n: usize) -> String,

    // The composer.
    /// Label of the field.
    pub composer_label: &'static str,
    /// Placeholder while nothing runs.
    pub composer_placeholder: &'static str,
    /// Placeholder while a message would join the queue of a running turn.
    pub composer_placeholder_queue: &'static str,
    /// Placeholder while the queue is paused.
    pub composer_placeholder_paused: &'static str,
    /// Button that starts a turn.
    pub send: &'static str,
    /// Button that queues.
    pub queue_button: &'static str,
    /// Button that stops the turn and sends the message instead.
    pub replace: &'static str,
    /// Tooltip of that button.
    pub replace_title: &'static str,
    /// Button that stops the turn.
    pub stop: &'static str,
    /// Hint: what queueing will do, with the number of prompts ahead.
    pub hint_queue: fn(ahead: usize) -> String,
    /// The same hint while the queue is paused.
    pub hint_queue_paused: fn(ahead: usize) -> String,

    // The running card.
    /// Opens the editor; nothing is stopped yet.
    pub cancel: &'static str,
    /// Tooltip of [`cancel`](Self::cancel).
    pub cancel_title: &'static str,
    /// Opens the editor of a paused queue.
    pub resume: &'static str,
    /// Closes the editor, and lets the run go on.
    pub keep_running: &'static str,
    /// Dismisses while cancelling: stops the run.
    pub dismiss_cancel: &'static str,
    /// Tooltip of [`dismiss_cancel`](Self::dismiss_cancel).
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
    /// Placeholder while cancelling.
    pub editor_placeholder_cancel: &'static str,
    /// Placeholder while resuming.
    pub editor_placeholder_resume: &'static str,
    /// Cancels the run and sends.
    pub submit_cancel: &'static str,
    /// Sends after the run ended by itself.
    pub submit_over: &'static str,
    /// Sends, and then the queue continues.
    pub submit_resume: &'static str,
    /// Starts the first prompt.
    pub submit_resume_blank: &'static str,
    /// Hint below the editor while cancelling: what Escape does.
    pub cancel_hint: &'static str,
    /// Why the queue is paused: the last turn was cancelled.
    pub reason_cancelled: &'static str,
    /// Why the queue is paused: the last turn failed.
    pub reason_failed: &'static str,
    /// Why the queue is paused: the connection to the last turn was lost.
    pub reason_interrupted: &'static str,
    /// Why the queue is paused: the agent waits for an approval.
    pub reason_waiting: &'static str,
    /// Why the queue is paused: the person edits the next prompt.
    pub reason_editing: &'static str,
    /// Why the queue is paused: the turn finished while the person was writing.
    pub reason_finished: &'static str,
    /// The timer for screen readers, around a [`duration`](Self::duration).
    pub timer_label: fn(text: &str) -> String,
    /// Milliseconds as a timer shows them: `12 s`, `1 min 5 s`, `1 h 2 min`.
    pub duration: fn(duration_ms: u64) -> String,

    // The queue.
    /// Heading of a paused queue, with the number of waiting prompts.
    pub paused_title: fn(n: usize) -> String,
    /// Heading of the queue, with the number of its prompts.
    pub queue_title: fn(n: usize) -> String,
    /// Name of the list.
    pub queue_label: &'static str,
    /// Button that edits a prompt.
    pub prompt_edit: &'static str,
    /// Button that removes a prompt.
    pub prompt_delete: &'static str,
    /// Button that moves a prompt up.
    pub prompt_up: &'static str,
    /// Button that moves a prompt down.
    pub prompt_down: &'static str,
    /// Tooltip of the handle.
    pub prompt_drag: &'static str,
    /// Button that runs a prompt now.
    pub prompt_run_now: &'static str,
    /// Tooltip of [`prompt_run_now`](Self::prompt_run_now).
    pub prompt_run_now_title: &'static str,
    /// Label of the field while editing.
    pub prompt_edit_label: &'static str,
    /// Mark on a prompt being edited.
    pub prompt_held: &'static str,

    // Activities and outcomes.
    /// Summary of a completed turn.
    pub steps: fn(n: usize) -> String,
    /// Summary of a cancelled turn, with the number of finished steps.
    pub cancelled_after: fn(n: usize) -> String,
    /// Summary of a failed turn.
    pub failed_after: fn(n: usize) -> String,
    /// Summary of an interrupted turn.
    pub interrupted_after: fn(n: usize) -> String,
    /// Summary of a turn that waits for an approval.
    pub waiting_after: fn(n: usize) -> String,
    /// Opens the activities.
    pub show_steps: &'static str,
    /// Closes the activities.
    pub hide_steps: &'static str,
    /// Before the first event of a run.
    pub activity_waiting: &'static str,
    /// While a request is repeated.
    pub activity_retrying: &'static str,
    /// The agent is already at work in the thread; the message is sent again after a while.
    pub activity_busy: &'static str,
    /// While a lost stream is being rejoined.
    pub activity_rejoining: &'static str,
    /// While the backend is still busy with a stopped turn.
    pub activity_blocked: &'static str,
    /// While text arrives.
    pub activity_writing: &'static str,
    /// Title of reasoning in progress.
    pub activity_thinking: &'static str,
    /// Title of finished reasoning.
    pub activity_thought: &'static str,
    /// Label of a tool call's arguments.
    pub activity_arguments: &'static str,
    /// Label of a tool call's result.
    pub activity_result: &'static str,
    /// Title of an approval.
    pub activity_approval: &'static str,
    /// Label of an error.
    pub activity_error: &'static str,
    /// Status of an activity for screen readers: running.
    pub status_running: &'static str,
    /// Status of an activity for screen readers: done.
    pub status_done: &'static str,
    /// Status of an activity for screen readers: failed.
    pub status_failed: &'static str,
    /// Status of an activity for screen readers: cancelled.
    pub status_cancelled: &'static str,
    /// Status of an activity for screen readers: interrupted.
    pub status_interrupted: &'static str,
    /// Status of an activity for screen readers: waiting.
    pub status_waiting: &'static str,
    /// The stop was not confirmed.
    pub stop_unknown: &'static str,
    /// Outcome: the agent reported an error.
    pub failed_agent: &'static str,
    /// Outcome, with the HTTP status.
    pub failed_refused: fn(status: u16) -> String,
    /// Outcome: the agent could not be reached.
    pub failed_unreachable: &'static str,
    /// Outcome: the response is not a stream.
    pub failed_not_stream: &'static str,
    /// Outcome: no terminal event.
    pub interrupted_truncated: &'static str,
    /// Outcome: the network failed.
    pub interrupted_network: &'static str,
    /// Outcome: unreadable events.
    pub interrupted_malformed: &'static str,
    /// Outcome: the page was closed or reloaded.
    pub interrupted_reload: &'static str,
    /// Outcome: an approval is open.
    pub waiting_body: &'static str,
    /// Button of an outcome.
    pub try_again: &'static str,
    /// In place of a part that could not be fetched, with [`try_again`](Self::try_again).
    pub part_failed: &'static str,

    // Announcements, for screen readers only.
    /// A turn began.
    pub announce_started: &'static str,
    /// A turn completed.
    pub announce_finished: &'static str,
    /// A turn ended under the open editor.
    pub announce_finished_editing: &'static str,
    /// A turn was cancelled, with the number of finished steps.
    pub announce_cancelled: fn(n: usize) -> String,
    /// A turn failed.
    pub announce_failed: &'static str,
    /// A stream was lost.
    pub announce_interrupted: &'static str,
    /// An approval is open.
    pub announce_waiting: &'static str,
    /// A prompt was queued, with the number of prompts ahead.
    pub announce_queued: fn(ahead: usize) -> String,
    /// The queue was paused, with the number of waiting prompts.
    pub announce_paused: fn(n: usize) -> String,
    /// A prompt was moved: its place from 1, and the number of prompts.
    pub announce_moved: fn(place: usize, of: usize) -> String,
    /// A prompt was removed.
    pub announce_removed: &'static str,
    /// Something removed was restored.
    pub announce_restored: &'static str,

    // Notices.
    /// Storage is not available.
    pub notice_storage: &'static str,
    /// Stored data was unreadable.
    pub notice_corrupt: &'static str,
    /// A deleted thread may still be kept by its backend.
    pub notice_not_deleted: &'static str,
    /// The program crashed.
    pub notice_crash: &'static str,
    /// Button that reloads the page.
    pub reload: &'static str,
}
