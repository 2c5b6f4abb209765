//! The page around one thread: the list of threads beside it, the bar above it, the settings.
//!
//! Not responsible for which thread it is, nor for the chat inside.

use leptos::prelude::*;
use midturn::hooks::SetIfNew;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use midturn::app::{Chosen, Session, browser_locale, frame};
use midturn::components::chat::chat;
use midturn::components::icon::IconName;
use midturn::components::settings::{Look, Settings, settings_dialog};
use midturn::components::threads::{ThreadList, threads};
use midturn::components::{Ui, icon_button};
use midturn::dom::{El, choose, document, el, flag};
use midturn::driver::Options;
use midturn::hooks::Listener;
use midturn::hooks::{effect, keep, later_effect};
use midturn::i18n::Locale;
use midturn_core::id::{MessageId, ThreadId};
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, Node};

use super::focus::HeldFocus;
use super::{address, notify, tour};

/// Between a thread's title and the name of the product, in the title of the page.
const TITLE_END: &str = " \u{2013} ";

/// Between the address of a thread and a message's id.
const MESSAGE: &str = "#m-";

/// Where the page's own server has its agent.
const AGENT_URL: &str = "/agui";

/// What the page has while it lives, whichever thread it shows. Clones are handles to the same.
#[derive(Clone)]
pub(super) struct Page {
    /// The driver and its cells.
    pub(super) session: Session,
    settings: RwSignal<Settings>,
    deleted: RwSignal<Option<Arc<ThreadId>>>,
    focus: HeldFocus,
    /// The message that begins the tour of the page's own server, once it is known.
    tour: RwSignal<Option<String>>,
    go: Rc<dyn Fn(&ThreadId)>,
}

impl Page {
    /// Starts the driver; `go` leads to a thread's address.
    pub(super) fn start(go: impl Fn(&ThreadId) + 'static) -> Self {
        let settings = Settings::default();
        let focus = HeldFocus::default();
        let held = focus.clone();
        let go = Rc::new(move |thread: &ThreadId| {
            // What is pressed may be gone before the other thread is drawn.
            held.remember();
            go(thread);
        });
        Self {
            session: Session::start(options(&settings)),
            settings: RwSignal::new(settings),
            deleted: RwSignal::new(None),
            focus,
            tour: RwSignal::new(None),
            go,
        }
    }

    /// Reads the settings, then calls back.
    pub(super) fn load(&self, done: impl FnOnce() + 'static) {
        self.notify_unseen();
        self.session.set_debug(is_debug());
        let page = self.clone();
        self.session.load_settings(move |stored| {
            let settings: Settings = stored
                .and_then(|json| serde_json::from_str(&json).ok())
                .unwrap_or_default();
            page.choose(settings);
            done();
        });
    }

    fn choose(&self, settings: Settings) {
        self.session.set_options(options(&settings));
        self.settings.set(settings);
    }

    fn save(&self, settings: Settings) {
        if let Ok(json) = serde_json::to_string(&settings) {
            self.session.save_settings(json);
        }
        self.choose(settings);
    }

    /// Draws the thread that `shown` names into the body, anew for another thread or language.
    pub(super) fn draw(self, shown: impl Fn() -> Option<ThreadId> + 'static) {
        let look = Look::default();
        let (settings, followed) = (self.settings.clone(), look.clone());
        effect(move || {
            let (theme, density) = settings.with(|settings| (settings.theme, settings.density));
            followed.theme.set_if_new(theme);
            followed.density.set_if_new(density);
        });

        let (settings, focus) = (self.settings.clone(), self.focus.clone());
        let last = RefCell::new(None);
        let key = move || {
            let key = shown().map(|thread| (thread, settings.with(locale)));
            // Another key takes off what is drawn now, and the focus with it.
            if last.replace(key.clone()) != key {
                focus.remember();
            }
            key
        };
        let drawn = choose(key, move |key| {
            let (thread, locale) = key?;
            set_document_language(locale);
            Some(self.thread(&thread, locale, look.clone()).into())
        });
        if let Some(body) = document().body() {
            // Fails for a node around the body alone.
            let _ = body.append_child(&drawn);
        }
    }

