//! Cells: one signal for each value that changes on its own, so that a token updates one text and
//! nothing else.
//!
//! The [bridge](super::Bridge) fills them.

use leptos::prelude::*;
use std::sync::Arc;

use midturn_core::attachment::{Attached, Attachment};
use midturn_core::card::Card;
use midturn_core::conversation::{Conversation, Phase, Stopping};
use midturn_core::find::{Found, Query};
use midturn_core::history::PastState;
use midturn_core::id::{ActivityId, MessageId, RunId, ThreadId};
use midturn_core::queue::Queue;
use midturn_core::sharing::Standing;
use midturn_core::time::Millis;
use midturn_core::transcript::{Activity, Entry, Outcome, Target, Turn};

use super::held::{Held, Source};
use super::turns::turn_cell;

/// An entry in the list of threads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ThreadItem {
    /// The thread.
    pub id: ThreadId,
    /// The thread's title; empty before its first message.
    pub title: String,
    /// The thread's state.
    pub state: ThreadState,
}

/// The state of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreadState {
    /// No turn is at work.
    Idle,
    /// A turn is at work.
    Running,
    /// The queue is paused.
    Paused,
    /// The agent waits for an answer.
    Waiting,
}

/// The cells of one conversation.
#[derive(Clone, Copy)]
pub struct ConversationCells {
    thread: StoredValue<ThreadId>,
    /// Whether the conversation was loaded from storage.
    pub loaded: RwSignal<bool>,
    /// The turns, oldest first. Changes only when turns are added.
    pub turns: RwSignal<Vec<MessageId>>,
    /// Whether there are older messages to load.
    pub past: RwSignal<PastState>,
    /// The cells of the last turn.
    pub last: RwSignal<Option<Arc<TurnCell>>>,
    /// Makes the cells of turns, and finds those that somebody holds.
    held: StoredValue<Held, LocalStorage>,
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
    /// Which page drives the thread, if not this one, and how well that works.
    pub standing: RwSignal<Standing>,
    /// The number of messages of both sides. Grows when a message begins.
    pub messages: RwSignal<usize>,
}

impl ConversationCells {
    /// Empty cells that end with the current owner.
    pub(super) fn new(thread: ThreadId, source: Source) -> Self {
        Self {
            thread: StoredValue::new(thread),
            loaded: RwSignal::new(false),
            turns: RwSignal::default(),
            past: RwSignal::default(),
            last: RwSignal::new(None),
            held: StoredValue::new_local(Held::new(source)),
            card: RwSignal::default(),
            run: RwSignal::new(None),
            queue: RwSignal::default(),
            composer: RwSignal::default(),
            attached: RwSignal::default(),
            target: RwSignal::default(),
            stopping: RwSignal::default(),
            standing: RwSignal::default(),
            messages: RwSignal::new(0),
        }
    }

    /// The thread of the conversation.
    pub fn thread(&self) -> ThreadId {
        self.thread.get_value()
    }

    /// The cells of a turn. If nobody holds them yet, makes them from the core. They follow the
    /// core as long as somebody holds them.
    pub fn turn(&self, id: &MessageId) -> Option<Arc<TurnCell>> {
        let thread = self.thread();
        self.held.with_value(|held| held.turn(&thread, id))
    }

    /// The cells of a turn, if somebody holds them.
    pub(super) fn held_turn(&self, id: &MessageId) -> Option<Arc<TurnCell>> {
        self.held.with_value(|held| held.find(id))
    }

    /// The cells of a turn, made if nobody holds them yet.
    pub(super) fn hold(&self, turn: &Turn) -> Arc<TurnCell> {
        self.held.with_value(|held| {
            held.find(&turn.id)
                .unwrap_or_else(|| held.hold(turn_cell(turn)))
        })
    }

    /// Calls `look` with the conversation, if there is one.
    fn read<R>(&self, look: impl FnOnce(&Conversation) -> R) -> Option<R> {
        let thread = self.thread();
        let source = self.held.with_value(|held| held.source.clone());
        source
            .read(|chat| chat.conversation(&thread).map(look))
            .flatten()
    }

    /// The turns that match the query, in order.
    pub fn find(&self, query: &Query) -> Vec<Found> {
        self.read(|conversation| query.find(conversation))
            .unwrap_or_default()
    }

    /// The turns with interruptions, oldest first.
    pub fn interrupted(&self) -> Vec<MessageId> {
        let found = self.read(|conversation| {
            let turns = conversation.turns().iter();
            let interrupted = turns.filter(|turn| !turn.ledger.is_empty());
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

    /// Whether this is the last turn.
    pub fn is_last(&self, id: &MessageId) -> bool {
        self.last
            .with(|last| last.as_ref().is_some_and(|last| last.id == *id))
    }
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

/// The cells of one turn.
#[derive(Clone)]
pub struct TurnCell {
    /// The turn.
    pub id: MessageId,
    /// The person's message.
    pub text: String,
    /// The files of the message.
    pub attachments: Vec<Attachment>,
    /// The state of the turn as a whole.
    pub view: ArcRwSignal<TurnView>,
    /// The agent's texts. Changes only when a text is added.
    pub texts: ArcRwSignal<Vec<TextCell>>,
    /// The activities. Changes only when an activity is added.
    pub activities: ArcRwSignal<Vec<ActivityCell>>,
}

/// The cells of a turn as `Copy` handles, for the components of its row. They end with the owner
/// they were made under.
#[derive(Clone, Copy)]
pub struct TurnSignals {
    /// The turn.
    pub id: StoredValue<MessageId>,
    /// The person's message.
    pub text: StoredValue<String>,
    /// The files of the message.
    pub attachments: StoredValue<Vec<Attachment>>,
    /// The state of the turn as a whole.
    pub view: RwSignal<TurnView>,
    /// The agent's texts. Changes only when a text is added.
    pub texts: RwSignal<Vec<TextCell>>,
    /// The activities. Changes only when an activity is added.
    pub activities: RwSignal<Vec<ActivityCell>>,
}

impl TurnCell {
    /// Handles that end with the current owner.
    pub fn signals(&self) -> TurnSignals {
        TurnSignals {
            id: StoredValue::new(self.id.clone()),
            text: StoredValue::new(self.text.clone()),
            attachments: StoredValue::new(self.attachments.clone()),
            view: self.view.clone().into(),
            texts: self.texts.clone().into(),
            activities: self.activities.clone().into(),
        }
    }
}

/// The state of a turn as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnView {
    /// When the turn began.
    pub started_at: Millis,
    /// When the turn ended.
    pub ended_at: Option<Millis>,
    /// How the turn ended.
    pub outcome: Option<Outcome>,
    /// How many activities of the turn finished.
    pub steps: usize,
    /// The turn's last run.
    pub run: RunId,
    /// The turn's interruptions.
    pub ledger: Vec<Entry>,
    /// The last run ended well without showing anything.
    pub unanswered: bool,
    /// A cancel cut the agent's text off.
    pub cut_off: bool,
}

/// One text of the agent.
#[derive(Clone)]
pub struct TextCell {
    /// The agent's message.
    pub id: MessageId,
    /// The text so far.
    pub text: ArcRwSignal<String>,
}

/// One activity.
#[derive(Clone)]
pub struct ActivityCell {
    /// The activity's id.
    pub id: ActivityId,
    /// The activity.
    pub activity: ArcRwSignal<Activity>,
}
