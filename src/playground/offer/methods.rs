//! The element's methods, and their arguments.

/// A method of the element.
pub(in super::super) struct Method {
    /// Its name.
    pub(in super::super) name: &'static str,
    /// The group in which it is shown.
    pub(in super::super) group: MethodGroup,
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

impl MethodGroup {
    /// Every group, in the order of the panel.
    pub(in super::super) const ALL: [Self; 5] = [
        Self::Turns,
        Self::Composer,
        Self::Threads,
        Self::Queue,
        Self::Interjections,
    ];
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

const fn method(group: MethodGroup, name: &'static str, arguments: &'static [Argument]) -> Method {
    Method {
        name,
        group,
        arguments,
    }
}

const PROMPT: Argument = plain(0, "promptId", Given::Id(Known::Prompt));
const THREAD: Argument = plain(0, "threadId", Given::Id(Known::Thread));
const INTERJECTION: Argument = plain(0, "messageId", Given::Id(Known::Interjection));

/// Every method.
pub(in super::super) const METHODS: &[Method] = &[
    method(
        MethodGroup::Turns,
        "send",
        &[
            member(0, "text", Given::Text),
            member(0, "attachments", Given::Files),
            member(
                1,
                "delivery",
                Given::Choice(&["auto", "queue", "interject", "replace"]),
            ),
            member(1, "target", Given::Optional),
        ],
    ),
    method(
        MethodGroup::Turns,
        "stop",
        &[member(0, "message", Given::Optional)],
    ),
    method(MethodGroup::Turns, "forceStop", &[]),
    method(
        MethodGroup::Turns,
        "stopTask",
        &[
            plain(0, "activityId", Given::Id(Known::Task)),
            member(1, "force", Given::Flag),
        ],
    ),
    method(
        MethodGroup::Turns,
        "resume",
        &[plain(0, "message", Given::Optional)],
    ),
    method(
        MethodGroup::Turns,
        "respond",
        &[
            plain(0, "interruptId", Given::Id(Known::Question)),
            plain(1, "answer", Given::Json),
        ],
    ),
    method(
        MethodGroup::Turns,
        "alwaysAllow",
        &[plain(0, "interruptId", Given::Id(Known::Question))],
    ),
    method(
        MethodGroup::Turns,
        "askAgain",
        &[plain(0, "toolName", Given::Text)],
    ),
    method(MethodGroup::Turns, "sendWithoutFiles", &[]),
    method(MethodGroup::Turns, "keepEditing", &[]),
    method(MethodGroup::Turns, "tryAgain", &[]),
    method(
        MethodGroup::Turns,
        "sendAgain",
        &[
            plain(0, "messageId", Given::Id(Known::Turn)),
            plain(1, "text", Given::Text),
        ],
    ),
    method(
        MethodGroup::Turns,
        "rate",
        &[
            plain(0, "turnId", Given::Id(Known::Turn)),
            plain(1, "rating", Given::Json),
        ],
    ),
    method(
        MethodGroup::Composer,
        "setDraft",
        &[plain(0, "text", Given::Text)],
    ),
    method(
        MethodGroup::Composer,
        "addDraftFiles",
        &[plain(0, "files", Given::Files)],
    ),
    method(
        MethodGroup::Composer,
        "removeDraftFile",
        &[plain(0, "fileId", Given::Id(Known::File))],
    ),
    method(MethodGroup::Composer, "restoreDraftFile", &[]),
    method(MethodGroup::Composer, "focus", &[]),
    method(MethodGroup::Composer, "scrollToLatest", &[]),
    method(
        MethodGroup::Composer,
        "showMessage",
        &[plain(0, "messageId", Given::Id(Known::Turn))],
    ),
    method(
        MethodGroup::Composer,
        "find",
        &[
            plain(0, "text", Given::Text),
            member(1, "back", Given::Flag),
        ],
    ),
    method(
        MethodGroup::Threads,
        "openThread",
        &[plain(0, "threadId", Given::Optional)],
    ),
    method(MethodGroup::Threads, "threads", &[]),
    method(
        MethodGroup::Threads,
        "searchThreads",
        &[plain(0, "text", Given::Text)],
    ),
    method(
        MethodGroup::Threads,
        "renameThread",
        &[THREAD, plain(1, "title", Given::Text)],
    ),
    method(MethodGroup::Threads, "deleteThread", &[THREAD]),
    method(MethodGroup::Threads, "restoreThread", &[THREAD]),
    method(MethodGroup::Threads, "forgetThread", &[THREAD]),
    method(MethodGroup::Threads, "messages", &[]),
    method(MethodGroup::Threads, "loadOlder", &[]),
    method(
        MethodGroup::Threads,
        "exportThread",
        &[
            plain(0, "format", Given::Choice(&["markdown", "json"])),
            plain(1, "threadId", Given::Optional),
        ],
    ),
    method(
        MethodGroup::Queue,
        "editPrompt",
        &[PROMPT, plain(1, "text", Given::Text)],
    ),
    method(
        MethodGroup::Queue,
        "movePrompt",
        &[PROMPT, plain(1, "to", Given::Number)],
    ),
    method(
        MethodGroup::Queue,
        "holdPrompt",
        &[PROMPT, plain(1, "held", Given::Flag)],
    ),
    method(MethodGroup::Queue, "removePrompt", &[PROMPT]),
    method(MethodGroup::Queue, "restorePrompt", &[]),
    method(MethodGroup::Queue, "runPrompt", &[PROMPT]),
    method(
        MethodGroup::Queue,
        "pauseAfterTurn",
        &[plain(0, "pauses", Given::Flag)],
    ),
    method(
        MethodGroup::Interjections,
        "reviseInterjection",
        &[INTERJECTION, plain(1, "text", Given::Text)],
    ),
    method(
        MethodGroup::Interjections,
        "withdrawInterjection",
        &[INTERJECTION],
    ),
    method(
        MethodGroup::Interjections,
        "queueInterjection",
        &[INTERJECTION],
    ),
];
