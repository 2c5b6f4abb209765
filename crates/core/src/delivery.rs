//! Decides what happens to a message (see [`DeliveryContext::outcome`]). The reducer uses the
//! decision. The composer shows it as a hint before the message is sent.

use serde::{Deserialize, Serialize};

use crate::card::Card;

/// How a person delivers a message while a turn is open.
///
/// The state of an interjection's delivery is [`crate::transcript::Delivery`]. A person's choice of
/// what Enter does is stored under its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeliveryMode {
    /// The message waits until the turn ends.
    #[default]
    Queue,
    /// The message goes into the turn.
    Interject,
    /// The message replaces the turn.
    Replace,
}

impl DeliveryMode {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Queue, Self::Interject, Self::Replace];

    /// Its name: stored, and in the element's attributes and methods.
    pub fn name(self) -> &'static str {
        match self {
            Self::Queue => "queue",
            Self::Interject => "interject",
            Self::Replace => "replace",
        }
    }

    /// The one with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|held| held.name() == name)
    }
}

/// What the conversation is doing while a message is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Situation {
    /// No turn is open, and no prompt waits, or only held ones: a message starts a turn.
    Idle,
    /// The agent works.
    Working,
    /// The agent waits for an answer.
    Waiting,
    /// The queue waits for the person to resume it.
    Resting,
}

impl Situation {
    /// Derives the situation from the card. `waits`: whether the last turn waits for an answer.
    /// `free`: the number of queued prompts that are not held.
    pub fn of(card: &Card, waits: bool, free: usize) -> Self {
        match card {
            Card::Running { .. } | Card::Cancelling { over: false, .. } => Self::Working,
            _ if waits => Self::Waiting,
            Card::Hidden => Self::Idle,
            // Nothing waits that a message could come after.
            Card::Paused { .. } if free == 0 => Self::Idle,
            Card::Cancelling { over: true, .. } | Card::Paused { .. } | Card::Resuming { .. } => {
                Self::Resting
            }
        }
    }

    /// Whether a turn is open, so that a message can interject in it or replace it.
    pub fn is_busy(self) -> bool {
        matches!(self, Self::Working | Self::Waiting)
    }
}

/// The state that decides what happens to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DeliveryContext {
    /// What the conversation is doing.
    pub situation: Situation,
    /// Whether the backend accepts interjections inside a run.
    pub native: bool,
    /// Whether the interjection would wait for running work. For a backend that accepts
    /// interjections: the recipient's tools (needed only for the hint). For others: any tool or
    /// subagent of the turn.
    pub work_under_way: bool,
    /// Whether the person wants interjections to wait until the agent's answer is complete.
    pub after_response: bool,
}

/// What happens to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeliveryOutcome {
    /// It starts a turn at once.
    Turn,
    /// It is the last prompt of the queue.
    LastPrompt,
    /// It is the first prompt of the queue. The agent is only writing now, so it can finish first.
    FirstPrompt,
    /// It goes to the agent inside the run, at the agent's next step.
    Interjection,
    /// It is sent with another run of the same turn.
    AnotherRun,
    /// It is sent in place of the answer to the open question.
    InPlaceOfAnswer,
    /// It starts a turn at once, and the open turn is stopped.
    Replacement,
}

impl DeliveryContext {
    /// What happens to a message that is delivered in this way. Only an open turn can be replaced
    /// or interjected in.
    pub fn outcome(self, mode: DeliveryMode) -> DeliveryOutcome {
        match (self.situation, mode) {
            (Situation::Idle, _) => DeliveryOutcome::Turn,
            (Situation::Resting, _) | (_, DeliveryMode::Queue) => DeliveryOutcome::LastPrompt,
            (_, DeliveryMode::Replace) => DeliveryOutcome::Replacement,
            (Situation::Waiting, DeliveryMode::Interject) => DeliveryOutcome::InPlaceOfAnswer,
            (Situation::Working, DeliveryMode::Interject) if self.native => {
                DeliveryOutcome::Interjection
            }
            (Situation::Working, DeliveryMode::Interject)
                if self.after_response && !self.work_under_way =>
            {
                DeliveryOutcome::FirstPrompt
            }
            (Situation::Working, DeliveryMode::Interject) => DeliveryOutcome::AnotherRun,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMULATED: DeliveryContext = DeliveryContext {
        situation: Situation::Working,
        native: false,
        work_under_way: false,
        after_response: false,
    };

    #[test]
    fn without_an_open_turn_every_mode_has_the_same_outcome() {
        for mode in [
            DeliveryMode::Queue,
            DeliveryMode::Interject,
            DeliveryMode::Replace,
        ] {
            let of = |situation| {
                DeliveryContext {
                    situation,
                    ..EMULATED
                }
                .outcome(mode)
            };
            assert_eq!(of(Situation::Idle), DeliveryOutcome::Turn);
            assert_eq!(of(Situation::Resting), DeliveryOutcome::LastPrompt);
        }
    }

    #[test]
    fn an_interjection_depends_on_the_backend_the_question_and_the_work() {
        let native = DeliveryContext {
            native: true,
            ..EMULATED
        };
        let waiting = DeliveryContext {
            situation: Situation::Waiting,
            ..native
        };
        let after = DeliveryContext {
            after_response: true,
            ..EMULATED
        };
        let after_work = DeliveryContext {
            work_under_way: true,
            ..after
        };
        let table = [
            (EMULATED, DeliveryOutcome::AnotherRun),
            (native, DeliveryOutcome::Interjection),
            (waiting, DeliveryOutcome::InPlaceOfAnswer),
            (after, DeliveryOutcome::FirstPrompt),
            (after_work, DeliveryOutcome::AnotherRun),
        ];
        for (context, outcome) in table {
            assert_eq!(context.outcome(DeliveryMode::Interject), outcome);
        }
    }

    #[test]
    fn an_open_turn_can_be_replaced_or_queued_behind() {
        for situation in [Situation::Working, Situation::Waiting] {
            let context = DeliveryContext {
                situation,
                ..EMULATED
            };
            assert_eq!(
                context.outcome(DeliveryMode::Queue),
                DeliveryOutcome::LastPrompt
            );
            assert_eq!(
                context.outcome(DeliveryMode::Replace),
                DeliveryOutcome::Replacement
            );
        }
    }
}
