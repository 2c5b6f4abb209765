//! The past: earlier messages that are kept outside the client. They come page by page, newest
//! first, and their turns are over.
//!
//! None of it is stored: the client asks again after a reload. A turn that is already here stays as
//! it is.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Conversation;
use crate::change::Change;
use crate::effect::{Diagnostic, Effect};
use crate::history::{HistoryMessage, PastRest, PastState};
use crate::id::MessageId;
use crate::step::Step;
use crate::time::Millis;
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

impl Past {
    /// How much of the past is loaded.
    pub(super) fn state(&self) -> &PastState {
        &self.state
    }

    /// Whether a turn came from the past.
    pub(super) fn has(&self, turn: &MessageId) -> bool {
        self.turns.contains(turn)
    }

    /// How many turns came from the past.
    pub(super) fn len(&self) -> usize {
        self.turns.len()
    }

    /// Asks for the next page, unless it is under way or there is none. `over`: how many of the
    /// conversation's first turns are over.
    fn want(&mut self, over: usize, step: &mut Step) {
        if matches!(
            self.state,
            PastState::Unasked | PastState::Failed | PastState::More
        ) {
            let before = self.oldest.clone();
            self.state = PastState::Asked {
                before: before.clone(),
                turns: over,
            };
            step.change(Change::Past);
            step.effect(Effect::LoadPast { before });
        }
    }

    fn failed(&mut self, asked: Option<&MessageId>, step: &mut Step) {
        if self.asked(asked, step).is_some() {
            self.state = PastState::Failed;
            step.change(Change::Past);
        }
    }

    /// The source of the past is gone, so a pending answer is ignored. A later source is asked for
    /// messages older than the loaded ones.
    pub(super) fn gone(&mut self, step: &mut Step) {
        if self.state != PastState::Unasked {
            self.state = PastState::Unasked;
            step.change(Change::Past);
        }
    }

    /// Goes back to the state before the request that is under way.
    pub(super) fn forget_request(&mut self) {
        match self.state {
            PastState::Asked { before: None, .. } => self.state = PastState::Unasked,
            PastState::Asked { .. } => self.state = PastState::More,
            PastState::Unasked | PastState::Failed | PastState::More | PastState::Complete => {}
        }
    }

    /// The index of the first turn that was not over when the page was asked for; `None` if this
    /// answer is not to the last request.
    fn asked(&self, asked: Option<&MessageId>, step: &mut Step) -> Option<usize> {
        match &self.state {
            PastState::Asked { before, turns } if before.as_ref() == asked => Some(*turns),
            _ => {
                step.diagnose(Diagnostic::NotNow("a past that nobody asked for"));
                None
            }
        }
    }

    /// Inserts the turns of a loaded page into the conversation. `own`: the ids of messages that
    /// did not come from the past. Returns whether to ask for the next page at once, because this
    /// page shows no turn.
    fn loaded(
        &mut self,
        page: Page,
        held: &mut Vec<Turn>,
        own: &BTreeSet<MessageId>,
        step: &mut Step,
    ) -> bool {
        let oldest = page.messages.first().map(|held| held.id().clone());
        let any_new = oldest.is_some() && oldest != self.oldest;
        self.oldest = oldest.or(self.oldest.take());
        let turns = self.turns_of(page.messages);
        let none_shown = turns.is_empty();
        self.put(turns, held, own, page.newest);
        let mut more = false;
        match page.rest {
            PastRest::Part => {}
            // Only if a message is new: a source that repeats itself would be asked for ever.
            PastRest::More if any_new => {
                self.state = PastState::More;
                more = none_shown;
            }
            PastRest::More | PastRest::Nothing => self.state = PastState::Complete,
        }
        step.change(Change::Past);
        more
    }

