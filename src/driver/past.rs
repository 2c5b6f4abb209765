//! Messages from before this page, loaded from the embedder's history, or else from the backend if
//! it keeps them.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::conversation::Conversation;
use midturn_core::id::{MessageId, ThreadId};
use midturn_core::input::Input;
use midturn_protocol::name::Name;

use super::backend::Backend;
use super::context::Context;
use super::kept::Answered;
use super::requests::Requests;
use super::tasks::Tasks;

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

/// Keeps the messages of threads.
pub trait History {
    /// Loads messages and passes them to `answer`, in any number of parts, never before this method
    /// returns.
    fn load(&self, asked: Asked, answer: Rc<dyn Fn(Answered)>);
}

/// The embedder's history, if there is one, and the requests to the backend.
pub(super) struct Past {
    cx: Rc<Context>,
    requests: Rc<Requests>,
    backend: Rc<Backend>,
    given: RefCell<Option<Rc<dyn History>>>,
    /// The requests to the backend, by thread.
    asking: Tasks<ThreadId>,
    /// Looks whether the backend keeps messages.
    looking: Tasks<()>,
}

impl Past {
    pub(super) fn new(cx: Rc<Context>, requests: Rc<Requests>, backend: Rc<Backend>) -> Self {
        Self {
            given: RefCell::default(),
            asking: cx.tasks(),
            looking: cx.tasks(),
            cx,
            requests,
            backend,
        }
    }

    fn given(&self) -> Option<Rc<dyn History>> {
        self.given.borrow().clone()
    }

    /// Drops all requests.
    pub(super) fn clear(&self) {
        self.asking.clear();
        self.looking.clear();
    }

    /// Loads older messages from `history` from now on. If there was none before, a loaded thread
    /// asks for older messages at once.
    pub(super) fn set_history(&self, thread: &ThreadId, history: Option<Rc<dyn History>>) {
        let given = history.is_some();
        let had = self.given.replace(history).is_some();
        if given == had || self.cx.look(thread, |_| ()).is_none() {
            return;
        }
        self.asking.drop_where(|held| held == thread);
        let dispatch = |input| {
            self.cx.push(ChatInput::In(thread.clone(), input), true);
            self.cx.drain();
        };
        dispatch(Input::PastGone);
        if given {
            dispatch(Input::PastWanted);
        }
    }

    /// Asks for messages older than the conversation that was just loaded, if there is a history,
    /// if the backend keeps the messages, or if the conversation was begun elsewhere.
    pub(super) fn wanted(self: &Rc<Self>, thread: &ThreadId) {
        // Most pages need no other protocol, and no request either: a backend that speaks AG-UI would
        // be asked for each new thread. It is asked when a link names a message that is not here.
        let wanted = self.given().is_some()
            || self.requests.name() == Name::AgUi
                && self.cx.look(thread, Conversation::is_begun_elsewhere) == Some(true);
        if wanted {
            self.want(thread.clone());
        } else if self.requests.name() != Name::AgUi {
            let (me, thread) = (self.clone(), thread.clone());
            self.looking.begin((), async move {
                let protocol = me.backend.protocol().await;
                let call =
                    protocol.and_then(|protocol| protocol.past(&me.requests.endpoints(), &thread));
                if call.is_some() && me.given().is_none() {
                    me.want(thread);
                    me.cx.drain();
                }
            });
        }
    }

    /// Asks for older messages, unless that is under way or there are none.
    pub(super) fn want(&self, thread: ThreadId) {
        self.cx
            .push(ChatInput::In(thread, Input::PastWanted), false);
    }

    /// Loads messages older than `before`.
    pub(super) fn load(self: &Rc<Self>, thread: ThreadId, before: Option<MessageId>) {
        let Some(history) = self.given() else {
            let me = self.clone();
            self.asking.begin(thread.clone(), async move {
                let answered = me.of_backend(thread.clone()).await;
                me.answered(&thread, before, answered);
            });
            return;
        };
        let asked = Asked {
            thread: thread.clone(),
            before: before.clone(),
            limit: PAGE,
        };
        let me = Rc::downgrade(self);
        let answer = move |answered| {
            if let Some(me) = me.upgrade() {
                me.answered(&thread, before.clone(), answered);
            }
        };
        history.load(asked, Rc::new(answer));
    }

    async fn of_backend(self: &Rc<Self>, thread: ThreadId) -> Answered {
        let Some((protocol, work)) = self.backend.with_work().await else {
            return Answered::Failed;
        };
        (work.kept)(self.requests.clone(), protocol, thread).await
    }

    fn answered(&self, thread: &ThreadId, before: Option<MessageId>, answered: Answered) {
        let input = match answered {
            Answered::Messages(messages, rest) => Input::PastLoaded {
                before,
                messages,
                rest,
            },
            Answered::Failed => Input::PastFailed { before },
        };
        self.cx.send(thread.clone(), input);
    }
}