    /// One thread with the list beside it.
    fn thread(&self, thread: &ThreadId, locale: Locale, look: Look) -> El {
        let chosen = self.settings.with_untracked(|settings| Chosen {
            expanded: settings.expand_steps,
            on_enter: settings.on_enter,
            after_response: settings.after_response,
            no_shortcuts: settings.no_shortcuts,
        });
        let ui = self.session.ui(thread, locale, chosen);
        self.keep_shortcuts(&ui);
        self.offer_tour(&ui);
        link_messages(&ui, thread);
        ui.actions.all().open(thread);
        let (listed, asked) = (RwSignal::new(false), RwSignal::new(false));
        let (session, go, asks) = (self.session.clone(), self.go.clone(), asked.clone());
        let focus = self.focus.clone();
        let list = ThreadList {
            threads: session.threads(),
            current: thread.clone(),
            deleted: self.deleted.clone(),
            open: listed.clone(),
            href: address,
            on_new: Rc::new(move || go(&session.fresh_thread())),
            on_go: self.go.clone(),
            on_write: Rc::new(move || focus.will_write()),
            on_settings: Rc::new(move || asks.set(true)),
        };
        let main = el("main")
            .class("mt-main")
            .child(self.bar(&ui, thread, listed))
            .child(self.session.with_debug(&ui, chat(&ui)));
        let page = el("div")
            .class("mt-page")
            .child(threads(&ui, list))
            .child(main);
        let root = frame(&self.session, locale, look, skip(&ui))
            .child(page)
            .child(self.settings(&ui, asked));
        self.focus.give_back(root.element(), aimed_at().is_some());
        root
    }

    /// Offers the tour in an empty thread, while the page talks to its own server.
    fn offer_tour(&self, ui: &Ui) {
        let (page, offered) = (self.clone(), ui.tour.clone());
        let (loaded, turns) = (ui.cells.loaded.clone(), ui.cells.turns.clone());
        effect(move || {
            let own = page.settings.with(|settings| settings.agent_url.is_empty());
            offered.set_if_new(page.tour.get().filter(|_| own));
            let known = page.tour.with_untracked(Option::is_some);
            if own && !known && loaded.get() && turns.with(Vec::is_empty) {
                let found = page.tour.clone();
                tour::ask(move |message| found.set_if_new(Some(message)));
            }
        });
    }

    /// The list of keys switches them too.
    fn keep_shortcuts(&self, ui: &Ui) {
        let (page, keyed) = (self.clone(), ui.shortcuts.clone());
        effect(move || {
            let no_shortcuts = !keyed.get();
            let settings = page.settings.with_untracked(Settings::clone);
            if settings.no_shortcuts != no_shortcuts {
                page.save(Settings {
                    no_shortcuts,
                    ..settings
                });
            }
        });
    }

    /// Tells the person of a turn that ends unseen, if they want to know.
    fn notify_unseen(&self) {
        let (settings, go) = (self.settings.clone(), self.go.clone());
        self.session.on_unseen(move |thread, title, said| {
            if settings.with_untracked(|settings| settings.notify) {
                let (go, to) = (go.clone(), thread.clone());
                notify::notify(thread, title, said, move || go(&to));
            }
        });
    }

