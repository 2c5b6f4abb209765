//! The element's methods, and their arguments.

/// A method of the element.
pub(in super::super) struct Method {
    /// Its name.
    pub(in super::super) name: &'static str,
    /// Its arguments.
    pub(in super::super) arguments: &'static [Argument],
}

/// What a method is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum MethodGroup {
    /// Messages and turns.
    Turns,
    /// The composer and the view.
    Composer,
    /// Threads.
    Threads,
    /// The queue.
    Queue,
    /// Interjections.
    Interjections,
}

/// One argument, or one member of an argument that is an object.
pub(in super::super) struct Argument {
    /// Its name.
    pub(in super::super) name: &'static str,
    /// Which argument it is, or is in.
    pub(in super::super) at: usize,
    /// Whether it is a member of that argument.
    pub(in super::super) is_member: bool,
    /// What can be given.
    pub(in super::super) given: Given,
}

/// What can be given for an argument. Without a value, a member is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Given {
    /// A text.
    Text,
    /// A text that may be left out.
    Optional,
    /// A text, or `null` for an empty field.
    OrNull,
    /// An id that the playground may know.
    Id(Known),
    /// One of these values.
    Choice(&'static [&'static str]),
    /// On or off.
    Flag,
    /// A number.
    Number,
    /// Any JSON value.
    Json,
    /// Files.
    Files,
}

/// Ids that the playground sees in the state and in events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Known {
    /// The prompts of the queue.
    Prompt,
    /// The open questions.
    Question,
    /// The threads.
    Thread,
    /// The interjections.
    Interjection,
    /// The turns that have ended.
    Turn,
    /// Tool calls and subagents.
    Task,
    /// The files in the composer.
    File,
}

use Given::{Choice, Files, Flag, Id, Json, Number, Optional, OrNull, Text};

const fn plain(at: usize, name: &'static str, given: Given) -> Argument {
    Argument {
        name,
        at,
        is_member: false,
        given,
    }
}

const fn member(at: usize, name: &'static str, given: Given) -> Argument {
    Argument {
        name,
        at,
        is_member: true,
        given,
    }
}

const fn method(name: &'static str, arguments: &'static [Argument]) -> Method {
    Method { name, arguments }
}

const PROMPT: Argument = plain(0, "promptId", Id(Known::Prompt));
const QUESTION: Argument = plain(0, "interruptId", Id(Known::Question));
const THREAD: Argument = plain(0, "threadId", Id(Known::Thread));
const INTERJECTION: Argument = plain(0, "messageId", Id(Known::Interjection));
const MESSAGE: Argument = plain(0, "messageId", Id(Known::Turn));

/// Every method, in the groups and the order of the panel.
pub(in super::super) const METHODS: [(MethodGroup, &[Method]); 5] = [
    (
        MethodGroup::Turns,
        &[
            method(
                "send",
                &[
                    member(0, "text", Text),
                    member(0, "attachments", Files),
                    member(
                        1,
                        "delivery",
                        Choice(&["auto", "queue", "interject", "replace"]),
                    ),
                    member(1, "target", Optional),
                ],
            ),
            method("stop", &[member(0, "message", Optional)]),
            method("forceStop", &[]),
            method(
                "stopTask",
                &[
                    plain(0, "activityId", Id(Known::Task)),
                    member(1, "force", Flag),
                ],
            ),
            method("resume", &[plain(0, "message", Optional)]),
            method("respond", &[QUESTION, plain(1, "answer", Json)]),
            method("alwaysAllow", &[QUESTION]),
            method("askAgain", &[plain(0, "toolName", Text)]),
            method("sendWithoutFiles", &[]),
            method("keepEditing", &[]),
            method("tryAgain", &[]),
            method("sendAgain", &[MESSAGE, plain(1, "text", Optional)]),
            method(
                "rate",
                &[
                    plain(0, "turnId", Id(Known::Turn)),
                    plain(1, "rating", Json),
                ],
            ),
        ],
    ),
    (
        MethodGroup::Composer,
        &[
            method("setDraft", &[plain(0, "text", Text)]),
            method("addDraftFiles", &[plain(0, "files", Files)]),
            method("removeDraftFile", &[plain(0, "fileId", Id(Known::File))]),
            method("restoreDraftFile", &[]),
            method("focus", &[]),
            method("scrollToLatest", &[]),
            method("showMessage", &[MESSAGE]),
            method("find", &[plain(0, "text", OrNull), member(1, "back", Flag)]),
        ],
    ),
    (
        MethodGroup::Threads,
        &[
            method("openThread", &[plain(0, "threadId", Optional)]),
            method("threads", &[]),
            method("searchThreads", &[plain(0, "text", Text)]),
            method("renameThread", &[THREAD, plain(1, "title", Text)]),
            method("deleteThread", &[THREAD]),
            method("restoreThread", &[THREAD]),
            method("forgetThread", &[THREAD]),
            method("messages", &[]),
            method("loadOlder", &[]),
            method(
                "exportThread",
                &[
                    plain(0, "format", Choice(&["markdown", "json"])),
                    plain(1, "threadId", Optional),
                ],
            ),
        ],
    ),
    (
        MethodGroup::Queue,
        &[
            method("editPrompt", &[PROMPT, plain(1, "text", Text)]),
            method("movePrompt", &[PROMPT, plain(1, "to", Number)]),
            method("holdPrompt", &[PROMPT, plain(1, "held", Flag)]),
            method("removePrompt", &[PROMPT]),
            method("restorePrompt", &[]),
            method("runPrompt", &[PROMPT]),
            method("pauseAfterTurn", &[plain(0, "pauses", Flag)]),
        ],
    ),
    (
        MethodGroup::Interjections,
        &[
            method(
                "reviseInterjection",
                &[INTERJECTION, plain(1, "text", Text)],
            ),
            method("withdrawInterjection", &[INTERJECTION]),
            method("queueInterjection", &[INTERJECTION]),
        ],
    ),
];
