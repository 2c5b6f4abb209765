//! Conversations for tests, built from the inputs that lead to a state:
//! `convo().running("m1").queued(2)`.

use super::events::{failure, tool_start};
use crate::attachment::{Attachment, AttachmentInput};
use crate::control::{CancelAnswer, InterjectionAnswer};
use crate::conversation::Conversation;
use crate::id::{ActivityId, MessageId, RunId};
use crate::input::{Input, QueueInput};
use crate::run_event::{Abilities, FinishOutcome, Interrupt, RunEvent, SnapshotMessage};
use crate::step::Step;
use crate::time::Millis;

/// A backend that answers cancels and can rejoin runs.
pub const CONTROLLED: Abilities = Abilities {
    rejoin: true,
    resend: true,
    ..ONLY_CANCEL
};

/// A backend with everything in the control extension.
pub const ABLE: Abilities = Abilities {
    interject: true,
    ..CONTROLLED
};

/// A backend that answers cancels, and nothing more.
pub const ONLY_CANCEL: Abilities = Abilities {
    cancel: true,
    ..NONE
};

/// A backend that has a stop URL, and nothing more.
pub const PLAIN_STOP: Abilities = Abilities {
    plain_stop: true,
    ..NONE
};

const NONE: Abilities = Abilities {
    cancel: false,
    rejoin: false,
    resend: false,
    interject: false,
    plain_stop: false,
    keeps_history: false,
};

/// A conversation, and the last step it took.
#[derive(Clone, Debug)]
#[must_use]
pub struct Convo {
    /// The conversation.
    pub conversation: Conversation,
    /// The last step it took.
    pub last: Step,
    text: Option<String>,
    /// The time of the last input.
    pub now: Millis,
}

/// An empty conversation with a plain backend.
pub fn convo() -> Convo {
    let mut convo = strange();
    convo.conversation = convo.conversation.with_introduced_backend();
    convo
}

/// An empty conversation with a backend that has not said yet what it can do.
pub fn strange() -> Convo {
    Convo {
        conversation: Conversation::new("t".into()),
        last: Step::default(),
        text: None,
        now: 1_000,
    }
}

/// An empty conversation with a backend that answers cancels and can rejoin runs.
pub fn controlled() -> Convo {
    let mut convo = convo();
    convo.conversation = convo.conversation.with_abilities(CONTROLLED);
    convo
}

/// The first run of the turn with the message `id`.
pub fn run_of(id: &str) -> RunId {
    RunId::of_attempt(&id.into(), 1)
}

impl Convo {
    /// Sets the backend's abilities.
    pub fn with_abilities(mut self, abilities: Abilities) -> Self {
        self.conversation = self.conversation.with_abilities(abilities);
        self
    }

    /// Sets the text of the next turn.
    pub fn user(mut self, text: &str) -> Self {
        self.text = Some(text.into());
        self
    }

    /// Starts a turn with the message `id` and opens its stream.
    pub fn running(mut self, id: &str) -> Self {
        let text = self.text.take().unwrap_or_else(|| format!("text of {id}"));
        self.put(Input::ComposerChanged { text });
        self.put(Input::Submit { id: id.into() });
        self.files_read().event(RunEvent::Opened)
    }

    /// Reads all files that the active run waits for.
    pub fn files_read(mut self) -> Self {
        let active = self.conversation.active();
        let unread = active.map(|run| (run.id.clone(), run.unread.clone()));
        for (run, file) in unread.into_iter().flat_map(|(run, files)| {
            let of = move |file| (run.clone(), file);
            files.into_iter().map(of)
        }) {
            let found = true;
            // No time passes.
            let input = Input::FileRead { run, file, found };
            self.last = self.conversation.apply(input, self.now);
        }
        self
    }

    /// Adds the prompts `q1` to `q<count>` to the queue.
    pub fn queued(mut self, count: usize) -> Self {
        for place in 1..=count {
            let id = format!("q{place}");
            let text = format!("text of {id}");
            self.put(Input::ComposerChanged { text });
            let id = MessageId::from(id);
            self.put(Input::Submit { id });
        }
        self
    }

    /// Adds finished steps to the active turn.
    pub fn steps(mut self, count: usize) -> Self {
        for place in 0..count {
            self = self.event(RunEvent::Note {
                id: ActivityId::from(format!("note{place}")),
                title: "note".into(),
                content: String::new(),
            });
        }
        self
    }

    /// Opens the card's editor over the active turn, with this text.
    pub fn cancelling(mut self, draft: &str) -> Self {
        let run = self.run();
        self.put(Input::CancelClicked { run });
        self.put(Input::EditorChanged { text: draft.into() });
        self
    }

    /// Presses Interject on the active run, with this text.
    pub fn interjecting(mut self, id: &str, text: &str) -> Self {
        let run = self.run();
        self.put(Input::ComposerChanged { text: text.into() });
        self.put(Input::Interject { run, id: id.into() });
        self
    }

