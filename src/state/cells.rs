//! The cells of a conversation: one signal for each value that changes on its own, so that a token
//! updates one text and nothing else.
//!
//! The [bridge](super::Bridge) fills them.

use leptos::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use midturn_core::attachment::Attached;
use midturn_core::card::Card;
use midturn_core::chat::ThreadState;
use midturn_core::conversation::{Conversation, Discarded, Phase, Stopping};
use midturn_core::find::{Found, Query};
use midturn_core::history::PastState;
use midturn_core::id::{ActivityId, MessageId, RunId, ThreadId};
use midturn_core::left_out::LeftOut;
use midturn_core::queue::Queue;
use midturn_core::rating::Ratings;
use midturn_core::sharing::Standing;
use midturn_core::time::Millis;
use midturn_core::transcript::{Outcome, Target, Turn};

use super::chat_access::ChatAccess;
use super::folded::{group, listed};
use super::turn::{TurnCell, TurnView};
use super::turn_cells::TurnCells;

/// An entry in the list of threads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ThreadItem {
    /// The thread.
    pub id: ThreadId,
    /// The thread's title; empty before its first message.
    pub title: String,
    /// The thread's state.
    pub state: ThreadState,
    /// When a turn last began in the thread.
    pub updated_at: Millis,
}

/// The cells of one conversation.
#[derive(Clone, Copy)]
pub struct ConversationCells {
    thread: StoredValue<ThreadId>,
    /// Whether the conversation was loaded from storage.
    pub loaded: RwSignal<bool>,
    /// The turns, oldest first. Changes only when the conversation is loaded or turns are added.
    pub turns: RwSignal<Vec<MessageId>>,
    /// Whether there are older messages to load.
    pub past: RwSignal<PastState>,
    /// The cells of the last turn.
    pub last: RwSignal<Option<Arc<TurnCell>>>,
    /// Makes the cells of turns, and finds those in use.
    turn_cells: StoredValue<TurnCells, LocalStorage>,
    /// The running card and its turn.
    pub card: RwSignal<CardView>,
    /// The active run.
    pub run: RwSignal<Option<RunView>>,
    /// The queue.
    pub queue: RwSignal<Queue>,
    /// The composer's text as last set by the core.
    pub composer: RwSignal<String>,
    /// The files in the composer.
    pub attached: RwSignal<Attached>,
    /// The recipients of an interjection.
    pub target: RwSignal<TargetView>,
    /// Cancelled runs that their backend has not ended yet.
    pub stopping: RwSignal<Vec<Stopping>>,
    /// Whether this page can change the thread: the page that drives the thread may not answer, or
    /// this page can only read.
    pub standing: RwSignal<Standing>,
    /// The person's ratings of turns.
    pub ratings: RwSignal<Ratings>,
    /// The turns that are no longer part of the conversation.
    pub left_out: RwSignal<LeftOut>,
    /// The groups of such turns that the person has opened, by their first turn.
    opened: RwSignal<BTreeSet<MessageId>>,
    /// Whether the agent keeps the history itself, and so still knows such turns.
    pub keeps_history: RwSignal<bool>,
    /// The texts of messages that are being edited, to be sent again.
    pub edits: RwSignal<BTreeMap<MessageId, String>>,
    /// The texts of closed editors that can be put back, the latest last.
    pub discarded: RwSignal<Vec<Discarded>>,
    /// The tools that are always allowed in this thread.
    pub always: RwSignal<Vec<String>>,
    /// The number of messages of both sides. Grows when a message begins.
    pub messages: RwSignal<usize>,
}

impl ConversationCells {
    /// Empty cells that end with the current owner.
    pub(super) fn new(thread: ThreadId, chat: ChatAccess) -> Self {
        Self {
            thread: StoredValue::new(thread),
            loaded: RwSignal::new(false),
            turns: RwSignal::default(),
            past: RwSignal::default(),
            last: RwSignal::new(None),
            turn_cells: StoredValue::new_local(TurnCells::new(chat)),
            card: RwSignal::default(),
            run: RwSignal::new(None),
            queue: RwSignal::default(),
            composer: RwSignal::default(),
            attached: RwSignal::default(),
            target: RwSignal::default(),
            stopping: RwSignal::default(),
            standing: RwSignal::default(),
            ratings: RwSignal::default(),
            left_out: RwSignal::default(),
            opened: RwSignal::default(),
            keeps_history: RwSignal::new(false),
            edits: RwSignal::default(),
            discarded: RwSignal::default(),
            always: RwSignal::default(),
            messages: RwSignal::new(0),
        }
    }

    /// The thread of the conversation.
    pub fn thread(&self) -> ThreadId {
        self.thread.get_value()
    }

    /// The cells of a turn, made from the core if they are not in use yet. They follow the core
    /// until their last handle is dropped.
    pub fn turn(&self, id: &MessageId) -> Option<Arc<TurnCell>> {
        let thread = self.thread();
        self.turn_cells.with_value(|held| held.turn(&thread, id))
    }

    /// The cells of a turn, if they are in use.
    pub(super) fn held_turn(&self, id: &MessageId) -> Option<Arc<TurnCell>> {
        self.turn_cells.with_value(|held| held.find(id))
    }

    /// The cells of a turn, made if they are not in use yet.
    fn hold(&self, turn: &Turn) -> Arc<TurnCell> {
        self.turn_cells.with_value(|held| {
            held.find(&turn.id)
                .unwrap_or_else(|| held.hold(TurnCell::of(turn)))
        })
    }

