//! Messages from before this page, loaded from the embedder's history, or else from the backend if
//! it keeps them.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::conversation::Conversation;
use midturn_core::history::{HistoryMessage, PastRest};
use midturn_core::id::{MessageId, ThreadId};
use midturn_core::input::Input;
use midturn_protocol::call::Reply;
use midturn_protocol::name::Name;
use midturn_protocol::protocol::Protocol;

use super::pending::Pending;
use super::{Driver, Runtime};
use crate::transport::OnDrop;

/// How many messages to ask for at once. The history may return more or fewer.
const PAGE: usize = 100;

/// How long the backend may take to return a thread's messages, in milliseconds.
const WITHIN_MS: u64 = 30_000;

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

/// The embedder's history, if there is one, and the requests to the backend.
#[derive(Default)]
pub(super) struct CurrentHistory {
    given: RefCell<Option<Rc<dyn History>>>,
    requests: Pending<PastRequest>,
}

/// A request to the backend for a thread's messages.
struct PastRequest {
    serial: u64,
    thread: ThreadId,
    before: Option<MessageId>,
    protocol: Rc<dyn Protocol>,
    /// The request and its time limit.
    under_way: Vec<OnDrop>,
}

impl CurrentHistory {
    fn get(&self) -> Option<Rc<dyn History>> {
        self.given.borrow().clone()
    }

    /// Drops all requests.
    pub(super) fn clear(&self) {
        self.requests.clear();
    }

    /// Drops the requests for a thread.
    pub(super) fn leave(&self, thread: &ThreadId) {
        self.requests.drop_where(|held| held.thread == *thread);
    }
}

impl Driver {
    /// Loads older messages from `history` from now on, and no longer from the backend. With `None`,
    /// nothing more is loaded, and loaded messages stay. If there was no history before, a loaded
    /// thread asks for older messages at once.
    pub fn set_history(&self, thread: &ThreadId, history: Option<Rc<dyn History>>) {
        let given = history.is_some();
        let had = self.0.history.given.replace(history).is_some();
        if given == had || self.read(|chat| chat.conversation(thread).is_none()) {
            return;
        }
        self.0.history.leave(thread);
        self.dispatch(ChatInput::In(thread.clone(), Input::PastGone));
        if given {
            self.dispatch(ChatInput::In(thread.clone(), Input::PastWanted));
        }
    }
}

impl Runtime {
    /// Asks for messages older than the conversation that was just loaded, if there is a history,
    /// if the backend keeps the messages, or if the conversation was begun elsewhere.
    pub(super) fn past_wanted(&self, thread: &ThreadId) {
        if self.history.get().is_some() {
            self.push(ChatInput::In(thread.clone(), Input::PastWanted), false);
            return;
        }
        // Most pages need no other protocol, and no request either: a backend that speaks AG-UI would
        // be asked for each new thread. It is asked when a link names a message that is not here.
        if self.protocol_name() == Name::AgUi {
            let chat = self.chat.borrow();
            let held = chat.conversation(thread);
            if held.is_some_and(Conversation::is_begun_elsewhere) {
                drop(chat);
                self.push(ChatInput::In(thread.clone(), Input::PastWanted), false);
            }
            return;
        }
        let thread = thread.clone();
        self.with_protocol(move |me, protocol| {
            let call = protocol.and_then(|protocol| protocol.past(&me.endpoints(), &thread));
            if call.is_some() && me.history.get().is_none() {
                me.push(ChatInput::In(thread, Input::PastWanted), false);
            }
        });
    }

    pub(super) fn load_past(&self, thread: ThreadId, before: Option<MessageId>) {
        let Some(history) = self.history.get() else {
            self.with_work(move |me, protocol| {
                if !me.load_kept(protocol, &thread, before.as_ref()) {
                    me.past_answered(&thread, before, Answered::Failed);
                    me.drain();
                }
            });
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

    /// Asks the backend for a thread's messages.
    pub(super) fn load_past_of_backend(
        &self,
        protocol: Rc<dyn Protocol>,
        thread: ThreadId,
        before: Option<MessageId>,
    ) {
        let Some(call) = protocol.past(&self.endpoints(), &thread) else {
            // The backend keeps nothing that is not here.
            let nothing = Answered::Messages(Vec::new(), PastRest::Nothing);
            self.past_answered(&thread, before, nothing);
            self.drain();
            return;
        };
        let serial = self.serials.next();
        self.history.requests.push(PastRequest {
            serial,
            thread,
            before,
            protocol,
            under_way: vec![self.after(WITHIN_MS, serial, |me, serial| {
                me.past_came(serial, None);
            })],
        });
        let me = self.me.clone();
        let done = Box::new(move |reply: Option<Reply>| {
            if let Some(me) = me.upgrade() {
                me.past_came(serial, reply.as_ref());
            }
        });
        let mut sent = Some(self.shell.transport.ask(self.request_of(call), true, done));
        // A transport may answer at once: then the handle is dropped here.
        self.history.requests.with(
            |held| held.serial == serial,
            |held| held.under_way.extend(sent.take()),
        );
        drop(sent);
    }

    /// Reads the backend's answer, which has all messages of the thread.
    fn past_came(&self, serial: u64, reply: Option<&Reply>) {
        let asked = self.history.requests.take(|held| held.serial == serial);
        let Some(asked) = asked else { return };
        let messages = reply.and_then(|reply| asked.protocol.past_messages(&asked.thread, reply));
        let answered = messages.map_or(Answered::Failed, |messages| {
            Answered::Messages(messages, PastRest::Nothing)
        });
        self.past_answered(&asked.thread, asked.before.clone(), answered);
        self.drain();
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
