//! English.

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

use super::catalogue::Catalogue;
use super::catalogue::Said::BuiltIn;
use super::plural::{Category, english};

pub(super) static CATALOGUE: Catalogue = Catalogue {
    speak: speak::TEXTS,
    start: start::TEXTS,
    content: content::TEXTS,
    history: history::TEXTS,
    plan: plan::TEXTS,
    questions: questions::TEXTS,
    backend: backend::TEXTS,
    setup: setup::TEXTS,
    ends: ends::TEXTS,
    keys: keys::TEXTS,
    answer: answer::TEXTS,
    acts: acts::TEXTS,
    conversations: conversations::TEXTS,
    locale: "en",
    dir: "ltr",
    attach_files: "Attach files",
    attach: attach::TEXTS,
    debug: debug::TEXTS,
    reading: reading::TEXTS,
    control: control::TEXTS,
    app_name: "Midturn",
    skip_to_composer: "Skip to message field",
    threads: "Conversations",
    new_thread: "New conversation",
    untitled: "New conversation",
    rename: "Rename",
    rename_title: "Conversation title",
    delete: "Delete",
    deleted_thread: "Conversation deleted",
    deleted_prompt: "Prompt removed",
    undo: "Undo",
    close: "Close",
    open_threads: "Show conversations",
    close_threads: "Hide conversations",
    thread_running: "Agent is working",
    thread_paused: "Queue paused",
    thread_waiting: "Waits for your answer",
    save: "Save",
    cancel_edit: "Cancel",
    settings: "Settings",
    theme: "Theme",
    theme_auto: "Same as the system",
    theme_light: "Light",
    theme_dark: "Dark",
    language: "Language",
    language_auto: "Same as the browser",
    agent_url: "Agent URL",
    agent_url_help: "The address that messages are sent to. Leave it empty for the agent that comes with this page.",
    expand_steps: "Show steps while the agent works",
    on_enter: "Enter while the agent works",
    on_enter_queue: "Queue",
    on_enter_interject: "Steer",
    on_enter_replace: "Stop and send",
    notify: "Notify me when a turn ends in the background",
    transcript_label: "Conversation",
    message_you: "You said",
    message_agent: "Agent",
    empty_title: "What should the agent work on?",
    empty_body: "Stop it, steer it, or queue the next thing while it works.",
    empty_tour: "Take the tour",
    jump_latest: "Jump to latest",
    jump_new: BuiltIn(jump_new),
    composer_label: "Message",
    composer_placeholder: "Message the agent…",
    composer_placeholder_queue: "Queue a message…",
    composer_placeholder_paused: "Add to the queue…",
    send: "Send",
    queue_button: "Queue",
    replace: "Stop and send",
    replace_title: "Stops the agent, then sends this",
    more_ways: "More ways to send",
    stop: "Stop",
    hint_queue: BuiltIn(hint_queue),
    hint_queue_paused: "The queue is paused",
    cancel: "Stop and send…",
    cancel_title: "Opens a field for the message. The agent keeps running until you send it.",
    resume: "Resume",
    keep_running: "Keep running",
    dismiss_cancel: "Stop",
    dismiss_cancel_title: "Stops the agent now. What you wrote moves to the message field.",
    dismiss_over: "Close",
    dismiss_resume: "Not now",
    editor_label_cancel: "What should the agent do instead?",
    editor_label_over: "The turn finished. Anything to add?",
    editor_label_resume: "Say something first (optional)",
    editor_placeholder_cancel: "A new instruction…",
    editor_placeholder_resume: "Leave empty to send the next message…",
    submit_cancel: "Stop and send",
    submit_over: "Send",
    submit_resume: "Send and resume",
    submit_resume_blank: "Send next",
    cancel_hint: "Still running. Esc stops it.",
    reason_editing: "You are editing the next prompt.",
    reason_finished: "The last turn finished while you were writing.",
    reason_asked: "The queue paused, as you asked.",
    timer_label: BuiltIn(timer_label),
    hours: BuiltIn(|n| format!("{} h", super::number::number("en", n))),
    minutes: BuiltIn(|n| format!("{} min", super::number::number("en", n))),
    seconds: BuiltIn(|n| format!("{} s", super::number::number("en", n))),
    paused_title: BuiltIn(paused_title),
    queue_title: BuiltIn(queue_title),
    queue_label: "Queued prompts",
    queue_pause: "Pause after this turn",
    queue_add_first: "Add a message first…",
    prompt_edit: "Edit",
    prompt_delete: "Remove",
    prompt_up: "Move up",
    prompt_down: "Move down",
    prompt_drag: "Drag to reorder",
    prompt_run_now: "Run now",
    prompt_run_now_title: "Stops the current turn and starts this one",
    prompt_edit_label: "Edit prompt",
    prompt_held: "Waits until you save",
    steps: BuiltIn(steps),
    cancelled_after: BuiltIn(cancelled_after),
    failed_after: BuiltIn(failed_after),
    interrupted_after: BuiltIn(interrupted_after),
    show_steps: "Show steps",
    steps_of: "Steps: ",
    hide_steps: "Hide steps",
    activity_waiting: "Waiting for the agent",
    activity_retrying: "Trying again…",
    activity_busy: "The agent is still busy. Trying again…",
    activity_rejoining: "Reconnecting…",
    activity_blocked: "Waiting for the last turn to stop…",
    activity_writing: "Writing…",
    activity_thinking: "Thinking",
    activity_thought: "Thought",
    activity_arguments: "Arguments",
    activity_result: "Result",
    activity_approval: "Waits for approval",
    activity_error: "Error",
    status_running: "running",
    status_done: "done",
    status_failed: "failed",
    status_cancelled: "cancelled",
    status_interrupted: "interrupted",
    status_waiting: "waiting",
    stop_unknown: "Stopped here; the agent may still be working.",
    failed_agent: "The agent reported an error",
    failed_refused: BuiltIn(failed_refused),
    failed_unreachable: "The agent could not be reached",
    failed_not_stream: "The answer was not an event stream",
    interrupted_truncated: "The connection ended before the turn did. What happened after that is unknown.",
    interrupted_network: "The connection was lost. What happened after that is unknown.",
    interrupted_malformed: "The agent sent something that could not be read. What happened after that is unknown.",
    interrupted_reload: "The page was closed while the agent was working.",
    try_again: "Try again",
    part_failed: "This part of the page could not be loaded.",
    announce_started: "The agent started working.",
    announce_finished: "The agent finished.",
    announce_finished_editing: "The turn finished.",
    announce_cancelled: BuiltIn(announce_cancelled),
    announce_failed: "The turn failed.",
    announce_interrupted: "The connection was lost.",
    announce_waiting: "The agent waits for an approval.",
    announce_queued: BuiltIn(announce_queued),
    announce_paused: BuiltIn(announce_paused),
    announce_moved: BuiltIn(announce_moved),
    announce_removed: "Prompt removed.",
    announce_restored: "Restored.",
    notice_storage: "Conversations cannot be saved in this browser; they will be gone after a reload.",
    notice_corrupt: "Some saved conversations could not be read and are not shown.",
    notice_not_deleted: "A conversation that you deleted may still be kept by the agent: it could not be deleted there.",
    notice_crash: "Something went wrong. Your messages are saved; reload to go on.",
    reload: "Reload",
    load_failed: "The chat could not be loaded.",
};

