//! A session: one driver with its cells, for the life of an element.

use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use midturn_core::change::ChatChange;
use midturn_core::chat::{Chat, ChatInput};
use midturn_core::delivery::DeliveryMode;
use midturn_core::find::{Excerpt, Words};
use midturn_core::id::{MessageId, ThreadId};
use midturn_core::input::Input;

use super::debugging::{Below, Debugging};
use super::files::Kept;
use super::protocols::ProtocolParts;
use super::view::AppView;
use crate::components::answer::Answers;
use crate::components::attachment::Attaching;
use crate::components::{Surface, Ui};
use crate::driver::{
    Archived, ClientTools, Driver, History, Host, IndexedDb, Notice, Options, Shell, WebClock,
    WebPeers, WebTimers,
};
use crate::hooks::{Elements, FocusTargets, ScrollAnchor, at_end};
use crate::i18n::Catalogue;
use crate::state::Actions;
use crate::transport::FetchTransport;

/// The name of the `IndexedDB` database, unless the embedder names a store.
const DATABASE: &str = "midturn";

/// A person's initial choices for a chat.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chosen {
    /// Whether the running card shows its activities at first.
    pub expanded: bool,
    /// What Enter does while the agent works.
    pub on_enter: DeliveryMode,
    /// Whether interjections wait for the agent's response to end.
    pub after_response: bool,
    /// Whether to ignore Escape pressed twice, and keys that are a single character.
    pub no_shortcuts: bool,
}

/// A handle to a driver and its cells. The driver and the cells end with the owner in which
/// [`start`](Self::start) was called.
#[derive(Clone, Copy)]
pub struct Session(StoredValue<Rc<SessionParts>, LocalStorage>);

/// What the handles of one session share.
struct SessionParts {
    driver: Driver,
    view: Rc<AppView>,
    answers: Answers,
    /// Whether the embedder gave tools.
    tools: Cell<bool>,
    /// See [`Ui::rested`].
    rested: RwSignal<bool>,
    /// The state that the embedder last shared with the agent in each thread.
    shared: RefCell<BTreeMap<ThreadId, String>>,
    debugging: Debugging,
}

impl Session {
    /// Makes a driver and starts it. The driver then reads the threads from the store of this name;
    /// without a name from that of the origin.
    pub fn start(options: Options, store: Option<&str>) -> Self {
        let store = store.map_or_else(String::new, |name| ["-", name].concat());
        let view = Rc::new(AppView::new());
        let driver = Driver::new(
            options,
            Shell {
                transport: Rc::new(FetchTransport),
                storage: Rc::new(IndexedDb::new(&[DATABASE, &store].concat())),
                clock: Rc::new(WebClock),
                timers: Rc::new(WebTimers),
                view: view.clone(),
                peers: Rc::new(WebPeers::of_store(&store)),
                protocols: Rc::new(ProtocolParts),
                spawn: wasm_bindgen_futures::spawn_local,
            },
        );
        view.attach(driver.clone());
        driver.start(|| {});
        let (ending, seen) = (driver.clone(), view.clone());
        at_end(move || {
            ending.shutdown();
            seen.detach();
        });
        Self(StoredValue::new_local(Rc::new(SessionParts {
            driver,
            view,
            answers: Answers::default(),
            tools: Cell::new(false),
            rested: RwSignal::new(false),
            shared: RefCell::default(),
            debugging: Debugging::default(),
        })))
    }

    /// Whether it has ended. Nothing else here may be called then.
    pub fn is_over(&self) -> bool {
        self.0.is_disposed()
    }

    fn parts(&self) -> Rc<SessionParts> {
        self.0.get_value()
    }

    /// Makes the [`Ui`] that the components of one thread share. Components of the current owner
    /// get it with [`Ui::get`]. The `Ui` ends with that owner.
    pub fn ui(&self, thread: &ThreadId, texts: &'static Catalogue, chosen: Chosen) -> Ui {
        let SessionParts {
            driver,
            view,
            answers,
            rested,
            ..
        } = &*self.parts();
        let focus = FocusTargets::default();
        let (to, ids, taking) = (driver.clone(), driver.clone(), driver.clone());
        let (threads, own) = (view.bridge.threads, thread.clone());
        let title = Memo::new(move |_| {
            threads.with(|threads| {
                let item = threads.iter().find(|item| item.id == own)?;
                Some(item.title.clone()).filter(|title| !title.is_empty())
            })
        });
        view.look_at(thread, texts, focus);
        driver.read(|chat| view.bridge.refresh(chat, thread));
        let ui = Ui {
            texts,
            answers: StoredValue::new_local(answers.clone()),
            attaching: Attaching::default(),
            files: StoredValue::new_local(Rc::new(Kept(driver.clone()))),
            actions: Actions::new(
                thread.clone(),
                Rc::new(move |input| to.dispatch(input)),
                Rc::new(move || ids.fresh_message_id()),
                Rc::new(move |thread| taking.take_over(thread)),
            ),
            cells: view.bridge.conversation(thread),
            announcer: view.announcer,
            scroll: ScrollAnchor::default(),
            focus,
            escape_owners: Elements::default(),
            beside_editor: Elements::default(),
            expanded: RwSignal::new(chosen.expanded),
            on_enter: RwSignal::new(chosen.on_enter),
            after_response: RwSignal::new(chosen.after_response),
            shortcuts: RwSignal::new(!chosen.no_shortcuts),
            is_new: RwSignal::new(false),
            feedback: RwSignal::new(false),
            links: RwSignal::new_local(None),
            link_target: RwSignal::new(None),
            link_missing: RwSignal::new(None),
            keys_shown: RwSignal::new(false),
            enlarged: RwSignal::new(None),
            agent_name: RwSignal::new(None),
            starters: RwSignal::default(),
            find_shown: RwSignal::new(false),
            find_asked: RwSignal::default(),
            at_work: RwSignal::default(),
            changes_shown: RwSignal::new(false),
            rested: *rested,
            tour: RwSignal::new(None),
            title: title.into(),
            own_items: RwSignal::default(),
            own_chosen: RwSignal::new_local(None),
        };
        provide_context(ui);
        provide_context(Surface {
            texts,
            announcer: ui.announcer,
            escape_owners: ui.escape_owners,
        });
        ui
    }

