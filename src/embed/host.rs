//! Tells the element's page what happens: calls the function `tell` of `element.js`, which dispatches
//! an event.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Function;
use midturn::driver::Host;
use midturn::told::{Told, Watch};
use midturn_core::change::ChatChange;
use midturn_core::chat::Chat;
use midturn_core::id::{MessageId, RunId, ThreadId};
use midturn_core::transcript::{Outcome, Stop};
use midturn_protocol::json::string_of;
use wasm_bindgen::JsValue;

/// The page, and what it was told.
#[derive(Clone)]
pub(super) struct Page(Rc<PageParts>);

struct PageParts {
    tell: Function,
    /// The thread on screen.
    shown: RefCell<Option<ThreadId>>,
    /// One for each thread that was on screen: their runs go on.
    watches: RefCell<Vec<Watch>>,
    /// Whether interjections wait until the agent's answer is complete.
    after_response: Cell<bool>,
    /// Whether the page was told that the thread on screen is loaded.
    loaded: Cell<bool>,
    /// Who waits for the end of a turn.
    ends: RefCell<Vec<AtEnd>>,
}

/// Someone who waits for the end of a turn.
pub(super) struct AtEnd {
    pub(super) thread: ThreadId,
    pub(super) turn: MessageId,
    /// Whether the turn waits for answers now, and ends later: another page may have to stop it.
    pub(super) is_waiting: bool,
    /// Called with the end as JSON text, or with nothing if the thread is forgotten.
    pub(super) done: Function,
}

impl Page {
    pub(super) fn new(tell: Function) -> Self {
        Self(Rc::new(PageParts {
            tell,
            shown: RefCell::default(),
            watches: RefCell::default(),
            after_response: Cell::new(false),
            loaded: Cell::new(false),
            ends: RefCell::default(),
        }))
    }

    /// Whether interjections wait until the agent's answer is complete.
    pub(super) fn after_response(&self) -> bool {
        self.0.after_response.get()
    }

    pub(super) fn set_after_response(&self, wanted: bool) {
        self.0.after_response.set(wanted);
    }

    /// Notes that another thread, or the same thread in another language, is on screen. Returns what
    /// to tell the page of it now.
    pub(super) fn shown(&self, thread: ThreadId, chat: &Chat) -> Vec<Told> {
        let mut watches = self.0.watches.borrow_mut();
        if watches.iter().all(|watch| *watch.thread() != thread) {
            watches.push(Watch::new(thread.clone()));
        }
        let mut news = Vec::new();
        for watch in watches.iter_mut().filter(|watch| *watch.thread() == thread) {
            news.extend(watch.shown(chat, self.after_response()));
        }
        self.0.shown.replace(Some(thread));
        self.0.loaded.set(false);
        news.extend(self.is_loaded(chat));
        news
    }

    /// Tells the page of changes.
    pub(super) fn changed(&self, chat: &Chat, changes: &[ChatChange]) {
        let after_response = self.after_response();
        let mut news = Vec::new();
        if changes.contains(&ChatChange::Threads) {
            news.push(Told {
                name: "threads",
                detail: "{}".to_owned(),
            });
        }
        for watch in self.0.watches.borrow_mut().iter_mut() {
            let shown = self.0.shown.borrow().as_ref() == Some(watch.thread());
            let told = watch.news(chat, changes, after_response);
            // The state is that of the thread on screen.
            news.extend(
                told.into_iter()
                    .filter(|told| shown || told.name != "state"),
            );
        }
        news.extend(self.is_loaded(chat));
        self.tell_all(news);
        self.ended(chat);
    }

    /// For `element.js`: once, when the thread on screen is loaded.
    fn is_loaded(&self, chat: &Chat) -> Option<Told> {
        let shown = self.0.shown.borrow();
        chat.conversation(shown.as_ref()?)?;
        let first = !self.0.loaded.replace(true);
        first.then(|| Told {
            name: "loaded",
            detail: "{}".to_owned(),
        })
    }

    /// Calls `done` with a turn's end, once it is certain.
    pub(super) fn at_end(&self, wait: AtEnd, chat: &Chat) {
        self.0.ends.borrow_mut().push(wait);
        self.ended(chat);
    }

    fn ended(&self, chat: &Chat) {
        if self.0.ends.borrow().is_empty() {
            return;
        }
        let all = self.0.ends.take();
        for wait in all {
            let Some(held) = chat.conversation(&wait.thread) else {
                let _ = wait.done.call0(&JsValue::UNDEFINED);
                continue;
            };
            let outcome = held.turn(&wait.turn).and_then(|turn| turn.outcome.as_ref());
            let is_certain = |outcome: &&Outcome| match outcome {
                Outcome::Cancelled(Stop::Requested) => false,
                Outcome::Waiting(_) => !wait.is_waiting,
                _ => true,
            };
            let Some(outcome) = outcome.filter(is_certain) else {
                self.0.ends.borrow_mut().push(wait);
                continue;
            };
            let end = midturn::told::end_of(wait.turn.as_str(), outcome);
            let _ = wait
                .done
                .call1(&JsValue::UNDEFINED, &JsValue::from_str(&end));
        }
    }

    /// Tells the page of a turn that ended or asked a question unseen.
    pub(super) fn unseen(&self, thread: &ThreadId, title: &str, said: &str) {
        let (thread, title) = (string_of(thread.as_str()), string_of(title));
        let detail = format!(
            r#"{{"threadId":{thread},"title":{title},"text":{}}}"#,
            string_of(said)
        );
        self.tell("unseen", &detail);
    }

    /// Tells the page that the person turned the shortcuts on or off.
    pub(super) fn shortcuts(&self, on: bool) {
        self.tell("shortcuts", &format!(r#"{{"on":{on}}}"#));
    }

    /// Tells the page that an item of its own was chosen in a thread's menu.
    pub(super) fn menu(&self, thread: &ThreadId, id: &str) {
        let (thread, id) = (string_of(thread.as_str()), string_of(id));
        self.tell("menu", &format!(r#"{{"threadId":{thread},"id":{id}}}"#));
    }

    /// Tells the page what happened.
    pub(super) fn tell_all(&self, news: Vec<Told>) {
        for told in news {
            self.tell(told.name, &told.detail);
        }
    }

    fn tell(&self, name: &str, detail: &str) {
        let (name, detail) = (JsValue::from_str(name), JsValue::from_str(detail));
        // The function is ours and does not throw: listeners that throw are reported by the browser.
        let _ = self.0.tell.call2(&JsValue::UNDEFINED, &name, &detail);
    }
}

impl Host for Page {
    fn event(&self, thread: &ThreadId, run: &RunId, json: &str) {
        let (thread, run) = (string_of(thread.as_str()), string_of(run.as_str()));
        let detail = format!(r#"{{"threadId":{thread},"runId":{run},"event":{json}}}"#);
        self.tell("protocol-event", &detail);
    }
}
