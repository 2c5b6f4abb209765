//! Interjections: messages to an agent inside a turn.
//!
//! Native: the backend accepts interjections. They are sent one at a time, so they keep their
//! order.
//!
//! Emulated, for other backends: the client waits for the results of running tools, closes the
//! stream, and starts another run of the same turn. The messages of the new run end with those
//! results, unchanged, and the interjection. The interjection counts as delivered when the new run
//! has shown something.
//!
//! A message in place of an answer goes in the run after the one that brings the answer, because
//! some backends accept nothing else together with an answer.

mod change;
mod heard;
mod target;

use super::{Conversation, Phase, Run};
use crate::card::Card;
use crate::change::Change;
use crate::delivery::{DeliveryMode, DeliveryOutcome};
use crate::effect::{Announcement, Diagnostic, Effect};
use crate::id::{ActivityId, MessageId, RunId};
use crate::queue::Prompt;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{
    ActivityKind, ActivityStatus, Delivery, Interjection, LedgerEvent, NextInterjection, Resume,
    Target, Turn, copy_id,
};

/// What the client sends to the backend about an interjection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posted<'a> {
    /// The text; an empty text takes the interjection back.
    pub text: &'a str,
    /// The recipient: the tool call that owns the subagent, else the subagent's run; `None` for the
    /// main agent.
    pub target: Option<ActivityId>,
}

