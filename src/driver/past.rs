//! What was said before this page, from somebody who keeps it.
//!
//! Not responsible for who that is, nor for when it is asked for and what becomes of it.

use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::conversation::PastRest;
use midturn_core::history::HistoryMessage;
use midturn_core::id::{MessageId, ThreadId};
use midturn_core::input::Input;

use super::{Driver, Inner};

/// How many messages are asked for at once. Who keeps them may give more, or fewer.
const PAGE: usize = 100;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The conversation.
    pub thread: ThreadId,
    /// Only what is older than this message; none for the newest.
    pub before: Option<MessageId>,
    /// So many messages would do.
    pub limit: usize,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// Messages, oldest first. An answer may come in parts, the newest part first.
    Messages(Vec<HistoryMessage>, PastRest),
    /// None could be had.
    Failed,
}

/// Keeps what was said in conversations.
pub trait History {
    /// Gives messages to `answer`, in as many parts as it likes; never before this returns.
    fn load(&self, asked: Asked, answer: Rc<dyn Fn(Answered)>);
}

impl Driver {
    /// Asks `history` for what was said before, from now on; with none, nobody is asked any more,
    /// and what has come stays. A thread that is on screen already, and of which nobody was asked,
    /// begins with that.
    pub fn set_history(&self, thread: &ThreadId, history: Option<Rc<dyn History>>) {
        let given = history.is_some();
        let had = self.0.history.replace(history).is_some();
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

impl Inner {
    /// A conversation was read: what is older than that is elsewhere, if anywhere.
    pub(super) fn past_wanted(&self, thread: &ThreadId) {
        if self.history.borrow().is_some() {
            self.push(ChatInput::In(thread.clone(), Input::PastWanted), false);
        }
    }

    pub(super) fn load_past(&self, thread: ThreadId, before: Option<MessageId>) {
        let history = self.history.borrow().clone();
        let Some(history) = history else {
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
