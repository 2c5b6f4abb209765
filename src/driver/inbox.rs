//! The inbox: letters wait here until the driver takes them, one at a time.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use super::letter::Letter;

/// The inbox.
#[derive(Default)]
pub(super) struct Inbox {
    letters: RefCell<VecDeque<Letter>>,
    state: Cell<InboxState>,
}

/// Whether the driver takes letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum InboxState {
    /// Not started: letters wait.
    #[default]
    New,
    /// Reading the list of threads: letters wait.
    Starting,
    /// Takes the next letter at once.
    Idle,
    /// Taking a letter.
    Busy,
    /// Shut down.
    Closed,
}

impl Inbox {
    pub(super) fn is_closed(&self) -> bool {
        self.state.get() == InboxState::Closed
    }

    pub(super) fn is(&self, state: InboxState) -> bool {
        self.state.get() == state
    }

    /// Goes from one state to another. Returns false if the state is a third one.
    pub(super) fn goes(&self, from: InboxState, to: InboxState) -> bool {
        let goes = self.is(from);
        if goes {
            self.state.set(to);
        }
        goes
    }

    pub(super) fn put(&self, letter: Letter) {
        if !self.is_closed() {
            self.letters.borrow_mut().push_back(letter);
        }
    }

    /// Puts a letter before those that wait.
    pub(super) fn put_first(&self, letter: Letter) {
        self.letters.borrow_mut().push_front(letter);
    }

    pub(super) fn next(&self) -> Option<Letter> {
        self.letters.borrow_mut().pop_front()
    }

    /// Drops all letters, and takes no more.
    pub(super) fn close(&self) {
        self.state.set(InboxState::Closed);
        self.letters.borrow_mut().clear();
    }
}
