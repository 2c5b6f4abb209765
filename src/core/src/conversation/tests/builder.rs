//! Conversations for tests, built by the inputs that lead there: `convo().running("m1").queued(2)`.
//!
//! Not responsible for expectations.

use crate::card::Card;
use crate::conversation::Conversation;
use crate::effect::Effect;
use crate::id::{ActivityId, MessageId, RunId};
use crate::input::{CancelAnswer, Input, QueueInput};
use crate::run_event::{Abilities, FinishOutcome, RunError, RunEvent};
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::Turn;

/// A backend that answers cancels and lets runs be joined again.
pub(crate) const CONTROLLED: Abilities = Abilities {
    cancel: true,
    rejoin: true,
};

/// A conversation, and the last step it took.
#[derive(Clone, Debug)]
pub(crate) struct Convo {
    pub(crate) conversation: Conversation,
    pub(crate) last: Step,
    text: Option<String>,
    pub(crate) now: Millis,
}

/// An empty conversation with a plain backend.
pub(crate) fn convo() -> Convo {
    Convo {
        conversation: Conversation::new("t".into()),
        last: Step::default(),
        text: None,
        now: 1_000,
    }
}

/// An empty conversation with a backend that can be asked.
pub(crate) fn controlled() -> Convo {
    let mut convo = convo();
    convo.conversation = convo.conversation.with_abilities(CONTROLLED);
    convo
}

/// The run that the message `id` causes first.
pub(crate) fn run_of(id: &str) -> RunId {
    RunId::of_attempt(&id.into(), 1)
}

impl Convo {
    pub(crate) fn with_abilities(mut self, abilities: Abilities) -> Self {
        self.conversation = self.conversation.with_abilities(abilities);
        self
    }

    /// The text of the next turn.
    pub(crate) fn user(mut self, text: &str) -> Self {
        self.text = Some(text.into());
        self
    }

    /// A turn at work, caused by the message `id`; its stream is open.
    pub(crate) fn running(mut self, id: &str) -> Self {
        let text = self.text.take().unwrap_or_else(|| format!("text of {id}"));
        self.put(Input::ComposerChanged { text });
        self.put(Input::Submit { id: id.into() });
        self.event(RunEvent::Opened)
    }

    /// Prompts `q1` to `q<count>` in the queue.
    pub(crate) fn queued(mut self, count: usize) -> Self {
        for place in 1..=count {
            let id = format!("q{place}");
            self.put(Input::ComposerChanged {
                text: format!("text of {id}"),
            });
            self.put(Input::Submit {
                id: id.as_str().into(),
            });
        }
        self
    }

    /// Finished steps in the turn at work.
    pub(crate) fn steps(mut self, count: usize) -> Self {
        for place in 0..count {
            self = self.event(RunEvent::Note {
                id: ActivityId::from(format!("note{place}")),
                title: "note".into(),
                content: String::new(),
            });
        }
        self
    }

    /// The editor is open over the turn at work, with this text.
    pub(crate) fn cancelling(mut self, draft: &str) -> Self {
        let run = self.run();
        self.put(Input::CancelClicked { run });
        self.put(Input::EditorChanged { text: draft.into() });
        self
    }

    /// The run at work ends by itself.
    pub(crate) fn finished(self) -> Self {
        self.event(RunEvent::Finished(FinishOutcome::Success))
    }

    /// The run at work fails.
    pub(crate) fn failed(self) -> Self {
        self.event(RunEvent::Failed(RunError {
            message: "broken".into(),
            code: None,
        }))
    }

    /// Stopped with a queue: paused.
    pub(crate) fn paused(mut self) -> Self {
        let run = self.run();
        self.put(Input::Stop { run });
        self
    }

    /// Stopped with a queue, with the editor open.
    pub(crate) fn resuming(mut self, draft: &str) -> Self {
        self = self.paused();
        self.put(Input::ResumeClicked);
        self.put(Input::EditorChanged { text: draft.into() });
        self
    }

    pub(crate) fn composing(mut self, text: &str) -> Self {
        self.put(Input::ComposerChanged { text: text.into() });
        self
    }

