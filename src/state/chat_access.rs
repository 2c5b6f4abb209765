//! Access to the chat, for cells that are made when their turn comes on screen.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::chat::Chat;

/// Calls its argument with the chat.
pub type Look = Rc<dyn Fn(&mut dyn FnMut(&Chat))>;

/// Access to the chat. Clones are handles to the same access.
#[derive(Clone, Default)]
pub(super) struct ChatAccess(Rc<RefCell<Option<Look>>>);

impl ChatAccess {
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