/// `n` with its noun.
fn count(n: usize, one: &str, other: &str) -> String {
    let noun = match english(n) {
        Category::One => one,
        _ => other,
    };
    format!("{} {noun}", number(n))
}

fn steps(n: usize) -> String {
    count(n, "step", "steps")
}

fn prompts(n: usize) -> String {
    count(n, "prompt", "prompts")
}

fn cancelled_after(n: usize) -> String {
    format!("Cancelled after {}", steps(n))
}

fn failed_after(n: usize) -> String {
    format!("Failed after {}", steps(n))
}

fn interrupted_after(n: usize) -> String {
    format!("Interrupted after {}", steps(n))
}

fn jump_new(n: usize) -> String {
    count(n, "new message", "new messages")
}

fn hint_queue(ahead: usize) -> String {
    match ahead {
        0 => "Sent when this turn ends".to_owned(),
        _ => format!("Sent after {}", count(ahead, "other", "others")),
    }
}

fn paused_title(n: usize) -> String {
    format!("Paused: {}", count(n, "message waits", "messages wait"))
}

fn queue_title(n: usize) -> String {
    format!("{} queued", number(n))
}

fn failed_refused(status: u16) -> String {
    format!("The agent refused the request (HTTP {status})")
}

fn announce_cancelled(n: usize) -> String {
    match n {
        0 => "Cancelled.".to_owned(),
        _ => format!("{}.", cancelled_after(n)),
    }
}

fn announce_queued(ahead: usize) -> String {
    match ahead {
        0 => "Queued, next in line.".to_owned(),
        _ => format!("Queued, {} ahead of it.", number(ahead)),
    }
}

fn announce_paused(n: usize) -> String {
    format!("Queue paused, {} waiting.", prompts(n))
}

fn announce_moved(place: usize, of: usize) -> String {
    format!("Moved to place {} of {}.", number(place), number(of))
}

fn timer_label(text: &str) -> String {
    format!("Elapsed time: {text}")
}

/// Formats a number in English.
fn number(n: usize) -> String {
    super::number::number("en", n as u64)
}
