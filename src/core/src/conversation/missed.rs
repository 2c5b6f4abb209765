//! What a person says in place of an answer, where the backend takes the answer alone.
//!
//! Both go in one request. A backend that keeps the history itself may take the answers and leave the
//! words for the next request; its own list of messages tells. Then the turn goes on with one more
//! run, which brings no answers and says the words again. A backend whose list does not tell is
//! believed.
//!
//! Not responsible for how words get into a request (see `interject` and `flow`).

use super::{Conversation, Voice};
use crate::change::Change;
use crate::client_tool::confirmed_call;
use crate::effect::Announcement;
use crate::id::MessageId;
use crate::run_event::{Interrupt, SnapshotMessage};
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Delivery, Interjection, LedgerEvent, Outcome, Target, Turn, feedback};

/// A message of the person, as a request has it.
struct Words<'a> {
    id: &'a MessageId,
    text: &'a str,
    /// Backends describe files in the text.
    has_files: bool,
    /// It went with answers, and nobody has said that it was heard.
    waits: bool,
}

impl Words<'_> {
    fn is_named(&self, list: &[SnapshotMessage]) -> bool {
        let named = |held: &SnapshotMessage| matches!(held, SnapshotMessage::User { id, .. } if id == self.id);
        list.iter().any(named)
    }

    /// Some backends trim what they were sent.
    fn reads(&self, text: &str) -> bool {
        let (own, text) = (self.text.trim(), text.trim());
        own == text || (self.has_files && text.starts_with(own))
    }

    /// How often a list has this text under ids that are of no message here.
    fn copies(&self, list: &[SnapshotMessage], all: &[Words<'_>]) -> usize {
        let copy = |held: &&SnapshotMessage| match held {
            SnapshotMessage::User { id, text } => {
                self.reads(text) && !all.iter().any(|words| words.id == id)
            }
            _ => false,
        };
        list.iter().filter(copy).count()
    }

    /// Whether a list has it: under its id, as one more of the same text, or inside the result that
    /// it went with.
    fn is_in(&self, list: &[SnapshotMessage], all: &[Words<'_>]) -> bool {
        let alike = |words: &&Words<'_>| self.reads(words.text) && !words.is_named(list);
        let inside = feedback(self.text);
        self.is_named(list)
            || self.copies(list, all) >= all.iter().filter(alike).count()
            || list.iter().any(|held| {
                matches!(held, SnapshotMessage::Tool { content, .. } if content.contains(&inside))
            })
    }

    fn is_known_to(&self, list: &[SnapshotMessage], all: &[Words<'_>]) -> bool {
        self.is_named(list) || self.copies(list, all) > 0
    }
}

impl Conversation {
    /// The turn that a turn comes after, with the questions of it that its backend still waits for
    /// an answer to. A turn that failed, or that nothing came of, has answered nothing.
    pub(super) fn left_open(&self, turn: usize) -> Option<(&Turn, Vec<&Interrupt>)> {
        let before = self.turns[..turn].iter().rfind(|turn| {
            let silent = turn.is_blank() && turn.outcome != Some(Outcome::Completed);
            !silent && !matches!(turn.outcome, Some(Outcome::Failed(_)))
        })?;
        let mut open = before.unsettled();
        // Those of this side are no backend's.
        open.retain(|held| confirmed_call(held).is_none());
        (!open.is_empty()).then_some((before, open))
    }

    /// Whether the run at work brings its backend answers, or the word that there will be none.
    fn brings_answers(&self) -> bool {
        let Some(active) = &self.active else {
            return false;
        };
        let place = self.turns.iter().rposition(|held| held.id == active.turn);
        let first = place.filter(|place| self.turns[*place].further_runs == 0);
        !active.resume.is_empty() || first.is_some_and(|place| self.left_open(place).is_some())
    }

    /// The stream of a run is open: what went with its request is with the agent, unless answers
    /// went with it too. Then the backend's list, or the run's end, tells.
    #[inline(never)]
    pub(super) fn request_arrived(&mut self, at: Millis, step: &mut Step) {
        if !self.brings_answers() {
            self.deliver_each(
                |said| matches!(said.delivery, Delivery::InRequest | Delivery::Missed),
                at,
                step,
            );
        }
    }

    /// The run at work is over for this side. What its backend took, and did not say that it has
    /// missed, it has heard.
    pub(super) fn believe(&mut self, at: Millis, step: &mut Step) {
        let active = self.active.as_ref();
        if active.is_some_and(|active| active.phase.is_taken()) {
            self.deliver_each(|said| said.delivery == Delivery::InRequest, at, step);
        }
    }

    fn deliver_each(&mut self, which: fn(&Interjection) -> bool, at: Millis, step: &mut Step) {
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        for id in turn.pending(which) {
            turn.deliver(&id, None, at, step);
            turn.log(LedgerEvent::Delivered(id), at, step);
            step.announce(Announcement::Delivered);
        }
    }

    /// The backend's own list of messages has come: says of the words that came in place of answers
    /// whether they are in there. A list without any of the person's earlier messages does not tell.
    #[inline(never)]
    pub(super) fn look_for_words(&mut self, list: &[SnapshotMessage], at: Millis, step: &mut Step) {
        if !self.brings_answers() {
            return;
        }
        let all = self.words();
        let knows = all
            .iter()
            .any(|words| !words.waits && words.is_known_to(list, &all));
        let waiting = all.iter().filter(|words| words.waits);
        let found: Vec<(MessageId, bool)> = waiting
            .map(|words| (words.id.clone(), words.is_in(list, &all)))
            .filter(|(_, heard)| *heard || knows)
            .collect();
        for (id, heard) in found {
            self.found(&id, heard, at, step);
        }
    }

    fn found(&mut self, id: &MessageId, heard: bool, at: Millis, step: &mut Step) {
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        if turn.id == *id {
            if let Some(active) = &mut self.active {
                active.voice = if heard { Voice::Speaks } else { Voice::Missed };
            }
        } else if heard {
            turn.deliver(id, None, at, step);
            turn.log(LedgerEvent::Delivered(id.clone()), at, step);
            step.announce(Announcement::Delivered);
        } else {
            turn.change_interjection(id, step, |said| said.delivery = Delivery::Missed);
        }
    }

    /// What the person has said to the main agent, up to the run at work.
    fn words(&self) -> Vec<Words<'_>> {
        let mut all = Vec::new();
        for (place, turn) in self.turns.iter().enumerate() {
            if !turn.begins_with_agent() {
                all.push(Words {
                    id: &turn.id,
                    text: &turn.text,
                    has_files: !turn.attachments.is_empty(),
                    waits: place + 1 == self.turns.len() && self.left_open(place).is_some(),
                });
            }
            let said = turn.interjections().filter(|said| {
                let undelivered = matches!(said.delivery, Delivery::Undelivered(_));
                said.place.is_some() && !undelivered && said.target == Target::Root
            });
            all.extend(said.map(|said| Words {
                id: &said.id,
                text: &said.text,
                has_files: false,
                waits: matches!(said.delivery, Delivery::InRequest | Delivery::Missed),
            }));
        }
        all
    }

    /// A run has ended well: says whether its turn goes on because words were missed.
    pub(super) fn says_again(&mut self, at: Millis, step: &mut Step) -> bool {
        let (Some(active), Some(turn)) = (&self.active, self.turns.last()) else {
            return false;
        };
        let missed = turn.pending(|said| said.delivery == Delivery::Missed);
        if active.voice != Voice::Missed && missed.is_empty() {
            return false;
        }
        let id = active.turn.clone();
        self.active = None;
        self.end_turn(&id, Outcome::Completed, at, step);
        let Some(turn) = self.turns.last_mut() else {
            return false;
        };
        turn.reopen();
        // What was told inside the run has met its end; what was not told yet goes along.
        for id in turn.pending(|said| said.delivery == Delivery::Unsent) {
            turn.change_interjection(&id, step, |said| said.delivery = Delivery::Held);
        }
        let told = turn
            .pending(|said| matches!(said.delivery, Delivery::Sending { .. } | Delivery::Accepted));
        self.queue_ahead(&told, at, step);
        step.change(Change::TurnChanged(id));
        self.start_run(Vec::new(), step);
        true
    }
}
