//! Interjections: what a person tells an agent inside a turn.
//!
//! A backend that takes them is told one at a time, so that they keep their order. For another
//! one the client waits for the results of the tools at work, closes the stream, and starts a run
//! of the same turn whose messages end with those results, untouched, and what was said. It is delivered
//! when that run has shown something. What is said in place of an answer goes in the run after the one
//! that brings the answer: some backends take answers alone.
//!
//! Not responsible for how they stand in the transcript (see `transcript::interjection`).

mod change;
mod heard;
mod target;

use super::{Conversation, Phase, Run};
use crate::card::Card;
use crate::change::Change;
use crate::effect::{Announcement, Diagnostic, Effect};
use crate::id::{ActivityId, MessageId, RunId};
use crate::queue::Prompt;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{
    ActivityKind, ActivityStatus, Answer, Delivery, Interjection, LedgerEvent, Resume, Target,
    Turn, copy_id,
};

/// The reason the agent is given when a message comes in place of an answer.
const INTERRUPTED: &str = "User interrupted with new message";

/// What the backend is told about an interjection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posted<'a> {
    /// The text; an empty one takes it back.
    pub text: &'a str,
    /// The tool call, or else the subagent run, whose agent gets it; none for the main agent.
    pub target: Option<&'a ActivityId>,
}

impl Conversation {
    /// Takes the composer's text to the agent.
    pub(super) fn interject(&mut self, run: &RunId, id: &MessageId, at: Millis, step: &mut Step) {
        let at_work = self.card.run() == Some(run);
        let waits = self.is_waiting_run(run);
        if !at_work && !waits {
            step.diagnose(Diagnostic::OtherRun(run.clone()));
            return;
        }
        if self.composer.trim().is_empty() {
            step.diagnose(Diagnostic::NotNow("interject without text"));
            return;
        }
        if !self.attached.files().is_empty() {
            // Inside a run an agent can be given words alone.
            step.diagnose(Diagnostic::NotNow("interject with files"));
            return;
        }
        let text = std::mem::take(&mut self.composer);
        step.change(Change::Composer);
        // A run whose stream has ended takes nothing; what is said goes with the results.
        let native = at_work && self.abilities.interject && !self.runs_tools();
        let said = Interjection {
            id: id.clone(),
            text,
            revision: None,
            target: Target::Root,
            agent: None,
            fell_back: false,
            delivery: if waits {
                Delivery::AfterAnswer
            } else if native {
                Delivery::Unsent
            } else {
                Delivery::Held
            },
            place: None,
        };
        let recipients = if native {
            self.recipients()
        } else {
            vec![Target::Root]
        };
        if let Some(turn) = self.turns.last_mut() {
            for (place, target) in recipients.into_iter().enumerate() {
                let copy = Interjection {
                    id: copy_id(id, place),
                    target,
                    ..said.clone()
                };
                let id = copy.id.clone();
                turn.interject(copy, at, step);
                turn.log(LedgerEvent::Interjected(id), at, step);
            }
        }
        step.announce(Announcement::Interjected);
        if waits {
            let denied = Answer::Denied {
                reason: Some(INTERRUPTED.to_owned()),
            };
            self.answer_all(&denied, at, step);
        } else {
            self.go_on_interjecting(at, step);
        }
    }

    /// Takes the composer's text to the agent when it has said what it says now.
    pub(super) fn interject_after(
        &mut self,
        run: &RunId,
        id: MessageId,
        at: Millis,
        step: &mut Step,
    ) {
        let writes = self.card.run() == Some(run)
            && !self.abilities.interject
            && !self.runs_tools()
            && self
                .turns
                .last()
                .is_some_and(|turn| !turn.has_work_under_way());
        let blank = self.composer.trim().is_empty() || !self.attached.files().is_empty();
        if !writes || blank {
            return self.interject(run, &id, at, step);
        }
        let text = std::mem::take(&mut self.composer);
        step.change(Change::Composer);
        self.queue.push_first(Prompt {
            id,
            text,
            queued_at: at,
            attachments: Vec::new(),
        });
        step.change(Change::Queue);
        step.announce(Announcement::Queued { ahead: 0 });
    }

