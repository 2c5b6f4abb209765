//! The cells of the turns on screen. Other turns have no cells, so that a thread of thousands costs
//! no more than its texts.
//!
//! The [bridge](super::Bridge) keeps the cells up to date.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Weak};

use midturn_core::chat::Chat;
use midturn_core::id::{MessageId, ThreadId};

use super::cells::TurnCell;
use super::turns::turn_cell;

/// Calls its argument with the chat.
pub type Look = Rc<dyn Fn(&mut dyn FnMut(&Chat))>;

/// Access to the chat. Clones are handles to the same access.
#[derive(Clone, Default)]
pub(super) struct Source(Rc<RefCell<Option<Look>>>);

impl Source {
    pub(super) fn set(&self, look: Option<Look>) {
        self.0.replace(look);
    }

    /// Calls `look` with the chat, if there is one.
    pub(super) fn read<R>(&self, look: impl FnOnce(&Chat) -> R) -> Option<R> {
        let chat = self.0.borrow().clone()?;
        let (mut look, mut seen) = (Some(look), None);
        chat(&mut |chat| seen = look.take().map(|look| look(chat)));
        seen
    }
}

/// The cells of turns that somebody holds. Clones are handles to the same cells.
#[derive(Clone)]
pub(super) struct Held {
    pub(super) source: Source,
    turns: Rc<RefCell<BTreeMap<MessageId, Weak<TurnCell>>>>,
}

impl Held {
    pub(super) fn new(source: Source) -> Self {
        Self {
            source,
            turns: Rc::default(),
        }
    }

    /// The cells of a turn, if somebody holds them.
    pub(super) fn find(&self, id: &MessageId) -> Option<Arc<TurnCell>> {
        self.turns.borrow().get(id)?.upgrade()
    }

    pub(super) fn turn(&self, thread: &ThreadId, id: &MessageId) -> Option<Arc<TurnCell>> {
        self.find(id).or_else(|| {
            self.source
                .read(|chat| Some(turn_cell(chat.conversation(thread)?.turn(id)?)))
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
