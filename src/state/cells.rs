//! Cells: one reactive value for each thing that changes on its own, so that a token touches one
//! text and nothing else.
//!
//! Not responsible for filling them; the [bridge](super::Bridge) does.

use leptos::prelude::*;
use std::sync::Arc;

use midturn_core::attachment::{Attached, Attachment};
use midturn_core::card::Card;
use midturn_core::conversation::{Conversation, PastState, Phase, Stopping};
use midturn_core::find::{Found, Query};
use midturn_core::id::{ActivityId, MessageId, RunId, ThreadId};
use midturn_core::queue::Queue;
use midturn_core::sharing::Standing;
use midturn_core::time::Millis;
use midturn_core::transcript::{Activity, Entry, Outcome, Target, Turn};

use super::held::{Held, Source};
use super::turns::turn_cell;

/// One line of the list of threads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ThreadItem {
    /// The thread.
    pub id: ThreadId,
    /// Its title; empty before the first message.
    pub title: String,
    /// What goes on in it.
    pub state: ThreadState,
}

/// What goes on in a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreadState {
    /// Nothing.
    Idle,
    /// A turn is at work.
    Running,
    /// Its queue waits for the person.
    Paused,
    /// The agent waits for an answer.
    Waiting,
}

/// The cells of one conversation.
#[derive(Clone, Copy)]
pub struct ConversationCells {
    thread: StoredValue<ThreadId>,
    /// Whether it has come from storage.
    pub loaded: RwSignal<bool>,
    /// Its turns, oldest first. Changes only when some are added.
    pub turns: RwSignal<Vec<MessageId>>,
    /// Whether there is more of the past.
    pub past: RwSignal<PastState>,
    /// The cells of the last turn.
    pub last: RwSignal<Option<Arc<TurnCell>>>,
    /// Where the cells of a turn come from, and those somebody holds.
    held: StoredValue<Held, LocalStorage>,
    /// The running card and the turn it is attached to.
    pub card: RwSignal<CardView>,
    /// The run at work.
    pub run: RwSignal<Option<RunView>>,
    /// The queue.
    pub queue: RwSignal<Queue>,
    /// The composer's text, as last set by the core.
    pub composer: RwSignal<String>,
    /// The files in the composer.
    pub attached: RwSignal<Attached>,
    /// Who an interjection goes to.
    pub target: RwSignal<TargetView>,
    /// Cancelled runs that their backend has not ended yet.
    pub stopping: RwSignal<Vec<Stopping>>,
    /// Where the thread is, if another page has it.
    pub standing: RwSignal<Standing>,
    /// How many messages, of either side, there are: grows when one begins.
    pub messages: RwSignal<usize>,
}

impl ConversationCells {
    /// Empty ones, which end with the current owner.
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

    /// The conversation.
    pub fn thread(&self) -> ThreadId {
        self.thread.get_value()
    }

    /// The cells of a turn, made of what the core has when nobody holds them yet. They follow the
    /// core for as long as somebody does.
    pub fn turn(&self, id: &MessageId) -> Option<Arc<TurnCell>> {
        let thread = self.thread();
        self.held.with_value(|held| held.turn(&thread, id))
    }

    /// The cells of a turn that somebody holds.
    pub(super) fn held_turn(&self, id: &MessageId) -> Option<Arc<TurnCell>> {
        self.held.with_value(|held| held.find(id))
    }

    /// The cells of a turn, for whoever holds them.
    pub(super) fn hold(&self, turn: &Turn) -> Arc<TurnCell> {
        self.held.with_value(|held| {
            held.find(&turn.id)
                .unwrap_or_else(|| held.hold(turn_cell(turn)))
        })
    }

    /// Looks at the conversation, while there is one.
    fn read<R>(&self, look: impl FnOnce(&Conversation) -> R) -> Option<R> {
        let thread = self.thread();
        let source = self.held.with_value(|held| held.source.clone());
        source
            .read(|chat| chat.conversation(&thread).map(look))
            .flatten()
    }

    /// The turns in which something is, in order.
    pub fn find(&self, query: &Query) -> Vec<Found> {
        self.read(|conversation| query.find(conversation))
            .unwrap_or_default()
    }

    /// The turns that were interrupted, oldest first.
    pub fn interrupted(&self) -> Vec<MessageId> {
        let found = self.read(|conversation| {
            let turns = conversation.turns().iter();
            let interrupted = turns.filter(|turn| !turn.ledger.is_empty());
            interrupted.map(|turn| turn.id.clone()).collect()
        });
        found.unwrap_or_default()
    }

    /// The turn that a message is in.
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

/// The running card, and where it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardView {
    /// The card.
    pub card: Card,
    /// The turn it is attached to, while it is visible.
    pub turn: Option<MessageId>,
}

/// The run at work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunView {
    /// The run.
    pub id: RunId,
    /// How far it is.
    pub phase: Phase,
}

/// Who an interjection goes to, and who it could go to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TargetView {
    /// Who gets it.
    pub target: Target,
    /// The subagents that listen, in the order they began.
    pub agents: Vec<AgentItem>,
    /// The backend can be told inside a run.
    pub native: bool,
}

/// A subagent that listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentItem {
    /// Its activity.
    pub id: ActivityId,
    /// Its name.
    pub name: String,
    /// What it is to do; may be empty.
    pub about: String,
}

/// The cells of one turn.
#[derive(Clone)]
pub struct TurnCell {
    /// The turn.
    pub id: MessageId,
    /// The person's words.
    pub text: String,
    /// The files that go with them.
    pub attachments: Vec<Attachment>,
    /// How it ended, and when.
    pub view: ArcRwSignal<TurnView>,
    /// The agent's texts. Changes only when one is added.
    pub texts: ArcRwSignal<Vec<TextCell>>,
    /// The activities. Changes only when one is added.
    pub activities: ArcRwSignal<Vec<ActivityCell>>,
}

/// The cells of a turn as handles that are copied: what the components of its row get. They end with
/// the owner they were made under.
#[derive(Clone, Copy)]
pub struct TurnSignals {
    /// The turn.
    pub id: StoredValue<MessageId>,
    /// The person's words.
    pub text: StoredValue<String>,
    /// The files that go with them.
    pub attachments: StoredValue<Vec<Attachment>>,
    /// How it ended, and when.
    pub view: RwSignal<TurnView>,
    /// The agent's texts. Changes only when one is added.
    pub texts: RwSignal<Vec<TextCell>>,
    /// The activities. Changes only when one is added.
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

/// What there is to know about a turn as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnView {
    /// When it began.
    pub started_at: Millis,
    /// When it ended.
    pub ended_at: Option<Millis>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// How many of its activities finished.
    pub steps: usize,
    /// The last run that worked on it.
    pub run: RunId,
    /// Its interruptions.
    pub ledger: Vec<Entry>,
    /// Its last run ended well and showed nothing.
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
