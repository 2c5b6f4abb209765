//! What was said before this page knew of the conversation, and that somebody else keeps: it comes
//! page by page, newest first, and its turns are over.
//!
//! Not responsible for who keeps it, nor for when more of it is wanted. None of it is stored: who
//! keeps it is asked again. A turn that is known already stays as it is known.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Conversation;
use crate::change::Change;
use crate::effect::{Diagnostic, Effect};
use crate::history::HistoryMessage;
use crate::id::MessageId;
use crate::step::Step;
use crate::transcript::Turn;

/// How much of the past is here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Past {
    state: PastState,
    /// The oldest message that has come, of whatever kind.
    oldest: Option<MessageId>,
    /// The turn before which what is older belongs.
    next: Option<MessageId>,
    /// The turns that came from the past.
    turns: BTreeSet<MessageId>,
    /// Results whose calls are older still.
    results: Vec<HistoryMessage>,
}

/// Whether there is more of the past.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PastState {
    /// Nobody has asked.
    #[default]
    Unasked,
    /// Asked for what is before this message; none for the newest page.
    Asked {
        /// The message.
        before: Option<MessageId>,
        /// How many turns were over: what came after is newer than any page.
        turns: usize,
    },
    /// The last answer was none.
    Failed,
    /// There is more.
    More,
    /// All of it is here.
    Complete,
}

/// What follows after some messages of the past.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PastRest {
    /// Older ones of the same answer.
    Part,
    /// Older ones, when they are asked for.
    More,
    /// Nothing.
    Nothing,
}

impl Conversation {
    /// How much of the past is here.
    pub fn past(&self) -> &PastState {
        &self.past.state
    }

    /// Whether a turn came from the past, and so is not stored.
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

    /// The place of the first turn that is not over: what nobody here knows came before it.
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

    /// Nobody is asked any more: an answer that is still to come is for nobody. Whoever keeps it
    /// next is asked for what is older than what is here.
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
            // Who says that there is more and gives nothing new would be asked for ever.
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

    /// Where the newest page would end, if this is what was asked for last.
    fn asked_past(&self, asked: Option<&MessageId>, step: &mut Step) -> Option<usize> {
        match &self.past.state {
            PastState::Asked { before, turns } if before.as_ref() == asked => Some(*turns),
            _ => {
                step.diagnose(Diagnostic::NotNow("a past that nobody asked for"));
                None
            }
        }
    }

    /// The turns of these messages. What comes before the first message of the person is a turn
    /// without one: a greeting, or the end of a turn whose beginning is older.
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

    /// Puts those turns that are not known where they belong: beside their neighbours that are,
    /// else before what came last.
    fn put_past(&mut self, turns: Vec<Turn>, newest: usize) {
        let next = self.past.next.as_ref();
        let next = next.and_then(|id| self.place_of(id));
        let own = self.own_messages();
        let meets = turns.iter().any(|turn| own.contains(&turn.id));
        // Where nothing meets, what is here came after what is kept.
        let mut place = next.unwrap_or(if meets { newest } else { 0 });
        let mut fresh: Vec<Turn> = Vec::new();
        // From the newest on: each run of unknown turns stands before the known one after it.
        for turn in turns.into_iter().rev() {
            if !(self.is_past(&turn.id) || own.contains(&turn.id)) {
                fresh.push(turn);
                continue;
            }
            match self.place_of(&turn.id) {
                // It stands after what is newer: who keeps it went on without this page.
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

    /// Puts turns in, which are in `fresh` newest first.
    fn insert_past(&mut self, at: Range<usize>, fresh: &mut Vec<Turn>, own: &BTreeSet<MessageId>) {
        if !fresh.is_empty() {
            let ids = fresh.iter().map(|turn| &turn.id);
            let ids = ids.filter(|id| !own.contains(id)).cloned();
            self.past.turns.extend(ids);
            self.turns.splice(at, fresh.drain(..).rev());
        }
    }

    /// The messages that are here and not from the past: of turns, of the queue, and what was said
    /// inside a turn.
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
            // A turn without words of the person goes by its first message, under whatever page.
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

/// Gives a call its result, in the last turn that has it; the result, where none has.
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
