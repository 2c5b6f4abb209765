//! The page's state, shared by all its threads.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use midturn::app::{Session, browser_locale};
use midturn::components::settings::Settings;
use midturn::components::threads::Found;
use midturn::driver::Options;
use midturn::hooks::SetIfNew;
use midturn::i18n::Locale;
use midturn::preferences::Look;
use midturn_core::id::{MessageId, ThreadId};
use midturn_protocol::name::Name;

use super::focus::HeldFocus;
use super::settings::Asked;
use super::welcome::Welcome;
use super::{address, notify};

/// The agent's URL on the page's own server.
const AGENT_URL: &str = "/agui";

/// The threads on the page's own server.
const THREADS_URL: &str = "/threads";

/// The driver, the settings and the navigation, as handles in the page's context.
#[derive(Clone, Copy)]
pub(super) struct Page {
    /// The driver and its cells.
    pub(super) session: Session,
    /// The person's settings.
    pub(super) settings: RwSignal<Settings>,
    /// The language of the page: that of the settings, once it is loaded.
    pub(super) locale: RwSignal<Locale>,
    /// Where the settings are open.
    pub(super) asked: Asked,
    /// The last deleted thread whose deletion can still be undone.
    pub(super) deleted: RwSignal<Option<Arc<ThreadId>>>,
    /// What the person searches for in all threads.
    pub(super) query: RwSignal<String>,
    /// What was found last in all threads.
    pub(super) found: RwSignal<Found>,
    /// The focus to restore after the page is drawn anew.
    pub(super) focus: HeldFocus,
    /// What the server's agent offers in an empty thread, once known.
    pub(super) welcome: RwSignal<Option<Welcome>>,
    /// Navigates to a thread, or to a message in it.
    pub(super) go: Callback<(ThreadId, Option<MessageId>)>,
}

impl Page {
    /// Starts the driver.
    pub(super) fn start(navigate: impl Fn(&str, NavigateOptions) + Send + Sync + 'static) -> Self {
        let settings = Settings::default();
        let focus = HeldFocus::default();
        Self {
            session: Session::start(options(&settings)),
            locale: RwSignal::new(locale_of(&settings)),
            settings: RwSignal::new(settings),
            asked: Asked::default(),
            deleted: RwSignal::new(None),
            query: RwSignal::default(),
            found: RwSignal::default(),
            focus,
            welcome: RwSignal::new(None),
            go: Callback::new(move |(thread, message): (ThreadId, Option<MessageId>)| {
                // The pressed element may be removed before the other thread is drawn.
                focus.remember();
                navigate(
                    &address(&thread, message.as_ref()),
                    NavigateOptions::default(),
                );
            }),
        }
    }

    /// The page's state, from the context.
    pub(super) fn get() -> Self {
        expect_context()
    }

    /// Reads and applies the settings, then calls `done`.
    pub(super) fn load(self, done: impl FnOnce() + 'static) {
        self.notify_unseen();
        self.session.set_debug(is_debug());
        self.session.load_settings(move |stored| {
            let settings: Settings = stored
                .and_then(|json| serde_json::from_str(&json).ok())
                .unwrap_or_default();
            self.choose(settings, done);
        });
    }

    /// Applies settings, and their language once it is loaded, then calls `done`.
    fn choose(self, settings: Settings, done: impl FnOnce() + 'static) {
        self.session.set_options(options(&settings));
        let locale = locale_of(&settings);
        self.settings.set(settings);
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
        if let Ok(json) = serde_json::to_string(&settings) {
            self.session.save_settings(json);
        }
        self.choose(settings, || ());
    }

    /// The theme and the density.
    pub(super) fn look(self) -> Look {
        let held = move || self.settings.with(|held| (held.theme, held.density));
        let (theme, density) = untrack(held);
        let look = Look {
            theme: RwSignal::new(theme),
            density: RwSignal::new(density),
        };
        Effect::new(move || {
            let (theme, density) = held();
            look.theme.set_if_new(theme);
            look.density.set_if_new(density);
        });
        look
    }

    /// Notifies the person of turns that end unseen, if the setting is on.
    fn notify_unseen(self) {
        self.session.on_unseen(move |thread, title, said| {
            if self.settings.with_untracked(|settings| settings.notify) {
                let to = thread.clone();
                notify::notify(thread, title, said, move || self.go.run((to, None)));
            }
        });
    }
}

/// The chosen language, else the browser's.
fn locale_of(settings: &Settings) -> Locale {
    Locale::parse(&settings.locale).unwrap_or_else(browser_locale)
}

/// Whether the address has the query `?debug`, for developers.
fn is_debug() -> bool {
    let query = web_sys::window().and_then(|window| window.location().search().ok());
    let query = query.unwrap_or_default();
    let mut names = query.trim_start_matches('?').split('&');
    names.any(|name| name == "debug" || name.starts_with("debug="))
}

fn options(settings: &Settings) -> Options {
    let is_own = settings.agent_url.is_empty();
    let agent_url = if is_own {
        AGENT_URL
    } else {
        &settings.agent_url
    };
    Options {
        agent_url: agent_url.to_owned(),
        // A browser that has not spoken to its own server yet knows no URL that the server announces.
        past_url: is_own.then(|| THREADS_URL.to_owned()),
        protocol: Name::parse(&settings.protocol),
        protocol_options: settings.protocol_options.clone(),
        interjections: midturn::driver::interjections(settings.after_response),
        ..Options::default()
    }
}
