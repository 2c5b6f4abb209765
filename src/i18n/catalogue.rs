//! The list of every text of the interface. Each language has its own module with the texts.

#[macro_use]
pub(super) mod texts;

mod acts;
mod answer;
mod attach;
mod backend;
mod content;
mod control;
mod conversations;
mod debug;
mod ends;
mod history;
mod keys;
mod plan;
mod questions;
mod reading;
mod setup;
mod speak;
mod start;

pub(super) use acts::Acts;
pub(super) use answer::Answer;
pub(super) use attach::Attach;
pub(super) use backend::Backend;
pub(super) use content::Content;
pub use control::Around;
pub(super) use control::Control;
pub(super) use conversations::Conversations;
pub use debug::Debug;
pub(super) use ends::Ends;
pub(super) use history::History;
pub(super) use keys::Keys;
pub(super) use plan::Plan;
pub(super) use questions::Questions;
pub(super) use reading::Reading;
pub(super) use setup::Setup;
pub(super) use speak::Speak;
pub(super) use start::Start;
pub use texts::Said;

texts! {
    /// Every text of the interface in one language. A text with a number or another text inside is a
    /// method.
    pub struct Catalogue {
        /// Interjections.
        pub speak: Group(Speak),
        /// The beginning of a conversation.
        pub start: Group(Start),
        /// Tools for code, long texts and images.
        pub content: Group(Content),
        /// The list of a thread's interruptions.
        pub history: Group(History),
        /// Plans of the agent.
        pub plan: Group(Plan),
        /// Questions of the agent.
        pub questions: Group(Questions),
        /// The backend's protocol.
        pub backend: Group(Backend),
        /// The groups of the settings, and errors of their fields.
        pub setup: Group(Setup),
        /// Runs that fail or show nothing.
        pub ends: Group(Ends),
        /// Keyboard shortcuts.
        pub keys: Group(Keys),
        /// Parts of an answer, such as code, images and tables.
        pub answer: Group(Answer),
        /// What one does with a message.
        pub acts: Group(Acts),
        /// What one does with a conversation as a whole, and the list of conversations.
        pub conversations: Group(Conversations),
        /// The language's BCP 47 tag.
        pub locale: Tag,
        /// The direction of writing: `ltr` or `rtl`.
        pub dir: Tag,
        /// Button that opens the browser's file chooser.
        pub attach_files: Text,
        /// Files that go with messages.
        pub attach: Group(Attach),
        /// The debug panel.
        pub debug: Group(Debug),
        /// Reading a long thread.
        pub reading: Group(Reading),
        /// Approvals, tasks, stops and the ledger.
        pub control: Group(Control),
        /// The product's name.
        pub app_name: Text,
        /// The skip link.
        pub skip_to_composer: Text,

        // Threads.
        /// Heading of the thread list.
        pub threads: Text,
        /// Button that begins a thread.
        pub new_thread: Text,
        /// Title of a thread without messages.
        pub untitled: Text,
        /// Button that opens the title's field.
        pub rename: Text,
        /// Label of the title's field.
        pub rename_title: Text,
        /// Button that deletes a thread.
        pub delete: Text,
        /// Toast with [`undo`](Self::undo): a thread was deleted.
        pub deleted_thread: Text,
        /// Toast with [`undo`](Self::undo): a prompt was removed.
        pub deleted_prompt: Text,
        /// Button of a toast.
        pub undo: Text,
        /// Button of a dialog or notice.
        pub close: Text,
        /// Button that opens the drawer.
        pub open_threads: Text,
        /// Button that closes the drawer.
        pub close_threads: Text,
        /// State of a thread in the list: the agent works.
        pub thread_running: Text,
        /// State of a thread in the list: the queue is paused.
        pub thread_paused: Text,
        /// State of a thread in the list: the agent waits for an answer.
        pub thread_waiting: Text,
        /// Button that keeps an edit.
        pub save: Text,
        /// Button that drops an edit.
        pub cancel_edit: Text,

        /// Button and title of the dialog of settings.
        pub settings: Text,
        /// Label of the choice of theme.
        pub theme: Text,
        /// Theme: the system's.
        pub theme_auto: Text,
        /// Theme: light.
        pub theme_light: Text,
        /// Theme: dark.
        pub theme_dark: Text,
        /// Label of the choice of language.
        pub language: Text,
        /// Language: the browser's.
        pub language_auto: Text,
        /// Label of the agent's URL.
        pub agent_url: Text,
        /// Help below the field.
        pub agent_url_help: Text,
        /// Label of a check box.
        pub expand_steps: Text,
        /// Label: what Enter does while the agent works.
        pub on_enter: Text,
        /// Enter queues the message.
        pub on_enter_queue: Text,
        /// Enter interjects the message.
        pub on_enter_interject: Text,
        /// Enter stops the turn and sends the message.
        pub on_enter_replace: Text,
        /// Label of a check box: the system notifies of turns that end unseen.
        pub notify: Text,

        // The transcript.
        /// Name of the log.
        pub transcript_label: Text,
        /// Before a message of the person, for screen readers.
        pub message_you: Text,
        /// Before a message of the agent, for screen readers.
        pub message_agent: Text,
        /// Heading of an empty thread.
        pub empty_title: Text,
        /// Help in an empty thread.
        pub empty_body: Text,
        /// Button that begins the guided tour.
        pub empty_tour: Text,
        /// Button that jumps to the end of the transcript.
        pub jump_latest: Text,
        /// The same, with the number of new messages.
        pub jump_new: Said(count: usize),

        // The composer.
        /// Label of the field.
        pub composer_label: Text,
        /// Placeholder while nothing runs.
        pub composer_placeholder: Text,
        /// Placeholder while a message would join the queue of a running turn.
        pub composer_placeholder_queue: Text,
        /// Placeholder while the queue is paused.
        pub composer_placeholder_paused: Text,
        /// Button that starts a turn.
        pub send: Text,
        /// Button that queues.
        pub queue_button: Text,
        /// Button that stops the turn and sends the message instead.
        pub replace: Text,
        /// Tooltip of that button.
        pub replace_title: Text,
        /// Name of the button that lists the other ways to send, in little room.
        pub more_ways: Text,
        /// Button that stops the turn.
        pub stop: Text,
        /// Hint: what queueing will do, with the number of prompts ahead.
        pub hint_queue: Said(ahead: usize),
        /// The same hint while the queue is paused.
        pub hint_queue_paused: Text,

        // The running card.
        /// Opens the editor; nothing is stopped yet.
        pub cancel: Text,
        /// Tooltip of [`cancel`](Self::cancel).
        pub cancel_title: Text,
        /// Opens the editor of a paused queue.
        pub resume: Text,
        /// Closes the editor, and lets the run go on.
        pub keep_running: Text,
        /// Dismisses while cancelling: stops the run.
        pub dismiss_cancel: Text,
        /// Tooltip of [`dismiss_cancel`](Self::dismiss_cancel).
        pub dismiss_cancel_title: Text,
        /// Dismisses after the run ended by itself.
        pub dismiss_over: Text,
        /// Dismisses while resuming.
        pub dismiss_resume: Text,
        /// Label while cancelling.
        pub editor_label_cancel: Text,
        /// Label after the run ended by itself.
        pub editor_label_over: Text,
        /// Label while resuming.
        pub editor_label_resume: Text,
        /// Placeholder while cancelling.
        pub editor_placeholder_cancel: Text,
        /// Placeholder while resuming.
        pub editor_placeholder_resume: Text,
        /// Cancels the run and sends.
        pub submit_cancel: Text,
        /// Sends after the run ended by itself.
        pub submit_over: Text,
        /// Sends, and then the queue continues.
        pub submit_resume: Text,
        /// Starts the first prompt: in the card's editor, and at the queue.
        pub submit_resume_blank: Text,
        /// Hint below the editor while cancelling: what Escape does.
        pub cancel_hint: Text,
        /// Why the queue is paused: the person edits the next prompt.
        pub reason_editing: Text,
        /// Why the queue is paused: the turn finished while the person was writing.
        pub reason_finished: Text,
        /// Why the queue is paused: the person asked for a pause after the turn.
        pub reason_asked: Text,
        /// The timer for screen readers, with a duration.
        pub timer_label: Said(time: &str),
        /// Hours in a duration.
        pub hours: Said(count: u64),
        /// Minutes in a duration.
        pub minutes: Said(count: u64),
        /// Seconds in a duration.
        pub seconds: Said(count: u64),

        // The queue.
        /// Heading of a paused queue, with the number of waiting prompts.
        pub paused_title: Said(count: usize),
        /// Heading of the queue, with the number of its prompts.
        pub queue_title: Said(count: usize),
        /// Name of the list.
        pub queue_label: Text,
        /// Button that pauses the queue when the running turn ends.
        pub queue_pause: Text,
        /// Button that opens the card's editor for a message before the queue goes on.
        pub queue_add_first: Text,
        /// Button that edits a prompt.
        pub prompt_edit: Text,
        /// Button that removes a prompt.
        pub prompt_delete: Text,
        /// Button that moves a prompt up.
        pub prompt_up: Text,
        /// Button that moves a prompt down.
        pub prompt_down: Text,
        /// Tooltip of the handle.
        pub prompt_drag: Text,
        /// Button that runs a prompt now.
        pub prompt_run_now: Text,
        /// Tooltip of [`prompt_run_now`](Self::prompt_run_now).
        pub prompt_run_now_title: Text,
        /// Label of the field while editing.
        pub prompt_edit_label: Text,
        /// Mark on a prompt being edited.
        pub prompt_held: Text,

        // Activities and outcomes.
        /// Summary of a completed turn.
        pub steps: Said(count: usize),
        /// Summary of a cancelled turn, with the number of finished steps.
        pub cancelled_after: Said(count: usize),
        /// Summary of a failed turn.
        pub failed_after: Said(count: usize),
        /// Summary of an interrupted turn.
        pub interrupted_after: Said(count: usize),
        /// Opens the activities.
        pub show_steps: Text,
        /// Before the name of what is at work, in the accessible name of the button that opens the steps.
        pub steps_of: Text,
        /// Closes the activities.
        pub hide_steps: Text,
        /// Before the first event of a run.
        pub activity_waiting: Text,
        /// While a request is repeated.
        pub activity_retrying: Text,
        /// The agent is already at work in the thread; the message is sent again after a while.
        pub activity_busy: Text,
        /// While a lost stream is being rejoined.
        pub activity_rejoining: Text,
        /// While the backend is still busy with a stopped turn.
        pub activity_blocked: Text,
        /// While text arrives.
        pub activity_writing: Text,
        /// Title of reasoning in progress.
        pub activity_thinking: Text,
        /// Title of finished reasoning.
        pub activity_thought: Text,
        /// Label of a tool call's arguments.
        pub activity_arguments: Text,
        /// Label of a tool call's result.
        pub activity_result: Text,
        /// Title of an approval.
        pub activity_approval: Text,
        /// Label of an error.
        pub activity_error: Text,
        /// Status of an activity for screen readers: running.
        pub status_running: Text,
        /// Status of an activity for screen readers: done.
        pub status_done: Text,
        /// Status of an activity for screen readers: failed.
        pub status_failed: Text,
        /// Status of an activity for screen readers: cancelled.
        pub status_cancelled: Text,
        /// Status of an activity for screen readers: interrupted.
        pub status_interrupted: Text,
        /// Status of an activity for screen readers: waiting.
        pub status_waiting: Text,
        /// The stop was not confirmed.
        pub stop_unknown: Text,
        /// Outcome: the agent reported an error.
        pub failed_agent: Text,
        /// Outcome, with the HTTP status.
        pub failed_refused: Said(status: u16),
        /// Outcome: the agent could not be reached.
        pub failed_unreachable: Text,
        /// Outcome: the response is not a stream.
        pub failed_not_stream: Text,
        /// Outcome: no terminal event.
        pub interrupted_truncated: Text,
        /// Outcome: the network failed.
        pub interrupted_network: Text,
        /// Outcome: unreadable events.
        pub interrupted_malformed: Text,
        /// Outcome: the page was closed or reloaded.
        pub interrupted_reload: Text,
        /// Button of an outcome.
        pub try_again: Text,
        /// In place of a part that could not be fetched, with [`try_again`](Self::try_again).
        pub part_failed: Text,

        // Announcements, for screen readers only.
        /// A turn began.
        pub announce_started: Text,
        /// A turn completed.
        pub announce_finished: Text,
        /// A turn ended under the open editor.
        pub announce_finished_editing: Text,
        /// A turn was cancelled, with the number of finished steps.
        pub announce_cancelled: Said(count: usize),
        /// A turn failed.
        pub announce_failed: Text,
        /// A stream was lost.
        pub announce_interrupted: Text,
        /// An approval is open.
        pub announce_waiting: Text,
        /// A prompt was queued, with the number of prompts ahead.
        pub announce_queued: Said(ahead: usize),
        /// The queue was paused, with the number of waiting prompts.
        pub announce_paused: Said(count: usize),
        /// A prompt was moved: its place from 1, and the number of prompts.
        pub announce_moved: Said(place: usize, of: usize),
        /// A prompt was removed.
        pub announce_removed: Text,
        /// Something removed was restored.
        pub announce_restored: Text,

        // Notices.
        /// Storage is not available.
        pub notice_storage: Text,
        /// Stored data was unreadable.
        pub notice_corrupt: Text,
        /// A deleted thread may still be kept by its backend.
        pub notice_not_deleted: Text,
        /// The program crashed.
        pub notice_crash: Text,
        /// Button that reloads the page.
        pub reload: Text,
        /// The program could not be loaded, with [`try_again`](Self::try_again).
        pub load_failed: Text,
    }
}
