//! Messages that a backend has dropped: its own list of messages shows it.
//!
//! Messages in place of an answer, and interjections, go in a run of their own. A backend that
//! keeps the history itself may still drop them. Then its message list, sent after the run has
//! shown something, lacks them. The turn goes on with one more run that sends them again, once. A
//! list that does not show whether they arrived is taken as a yes.

use super::{Conversation, Voice};
use crate::change::Change;
use crate::effect::Announcement;
use crate::id::MessageId;
use crate::run_event::SnapshotMessage;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Delivery, Interjection, LedgerEvent, Outcome, Target};

/// A message of the person, as it is in a request.
struct Words<'a> {
    id: &'a MessageId,
    text: &'a str,
    /// Backends describe files in the text.
    has_files: bool,
    /// The active run is the first to bring the message.
    waits: bool,
}

impl Words<'_> {
    fn is_named(&self, list: &[SnapshotMessage]) -> bool {
        let named = |held: &SnapshotMessage| matches!(held, SnapshotMessage::User { id, .. } if id == self.id);
        list.iter().any(named)
    }

    /// Compares text; some backends trim what they receive.
    fn reads(&self, text: &str) -> bool {
        let (own, text) = (self.text.trim(), text.trim());
        own == text || (self.has_files && text.starts_with(own))
    }

    /// How many times a list has this text under ids that no message here has.
    fn copies(&self, list: &[SnapshotMessage], all: &[Words<'_>]) -> usize {
        let copy = |held: &&SnapshotMessage| match held {
            SnapshotMessage::User { id, text } => {
                self.reads(text) && !all.iter().any(|words| words.id == id)
            }
            _ => false,
        };
        list.iter().filter(copy).count()
    }

    /// Whether a list has the message: under its id, as one more copy of the text, or inside a tool
    /// result.
    fn is_in(&self, list: &[SnapshotMessage], all: &[Words<'_>]) -> bool {
        let alike = |words: &&Words<'_>| self.reads(words.text) && !words.is_named(list);
        // Some backends put the message into a tool result.
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
    /// The active run has shown work: the messages of its request reached the agent.
    pub(super) fn has_shown(&mut self, at: Millis, step: &mut Step) {
        let Some(active) = &mut self.active else {
            return;
        };
        active.worked = true;
        let brings = active.brings.clone();
        // More output of the run that missed a message does not deliver that message.
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

    /// Checks the backend's list of messages for those that this run was the first to bring.
    /// Ignores a list without any earlier message of the person, and a list that comes before the
    /// run has shown something.
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

    /// The person's messages to the main agent, up to the active run.
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

    /// A run has ended well. Returns whether its turn goes on: messages were missed, or a message
    /// waits that replaced the answers this run brought.
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
        // Interjections that were sent are requeued, since their run has ended. Unsent ones go with
        // the next run.
        turn.hold_unsent_interjections(step);
        let told = turn
            .pending(|said| matches!(said.delivery, Delivery::Sending { .. } | Delivery::Accepted));
        self.queue_ahead(&told, at, step);
        step.change(Change::TurnChanged(id));
        self.start_run(Vec::new(), step);
        true
    }
}
