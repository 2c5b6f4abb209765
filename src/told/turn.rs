//! A turn as it was last told, and what is told when it changes.

use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::Limit;
use midturn_core::transcript::{ActivityKind, Failure, Outcome, Turn};

use super::activities::Mark;
use super::details::{
    Approval, ErrorTold, InterjectionTold, MessageTold, Told, TurnEnd, TurnStart, tell,
};
use super::shapes::{Question, stop_name};

/// A turn that may still change, as it was last told.
#[derive(Debug)]
pub(super) struct OpenTurn {
    pub(super) id: MessageId,
    outcome: Option<(&'static str, Option<&'static str>)>,
    /// The agent's messages that were told.
    messages: Vec<MessageId>,
    /// The agent's message that grows.
    writing: Option<MessageId>,
    interjections: Vec<(MessageId, &'static str)>,
    /// The activities that have changed since the turn is watched, as the snapshot told them last.
    marks: Vec<(ActivityId, Mark)>,
}

impl OpenTurn {
    /// A turn that has just begun.
    pub(super) fn new(turn: &Turn) -> Self {
        Self {
            id: turn.id.clone(),
            outcome: None,
            messages: Vec::new(),
            writing: None,
            interjections: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// A turn as it is, without telling anything of it.
    pub(super) fn known(turn: &Turn) -> Self {
        let texts = turn.texts().map(|(id, _)| id.clone());
        let mut messages: Vec<_> = texts.collect();
        // A text that may still grow is told when it is complete.
        let writing = messages.pop().filter(|_| turn.outcome.is_none());
        if let (None, Some((id, _))) = (&writing, turn.texts().last()) {
            messages.push(id.clone());
        }
        let said = turn.interjections();
        Self {
            outcome: turn.outcome.as_ref().map(named),
            messages,
            writing,
            interjections: said
                .map(|said| (said.id.clone(), said.delivery.name()))
                .collect(),
            ..Self::new(turn)
        }
    }

    /// Notes that a message of the agent grows. Returns the message that grew before, if it is
    /// another one: that one is complete.
    pub(super) fn grows(&mut self, message: &MessageId) -> Option<MessageId> {
        if self.writing.as_ref() == Some(message) {
            return None;
        }
        self.writing.replace(message.clone())
    }

    /// Tells of a changed outcome.
    pub(super) fn renewed(&mut self, thread_id: &str, turn: &Turn, out: &mut Vec<Told>) {
        let now = turn.outcome.as_ref().map(named);
        if now == self.outcome {
            return;
        }
        let before = std::mem::replace(&mut self.outcome, now);
        let turn_id = turn.id.as_str();
        let Some((outcome, stop)) = now else {
            let resumed = true;
            tell(
                out,
                "turn-start",
                &TurnStart {
                    thread_id,
                    turn_id,
                    resumed,
                },
            );
            return;
        };
        self.writing = None;
        let texts: Vec<_> = turn.texts().map(|(id, _)| id.clone()).collect();
        for message in texts {
            self.said(thread_id, turn, &message, out);
        }
        if before.is_none()
            && let Some(Outcome::Failed(failure)) = &turn.outcome
        {
            let (code, message) = failed(failure);
            tell(
                out,
                "error",
                &ErrorTold {
                    thread_id,
                    turn_id,
                    code,
                    message,
                    status: failure.status(),
                },
            );
        }
        for question in Question::all_of(turn) {
            tell(
                out,
                "approval",
                &Approval {
                    thread_id,
                    question,
                },
            );
        }
        tell(
            out,
            "turn-end",
            &TurnEnd {
                thread_id,
                turn_id,
                outcome,
                stop,
                limit: turn.ended_by_limit().map(Limit::name),
            },
        );
    }

    /// Tells of a complete message of the agent, once.
    pub(super) fn said(
        &mut self,
        thread_id: &str,
        turn: &Turn,
        message: &MessageId,
        out: &mut Vec<Told>,
    ) {
        let text = turn.text_of(message);
        if text.is_empty() || self.messages.contains(message) {
            return;
        }
        self.messages.push(message.clone());
        tell(
            out,
            "message",
            &MessageTold {
                thread_id,
                turn_id: turn.id.as_str(),
                message_id: message.as_str(),
                role: "assistant",
                text,
            },
        );
    }

    /// Whether an activity that has changed is to be told anew in the snapshot. Most changes are the
    /// next piece of a text.
    pub(super) fn is_marked_anew(&mut self, turn: &Turn, activity: &ActivityId) -> bool {
        let Some(mark) = turn.activity(activity).and_then(Mark::of) else {
            return true;
        };
        // The latest are the likely ones.
        let mut known = self.marks.iter_mut().rev();
        if let Some((_, before)) = known.find(|(id, _)| id == activity) {
            return std::mem::replace(before, mark) != mark;
        }
        self.marks.push((activity.clone(), mark));
        true
    }

    /// Tells of the changed status of an interjection.
    pub(super) fn interjected(
        &mut self,
        thread_id: &str,
        turn: &Turn,
        activity: &ActivityId,
        out: &mut Vec<Told>,
    ) {
        let Some(ActivityKind::Interjection(said)) = turn.activity(activity).map(|held| &held.kind)
        else {
            return;
        };
        let status = said.delivery.name();
        let known = self
            .interjections
            .iter_mut()
            .find(|(held, _)| *held == said.id);
        match known {
            Some((_, before)) if *before == status => return,
            Some((_, before)) => *before = status,
            None => self.interjections.push((said.id.clone(), status)),
        }
        tell(
            out,
            "interjection",
            &InterjectionTold {
                thread_id,
                turn_id: turn.id.as_str(),
                message_id: said.id.as_str(),
                text: said.wanted(),
                status,
            },
        );
    }
}

/// Tells of a new turn, and of the person's message that began it.
pub(super) fn started(thread_id: &str, turn: &Turn, out: &mut Vec<Told>) {
    let turn_id = turn.id.as_str();
    let resumed = false;
    tell(
        out,
        "turn-start",
        &TurnStart {
            thread_id,
            turn_id,
            resumed,
        },
    );
    if !turn.begins_with_agent() {
        tell(
            out,
            "message",
            &MessageTold {
                thread_id,
                turn_id,
                message_id: turn_id,
                role: "user",
                text: &turn.text,
            },
        );
    }
}

fn named(outcome: &Outcome) -> (&'static str, Option<&'static str>) {
    (outcome.name(), stop_name(outcome))
}

/// A failure's code and its text for developers.
fn failed(failure: &Failure) -> (&'static str, String) {
    match failure {
        Failure::Agent(error) => ("agent-failed", error.message.clone()),
        Failure::Refused { status, body } => ("refused", format!("HTTP {status}: {body}")),
        Failure::Unreachable(message) => ("unreachable", message.clone()),
        Failure::NotAStream(message) => ("not-a-stream", message.clone()),
        Failure::Foreign { origin, message } => ("cors", format!("{origin}: {message}")),
    }
}