impl Conversation {
    /// Sends the composer's text to the agent as an interjection.
    pub(super) fn interject(&mut self, run: &RunId, id: &MessageId, at: Millis, step: &mut Step) {
        if self.card.run() != Some(run) && !self.is_waiting_run(run) {
            step.diagnose(Diagnostic::OtherRun(run.clone()));
            return;
        }
        if self.composer.has_no_text() {
            step.diagnose(Diagnostic::NotNow("interject without text"));
            return;
        }
        if self.composer.has_files() {
            // Interjections carry text only.
            step.diagnose(Diagnostic::NotNow("interject with files"));
            return;
        }
        let outcome = self.delivery(false).outcome(DeliveryMode::Interject);
        if outcome == DeliveryOutcome::FirstPrompt {
            return self.interject_as_prompt(id.clone(), at, step);
        }
        let text = self.composer.take_text(step);
        let delivery = match outcome {
            DeliveryOutcome::InPlaceOfAnswer => Delivery::AfterAnswer,
            // A run whose stream has ended accepts no interjection; the text goes with the tool
            // results.
            DeliveryOutcome::Interjection if !self.runs_tools() => Delivery::Unsent,
            DeliveryOutcome::Interjection
            | DeliveryOutcome::AnotherRun
            | DeliveryOutcome::Turn
            | DeliveryOutcome::FirstPrompt
            | DeliveryOutcome::LastPrompt
            | DeliveryOutcome::Replacement => Delivery::Held,
        };
        let recipients = if delivery == Delivery::Unsent {
            self.recipients()
        } else {
            vec![Target::Root]
        };
        let said = Interjection {
            id: id.clone(),
            text,
            revision: None,
            target: Target::Root,
            agent: None,
            fell_back: false,
            delivery,
            place: None,
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
        if outcome == DeliveryOutcome::InPlaceOfAnswer {
            self.answer_by_message(at, step);
        } else {
            self.go_on_interjecting(at, step);
        }
    }

    /// Sends the composer's text to the agent after its current answer: as a prompt ahead of the queue
    /// if the agent is only writing, else as an interjection.
    pub(super) fn interject_after(
        &mut self,
        run: &RunId,
        id: MessageId,
        at: Millis,
        step: &mut Step,
    ) {
        let outcome = self.delivery(true).outcome(DeliveryMode::Interject);
        let writes = self.card.run() == Some(run) && outcome == DeliveryOutcome::FirstPrompt;
        let blank = self.composer.has_no_text() || self.composer.has_files();
        if !writes || blank {
            return self.interject(run, &id, at, step);
        }
        self.interject_as_prompt(id, at, step);
    }

    /// Puts the composer's text ahead of the queue.
    fn interject_as_prompt(&mut self, id: MessageId, at: Millis, step: &mut Step) {
        let text = self.composer.take_text(step);
        let ahead = self.queue.push_ahead(Prompt {
            id,
            text,
            queued_at: at,
            attachments: Vec::new(),
            held: false,
        });
        step.change(Change::Queue);
        step.announce(Announcement::Queued { ahead });
    }

    /// The backend's id of a task.
    pub fn their_task(&self, task: &ActivityId) -> ActivityId {
        let turn = self
            .turns
            .iter()
            .rfind(|turn| turn.activity(task).is_some());
        turn.map_or_else(|| task.clone(), |turn| turn.their_activity(task))
    }

    /// The next thing to send to the backend about this interjection.
    pub fn posted(&self, id: &MessageId) -> Option<Posted<'_>> {
        let (turn, said) = self.find_interjection(id)?;
        // Backends know a subagent by the tool call that owns it.
        let target = said.target.agent().map(|agent| {
            let above = turn.activity(agent).and_then(|held| held.parent.as_ref());
            let call = above.filter(|above| {
                let kind = turn.activity(above).map(|held| &held.kind);
                matches!(kind, Some(ActivityKind::Tool { .. }))
            });
            turn.their_activity(call.unwrap_or(agent))
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

    /// Makes progress with waiting interjections: sends the first, or starts the run that brings
    /// them if the backend does not accept interjections.
    pub(super) fn go_on_interjecting(&mut self, at: Millis, step: &mut Step) {
        let Some(active) = &self.active else { return };
        let Some(turn) = self.turns.last_mut().filter(|turn| turn.id == active.turn) else {
            return;
        };
        // The stream may be lost and waiting to be joined again. That does not matter, because
        // interjections use another connection.
        if !active.phase.is_taken() {
            return;
        }
        // Before its first output, the backend may still report that it accepts interjections.
        let ready = active.phase == Phase::Streaming && !active.voice.is_mute();
        let run = active.id.clone();
        match turn.next_interjection(ready, step) {
            NextInterjection::Nothing => {}
            NextInterjection::AnotherRun => self.start_run_with_held(at, step),
            NextInterjection::Send(id) => step.effect(Effect::SendInterjection { run, id }),
        }
    }

    /// Marks held interjections to be sent, if the backend now reports that it accepts
    /// interjections.
    pub(super) fn tell_held(&mut self, step: &mut Step) {
        if !self.abilities.interject {
            return;
        }
        if let Some(turn) = self.turns.last_mut() {
            turn.send_held_interjections(step);
        }
    }

    /// Closes the active stream and starts another run of the turn with the held interjections.
    fn start_run_with_held(&mut self, at: Millis, step: &mut Step) {
        let Some(active) = self.active.take() else {
            return;
        };
        // Without a cancel the backend would continue the run although the stream is closed.
        if self.abilities.cancel {
            step.effect(Effect::SendCancel {
                run: active.id.clone(),
            });
        } else if self.abilities.plain_stop {
            // The URL may stop whatever the thread does, so the next run waits for its answer.
            self.stop_overtaken(&active, at, step);
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

    /// Starts another run of the last turn. Held and unheard interjections go with it, unless the
    /// run brings answers: answers go alone.
    pub(super) fn start_run(&mut self, resume: Vec<Resume>, step: &mut Step) {
        let blocked = self.stopping.is_unanswered();
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        let brings = if resume.is_empty() {
            turn.put_interjections_into_request(step)
        } else {
            turn.hold_interjections_for_answers(step);
            Vec::new()
        };
        let run = turn.next_run(!resume.is_empty());
        let phase = Phase::first(blocked);
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

    /// Makes the card show another run of its turn.
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
