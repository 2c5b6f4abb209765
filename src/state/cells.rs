//! Cells: one reactive value for each thing that changes on its own, so that a token touches one
//! text and nothing else.
//!
//! Not responsible for filling them; the [bridge](super::Bridge) does.

use std::rc::Rc;

use midturn_core::attachment::{Attached, Attachment};
use midturn_core::card::Card;
use midturn_core::conversation::{PastState, Phase, Stopping};
use midturn_core::find::{Found, Query};
use midturn_core::id::{ActivityId, MessageId, RunId, ThreadId};
use midturn_core::queue::Queue;
use midturn_core::sharing::Standing;
use midturn_core::time::Millis;
use midturn_core::transcript::{Activity, Entry, Outcome, Target};

use super::held::Held;
use crate::reactive::Signal;

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
#[derive(Clone)]
pub struct ConversationCells {
    /// The conversation.
    pub thread: ThreadId,
    /// Whether it has come from storage.
    pub loaded: Signal<bool>,
    /// Its turns, oldest first. Changes only when some are added.
    pub turns: Signal<Vec<MessageId>>,
    /// Whether there is more of the past.
    pub past: Signal<PastState>,
    /// The cells of the last turn.
    pub last: Signal<Option<Rc<TurnCell>>>,
    /// Where the cells of a turn come from, and those somebody holds.
    pub(super) held: Held,
    /// The running card and the turn it is attached to.
    pub card: Signal<CardView>,
    /// The run at work.
    pub run: Signal<Option<RunView>>,
    /// The queue.
    pub queue: Signal<Queue>,
    /// The composer's text, as last set by the core.
    pub composer: Signal<String>,
    /// The files in the composer.
    pub attached: Signal<Attached>,
    /// Who an interjection goes to.
    pub target: Signal<TargetView>,
    /// Cancelled runs that their backend has not ended yet.
    pub stopping: Signal<Vec<Stopping>>,
    /// Where the thread is, if another page has it.
    pub standing: Signal<Standing>,
    /// How many messages, of either side, there are: grows when one begins.
    pub messages: Signal<usize>,
}

impl ConversationCells {
    /// The cells of a turn, made of what the core has when nobody holds them yet. They follow the
    /// core for as long as somebody does.
    pub fn turn(&self, id: &MessageId) -> Option<Rc<TurnCell>> {
        self.held.turn(&self.thread, id)
    }

    /// The turns in which something is, in order.
    pub fn find(&self, query: &Query) -> Vec<Found> {
        let found = self.held.source.read(|chat| {
            let conversation = chat.conversation(&self.thread);
            conversation.map(|conversation| query.find(conversation))
        });
        found.flatten().unwrap_or_default()
    }

    /// The turns that were interrupted, oldest first.
    pub fn interrupted(&self) -> impl Iterator<Item = MessageId> + use<> {
        let found = self.held.source.read(|chat| {
            let conversation = chat.conversation(&self.thread)?;
            let turns = conversation.turns().iter();
            let interrupted = turns.filter(|turn| !turn.ledger.is_empty());
            Some(interrupted.map(|turn| turn.id.clone()).collect::<Vec<_>>())
        });
        found.flatten().unwrap_or_default().into_iter()
    }

    /// The turn that a message is in.
    pub fn turn_with(&self, message: &MessageId) -> Option<MessageId> {
        let found = self.held.source.read(|chat| {
            let conversation = chat.conversation(&self.thread)?;
            conversation.turn_with(message).cloned()
        });
        found.flatten()
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
    pub view: Signal<TurnView>,
    /// The agent's texts. Changes only when one is added.
    pub texts: Signal<Vec<TextCell>>,
    /// The activities. Changes only when one is added.
    pub activities: Signal<Vec<ActivityCell>>,
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
    pub text: Signal<String>,
}

/// One activity.
#[derive(Clone)]
pub struct ActivityCell {
    /// The activity's id.
    pub id: ActivityId,
    /// The activity.
    pub activity: Signal<Activity>,
}