    /// Groups messages into turns. Messages before the person's first one form a turn without a
    /// user message: a greeting, or the end of a turn that begins on an older page.
    fn turns_of(&mut self, messages: Vec<HistoryMessage>) -> Vec<Turn> {
        let mut turns: Vec<Turn> = Vec::new();
        let mut results = Vec::new();
        // A message that comes twice is shown once. Another message may have its id.
        let mut seen: BTreeMap<MessageId, Vec<HistoryMessage>> = BTreeMap::new();
        for message in messages {
            let id = message.id().clone();
            let alike = seen.entry(id.clone()).or_default();
            let is_user = matches!(message, HistoryMessage::User { .. });
            if alike.contains(&message) || (is_user && !alike.is_empty()) {
                continue;
            }
            alike.push(message.clone());
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
        for message in std::mem::take(&mut self.results) {
            results.extend(result_into(&mut turns, message));
        }
        self.results = results;
        turns
    }

    /// Inserts unknown turns: next to their known neighbours, else before the pages loaded so far.
    fn put(
        &mut self,
        turns: Vec<Turn>,
        held: &mut Vec<Turn>,
        own: &BTreeSet<MessageId>,
        newest: usize,
    ) {
        let next = self.next.as_ref();
        let next = next.and_then(|id| place_of(id, held));
        let meets = turns.iter().any(|turn| own.contains(&turn.id));
        // A page with none of the conversation's own turns is older than all of them.
        let mut place = next.unwrap_or(if meets { newest } else { 0 });
        let mut fresh: Vec<Turn> = Vec::new();
        // Starts with the newest turn: each group of unknown turns goes before the known turn that
        // follows it.
        for turn in turns.into_iter().rev() {
            if !(self.has(&turn.id) || own.contains(&turn.id)) {
                fresh.push(turn);
                continue;
            }
            match place_of(&turn.id, held) {
                // Another client continued the conversation meanwhile, so this turn is too late in
                // the list. Move it to an earlier place.
                Some(known) if known >= place && known < newest => {
                    fresh.push(held.remove(known));
                }
                Some(known) if known < place => {
                    self.insert(place, &mut fresh, held, own);
                    place = known;
                }
                Some(_) | None => {}
            }
        }
        self.insert(place, &mut fresh, held, own);
        self.next = held.get(place).map(|turn| turn.id.clone());
    }

    /// Inserts turns; `fresh` has the newest first.
    fn insert(
        &mut self,
        place: usize,
        fresh: &mut Vec<Turn>,
        held: &mut Vec<Turn>,
        own: &BTreeSet<MessageId>,
    ) {
        if !fresh.is_empty() {
            let ids = fresh.iter().map(|turn| &turn.id);
            let ids = ids.filter(|id| !own.contains(id)).cloned();
            self.turns.extend(ids);
            held.splice(place..place, fresh.drain(..).rev());
        }
    }
}

/// One page of the past.
struct Page {
    messages: Vec<HistoryMessage>,
    rest: PastRest,
    /// The index of the first turn that was not over when the page was asked for.
    newest: usize,
}

impl Conversation {
    /// How much of the past is loaded.
    pub fn past(&self) -> &PastState {
        self.past.state()
    }

    /// Whether messages of the thread came from elsewhere, in this page or an earlier one.
    pub fn is_begun_elsewhere(&self) -> bool {
        self.begun_elsewhere
    }

    /// Whether a turn came from the past; such turns are not stored.
    pub fn is_past(&self, turn: &MessageId) -> bool {
        self.past.has(turn)
    }

    /// How many turns did not come from the past.
    pub fn own_turns(&self) -> usize {
        self.turns.len() - self.past.len()
    }

    pub(super) fn past_wanted(&mut self, step: &mut Step) {
        self.past.want(self.first_at_work(), step);
    }

    pub(super) fn past_failed(&mut self, asked: Option<&MessageId>, step: &mut Step) {
        self.past.failed(asked, step);
    }

    pub(super) fn past_loaded(
        &mut self,
        asked: Option<&MessageId>,
        messages: Vec<HistoryMessage>,
        rest: PastRest,
        at: Millis,
        step: &mut Step,
    ) {
        let Some(newest) = self.past.asked(asked, step) else {
            return;
        };
        let own = self.own_messages();
        let page = Page {
            messages,
            rest,
            newest,
        };
        let wants_more = self.past.loaded(page, &mut self.turns, &own, step);
        self.begun_elsewhere |= self.past.len() > 0;
        self.close_passed_questions(at, step);
        if wants_more {
            self.past_wanted(step);
        }
    }

    /// The index of the first turn that is not over. Messages of the past belong before that turn.
    fn first_at_work(&self) -> usize {
        let at_work = |id: &MessageId| {
            let active = self.active.as_ref().map(|active| &active.turn);
            active == Some(id) || self.stopping.is_of(id)
        };
        let place = self.turns.iter().position(|turn| at_work(&turn.id));
        place.unwrap_or(self.turns.len())
    }

    /// The message ids that are not from the past: of turns, of the queue, and of interjections.
    fn own_messages(&self) -> BTreeSet<MessageId> {
        let mut known = BTreeSet::new();
        let own = if self.own_turns() == 0 {
            &[]
        } else {
            self.turns.as_slice()
        };
        for turn in own.iter().filter(|turn| !self.past.has(&turn.id)) {
            known.insert(turn.id.clone());
            for said in turn.interjections() {
                known.insert(said.id.clone());
            }
            // A turn without a user message has the id of its first loaded message. Another page
            // may begin elsewhere in it, so all its messages count.
            known.extend(turn.message_ids().cloned());
        }
        known.extend(self.queue.prompts().iter().map(|prompt| prompt.id.clone()));
        known
    }
}

fn place_of(turn: &MessageId, turns: &[Turn]) -> Option<usize> {
    turns.iter().rposition(|held| held.id == *turn)
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
