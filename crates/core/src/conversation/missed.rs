//! What a person says, and a backend has dropped: its own list of messages tells.
//!
//! Words in place of an answer, and what is said inside a turn, come in a run of their own. A backend
//! that keeps the history itself may drop them all the same; then its list of messages, as it is after the
//! run has shown something, lacks them. The turn goes on with one more run that says them again, once. A
//! backend whose list does not tell is believed.
//!
//! Not responsible for how words get into a request (see `interject` and `flow`).

use super::{Conversation, Voice};
use crate::change::Change;
use crate::effect::Announcement;
use crate::id::MessageId;
use crate::run_event::SnapshotMessage;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Delivery, Interjection, LedgerEvent, Outcome, Target};

/// A message of the person, as a request has it.
struct Words<'a> {
    id: &'a MessageId,
    text: &'a str,
    /// Backends describe files in the text.
    has_files: bool,
    /// The run at work is the first to bring it.
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
        // Some backends put what was said into a result.
        let inside = ["[User feedback: ", self.text.trim(), "]"].concat();
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
    /// The run at work has shown something: what went with its request is with the agent.
    pub(super) fn has_shown(&mut self, at: Millis, step: &mut Step) {
        let Some(active) = &mut self.active else {
            return;
        };
        active.worked = true;
        let brings = active.brings.clone();
        // What this very run has missed is not delivered by more of it.
        let arrives = |said: &Interjection| match said.delivery {
            Delivery::InRequest => true,
            Delivery::Missed => !brings.contains(&said.id),
            _ => false,
        };
        self.deliver_each(arrives, at, step);
    }

    fn deliver_each(&mut self, which: impl Fn(&Interjection) -> bool, at: Millis, step: &mut Step) {
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        for id in turn.pending(which) {
            turn.deliver(&id, None, at, step);
            turn.log(LedgerEvent::Delivered(id), at, step);
            step.announce(Announcement::Delivered);
        }
    }

    /// The backend's own list of messages has come: says of what this run was the first to bring
    /// whether it is in there. A list without any of the person's earlier messages does not tell, and
    /// neither does one that comes before the run has shown anything.
    pub(super) fn look_for_words(&mut self, list: &[SnapshotMessage], step: &mut Step) {
        if !self
            .active
            .as_ref()
            .is_some_and(|active| active.worked && !active.brings.is_empty())
        {
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
            self.found(&id, heard, step);
        }
    }

    fn found(&mut self, id: &MessageId, heard: bool, step: &mut Step) {
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        if turn.id == *id {
            if let Some(active) = &mut self.active {
                active.voice = if heard { Voice::Speaks } else { Voice::Missed };
            }
        } else {
            turn.is_missed(id, !heard, step);
        }
    }

    /// What the person has said to the main agent, up to the run at work.
    fn words(&self) -> Vec<Words<'_>> {
        let brings = self.active.as_ref().map(|active| &active.brings);
        let waits = |id: &MessageId| brings.is_some_and(|brings| brings.contains(id));
        let mut all = Vec::new();
        for turn in &self.turns {
            if !turn.begins_with_agent() {
                all.push(Words {
                    id: &turn.id,
                    text: &turn.text,
                    has_files: !turn.attachments.is_empty(),
                    waits: waits(&turn.id),
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
                waits: waits(&said.id),
            }));
        }
        all
    }

    /// A run has ended well: says whether its turn goes on because words were missed, or because they
    /// were said in place of the answers that it has brought.
    pub(super) fn says_again(&mut self, at: Millis, step: &mut Step) -> bool {
        let (Some(active), Some(turn)) = (&self.active, self.turns.last()) else {
            return false;
        };
        let missed =
            turn.pending(|said| matches!(said.delivery, Delivery::Missed | Delivery::AfterAnswer));
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
