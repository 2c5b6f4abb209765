//! The past: earlier messages that are kept outside the client. They come page by page, newest
//! first, and their turns are over.
//!
//! None of it is stored: a new page asks again. A turn that is already here stays as it is.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Conversation;
use crate::change::Change;
use crate::effect::{Diagnostic, Effect};
use crate::history::{HistoryMessage, PastRest, PastState};
use crate::id::MessageId;
use crate::step::Step;
use crate::transcript::Turn;

/// How much of the past is loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Past {
    state: PastState,
    /// The oldest loaded message, of any kind.
    oldest: Option<MessageId>,
    /// Older turns go before this turn.
    next: Option<MessageId>,
    /// The turns that came from the past.
    turns: BTreeSet<MessageId>,
    /// Tool results whose calls are on an older page.
    results: Vec<HistoryMessage>,
}

impl Conversation {
    /// How much of the past is loaded.
    pub fn past(&self) -> &PastState {
        &self.past.state
    }

    /// Whether a turn came from the past; such turns are not stored.
    pub fn is_past(&self, turn: &MessageId) -> bool {
        self.past.turns.contains(turn)
    }

    /// How many turns did not come from the past.
    pub fn own_turns(&self) -> usize {
        self.turns.len() - self.past.turns.len()
    }

    pub(super) fn past_wanted(&mut self, step: &mut Step) {
        if matches!(
            self.past.state,
            PastState::Unasked | PastState::Failed | PastState::More
        ) {
            let before = self.past.oldest.clone();
            self.past.state = PastState::Asked {
                before: before.clone(),
                turns: self.first_at_work(),
            };
            step.change(Change::Past);
            step.effect(Effect::LoadPast { before });
        }
    }

    /// The index of the first turn that is not over: unknown messages are older than it.
    fn first_at_work(&self) -> usize {
        let at_work = |id: &MessageId| {
            let active = self.active.as_ref().map(|active| &active.turn);
            let mut stopping = self.stopping.iter().map(|held| &held.turn);
            active == Some(id) || stopping.any(|turn| turn == id)
        };
        let place = self.turns.iter().position(|turn| at_work(&turn.id));
        place.unwrap_or(self.turns.len())
    }

    pub(super) fn past_failed(&mut self, asked: Option<&MessageId>, step: &mut Step) {
        if self.asked_past(asked, step).is_some() {
            self.past.state = PastState::Failed;
            step.change(Change::Past);
        }
    }

    /// The source of the past is gone, so a pending answer is ignored. A later source is asked for
    /// messages older than the loaded ones.
    pub(super) fn past_gone(&mut self, step: &mut Step) {
        if self.past.state != PastState::Unasked {
            self.past.state = PastState::Unasked;
            step.change(Change::Past);
        }
    }

    pub(super) fn past_loaded(
        &mut self,
        asked: Option<&MessageId>,
        messages: Vec<HistoryMessage>,
        rest: PastRest,
        step: &mut Step,
    ) {
        let Some(newest) = self.asked_past(asked, step) else {
            return;
        };
        let oldest = messages.first().map(id_of).cloned();
        let any_new = oldest.is_some() && oldest != self.past.oldest;
        self.past.oldest = oldest.or(self.past.oldest.take());
        let turns = self.past_turns(messages);
        let none_shown = turns.is_empty();
        self.put_past(turns, newest);
        match rest {
            PastRest::Part => {}
            // More without any new message would be requested for ever.
            PastRest::More if any_new => {
                self.past.state = PastState::More;
                if none_shown {
                    self.past_wanted(step);
                }
            }
            PastRest::More | PastRest::Nothing => self.past.state = PastState::Complete,
        }
        step.change(Change::Past);
    }

    /// The place where the newest page ends; `None` if this answer is not to the last request.
    fn asked_past(&self, asked: Option<&MessageId>, step: &mut Step) -> Option<usize> {
        match &self.past.state {
            PastState::Asked { before, turns } if before.as_ref() == asked => Some(*turns),
            _ => {
                step.diagnose(Diagnostic::NotNow("a past that nobody asked for"));
                None
            }
        }
    }

