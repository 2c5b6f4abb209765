//! The bridge: turns the core's changes into writes to the fewest cells.
//!
//! The app's view calls [`Bridge::collect`] for each input. It calls [`Bridge::flush`] once a
//! frame, or at once for a person's input.

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use std::cell::RefCell;

use midturn_core::change::{Change, ChatChange};
use midturn_core::chat::Chat;
use midturn_core::conversation::Conversation;
use midturn_core::id::ThreadId;
use midturn_core::transcript::{Activity, ActivityKind};

use super::cells::{AgentItem, CardView, ConversationCells, RunView, TargetView, ThreadItem};
use super::chat_access::{ChatAccess, Look};
use super::turns::update_turn;

/// How many of the remembered changes are compared with a new one. Few, because this is done for each
/// token, and more than there are agents that write at the same time.
const NEAR: usize = 16;

/// The cells of all threads, and the changes to flush to them.
pub struct Bridge {
    /// The list of threads, last used first.
    pub threads: RwSignal<Vec<ThreadItem>>,
    /// The owner of all cells. The cells end with this owner.
    owner: Owner,
    conversations: RefCell<Vec<(ThreadId, ConversationCells)>>,
    pending: RefCell<Vec<ChatChange>>,
    chat: ChatAccess,
}

impl Default for Bridge {
    fn default() -> Self {
        let owner = Owner::new();
        Self {
            threads: owner.with(RwSignal::default),
            owner,
            conversations: RefCell::default(),
            pending: RefCell::default(),
            chat: ChatAccess::default(),
        }
    }
}

impl Bridge {
    /// Sets the function that reads the chat when a turn comes on screen: `look` calls its argument
    /// with the chat. `None` removes the function.
    pub fn read_from(&self, look: Option<Look>) {
        self.chat.set(look);
    }

    /// The cells of a thread; empty until the thread is loaded.
    pub fn conversation(&self, thread: &ThreadId) -> ConversationCells {
        let mut conversations = self.conversations.borrow_mut();
        if let Some((_, held)) = conversations.iter().find(|(held, _)| held == thread) {
            return *held;
        }
        let access = self.chat.clone();
        let cells = self
            .owner
            .with(|| ConversationCells::new(thread.clone(), access));
        conversations.push((thread.clone(), cells));
        cells
    }

    /// Updates the cells of text fields from the core, before the fields are drawn anew: typing
    /// updates no cell, so the cells may have an older text.
    pub fn refresh(&self, chat: &Chat, thread: &ThreadId) {
        if let Some(conversation) = chat.conversation(thread) {
            let cells = self.conversation(thread);
            for change in [Change::Composer, Change::Queue, Change::Card, Change::Edits] {
                update(&cells, conversation, change);
            }
        }
    }

    /// Remembers changes for the next flush. Returns whether there is anything to flush.
    pub fn collect(&self, changes: &[ChatChange]) -> bool {
        let mut pending = self.pending.borrow_mut();
        for change in changes {
            if !waits(&pending, change) {
                pending.push(change.clone());
            }
        }
        !pending.is_empty()
    }

    /// Applies the remembered changes to the cells.
    pub fn flush(&self, chat: &Chat) {
        let pending = self.pending.take();
        if pending.contains(&ChatChange::Threads) {
            self.list_threads(chat);
        }
        let mut targets = Vec::new();
        for change in pending {
            if let ChatChange::In(thread, change) = &change
                && moves_targets(change)
                && !targets.contains(thread)
            {
                targets.push(thread.clone());
            }
            match change {
                ChatChange::Threads => {}
                ChatChange::Loaded(thread) => {
                    if let Some(conversation) = chat.conversation(&thread) {
                        load(&self.conversation(&thread), conversation);
                    }
                }
                ChatChange::In(thread, change) => {
                    if let Some(conversation) = chat.conversation(&thread) {
                        update(&self.conversation(&thread), conversation, change);
                    }
                }
            }
        }
        self.renew_targets(chat, &targets);
    }

    /// Updates the targets once in each flush, not after each change: a flush can have many
    /// activities, and each may begin or end a subagent.
    fn renew_targets(&self, chat: &Chat, threads: &[ThreadId]) {
        for thread in threads {
            if let Some(conversation) = chat.conversation(thread) {
                update(&self.conversation(thread), conversation, Change::Target);
            }
        }
    }

    fn list_threads(&self, chat: &Chat) {
        let threads: Vec<_> = chat
            .heads()
            .into_iter()
            .map(|head| ThreadItem {
                id: head.id.clone(),
                title: head.title.clone(),
                state: chat.state_of(head),
                updated_at: head.updated_at,
            })
            .collect();
        if self.threads.with_untracked(|held| *held != threads) {
            self.threads.set(threads);
        }
    }
}

/// Whether an equal change is remembered. Of what changes with each token, also if others came in
/// between: agents that work side by side take turns, and the order is that of the cells anyway.
fn waits(pending: &[ChatChange], change: &ChatChange) -> bool {
    let far = match change {
        ChatChange::In(_, Change::TextGrew { .. } | Change::ActivityChanged { .. }) => NEAR,
        _ => 1,
    };
    pending.iter().rev().take(far).any(|held| held == change)
}

