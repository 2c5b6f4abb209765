//! Requests from people to a running run, and the answers.

use tokio::sync::oneshot;

use crate::conversation::Interjection;
use crate::engine::{
    CancelRefusal, CancelTarget, Effect, Engine, InterjectRefusal, Millis, Routed, Target, Urgency,
};

/// The sender for the answer to a request. It is dropped without an answer when the run ends first,
/// or when the request's events could not be written to the log.
pub type ReplyTo<T> = oneshot::Sender<T>;

/// A person's request to a run.
#[derive(Debug)]
pub enum Request {
    /// Stop a task.
    Cancel {
        /// The task to stop.
        target: CancelTarget,
        /// The reason, in the person's words.
        reason: String,
        /// How soon to stop.
        urgency: Urgency,
        /// Whether the run accepts.
        reply: ReplyTo<Result<(), CancelRefusal>>,
    },
    /// Give an agent a message.
    Interject {
        /// The message.
        interjection: Interjection,
        /// Its recipients.
        target: Target,
        /// The id of each copy, and the agent that gets it.
        reply: ReplyTo<Result<Vec<(String, Routed)>, InterjectRefusal>>,
    },
}

/// An answer that waits until the request's events are in the log.
#[derive(Debug)]
pub(super) enum Answer {
    Cancel(
        ReplyTo<Result<(), CancelRefusal>>,
        Result<(), CancelRefusal>,
    ),
    Interject(
        ReplyTo<Result<Vec<(String, Routed)>, InterjectRefusal>>,
        Result<Vec<(String, Routed)>, InterjectRefusal>,
    ),
}

impl Request {
    /// Passes the request to the engine.
    pub(super) fn put(self, engine: &mut Engine, now: Millis) -> (Answer, Vec<Effect>) {
        match self {
            Self::Cancel {
                target,
                reason,
                urgency,
                reply,
            } => match engine.request_cancel(now, &target, &reason, urgency) {
                Ok(effects) => (Answer::Cancel(reply, Ok(())), effects),
                Err(refusal) => (Answer::Cancel(reply, Err(refusal)), Vec::new()),
            },
            Self::Interject {
                interjection,
                target,
                reply,
            } => match engine.interject_each(now, interjection, &target) {
                Ok((routed, effects)) => (Answer::Interject(reply, Ok(routed)), effects),
                Err(refusal) => (Answer::Interject(reply, Err(refusal)), Vec::new()),
            },
        }
    }
}

impl Answer {
    pub(super) fn promises(&self) -> bool {
        match self {
            Self::Cancel(_, answer) => answer.is_ok(),
            Self::Interject(_, answer) => answer.is_ok(),
        }
    }

    /// Sends the answer. Does nothing when nobody waits for the answer any more.
    pub(super) fn give(self) {
        match self {
            Self::Cancel(reply, answer) => drop(reply.send(answer)),
            Self::Interject(reply, answer) => drop(reply.send(answer)),
        }
    }
}