    pub(crate) fn queue(mut self, input: QueueInput) -> Self {
        self.put(Input::Queue(input));
        self
    }

    pub(crate) fn editing(self, id: &str, draft: &str) -> Self {
        self.queue(QueueInput::Edit(id.into()))
            .queue(QueueInput::EditChanged(draft.into()))
    }

    pub(crate) fn given(mut self, input: Input) -> Self {
        self.put(input);
        self
    }

    /// The backend says this about the run at work.
    pub(crate) fn event(self, event: RunEvent) -> Self {
        let run = self.run();
        self.event_of(run, None, event)
    }

    pub(crate) fn event_of(mut self, run: RunId, cursor: Option<u64>, event: RunEvent) -> Self {
        self.put(Input::Run { run, cursor, event });
        self
    }

    pub(crate) fn answered(mut self, id: &str, answer: CancelAnswer) -> Self {
        self.put(Input::CancelAnswered {
            run: run_of(id),
            answer,
        });
        self
    }

    /// As a new page has it: what is stored, read back.
    pub(crate) fn reloaded(mut self) -> Self {
        self.conversation = stored_and_read(&self.conversation);
        self.put(Input::Restored);
        self
    }

    pub(crate) fn build(self) -> Conversation {
        self.conversation
    }

    pub(crate) fn put(&mut self, input: Input) {
        self.now += 1;
        self.last = self.conversation.apply(input, self.now);
    }

    /// The run at work, which the test has put there.
    pub(crate) fn run(&self) -> RunId {
        let active = self.conversation.active();
        active.expect("a run is at work").id.clone()
    }

    pub(crate) fn turn(&self, id: &str) -> &Turn {
        let turn = self.conversation.turn(&id.into());
        turn.expect("the turn is there")
    }

    pub(crate) fn card(&self) -> &Card {
        self.conversation.card()
    }

    pub(crate) fn prompts(&self) -> Vec<&str> {
        let prompts = self.conversation.queue().prompts();
        prompts.iter().map(|prompt| prompt.id.as_str()).collect()
    }

    /// Effects of the last step that reach the backend or a timer.
    pub(crate) fn outward(&self) -> Vec<Effect> {
        let outward = |effect: &&Effect| {
            !matches!(
                effect,
                Effect::Focus(_) | Effect::Announce(_) | Effect::Diagnose(_)
            )
        };
        self.last.effects.iter().filter(outward).cloned().collect()
    }

    /// Whether the last step was nothing but a diagnostic.
    pub(crate) fn was_refused(&self) -> bool {
        self.last.changes.is_empty()
            && matches!(self.last.effects.as_slice(), [Effect::Diagnose(_)])
    }
}

pub(crate) fn stored_and_read(conversation: &Conversation) -> Conversation {
    let turns: Vec<Turn> = conversation
        .turns()
        .iter()
        .map(|turn| {
            let text = serde_json::to_string(turn).expect("a turn can be written");
            serde_json::from_str(&text).expect("a turn can be read")
        })
        .collect();
    let text = serde_json::to_string(conversation).expect("a conversation can be written");
    let read: Conversation = serde_json::from_str(&text).expect("a conversation can be read");
    read.with_turns(turns)
}

pub(crate) fn text(message: &str, delta: &str) -> RunEvent {
    RunEvent::TextDelta {
        message: message.into(),
        delta: delta.into(),
    }
}

pub(crate) fn tool(call: &str) -> RunEvent {
    RunEvent::ToolStart {
        call: call.into(),
        name: "search".into(),
        parent: None,
        subagent: None,
    }
}

pub(crate) fn tool_args(call: &str, delta: &str) -> RunEvent {
    RunEvent::ToolArgs {
        call: call.into(),
        delta: delta.into(),
    }
}

pub(crate) fn tool_result(call: &str, content: &str) -> RunEvent {
    RunEvent::ToolResult {
        call: call.into(),
        message: MessageId::from(format!("{call}-result")),
        content: content.into(),
        failed: false,
    }
}
