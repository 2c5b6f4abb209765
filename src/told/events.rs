//! Events for an embedder's page, from the core's changes.

use midturn_core::change::{Change, ChatChange};
use midturn_core::chat::Chat;
use midturn_core::conversation::Conversation;
use midturn_core::id::{MessageId, ThreadId};
use midturn_core::transcript::{Outcome, Stop, Turn};
use midturn_protocol::json::to_json;

use super::details::{AgentState, FeedbackTold, QueueTold, ThreadTold, Told, tell};
use super::shapes::QueuedPrompt;
use super::snapshot;
use super::turn::{OpenTurn, started};

/// Finds the events of one thread. Keeps what was told last, so that each thing is told once.
#[derive(Debug)]
pub struct Watch {
    thread: ThreadId,
    title: String,
    snapshot: String,
    queue: String,
    /// The turns that may still change.
    open: Vec<OpenTurn>,
}

impl Watch {
    /// Watches a thread from now on.
    pub fn new(thread: ThreadId) -> Self {
        Self {
            thread,
            title: String::new(),
            snapshot: String::new(),
            queue: String::new(),
            open: Vec::new(),
        }
    }

    /// The thread.
    pub fn thread(&self) -> &ThreadId {
        &self.thread
    }

    /// The events for when the thread comes on screen: its title if that is new, and its state.
    /// None if the thread is not loaded.
    pub fn shown(&mut self, chat: &Chat, after_response: bool) -> Vec<Told> {
        if chat.conversation(&self.thread).is_none() {
            return Vec::new();
        }
        self.snapshot.clear();
        let loaded = ChatChange::Loaded(self.thread.clone());
        self.news(chat, &[ChatChange::Threads, loaded], after_response)
    }

    /// The events of these changes, in order. `after_response`: whether interjections wait until
    /// the agent's answer is complete.
    pub fn news(&mut self, chat: &Chat, changes: &[ChatChange], after_response: bool) -> Vec<Told> {
        let mut out = Vec::new();
        let Some(held) = chat.conversation(&self.thread) else {
            return out;
        };
        let mut moved = false;
        for change in changes {
            match change {
                ChatChange::Threads => self.retitled(chat, held, &mut out),
                ChatChange::Loaded(thread) if *thread == self.thread => {
                    moved = true;
                    self.loaded(held, &mut out);
                    // A page that was loaded anew has no other way to the state that was stored.
                    if !held.state().is_empty() {
                        self.changed(held, &Change::State, &mut out);
                    }
                }
                ChatChange::In(thread, change) if *thread == self.thread => {
                    moved |= moves(change, after_response) || self.is_marked_anew(held, change);
                    if matches!(change, Change::Past) {
                        self.retitled(chat, held, &mut out);
                    }
                    self.changed(held, change, &mut out);
                }
                ChatChange::Loaded(_) | ChatChange::In(..) => {}
            }
        }
        if moved {
            let now = snapshot(&self.thread, Some(held), after_response);
            if now != self.snapshot {
                self.snapshot.clone_from(&now);
                out.push(Told {
                    name: "state",
                    detail: now,
                });
            }
        }
        out
    }

    /// Takes the turns of a loaded thread as told. Only those that may still change are kept. If the
    /// thread was loaded before, what has happened meanwhile is told: another page may have driven it.
    fn loaded(&mut self, held: &Conversation, out: &mut Vec<Told>) {
        let last = held.turns().last();
        let changes = |turn: &&Turn| {
            let stops = matches!(turn.outcome, Some(Outcome::Cancelled(Stop::Requested)));
            stops || last.is_some_and(|last| last.id == turn.id)
        };
        let thread_id = held.thread().as_str();
        let again = !self.queue.is_empty();
        self.open.retain_mut(|open| {
            let turn = held.turn(&open.id);
            turn.map(|turn| open.renewed(thread_id, turn, out))
                .is_some()
        });
        for turn in held.turns().iter().filter(changes) {
            if self.open_turn(&turn.id).is_some() {
                continue;
            }
            if again && turn.outcome.is_none() {
                started(thread_id, turn, out);
                self.open.push(OpenTurn::new(turn));
            } else {
                self.open.push(OpenTurn::known(turn));
            }
        }
        if again {
            self.changed(held, &Change::Queue, out);
        } else {
            self.queue = queue(held);
        }
    }

