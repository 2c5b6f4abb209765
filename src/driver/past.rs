//! Messages from before this page, loaded from the embedder's history.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::history::{HistoryMessage, PastRest};
use midturn_core::id::{MessageId, ThreadId};
use midturn_core::input::Input;

use super::{Driver, Runtime};

/// How many messages to ask for at once. The history may return more or fewer.
const PAGE: usize = 100;

/// A request for older messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The thread.
    pub thread: ThreadId,
    /// Only messages older than this one; `None` for the newest.
    pub before: Option<MessageId>,
    /// How many messages to return, as a suggestion.
    pub limit: usize,
}

/// The answer to a request for older messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// Messages, oldest first. An answer may come in parts, the newest part first.
    Messages(Vec<HistoryMessage>, PastRest),
    /// The history could not be loaded.
    Failed,
}

/// Keeps the messages of threads.
pub trait History {
    /// Loads messages and passes them to `answer`, in any number of parts, never before this method
    /// returns.
    fn load(&self, asked: Asked, answer: Rc<dyn Fn(Answered)>);
}

/// The history to load from, if there is one.
#[derive(Default)]
pub(super) struct CurrentHistory(RefCell<Option<Rc<dyn History>>>);

impl CurrentHistory {
    fn get(&self) -> Option<Rc<dyn History>> {
        self.0.borrow().clone()
    }
}

impl Driver {
    /// Loads older messages from `history` from now on. With `None`, nothing more is loaded, and
    /// loaded messages stay. If there was no history before, a loaded thread asks for older
    /// messages at once.
    pub fn set_history(&self, thread: &ThreadId, history: Option<Rc<dyn History>>) {
        let given = history.is_some();
        let had = self.0.history.0.replace(history).is_some();
        if given == had || self.read(|chat| chat.conversation(thread).is_none()) {
            return;
        }
        let input = if given {
            Input::PastWanted
        } else {
            Input::PastGone
        };
        self.dispatch(ChatInput::In(thread.clone(), input));
    }
}

impl Runtime {
    /// Asks for messages older than the conversation that was just loaded, if there is a history.
    pub(super) fn past_wanted(&self, thread: &ThreadId) {
        if self.history.get().is_some() {
            self.push(ChatInput::In(thread.clone(), Input::PastWanted), false);
        }
    }

    pub(super) fn load_past(&self, thread: ThreadId, before: Option<MessageId>) {
        let Some(history) = self.history.get() else {
            self.past_answered(&thread, before, Answered::Failed);
            return;
        };
        let asked = Asked {
            thread: thread.clone(),
            before: before.clone(),
            limit: PAGE,
        };
        let me = self.me.clone();
        let answer = move |answered| {
            if let Some(me) = me.upgrade() {
                me.past_answered(&thread, before.clone(), answered);
                me.drain();
            }
        };
        history.load(asked, Rc::new(answer));
    }

    fn past_answered(&self, thread: &ThreadId, before: Option<MessageId>, answered: Answered) {
        let input = match answered {
            Answered::Messages(messages, rest) => Input::PastLoaded {
                before,
                messages,
                rest,
            },
            Answered::Failed => Input::PastFailed { before },
        };
        self.push(ChatInput::In(thread.clone(), input), false);
    }
}
