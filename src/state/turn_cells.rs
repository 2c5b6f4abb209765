//! The cells of the turns on screen, and of the last turn. Other turns have no cells, so that a
//! thread of thousands of turns needs little more memory than their texts.
//!
//! The [bridge](super::Bridge) keeps the cells up to date.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Weak};

use midturn_core::id::{MessageId, ThreadId};

use super::chat_access::ChatAccess;
use super::turn::TurnCell;

/// The cells in use, by turn. Clones are handles to the same cells.
#[derive(Clone)]
pub(super) struct TurnCells {
    pub(super) chat: ChatAccess,
    turns: Rc<RefCell<BTreeMap<MessageId, Weak<TurnCell>>>>,
}

impl TurnCells {
    pub(super) fn new(chat: ChatAccess) -> Self {
        Self {
            chat,
            turns: Rc::default(),
        }
    }

    /// The cells of a turn, if they are in use.
    pub(super) fn find(&self, id: &MessageId) -> Option<Arc<TurnCell>> {
        self.turns.borrow().get(id)?.upgrade()
    }

    pub(super) fn turn(&self, thread: &ThreadId, id: &MessageId) -> Option<Arc<TurnCell>> {
        self.find(id).or_else(|| {
            self.chat
                .read(|chat| Some(TurnCell::of(chat.conversation(thread)?.turn(id)?)))
                .flatten()
                .map(|cell| self.hold(cell))
        })
    }

    pub(super) fn hold(&self, cell: TurnCell) -> Arc<TurnCell> {
        let cell = Arc::new(cell);
        let mut turns = self.turns.borrow_mut();
        turns.retain(|_, held| held.strong_count() > 0);
        turns.insert(cell.id.clone(), Arc::downgrade(&cell));
        cell
    }
}
