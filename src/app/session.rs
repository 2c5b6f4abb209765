//! One driver with its cells: what a page or an element has while it lives.
//!
//! Not responsible for drawing.

use std::rc::Rc;

use leptos::prelude::*;
use midturn_core::id::ThreadId;

use super::view::AppView;
use crate::components::Ui;
use crate::driver::{Driver, IndexedDb, Notice, Options, Shell, WebClock, WebTimers};
use crate::hooks::{Announcer, ScrollAnchor};
use crate::i18n::Locale;
use crate::state::{Actions, ThreadItem};
use crate::transport::FetchTransport;

/// The name of the browser's database.
const DATABASE: &str = "midturn";

/// A copyable handle on a driver and its cells. Ends with the owner it was made under.
#[derive(Clone, Copy)]
pub struct Session {
    inner: StoredValue<Inner, LocalStorage>,
    actions: Actions,
    announcer: Announcer,
    /// What the person should know about the page itself.
    pub notices: RwSignal<Vec<Notice>>,
}

struct Inner {
    driver: Driver,
    view: Rc<AppView>,
}

impl Session {
    /// Makes a driver and starts it: the threads are read from storage.
    pub fn start(options: Options) -> Self {
        let announcer = Announcer::new();
        let notices = RwSignal::new(Vec::new());
        let view = Rc::new(AppView::new(announcer, notices));
        let driver = Driver::new(
            options,
            Shell {
                transport: Rc::new(FetchTransport),
                storage: Rc::new(IndexedDb::new(DATABASE)),
                clock: Rc::new(WebClock),
                timers: Rc::new(WebTimers),
                view: view.clone(),
            },
        );
        view.attach(driver.clone());
        let actions = {
            let (to, ids) = (driver.clone(), driver.clone());
            Actions::new(
                Rc::new(move |input| to.dispatch(input)),
                Rc::new(move || ids.fresh_message_id()),
            )
        };
        driver.start(|| {});
        let inner = StoredValue::new_local(Inner { driver, view });
        on_cleanup(move || {
            inner.try_with_value(|inner| {
                inner.driver.shutdown();
                inner.view.detach();
            });
        });
        Self {
            inner,
            actions,
            announcer,
            notices,
        }
    }

    /// What the components of one thread share.
    pub fn ui(self, thread: &ThreadId, locale: Locale, expanded: bool) -> Ui {
        self.inner.with_value(|inner| {
            inner.view.look_at(thread, locale);
            let bridge = &inner.view.bridge;
            inner.driver.read(|chat| bridge.refresh(chat, thread));
            Ui {
                texts: locale.catalogue(),
                actions: self.actions,
                cells: inner.view.bridge.conversation(thread),
                announcer: self.announcer,
                scroll: ScrollAnchor::default(),
                expanded: RwSignal::new(expanded),
            }
        })
    }

    /// Where the focus is moved within.
    pub fn set_root(self, root: web_sys::Element) {
        self.inner.try_with_value(|inner| inner.view.set_root(root));
    }

    /// The list of threads.
    pub fn threads(self) -> ArcRwSignal<Vec<ThreadItem>> {
        self.inner
            .with_value(|inner| inner.view.bridge.threads.clone())
    }

    /// A thread nobody has used.
    pub fn fresh_thread(self) -> ThreadId {
        self.inner
            .with_value(|inner| inner.driver.fresh_thread_id())
    }

    /// Points the driver at another backend; runs at work go on where they are.
    pub fn set_options(self, options: Options) {
        self.inner
            .with_value(|inner| inner.driver.set_options(options));
    }

    /// Reads the stored settings; `done` is called with none when there are none.
    pub fn load_settings(self, done: impl FnOnce(Option<String>) + 'static) {
        self.inner
            .with_value(|inner| inner.driver.load_settings(done));
    }

    /// Stores the settings.
    pub fn save_settings(self, json: String) {
        self.inner
            .with_value(|inner| inner.driver.save_settings(json));
    }

    /// Writes what is not stored yet, as far as a page that is being closed can.
    pub fn flush(self) {
        self.inner.try_with_value(|inner| inner.driver.flush());
    }
}