    /// What the backend is told next about this interjection.
    pub fn posted(&self, id: &MessageId) -> Option<Posted<'_>> {
        let (turn, said) = self.find_interjection(id)?;
        // A subagent is known by the call that owns it.
        let target = said.target.agent().map(|agent| {
            let above = turn.activity(agent).and_then(|held| held.parent.as_ref());
            let call = above.filter(|above| {
                let kind = turn.activity(above).map(|held| &held.kind);
                matches!(kind, Some(ActivityKind::Tool { .. }))
            });
            call.unwrap_or(agent)
        });
        Some(Posted {
            text: match &said.revision {
                Some(held) if held.back => "",
                Some(_) | None => said.wanted(),
            },
            target,
        })
    }

    pub(super) fn find_interjection(&self, id: &MessageId) -> Option<(&Turn, &Interjection)> {
        self.turns
            .iter()
            .rev()
            .find_map(|turn| Some((turn, turn.interjection(id)?)))
    }

    pub(super) fn turn_of(&mut self, id: &MessageId) -> Option<&mut Turn> {
        self.turns
            .iter_mut()
            .rev()
            .find(|turn| turn.interjection(id).is_some())
    }

    /// Does what can be done now for what waits: tells the backend of the first, or, where it
    /// cannot be told, starts the run that has it.
    pub(super) fn go_on_interjecting(&mut self, at: Millis, step: &mut Step) {
        let Some(active) = &self.active else { return };
        let Some(turn) = self.turns.last_mut().filter(|turn| turn.id == active.turn) else {
            return;
        };
        // Told over another connection, so a stream that is silent does not matter.
        if !active.phase.is_taken() {
            return;
        }
        if turn
            .interjections()
            .any(|said| said.delivery == Delivery::Held)
        {
            // Before it has said anything, it may still say that it can be told.
            let ready = active.phase == Phase::Streaming && !active.voice.is_mute();
            if ready && !turn.has_work_under_way() {
                self.start_run_with_held(at, step);
            }
            return;
        }
        if turn.interjections().any(Interjection::is_under_way) {
            return;
        }
        let next = turn
            .interjections()
            .find(|said| said.delivery == Delivery::Unsent)
            .map(|said| said.id.clone());
        if let Some(id) = next {
            let run = active.id.clone();
            turn.change_interjection(&id, step, |said| {
                said.delivery = Delivery::Sending { attempt: 1 };
            });
            step.effect(Effect::SendInterjection { run, id });
        }
    }

    /// The backend has said that it can be told after all.
    pub(super) fn tell_held(&mut self, step: &mut Step) {
        if !self.abilities.interject {
            return;
        }
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        for id in turn.pending(|said| said.delivery == Delivery::Held) {
            turn.change_interjection(&id, step, |said| said.delivery = Delivery::Unsent);
        }
    }

    /// Closes the stream at work and starts another run of the turn, with what was held for it.
    fn start_run_with_held(&mut self, at: Millis, step: &mut Step) {
        let Some(active) = self.active.take() else {
            return;
        };
        if self.abilities.cancel {
            // It goes on without its client, unless it is asked not to.
            step.effect(Effect::SendCancel {
                run: active.id.clone(),
            });
        }
        step.effect(Effect::AbortStream { run: active.id });
        if let Some(turn) = self.turns.last_mut() {
            turn.close_open(ActivityStatus::Interrupted, at, step);
        }
        self.start_run(Vec::new(), step);
        if let Some(active) = &mut self.active {
            active.overtakes = true;
        }
    }

    /// Starts one more run of the last turn. What is held or was missed goes with it, unless it brings
    /// answers: those go alone.
    pub(super) fn start_run(&mut self, resume: Vec<Resume>, step: &mut Step) {
        let blocked = self.is_stop_unanswered();
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        let brings = if resume.is_empty() {
            put_into_request(turn, step)
        } else {
            for id in turn.pending(|said| said.delivery == Delivery::Held) {
                turn.change_interjection(&id, step, |said| said.delivery = Delivery::AfterAnswer);
            }
            Vec::new()
        };
        let run = turn.next_run();
        let phase = if blocked {
            Phase::Blocked
        } else {
            Phase::Opening { attempt: 1 }
        };
        self.active = Some(Run {
            resume,
            brings,
            ..Run::new(run.clone(), turn.id.clone(), phase)
        });
        self.show_run(run.clone(), step);
        if !blocked {
            step.effect(Effect::OpenStream { run });
        }
    }

    /// The card is about one more run of its turn.
    pub(super) fn show_run(&mut self, run: RunId, step: &mut Step) {
        match &mut self.card {
            Card::Running { run: held, .. }
            | Card::Cancelling {
                run: held,
                over: false,
                ..
            } => *held = run,
            Card::Hidden
            | Card::Cancelling { over: true, .. }
            | Card::Paused { .. }
            | Card::Resuming { .. } => {
                let draft = self.leave_card(step);
                self.card = Card::Running { run, draft };
            }
        }
        step.change(Change::Card);
        step.change(Change::Run);
    }
}

/// What waits for a run to bring it is in the next one. Returns what was in none before.
fn put_into_request(turn: &mut Turn, step: &mut Step) -> Vec<MessageId> {
    let place = turn.messages.len();
    let mut brings = Vec::new();
    let waits = |said: &Interjection| {
        matches!(
            said.delivery,
            Delivery::Held | Delivery::AfterAnswer | Delivery::Missed
        )
    };
    for id in turn.pending(waits) {
        turn.change_interjection(&id, step, |said| {
            if said.delivery != Delivery::Missed {
                brings.push(said.id.clone());
                said.delivery = Delivery::InRequest;
            }
            said.place = Some(place);
            // The main agent hears what is in a request. One that was meant has ended with its run.
            if said.target != Target::Root {
                said.target = Target::Root;
                said.agent = None;
                said.fell_back = true;
            }
        });
    }
    brings
}