    /// The bar above the thread, with the way to the list where that does not fit beside it.
    fn bar(&self, ui: &Ui, thread: &ThreadId, listed: RwSignal<bool>) -> El {
        let texts = ui.texts;
        let (opened, shown) = (listed.clone(), listed.clone());
        let menu = icon_button(
            "mt-button mt-button--icon mt-button--quiet mt-topbar__menu",
            texts.open_threads,
            IconName::Menu,
            move || listed.set(true),
        )
        .live("aria-expanded", move || flag(opened.get()));
        let button: HtmlElement = menu.cast();
        let mut was = false;
        later_effect(move || {
            let shown = shown.get();
            if was && !shown {
                let _ = button.focus();
            }
            was = shown;
        });
        let (threads, thread) = (self.session.threads(), thread.clone());
        let title = move || {
            threads.with(|threads| {
                threads
                    .iter()
                    .find(|item| item.id == thread && !item.title.is_empty())
                    .map_or_else(|| texts.untitled.to_owned(), |item| item.title.clone())
            })
        };
        let named = title.clone();
        effect(move || document().set_title(&[&named(), TITLE_END, texts.app_name].concat()));
        let title = el("h1")
            .class("mt-topbar__title")
            .attr("dir", "auto")
            .live_text(title);
        el("header").class("mt-topbar").child(menu).child(title)
    }

    /// The settings, drawn anew when others were saved.
    fn settings(&self, ui: &Ui, asked: RwSignal<bool>) -> Node {
        let (page, settings, ui) = (self.clone(), self.settings.clone(), ui.clone());
        choose(
            move || settings.get(),
            move |settings| {
                let (page, shared) = (page.clone(), ui.clone());
                let save = move |new: Settings| {
                    shared.expanded.set(new.expand_steps);
                    shared.on_enter.set(new.on_enter);
                    shared.after_response.set_if_new(new.after_response);
                    shared.shortcuts.set_if_new(!new.no_shortcuts);
                    if new.notify {
                        notify::ask();
                    }
                    page.save(new);
                };
                Some(settings_dialog(ui.texts, asked.clone(), &settings, save).into())
            },
        )
    }
}

/// Whether the address bar asks for what only developers need: `?debug`.
fn is_debug() -> bool {
    let query = web_sys::window().and_then(|window| window.location().search().ok());
    let query = query.unwrap_or_default();
    let mut names = query.trim_start_matches('?').split('&');
    names.any(|name| name == "debug" || name.starts_with("debug="))
}

/// Messages have addresses, and the person is led to that of the address bar.
fn link_messages(ui: &Ui, thread: &ThreadId) {
    let path = address(thread);
    ui.links.set(Some(Rc::new(move |message| {
        let origin = web_sys::window()?.location().origin().ok()?;
        Some([&origin, &path, MESSAGE, message.as_str()].concat())
    })));
    let aim = ui.aim.clone();
    let lead = move || {
        if let Some(message) = aimed_at() {
            aim.set(Some(message));
        }
    };
    lead();
    if let Some(window) = web_sys::window() {
        keep(Listener::new(
            &window,
            "hashchange",
            false,
            Box::new(move |_| lead()),
        ));
    }
}

/// The message that the address bar names.
fn aimed_at() -> Option<MessageId> {
    let hash = web_sys::window()?.location().hash().ok()?;
    let named = hash.strip_prefix(MESSAGE)?;
    let message = js_sys::decode_uri_component(named).ok()?;
    Some(MessageId::from(String::from(message)))
}

fn options(settings: &Settings) -> Options {
    let agent_url = if settings.agent_url.is_empty() {
        AGENT_URL
    } else {
        &settings.agent_url
    };
    Options {
        agent_url: agent_url.to_owned(),
        interjections: midturn::driver::interjections(settings.after_response),
        ..Options::default()
    }
}

fn locale(settings: &Settings) -> Locale {
    Locale::parse(&settings.locale).unwrap_or_else(browser_locale)
}

/// The link that moves the focus to the composer; the router would only scroll there.
fn skip(ui: &Ui) -> El {
    el("a")
        .class("mt-skip")
        .attr("href", "#midturn-composer")
        .text(ui.texts.skip_to_composer)
        .on("click", |event: Event| {
            event.prevent_default();
            let composer = document()
                .get_element_by_id("midturn-composer")
                .and_then(|element| element.dyn_into::<HtmlElement>().ok());
            if let Some(composer) = composer {
                let _ = composer.focus();
            }
        })
}

fn set_document_language(locale: Locale) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("lang", locale.tag());
        let _ = root.set_attribute("dir", locale.dir());
    }
}
