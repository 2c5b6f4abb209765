//! The page's state, shared by all its threads.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use midturn::components::Surface;
use midturn::components::settings::Settings;
use midturn::components::threads::{DeletedThread, Found};
use midturn::hooks::{Announcer, Elements, SetIfNew, after_frame};
use midturn::i18n::{Catalogue, Locale};
use midturn::state::ThreadItem;
use midturn_core::id::{MessageId, ThreadId};

use super::begun::Begun;
use super::chat::ChatElement;
use super::focus::focus_shown;
use super::welcome::Welcome;
use super::{address, kept};

/// The chat, the settings and the navigation, as handles in the page's context.
#[derive(Clone, Copy)]
pub(super) struct Page {
    /// The chat.
    pub(super) chat: ChatElement,
    /// The thread on screen.
    pub(super) current: RwSignal<ThreadId>,
    /// The thread on this page that has no messages yet, as far as is known.
    pub(super) begun: Begun,
    /// The thread that the chat has loaded and shows; `None` while it loads one.
    pub(super) shown: RwSignal<Option<ThreadId>>,
    /// The threads, last used first.
    pub(super) threads: RwSignal<Vec<ThreadItem>>,
    /// Whether the list of threads will be read again in a moment, because that failed.
    pub(super) rereads: StoredValue<bool>,
    /// The titles that the chat has told.
    pub(super) titles: RwSignal<BTreeMap<ThreadId, String>>,
    /// The tools that are always allowed in the thread on screen.
    pub(super) always: RwSignal<Vec<String>>,
    /// The person's settings.
    pub(super) settings: RwSignal<Settings>,
    /// The language of the page: that of the settings, once it is loaded.
    pub(super) locale: RwSignal<Locale>,
    /// Whether the settings are open.
    pub(super) asked: RwSignal<bool>,
    /// Whether the list of threads is open over the chat.
    pub(super) listed: RwSignal<bool>,
    /// Whether the list of threads is folded.
    pub(super) folded: RwSignal<bool>,
    /// The thread that is being renamed in the bar.
    pub(super) renaming: RwSignal<Option<ThreadId>>,
    /// The deleted threads whose deletion can still be undone, the latest last.
    pub(super) deleted: RwSignal<Vec<Arc<DeletedThread>>>,
    /// What the person searches for in all threads.
    pub(super) query: RwSignal<String>,
    /// What was found last in all threads.
    pub(super) found: RwSignal<Found>,
    /// Whether the person will write in the thread that is to be shown.
    pub(super) writes: StoredValue<bool>,
    /// What the server's agent offers in an empty thread, once known.
    pub(super) welcome: RwSignal<Option<Welcome>>,
    /// Announces what the page itself says.
    pub(super) announcer: Announcer,
    /// Navigates to an address.
    navigate: Callback<(String, NavigateOptions)>,
    /// Navigates to a thread, or to a message in it.
    pub(super) go: Callback<(ThreadId, Option<MessageId>)>,
}

impl Page {
    /// Starts with the stored settings.
    pub(super) fn start(navigate: impl Fn(&str, NavigateOptions) + Send + Sync + 'static) -> Self {
        let settings = kept::read();
        let navigate = Callback::new(move |(to, options): (String, NavigateOptions)| {
            navigate(&to, options);
        });
        Self {
            chat: ChatElement::default(),
            current: RwSignal::new(ThreadId::from("")),
            begun: Begun::start(),
            shown: RwSignal::new(None),
            threads: RwSignal::default(),
            rereads: StoredValue::new(false),
            titles: RwSignal::default(),
            always: RwSignal::default(),
            locale: RwSignal::new(locale_of(&settings)),
            folded: RwSignal::new(settings.fold_list),
            settings: RwSignal::new(settings),
            asked: RwSignal::new(false),
            listed: RwSignal::new(false),
            renaming: RwSignal::new(None),
            deleted: RwSignal::default(),
            query: RwSignal::default(),
            found: RwSignal::default(),
            writes: StoredValue::new(false),
            welcome: RwSignal::new(None),
            announcer: Announcer::default(),
            navigate,
            go: Callback::new(move |(thread, message): (ThreadId, Option<MessageId>)| {
                let to = address(&thread, message.as_ref());
                navigate.run((to, NavigateOptions::default()));
            }),
        }
    }

    /// The page's state, from the context.
    pub(super) fn get() -> Self {
        expect_context()
    }

    /// The texts of the language.
    pub(super) fn texts(self) -> &'static Catalogue {
        self.locale.get_untracked().catalogue()
    }

    /// Provides what every component needs, in the language of now.
    pub(super) fn surface(self) {
        provide_context(Surface {
            texts: self.texts(),
            announcer: self.announcer,
            escape_owners: Elements::default(),
        });
    }

    /// Goes to the new thread.
    pub(super) fn begin(self) {
        let is_here = |current: &ThreadId| self.begun.is(current);
        if untrack(|| self.current.with(is_here)) {
            // It does not come on screen, which would give the composer the focus.
            after_frame(move || focus_shown(self, false));
        } else {
            self.begin_with("", NavigateOptions::default());
        }
    }

    /// The same, in place of the address of now, with its query.
    pub(super) fn begin_here(self) {
        let query = window().location().search().unwrap_or_default();
        let options = NavigateOptions {
            replace: true,
            ..NavigateOptions::default()
        };
        self.begin_with(&query, options);
    }

    fn begin_with(self, query: &str, mut options: NavigateOptions) {
        let (thread, state) = self.begun.begin();
        options.state = state;
        self.navigate.run((address(&thread, None) + query, options));
    }

    /// Loads the language of the settings, then calls `done`.
    pub(super) fn speak(self, done: impl FnOnce() + 'static) {
        let locale = self.settings.with_untracked(locale_of);
        if locale.is_loaded() {
            self.locale.set_if_new(locale);
            done();
            return;
        }
        spawn_local(async move {
            locale.load().await;
            // Another language may have been chosen meanwhile.
            if self.settings.with_untracked(locale_of) == locale {
                self.locale.set_if_new(locale);
            }
            done();
        });
    }

    /// Stores and applies changed settings.
    pub(super) fn save(self, settings: Settings) {
        kept::write(&settings);
        self.settings.set(settings);
        self.speak(|| ());
    }

    /// Stores and applies a change of the settings, if it is one.
    pub(super) fn change(self, change: impl FnOnce(&mut Settings)) {
        let before = self.settings.get_untracked();
        let mut after = before.clone();
        change(&mut after);
        if after != before {
            self.save(after);
        }
    }
}

/// The chosen language, else the browser's.
fn locale_of(settings: &Settings) -> Locale {
    Locale::parse(&settings.locale).unwrap_or_else(Locale::of_browser)
}