fn moves_targets(change: &Change) -> bool {
    matches!(
        change,
        Change::ActivityAdded { .. } | Change::ActivityChanged { .. } | Change::Run
    )
}

fn load(cells: &ConversationCells, conversation: &Conversation) {
    let turns = conversation.turns().iter();
    let messages = turns.map(|turn| 1 + turn.texts().count()).sum();
    list_turns(cells, conversation);
    cells.messages.set(messages);
    let changes = [
        Change::Past,
        Change::Queue,
        Change::Composer,
        Change::Run,
        Change::Card,
        Change::Target,
        Change::Always,
        Change::Edits,
    ];
    for change in changes {
        update(cells, conversation, change);
    }
    cells.ratings.set_if_new(conversation.ratings().clone());
    cells.left_out.set_if_new(conversation.left_out());
    if conversation.attached().is_any() {
        show_attached(cells, conversation);
    }
    cells.loaded.set(true);
}

/// Updates the cell of the composer's files.
fn show_attached(cells: &ConversationCells, conversation: &Conversation) {
    cells.attached.set_if_new(conversation.attached().clone());
}

/// Sets the list of turns anew. Turns on screen keep their cells.
fn list_turns(cells: &ConversationCells, conversation: &Conversation) {
    let turns = conversation.turns();
    cells.hold_last(conversation);
    cells
        .turns
        .set(turns.iter().map(|turn| turn.id.clone()).collect());
}

fn update(cells: &ConversationCells, conversation: &Conversation, change: Change) {
    match change {
        Change::Queue => {
            cells.queue.set(conversation.queue().clone());
            // A message that is sent again may be in the queue.
            cells.left_out.set_if_new(conversation.left_out());
            update_discarded(cells, conversation);
        }
        Change::Card => cells.card.set(CardView {
            card: conversation.card().clone(),
            turn: conversation.card_turn().cloned(),
        }),
        Change::Composer => cells.composer.set(conversation.composer().to_owned()),
        Change::Attached => show_attached(cells, conversation),
        Change::Target => {
            let target = target_view(conversation);
            cells.target.set_if_new(target);
        }
        Change::Past => {
            // Leave the count of messages: older messages are not new to a reader at the end.
            if conversation.turns().len() != cells.turns.with_untracked(Vec::len) {
                list_turns(cells, conversation);
            }
            cells.past.set_if_new(conversation.past().clone());
        }
        Change::Run => {
            let (unread, lost) = conversation.awaited_files();
            let own = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
            let run = conversation.active().map(|run| RunView {
                id: run.id.clone(),
                phase: run.phase,
                quiet_since: run.quiet.then_some(run.heard_at),
                due: run.due,
                rejoins: conversation.abilities().rejoin,
                unread: own(unread),
                lost: own(lost),
                nothing_else: conversation.is_nothing_without(),
            });
            cells.run.set_if_new(run);
            cells.stopping.set_if_new(conversation.stopping().to_vec());
            let keeps = conversation.abilities().keeps_history;
            cells.keeps_history.set_if_new(keeps);
        }
        Change::Always => cells
            .always
            .set_if_new(conversation.always_allowed().to_vec()),
        Change::Rated(_) => cells.ratings.set_if_new(conversation.ratings().clone()),
        Change::Edits => {
            cells.edits.set_if_new(conversation.edits().clone());
            update_discarded(cells, conversation);
        }
        Change::LeftOut => cells.left_out.set_if_new(conversation.left_out()),
        change => update_turn(cells, conversation, change),
    }
}

fn update_discarded(cells: &ConversationCells, conversation: &Conversation) {
    let now: Vec<_> = conversation.restorable().cloned().collect();
    cells.discarded.set_if_new(now);
}

fn target_view(conversation: &Conversation) -> TargetView {
    let agent = |held: &Activity| match &held.kind {
        ActivityKind::Subagent {
            name, description, ..
        } => Some(AgentItem {
            id: held.id.clone(),
            name: name.clone(),
            about: description.clone().unwrap_or_default(),
        }),
        _ => None,
    };
    TargetView {
        target: conversation.target(),
        agents: conversation
            .targets()
            .into_iter()
            .filter_map(agent)
            .collect(),
        native: conversation.abilities().interject,
    }
}

#[cfg(test)]
mod tests {
    use super::Bridge;
    use midturn_core::change::{Change, ChatChange};
    use midturn_core::id::{ActivityId, MessageId, ThreadId};

    #[test]
    fn agents_that_take_turns_leave_one_change_each_to_a_page_without_frames() {
        let bridge = Bridge::default();
        let turn = MessageId::from("turn");
        let text = Change::TextGrew {
            turn: turn.clone(),
            message: MessageId::from("text"),
        };
        let step = Change::ActivityChanged {
            turn,
            activity: ActivityId::from("step"),
        };
        let thread = ThreadId::from("thread");
        for change in [text, step].iter().cycle().take(1000) {
            bridge.collect(&[ChatChange::In(thread.clone(), change.clone())]);
        }
        assert_eq!(bridge.pending.borrow().len(), 2);
    }
}
