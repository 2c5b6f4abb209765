//! Approvals, tasks, stops and the ledger, in English.

use super::count;
use crate::i18n::catalogue::{Around, Control};

pub(super) const TEXTS: Control = Control {
    approval_label: Around("Approval: ", ""),
    question_label: "The agent asks",
    approve: "Approve",
    deny: "Deny",
    deny_why: "Deny with a reason…",
    deny_reason: "Why not?",
    edit_arguments: "Edit arguments…",
    arguments_json: "Arguments, as a JSON object",
    arguments_bad: "This is not a JSON object, so it cannot be approved.",
    argument_no_number: Around("", ": this is not a number."),
    argument_no_json: Around("", ": this is not JSON."),
    edit_as_json: "Edit as JSON",
    edit_as_fields: "Edit as fields",
    reply_label: "Your answer",
    expires_in: Around("Expires in ", ""),
    expired: "Expired: it can no longer be answered.",
    answered_approved: "Approved",
    answered_edited: "Approved with other arguments",
    answered_denied: "Denied",
    answered_reply: "Answered",
    answered_abandoned: "Not answered",
    activity_said: "What it said",
    closed_replaced: "Closed: a message was sent in its place",
    closed_stopped: "Closed: the turn was stopped",
    closed_overtaken: "Closed: the next prompt went first",
    closed_elsewhere: "Closed: it was answered elsewhere",
    answer_refused: "The agent did not take the answer",
    answer_unknown: "It is not known whether the agent got the answer. Answer again, or send a message.",
    edits_forbidden: "The arguments cannot be changed.",
    reason_follows: "Sent as a message after the answer: the agent takes no reason with it.",
    reply_json: "Your answer, as JSON",
    resume_replaces: "Closes the open question: your message goes in its place.",
    resume_overtakes: "Closes the open question: the next prompt goes first.",
    run_now_overtakes: "“Run now” closes the open question without an answer.",
    said_after_answer: "Goes to the agent after the answer",
    activity_answer: "Answer",
    answer_waits: "Waits for the other answers",
    answer_change: "Change",
    details: Around(": ", ""),
    stop_task: Around("Stop ", ""),
    force: "Force",
    force_title: "Stops at once, without waiting for what is still at work",
    force_asked: "Asked to stop at once.",
    stopping_for: Around("Stopping… ", ""),
    status_stopping: "stopping",
    still_running: Around(" still running, ", ""),
    task_stopped: "Stopped",
    task_stopped_by_you: "Stopped by you",
    task_stopped_with: Around("Stopped with ", ""),
    task_stopped_turn: "Stopped with the turn",
    task_refused: "Not stopped",
    task_partial: "Done before it stopped",
    task_progress: "Progress",
    partial_mark: "(partial, cancelled)",
    continue_here: "Continue from here",
    continue_message: "Continue from where you stopped.",
    edit_resend: "Edit and resend",
    stop_scope,
    time_locale: "en",
    ledger: Around("Interruptions (", ")"),
    ledger_stop_asked: "You stopped the turn",
    ledger_stop_forced: "You asked to stop at once",
    ledger_stop_confirmed: "The agent said that it has stopped",
    ledger_stop_unknown: "Nobody said whether the agent stopped",
    ledger_stop_late: "The turn had ended before the stop",
    ledger_stopped_itself: "The agent stopped by itself",
    ledger_task_asked: Around("You stopped ", ""),
    ledger_task_stopped: Around("", " has stopped"),
    ledger_task_refused: Around("", " did not stop"),
    ledger_interjected: Around("You said “", "”"),
    ledger_fell_back: Around(
        "“",
        "” goes to the agent above: the one it was meant for has ended",
    ),
    ledger_delivered: Around("The agent got “", "”"),
    ledger_queued: Around("Too late for this turn, now in the queue: “", "”"),
    ledger_undelivered: Around("Not delivered, the turn was stopped first: “", "”"),
    ledger_unreachable: Around("Not delivered, the agent could not be reached: “", "”"),
    ledger_ended: Around("Not delivered, its agent had ended: “", "”"),
    ledger_asked: Around("The agent asked about ", ""),
    ledger_answered: Around("You answered about ", ""),
    ledger_lost: "The connection was lost",
    ledger_rejoined: "Connected again",
};

fn stop_scope(agents: usize, prompts: usize) -> String {
    let mut text = "Stops: main agent".to_owned();
    if agents > 0 {
        text.push_str(", ");
        text.push_str(&count(agents, "subagent", "subagents"));
    }
    text.push('.');
    if prompts > 0 {
        text.push(' ');
        text.push_str(&count(
            prompts,
            "queued prompt waits.",
            "queued prompts wait.",
        ));
    }
    text
}