    /// Applies the backend's answer to an interjection of the active run.
    pub fn heard(mut self, id: &str, answer: InterjectionAnswer) -> Self {
        let run = self.run();
        let id = id.into();
        self.put(Input::InterjectionAnswered { run, id, answer });
        self
    }

    /// Ends the active run successfully.
    pub fn finished(self) -> Self {
        self.event(RunEvent::Finished(FinishOutcome::Success))
    }

    /// Ends the active run with a failure.
    pub fn failed(self) -> Self {
        self.event(failure("broken"))
    }

    /// Stops the active turn. If there are queued prompts, the card is then paused.
    pub fn paused(mut self) -> Self {
        let run = self.run();
        self.put(Input::Stop { run });
        self
    }

    /// As [`paused`](Self::paused), with the card's editor open.
    pub fn resuming(mut self, draft: &str) -> Self {
        self = self.paused();
        self.put(Input::ResumeClicked);
        self.put(Input::EditorChanged { text: draft.into() });
        self
    }

    /// Sets the composer's text.
    pub fn composing(mut self, text: &str) -> Self {
        self.put(Input::ComposerChanged { text: text.into() });
        self
    }

    /// Attaches a file in the composer.
    pub fn attaching(mut self, id: &str) -> Self {
        self.put(Input::Attachment(AttachmentInput::Added(file(id))));
        self
    }

    /// Applies an action on the queue.
    pub fn queue(mut self, input: QueueInput) -> Self {
        self.put(Input::Queue(input));
        self
    }

    /// Opens the editor of this queued prompt, with this text.
    pub fn editing(self, id: &str, draft: &str) -> Self {
        self.queue(QueueInput::Edit(id.into()))
            .queue(QueueInput::EditChanged(draft.into()))
    }

    /// Applies one more input.
    pub fn given(mut self, input: Input) -> Self {
        self.put(input);
        self
    }

    /// Applies an event of the active run.
    pub fn event(self, event: RunEvent) -> Self {
        let run = self.run();
        self.event_of(run, None, event)
    }

    /// Applies an event of a run.
    pub fn event_of(mut self, run: RunId, cursor: Option<u64>, event: RunEvent) -> Self {
        self.put(Input::Run { run, cursor, event });
        self
    }

    /// Applies an event of the first run of the message `id`, at work or not.
    pub fn event_in(self, id: &str, event: RunEvent) -> Self {
        self.event_of(run_of(id), None, event)
    }

    /// Applies the backend's answer to the cancel of the first run of the message `id`.
    pub fn answered(mut self, id: &str, answer: CancelAnswer) -> Self {
        let run = run_of(id);
        self.put(Input::CancelAnswered { run, answer });
        self
    }

    /// Returns the conversation.
    pub fn build(self) -> Conversation {
        self.conversation
    }

    /// Applies one more input, a millisecond later.
    pub fn put(&mut self, input: Input) {
        self.now += 1;
        self.last = self.conversation.apply(input, self.now);
    }
}

/// A small image.
pub fn file(id: &str) -> Attachment {
    Attachment {
        id: id.into(),
        name: format!("{id}.png"),
        media_type: "image/png".into(),
        size: 68,
        came: None,
    }
}

/// Text of the agent in a message.
pub fn text(message: &str, delta: &str) -> RunEvent {
    RunEvent::TextDelta {
        message: message.into(),
        delta: delta.into(),
    }
}

/// A tool call of the agent.
pub fn tool(call: &str) -> RunEvent {
    tool_start(call, "search", None)
}

/// More arguments of a call.
pub fn tool_args(call: &str, delta: &str) -> RunEvent {
    RunEvent::ToolArgs {
        call: call.into(),
        delta: delta.into(),
    }
}

/// The result of a call.
pub fn tool_result(call: &str, content: &str) -> RunEvent {
    RunEvent::ToolResult {
        call: call.into(),
        message: MessageId::from(format!("{call}-result")),
        content: content.into(),
        attachments: Vec::new(),
        failed: false,
    }
}

/// The agent starts a subagent, optionally by a call.
pub fn subagent(id: &str, name: &str, call: Option<&str>) -> RunEvent {
    RunEvent::SubagentStarted {
        id: id.into(),
        name: name.into(),
        description: None,
        parent: call.map(ActivityId::from),
    }
}

/// A question of the agent, optionally about a call.
pub fn question(id: &str, call: Option<&str>) -> Interrupt {
    Interrupt {
        id: id.into(),
        reason: "tool_call".into(),
        message: Some("May I?".into()),
        call: call.map(ActivityId::from),
        ..Interrupt::default()
    }
}

/// A message of the person in a backend's snapshot.
pub fn user(id: &str, text: &str) -> SnapshotMessage {
    SnapshotMessage::User {
        id: id.into(),
        text: text.into(),
    }
}

/// The agent waits for answers to these questions.
pub fn asks(questions: Vec<Interrupt>) -> RunEvent {
    RunEvent::Finished(FinishOutcome::Interrupt(questions))
}