    /// Sets the callback for a turn that ends or asks a question unseen: in another thread, or
    /// while the page is hidden. The callback gets the thread, its title and what happened.
    pub fn on_unseen(&self, call: impl Fn(&ThreadId, &str, &str) + 'static) {
        self.parts().view.on_unseen(Box::new(call));
    }

    /// Sets the callback for all changes. It gets the chat after them, and may call everything here.
    pub fn on_change(&self, call: impl Fn(&Chat, &[ChatChange]) + 'static) {
        self.parts().view.on_change(Box::new(call));
    }

    /// Calls `look` with the chat.
    pub fn read<R>(&self, look: impl FnOnce(&Chat) -> R) -> R {
        self.parts().driver.read(look)
    }

    /// Whether this page drives the thread, see [`Driver::drives`].
    pub fn drives(&self, thread: &ThreadId) -> bool {
        self.parts().driver.drives(thread)
    }

    /// Performs an act of the person.
    pub fn dispatch(&self, input: ChatInput) {
        self.parts().driver.dispatch(input);
    }

    /// Sets the composer's text, also in the field on screen.
    pub fn set_draft(&self, thread: &ThreadId, text: String) {
        let SessionParts { driver, view, .. } = &*self.parts();
        let input = Input::ComposerChanged { text };
        driver.dispatch(ChatInput::In(thread.clone(), input));
        driver.read(|chat| view.bridge.refresh(chat, thread));
    }

    /// The id of a new message.
    pub fn fresh_message(&self) -> MessageId {
        self.parts().driver.fresh_message_id()
    }

    /// The embedder's rules for answers.
    pub fn answers(&self) -> Answers {
        self.parts().answers.clone()
    }

    /// Passes a thread to `done`, as it is loaded, or else stored; `None` if the storage cannot be read.
    pub fn archived(&self, thread: &ThreadId, done: impl FnOnce(Option<Archived>) + 'static) {
        self.parts().driver.archived(thread, done);
    }

    /// Passes the threads with a match in their messages to `done`, in no order, each with its last
    /// turn that matches.
    pub fn search(&self, words: Words, done: impl FnOnce(Vec<(ThreadId, Excerpt)>) + 'static) {
        self.parts().driver.search(words, done);
    }

    /// Messages to the person about the page itself.
    pub fn notices(&self) -> RwSignal<Vec<Notice>> {
        self.parts().view.notices
    }

    /// The id of a new thread.
    pub fn fresh_thread(&self) -> ThreadId {
        self.parts().driver.fresh_thread_id()
    }

    /// Uses these options from the next request on. Active runs continue at their backend.
    pub fn set_options(&self, options: Options) {
        self.parts().driver.set_options(options);
    }

    /// Loads older messages of this thread from `history` from now on.
    pub fn set_history(&self, thread: &ThreadId, history: Option<Rc<dyn History>>) {
        self.parts().driver.set_history(thread, history);
    }

    /// Passes the agent's events and shared state to `host` from now on.
    pub fn set_host(&self, host: Option<Rc<dyn Host>>) {
        self.parts().driver.set_host(host);
    }

    /// Shares this state (JSON text) with the agent from the next run on. Does nothing if the state
    /// was also the last one shared in this thread.
    pub fn share(&self, thread: &ThreadId, state: Option<String>) {
        let Some(state) = state else { return };
        let before = self
            .parts()
            .shared
            .borrow_mut()
            .insert(thread.clone(), state.clone());
        if before.as_ref() != Some(&state) {
            self.parts().driver.share(thread, state);
        }
    }

    /// Starts or stops the debug recording, and shows or hides its panel below each chat.
    pub fn set_debug(&self, on: bool) {
        self.parts().debugging.set(&self.parts().driver, on);
    }

    /// The debug panel for below a chat, shown while the recording runs.
    pub fn debug_panel(&self) -> impl IntoView + use<> {
        let debugging = StoredValue::new_local(self.parts().debugging.clone());
        view! { <Below debugging/> }
    }

    /// Offers these tools to the agent from the next request on, and answers the agent's calls.
    pub fn set_tools(&self, tools: Option<Rc<dyn ClientTools>>) {
        // Most chats never have tools: leave the driver alone then.
        let before = self.parts().tools.replace(tools.is_some());
        if before || tools.is_some() {
            self.parts().driver.set_tools(tools);
        }
    }

    /// Tells the driver that the browser is online again.
    pub fn online(&self) {
        self.parts().driver.online();
    }

    /// Tells the driver that the browser is about to freeze the page, or to keep the page in the
    /// back/forward cache.
    pub fn suspend(&self) {
        self.parts().driver.suspend();
    }

    /// Tells the driver that the page runs again after [`suspend`](Self::suspend).
    pub fn resume(&self) {
        self.parts().driver.resume();
    }

    /// Saves all unsaved changes, as far as a page that is closing can.
    pub fn flush(&self) {
        self.parts().driver.flush();
    }

    /// Tells the session that the page was hidden or shown.
    pub fn hidden_or_shown(&self) {
        self.flush();
        self.parts().view.catch_up();
    }
}