    /// Groups messages into turns. Messages before the person's first one form a turn without a
    /// user message: a greeting, or the end of a turn that begins on an older page.
    fn past_turns(&mut self, messages: Vec<HistoryMessage>) -> Vec<Turn> {
        let mut turns: Vec<Turn> = Vec::new();
        let mut results = Vec::new();
        let mut seen = BTreeSet::new();
        for message in messages {
            let id = id_of(&message).clone();
            if !seen.insert(id.clone()) {
                continue;
            }
            match message {
                HistoryMessage::User {
                    id,
                    text,
                    attachments,
                } => {
                    let mut turn = Turn::past(id, text);
                    turn.attachments = attachments;
                    turns.push(turn);
                }
                HistoryMessage::Tool { .. } => results.extend(result_into(&mut turns, message)),
                message => {
                    if turns.is_empty() {
                        turns.push(Turn::past(id, String::new()));
                    }
                    if let Some(turn) = turns.last_mut() {
                        turn.say_past(message);
                    }
                }
            }
        }
        for message in std::mem::take(&mut self.past.results) {
            results.extend(result_into(&mut turns, message));
        }
        self.past.results = results;
        turns
    }

    /// Inserts unknown turns: next to their known neighbours, else before the pages loaded so far.
    fn put_past(&mut self, turns: Vec<Turn>, newest: usize) {
        let next = self.past.next.as_ref();
        let next = next.and_then(|id| self.place_of(id));
        let own = self.own_messages();
        let meets = turns.iter().any(|turn| own.contains(&turn.id));
        // If no turn is known, everything here is newer than the past.
        let mut place = next.unwrap_or(if meets { newest } else { 0 });
        let mut fresh: Vec<Turn> = Vec::new();
        // From the newest: each group of unknown turns goes before the known turn that follows it.
        for turn in turns.into_iter().rev() {
            if !(self.is_past(&turn.id) || own.contains(&turn.id)) {
                fresh.push(turn);
                continue;
            }
            match self.place_of(&turn.id) {
                // The known turn is older than its place here: the conversation went on elsewhere
                // without this page.
                Some(held) if held >= place && held < newest => {
                    fresh.push(self.turns.remove(held));
                }
                Some(held) if held < place => {
                    self.insert_past(place..place, &mut fresh, &own);
                    place = held;
                }
                Some(_) | None => {}
            }
        }
        self.insert_past(place..place, &mut fresh, &own);
        self.past.next = self.turns.get(place).map(|turn| turn.id.clone());
    }

    fn place_of(&self, turn: &MessageId) -> Option<usize> {
        self.turns.iter().rposition(|held| held.id == *turn)
    }

    /// Inserts turns; `fresh` has the newest first.
    fn insert_past(&mut self, at: Range<usize>, fresh: &mut Vec<Turn>, own: &BTreeSet<MessageId>) {
        if !fresh.is_empty() {
            let ids = fresh.iter().map(|turn| &turn.id);
            let ids = ids.filter(|id| !own.contains(id)).cloned();
            self.past.turns.extend(ids);
            self.turns.splice(at, fresh.drain(..).rev());
        }
    }

    /// The message ids that are not from the past: of turns, of the queue, and of interjections.
    fn own_messages(&self) -> BTreeSet<MessageId> {
        let mut known = BTreeSet::new();
        let own = if self.own_turns() == 0 {
            &[]
        } else {
            self.turns.as_slice()
        };
        for turn in own.iter().filter(|turn| !self.is_past(&turn.id)) {
            known.insert(turn.id.clone());
            for said in turn.interjections() {
                known.insert(said.id.clone());
            }
            // A turn without a user message has its first message's id, which depends on the page.
            known.extend(turn.message_ids().cloned());
        }
        known.extend(self.queue.prompts().iter().map(|prompt| prompt.id.clone()));
        known
    }
}

fn id_of(message: &HistoryMessage) -> &MessageId {
    match message {
        HistoryMessage::User { id, .. }
        | HistoryMessage::Assistant { id, .. }
        | HistoryMessage::Tool { id, .. }
        | HistoryMessage::Reasoning { id, .. } => id,
    }
}

/// Adds a tool result to the last turn with its call; returns the result if no turn has the call.
fn result_into(turns: &mut [Turn], message: HistoryMessage) -> Option<HistoryMessage> {
    let HistoryMessage::Tool { call, .. } = &message else {
        return None;
    };
    let mut turns = turns.iter_mut().rev();
    match turns.find(|turn| turn.activity(call).is_some()) {
        Some(turn) => {
            turn.say_past(message);
            None
        }
        None => Some(message),
    }
}