    /// Holds the last turn's cells, even off screen: the next possible actions depend on that turn.
    pub(super) fn hold_last(&self, conversation: &Conversation) {
        let last = conversation.turns().last();
        let held = self.last.get_untracked();
        if held.map(|held| held.id.clone()) != last.map(|turn| turn.id.clone()) {
            self.last.set(last.map(|turn| self.hold(turn)));
        }
    }

    /// Calls `look` with the conversation, if there is one.
    pub fn read<R>(&self, look: impl FnOnce(&Conversation) -> R) -> Option<R> {
        let thread = self.thread();
        let access = self.turn_cells.with_value(|held| held.chat.clone());
        access
            .read(|chat| chat.conversation(&thread).map(look))
            .flatten()
    }

    /// The turns that have a row in the transcript.
    pub fn listed(&self) -> Vec<MessageId> {
        let (out, opened) = (self.left_out.read(), self.opened.read());
        self.turns.with(|turns| listed(turns, &out, &opened))
    }

    /// The group of turns that begins with this turn and is no longer part of the conversation.
    pub fn group_from(&self, turn: &MessageId) -> Option<Group> {
        let out = self.left_out.read();
        if !out.has(turn) {
            return None;
        }
        let turns = self.turns.read();
        let group = group(&turns, &out, turn);
        let is_first = group.first() == Some(turn);
        let messages = |conversation: &Conversation| {
            let turns = group.iter().filter_map(|id| conversation.turn(id));
            let messages = turns
                .map(|turn| usize::from(!turn.begins_with_agent()) + usize::from(!turn.is_blank()));
            messages.sum()
        };
        is_first.then(|| Group {
            messages: self.read(messages).unwrap_or_default(),
            open: group.last() == turns.last() || self.opened.with(|opened| opened.contains(turn)),
        })
    }

    /// Opens or folds the group that begins with this turn.
    pub fn open_group(&self, first: &MessageId, open: bool) {
        self.opened.update(|opened| {
            if open {
                opened.insert(first.clone());
            } else {
                opened.remove(first);
            }
        });
    }

    /// Makes sure that a turn has a row: opens the group around it. Returns whether it was closed: then
    /// the row is drawn a moment later.
    pub fn unfold(&self, turn: &MessageId) -> bool {
        let first = self.left_out.with_untracked(|out| {
            let turns = self.turns.read_untracked();
            group(&turns, out, turn).first().cloned()
        });
        let closed =
            first.filter(|first| !self.opened.with_untracked(|opened| opened.contains(first)));
        if let Some(first) = &closed {
            self.open_group(first, true);
        }
        closed.is_some()
    }

    /// The turns that match the query, in order.
    pub fn find(&self, query: &Query) -> Vec<Found> {
        self.read(|conversation| query.find(conversation))
            .unwrap_or_default()
    }

    /// The turns that the person interrupted, oldest first.
    pub fn interrupted(&self) -> Vec<MessageId> {
        let found = self.read(|conversation| {
            let is_of_person = |turn: &&Turn| {
                let mut ledger = turn.ledger.iter();
                ledger.any(|entry| entry.event.is_of_person())
            };
            let interrupted = conversation.turns().iter().filter(is_of_person);
            interrupted.map(|turn| turn.id.clone()).collect()
        });
        found.unwrap_or_default()
    }

    /// The turn that a message belongs to.
    pub fn turn_with(&self, message: &MessageId) -> Option<MessageId> {
        self.read(|conversation| conversation.turn_with(message).cloned())
            .flatten()
    }

    /// Whether the agent waits for an answer.
    pub fn is_waiting(&self) -> bool {
        let waits = |view: &TurnView| matches!(view.outcome, Some(Outcome::Waiting(_)));
        self.last.get().is_some_and(|last| last.view.with(waits))
    }

    /// Whether the last turn has ended well.
    pub fn has_completed(&self) -> bool {
        let well = |view: &TurnView| view.outcome == Some(Outcome::Completed);
        self.last.get().is_some_and(|last| last.view.with(well))
    }

    /// Whether this is the last turn.
    pub fn is_last(&self, id: &MessageId) -> bool {
        self.last
            .with(|last| last.as_ref().is_some_and(|last| last.id == *id))
    }
}

/// Adjacent turns that are no longer part of the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// How many messages they have, of both sides.
    pub messages: usize,
    /// Whether they are shown.
    pub open: bool,
}

/// The running card and its turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardView {
    /// The card.
    pub card: Card,
    /// The turn it is attached to, while it is visible.
    pub turn: Option<MessageId>,
}

/// The active run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunView {
    /// The run.
    pub id: RunId,
    /// The run's phase.
    pub phase: Phase,
    /// Since when the agent has said nothing, if that is long.
    pub quiet_since: Option<Millis>,
    /// When the next request is due, if the backend asked for a wait.
    pub due: Option<Millis>,
    /// Whether the run is joined again by itself.
    pub rejoins: bool,
    /// The names of the files of its message that are being read: it is not sent before.
    pub unread: Vec<String>,
    /// The names of those that cannot be read: the person is asked.
    pub lost: Vec<String>,
    /// Whether the message has no content but lost files.
    pub nothing_else: bool,
}

/// The recipients of an interjection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TargetView {
    /// Who gets the interjection.
    pub target: Target,
    /// The subagents that listen, in the order in which they began.
    pub agents: Vec<AgentItem>,
    /// The backend accepts messages inside a run.
    pub native: bool,
}

/// A subagent that listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentItem {
    /// The subagent's activity.
    pub id: ActivityId,
    /// The subagent's name.
    pub name: String,
    /// The subagent's task; may be empty.
    pub about: String,
}
