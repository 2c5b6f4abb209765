//! The page's routes and its frame: `/` begins a thread, `/threads/:id` shows one.
//!
//! Not responsible for the chat inside.

use leptos::html::Button;
use leptos::prelude::*;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::hooks::{use_navigate, use_params_map};
use leptos_router::{NavigateOptions, path};
use midturn::app::{Frame, Session, adopt_style, browser_locale};
use midturn::components::Ui;
use midturn::components::chat::Chat;
use midturn::components::icon::{Icon, IconName};
use midturn::components::settings::{Settings, SettingsDialog};
use midturn::components::threads::Threads;
use midturn::driver::Options;
use midturn::i18n::Locale;
use midturn_core::id::ThreadId;
use wasm_bindgen::JsCast;

/// Where the page's own server has its agent.
const AGENT_URL: &str = "/agui";

/// Mounts the page.
pub(super) fn mount() {
    if let Some(document) = web_sys::window().and_then(|window| window.document()) {
        adopt_style(&document);
    }
    mount_to_body(Page);
}

fn options(settings: &Settings) -> Options {
    let agent_url = if settings.agent_url.is_empty() {
        AGENT_URL
    } else {
        &settings.agent_url
    };
    Options {
        agent_url: agent_url.to_owned(),
        ..Options::default()
    }
}

fn locale(settings: &Settings) -> Locale {
    Locale::parse(&settings.locale).unwrap_or_else(browser_locale)
}

/// The whole page, once the settings are read.
#[component]
fn Page() -> impl IntoView {
    let session = Session::start(options(&Settings::default()));
    let settings = RwSignal::new(None::<Settings>);
    session.load_settings(move |stored| {
        let read = stored
            .and_then(|json| serde_json::from_str(&json).ok())
            .unwrap_or_default();
        session.set_options(options(&read));
        settings.set(Some(read));
    });
    view! {
        <Router>
            {move || settings.get().is_some().then(|| view! {
                <Routes fallback=move || view! { <Begin session/> }>
                    <Route path=path!("/") view=move || view! { <Begin session/> }/>
                    <Route path=path!("/threads/:id") view=move || view! { <Shown session settings/> }/>
                </Routes>
            })}
        </Router>
    }
}

/// Goes to a thread that nobody has used.
#[component]
fn Begin(session: Session) -> impl IntoView {
    let navigate = use_navigate();
    Effect::new(move || {
        let options = NavigateOptions {
            replace: true,
            ..NavigateOptions::default()
        };
        navigate(&address(&session.fresh_thread()), options);
    });
}

/// The thread that the address names.
#[component]
fn Shown(session: Session, settings: RwSignal<Option<Settings>>) -> impl IntoView {
    let params = use_params_map();
    let thread = Memo::new(move |_| params.with(|params| params.get("id").unwrap_or_default()));
    let chosen = Memo::new(move |_| locale(&settings.get().unwrap_or_default()));
    let theme = Signal::derive(move || settings.get().unwrap_or_default().theme);
    let deleted = RwSignal::new(None);
    move || {
        let locale = chosen.get();
        let thread = ThreadId::from(thread.get());
        set_document_language(locale);
        view! {
            <Frame session locale theme>
                <Thread session settings deleted thread locale/>
            </Frame>
        }
    }
}

/// One thread with the list beside it.
#[component]
fn Thread(
    session: Session,
    settings: RwSignal<Option<Settings>>,
    deleted: RwSignal<Option<ThreadId>>,
    thread: ThreadId,
    locale: Locale,
) -> impl IntoView {
    let texts = locale.catalogue();
    let current = settings.get_untracked().unwrap_or_default();
    let ui = session.ui(&thread, locale, current.expand_steps);
    ui.actions.open(&thread);
    let expanded = ui.expanded;
    provide_context::<Ui>(ui);

    let navigate = StoredValue::new_local(use_navigate());
    let go = move |thread: &ThreadId| {
        navigate.with_value(|navigate| navigate(&address(thread), NavigateOptions::default()));
    };
    let (listed, asked) = (RwSignal::new(false), RwSignal::new(false));
    let menu = NodeRef::<Button>::new();
    Effect::new(move |was: Option<bool>| {
        let listed = listed.get();
        if was == Some(true)
            && !listed
            && let Some(menu) = menu.get_untracked()
        {
            let _ = menu.focus();
        }
        listed
    });
    let threads = session.threads();
    let titled = {
        let (threads, thread) = (threads.clone(), thread.clone());
        move || {
            threads.with(|threads| {
                threads
                    .iter()
                    .find(|item| item.id == thread && !item.title.is_empty())
                    .map_or_else(|| texts.untitled.to_owned(), |item| item.title.clone())
            })
        }
    };
    let save = move |new: Settings| {
        if let Ok(json) = serde_json::to_string(&new) {
            session.save_settings(json);
        }
        session.set_options(options(&new));
        expanded.set(new.expand_steps);
        settings.set(Some(new));
    };
    view! {
        <a class="mt-skip" href="#midturn-composer" on:click=skip>{texts.skip_to_composer}</a>
        <div class="mt-page">
            <Threads
                threads
                current=thread
                deleted
                open=listed
                href=address
                on_new=UnsyncCallback::new(move |()| go(&session.fresh_thread()))
                on_go=UnsyncCallback::new(move |thread: ThreadId| go(&thread))
                on_settings=UnsyncCallback::new(move |()| asked.set(true))
            />
            <main class="mt-main">
                <header class="mt-topbar">
                    <button
                        type="button"
                        node_ref=menu
                        class="mt-button mt-button--icon mt-button--quiet mt-topbar__menu"
                        aria-label=texts.open_threads
                        aria-expanded=move || listed.get().to_string()
                        on:click=move |_| listed.set(true)
                    >
                        <Icon name=IconName::Menu/>
                    </button>
                    <h1 class="mt-topbar__title" dir="auto">{titled}</h1>
                </header>
                <Chat/>
            </main>
        </div>
        {move || settings.get().map(|settings| view! {
            <SettingsDialog open=asked settings on_save=UnsyncCallback::new(save)/>
        })}
    }
}

/// Moves the focus to the composer; the router would only scroll there.
#[expect(clippy::needless_pass_by_value, reason = "as an event handler gets it")]
fn skip(event: web_sys::MouseEvent) {
    event.prevent_default();
    let composer = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id("midturn-composer"))
        .and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(composer) = composer {
        let _ = composer.focus();
    }
}

/// The address of a thread.
fn address(thread: &ThreadId) -> String {
    format!("/threads/{}", js_sys::encode_uri_component(thread.as_str()))
}

fn set_document_language(locale: Locale) {
    let root = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.document_element());
    if let Some(root) = root {
        let _ = root.set_attribute("lang", locale.tag());
        let _ = root.set_attribute("dir", locale.dir());
    }
}