    /// A thread that only the agent has is not in the list: its first words are its title.
    fn retitled(&mut self, chat: &Chat, held: &Conversation, out: &mut Vec<Told>) {
        let given = |title: &&str| !title.is_empty();
        let title = chat.head(&self.thread).map(|head| head.title.as_str());
        let words = || held.turns().first()?.text.trim().lines().next();
        let title = title.filter(given).or_else(words).filter(given);
        if let Some(title) = title.filter(|title| *title != self.title) {
            title.clone_into(&mut self.title);
            let thread_id = self.thread.as_str();
            tell(out, "thread", &ThreadTold { thread_id, title });
        }
    }

    fn changed(&mut self, held: &Conversation, change: &Change, out: &mut Vec<Told>) {
        let thread_id = self.thread.as_str();
        match change {
            Change::TurnAdded(id) => {
                // Only the last turn and those that are being stopped change after this.
                let stopping =
                    |turn: &OpenTurn| held.stopping().iter().any(|stop| stop.turn == turn.id);
                self.open.retain(stopping);
                if let Some(turn) = held.turn(id) {
                    started(thread_id, turn, out);
                    self.open.push(OpenTurn::new(turn));
                }
            }
            Change::TurnChanged(id) | Change::TurnRenewed(id) => {
                if let (Some(open), Some(turn)) = (self.open_turn(id), held.turn(id)) {
                    open.renewed(held.thread().as_str(), turn, out);
                }
            }
            Change::TextGrew { turn, message } | Change::TextReplaced { turn, message } => {
                if let Some(open) = self.open_turn(turn)
                    && let Some(before) = open.grows(message)
                    && let Some(turn) = held.turn(turn)
                {
                    open.said(held.thread().as_str(), turn, &before, out);
                }
            }
            Change::ActivityAdded { turn, activity }
            | Change::ActivityChanged { turn, activity } => {
                if let (Some(open), Some(turn)) = (self.open_turn(turn), held.turn(turn)) {
                    open.interjected(held.thread().as_str(), turn, activity, out);
                }
            }
            Change::Queue => {
                let now = queue(held);
                // An open editor is part of the queue too, and not told.
                if now != self.queue {
                    self.queue.clone_from(&now);
                    out.push(Told {
                        name: "queue",
                        detail: now,
                    });
                }
            }
            Change::Rated(turn) => {
                let rated = held.turn(turn);
                let last = rated.and_then(|turn| turn.texts().last());
                let detail = FeedbackTold {
                    thread_id,
                    turn_id: turn.as_str(),
                    message_id: last.map(|(id, _)| id.as_str()),
                    rating: held.ratings().of(turn),
                };
                tell(out, "feedback", &detail);
            }
            Change::State => {
                let state = serde_json::from_str(held.state()).ok();
                tell(out, "agent-state", &AgentState { thread_id, state });
            }
            Change::ActivitiesMoved(_)
            | Change::Card
            | Change::Composer
            | Change::Attached
            | Change::Target
            | Change::Always
            | Change::Title
            | Change::Past
            | Change::Edits
            | Change::LeftOut
            | Change::Run => {}
        }
    }

    /// Whether this is a change of an activity that the snapshot shows.
    fn is_marked_anew(&mut self, held: &Conversation, change: &Change) -> bool {
        let Change::ActivityChanged { turn, activity } = change else {
            return false;
        };
        let open = self.open_turn(turn);
        let both = open.zip(held.turn(turn));
        both.is_some_and(|(open, turn)| open.is_marked_anew(turn, activity))
    }

    fn open_turn(&mut self, id: &MessageId) -> Option<&mut OpenTurn> {
        self.open.iter_mut().rev().find(|open| open.id == *id)
    }
}

fn queue(held: &Conversation) -> String {
    let prompts = held.queue().prompts().iter();
    to_json(&QueueTold {
        thread_id: held.thread().as_str(),
        queue: prompts.map(QueuedPrompt::of).collect(),
    })
}

/// Whether a change may change the snapshot. Most do not: a token, or the next piece of a call's
/// arguments.
fn moves(change: &Change, after_response: bool) -> bool {
    match change {
        Change::TextGrew { .. }
        | Change::TextReplaced { .. }
        | Change::Composer
        | Change::State
        | Change::Rated(_)
        | Change::Edits
        | Change::LeftOut
        | Change::Title
        | Change::Past => false,
        // Whether tools run decides when such an interjection is sent. `Watch::is_marked_anew` finds
        // the other ones that are told.
        Change::ActivityChanged { .. } => after_response,
        Change::TurnAdded(_)
        | Change::TurnRenewed(_)
        | Change::TurnChanged(_)
        | Change::ActivityAdded { .. }
        | Change::ActivitiesMoved(_)
        | Change::Queue
        | Change::Card
        | Change::Target
        | Change::Attached
        | Change::Always
        | Change::Run => true,
    }
}
