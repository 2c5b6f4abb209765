//! What people ask of a run at work, and the answers they get.
//!
//! Not responsible for: how a request reaches the run, and runs that are not at work.

use tokio::sync::oneshot;

use crate::engine::{
    CancelRefusal, CancelTarget, Effect, Engine, InterjectRefusal, Interjection, Millis, Routed,
    Target, Urgency,
};

/// Where the answer to a request goes. It is dropped without an answer when the run ends first,
/// or the answer could not be kept.
pub type ReplyTo<T> = oneshot::Sender<T>;

/// Something that a person asks of a run.
#[derive(Debug)]
pub enum Request {
    /// Stop.
    Cancel {
        /// What.
        target: CancelTarget,
        /// Why, in the person's words.
        reason: String,
        /// How soon.
        urgency: Urgency,
        /// Whether it will.
        reply: ReplyTo<Result<(), CancelRefusal>>,
    },
    /// Listen.
    Interject {
        /// To this.
        interjection: Interjection,
        /// Who.
        target: Target,
        /// Who does, and under which id.
        reply: ReplyTo<Result<Vec<(String, Routed)>, InterjectRefusal>>,
    },
}

/// An answer that is ready, and waits until it may be given.
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
    /// Puts the request to the engine.
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

    /// Whoever asked may have gone.
    pub(super) fn give(self) {
        match self {
            Self::Cancel(reply, answer) => drop(reply.send(answer)),
            Self::Interject(reply, answer) => drop(reply.send(answer)),
        }
    }
}
