//! The chat on the page: what is set on the element, and what is heard from it.

use js_sys::{Array, Object};
use leptos::prelude::*;
use midturn::components::settings::Settings;
use midturn::components::threads::ThreadList;
use midturn::extra::{get, put};
use midturn::hooks::SetIfNew;
use midturn::i18n::Locale;
use midturn::preferences::Theme;
use midturn_core::id::ThreadId;
use wasm_bindgen::JsValue;
use web_sys::Event;

use super::chat::detail;
use super::focus::focus_shown;
use super::links::{follow_address, has_message, message_link};
use super::state::Page;
use super::{notify, welcome};

/// The agent's URL on the page's own server.
const AGENT_URL: &str = "/agui";

/// The threads on the page's own server.
const THREADS_URL: &str = "/threads";

/// The element.
#[component]
pub(super) fn Embedded(
    /// The list of threads.
    list: ThreadList,
    /// What is in its bar.
    children: Children,
) -> impl IntoView {
    let page = Page::get();
    let setting =
        move |read: fn(&Settings) -> Option<String>| Memo::new(move |_| page.settings.with(read));
    let agent_url = setting(|settings| {
        let url = Some(&settings.agent_url).filter(|url| !url.is_empty());
        Some(url.map_or_else(|| AGENT_URL.to_owned(), String::clone))
    });
    // A browser that has not spoken to its own server yet knows no URL that the server announces.
    let messages_url = Memo::new(move |_| page.settings.with(is_own).then_some(THREADS_URL));
    let protocol = setting(|settings| given(&settings.protocol));
    let protocol_options = setting(|settings| given(&settings.protocol_options));
    let theme = setting(|settings| {
        let theme = settings.theme;
        (theme != Theme::Auto).then(|| theme.name().to_owned())
    });
    let density = setting(|settings| Some(settings.density.name().to_owned()));
    let enter = setting(|settings| Some(settings.on_enter.name().to_owned()));
    let interject =
        setting(|settings| settings.after_response.then(|| "after-response".to_owned()));
    let shortcuts = setting(|settings| settings.no_shortcuts.then(|| "off".to_owned()));
    let expand = setting(|settings| settings.expand_steps.then(String::new));
    give_links(page);
    give_menu(page);
    give_beginnings(page);
    follow_address(page);
    view! {
        <midturn-chat
            id="midturn-chat"
            class="mt-page__chat"
            // Before the thread, which is drawn with it.
            new-thread=move || page.current.with(|thread| page.begun.is(thread)).then_some("")
            thread-id=move || page.current.with(ToString::to_string)
            locale=move || page.locale.get().tag()
            agent-url=agent_url
            messages-url=messages_url
            protocol=protocol
            protocol-options=protocol_options
            theme=theme
            density=density
            enter=enter
            interject=interject
            shortcuts=shortcuts
            expand-steps=expand
            debug=is_debug().then_some("")
            node_ref=page.chat.node
            on:midturn-ready=move |event: Event| ready(page, &detail(&event))
            on:midturn-threads=move |_: Event| page.read_threads()
            on:midturn-thread=move |event: Event| named(page, &detail(&event))
            on:midturn-state=move |event: Event| changed(page, &detail(&event))
            on:midturn-message=move |event: Event| {
                page.begun.have_messages(&thread_of(&detail(&event)));
            }
            on:input=move |_| page.current.with_untracked(|current| page.begun.write(current))
            on:midturn-unseen=move |event: Event| unseen(page, &detail(&event))
            on:midturn-menu=move |event: Event| chosen(page, list, &detail(&event))
            on:midturn-shortcuts=move |event: Event| {
                let off = get(&detail(&event), "on").is_falsy();
                page.change(|settings| settings.no_shortcuts = off);
            }
        >
            {children()}
        </midturn-chat>
    }
}

/// A thread is on screen.
fn ready(page: Page, told: &JsValue) {
    page.shown.set(thread_of(told));
    page.read_threads();
    focus_shown(page, has_message());
    greet(page);
}

/// Whether the agent is that of the page's own server.
fn is_own(settings: &Settings) -> bool {
    settings.agent_url.is_empty()
}

fn given(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

/// Gives each message a link.
fn give_links(page: Page) {
    Effect::new(move || {
        page.chat.node.track();
        page.chat.set("messageLink", &message_link());
    });
}

/// Adds to the thread's menu what the page can do with a thread.
fn give_menu(page: Page) {
    Effect::new(move || {
        page.chat.node.track();
        let texts = page.locale.get().catalogue();
        let item = |id, title, icon| object(&[("id", id), ("title", title), ("icon", icon)]);
        let items = [
            item("rename", texts.rename, "edit"),
            item("delete", texts.delete, "trash"),
        ];
        page.chat.set("menu", &items.into_iter().collect::<Array>());
    });
}

/// Asks the page's own server what its agent is called and what to begin with, until that is known.
fn greet(page: Page) {
    let own = page.settings.with_untracked(is_own);
    if own && page.welcome.with_untracked(Option::is_none) {
        welcome::ask(move |welcome| page.welcome.set_if_new(Some(welcome)));
    }
}

/// Says it in an empty thread, if the agent is the page's own server.
fn give_beginnings(page: Page) {
    let own = Memo::new(move |_| page.settings.with(is_own));
    Effect::new(move || {
        page.chat.node.track();
        let welcome = page.welcome.get().filter(|_| own.get()).unwrap_or_default();
        let text = |text: Option<String>| text.map_or(JsValue::UNDEFINED, Into::into);
        // The server gives it as it stands in an English sentence.
        let name = welcome.name.filter(|_| page.locale.get() == Locale::En);
        page.chat.set("agentName", &text(name));
        page.chat.set("tour", &text(welcome.tour));
        let starters = welcome.starters.iter().map(|starter| {
            object(&[
                ("title", &starter.title),
                ("about", &starter.about),
                ("text", &starter.text),
            ])
        });
        page.chat.set("starters", &starters.collect::<Array>());
    });
}

/// The thread that an event is about.
fn thread_of(told: &JsValue) -> Option<ThreadId> {
    get(told, "threadId").as_string().map(ThreadId::from)
}

fn object(members: &[(&str, &str)]) -> Object {
    let object = Object::new();
    for (name, value) in members {
        put(&object, name, &JsValue::from_str(value));
    }
    object
}

/// Something was chosen in the thread's menu.
fn chosen(page: Page, list: ThreadList, told: &JsValue) {
    let Some(thread) = thread_of(told) else {
        return;
    };
    match get(told, "id").as_string().as_deref() {
        Some("rename") => page.renaming.set(Some(thread)),
        Some("delete") => {
            list.delete(&thread);
            page.will_write();
        }
        _ => {}
    }
}

/// A thread has a title.
fn named(page: Page, told: &JsValue) {
    let title = get(told, "title").as_string();
    if let (Some(thread), Some(title)) = (thread_of(told), title) {
        page.titles.update(|titles| {
            titles.insert(thread, title);
        });
    }
}

/// What is always allowed may be different, or which files are in the composer.
fn changed(page: Page, told: &JsValue) {
    if Array::from(&get(told, "draftFiles")).length() > 0
        && let Some(thread) = thread_of(told)
    {
        page.begun.write(&thread);
    }
    let tools = Array::from(&get(told, "alwaysAllowed"));
    let tools = tools.iter().filter_map(|tool| tool.as_string());
    page.always.set_if_new(tools.collect());
}

/// Says that a turn ended unseen, and notifies the person if the setting is on.
fn unseen(page: Page, told: &JsValue) {
    let text = |name| get(told, name).as_string().unwrap_or_default();
    let thread = ThreadId::from(text("threadId"));
    let document = web_sys::window().and_then(|window| window.document());
    // On a hidden page it may be the thread on screen, whose chat says it.
    if document.is_some_and(|document| !document.hidden()) {
        page.announcer
            .say(format!("{}: {}", text("title"), text("text")));
    }
    if !page.settings.with_untracked(|settings| settings.notify) {
        return;
    }
    let to = thread.clone();
    notify::notify(&thread, &text("title"), &text("text"), move || {
        page.go.run((to, None));
    });
}

/// Whether the address has the query `?debug`, for developers.
fn is_debug() -> bool {
    let query = web_sys::window().and_then(|window| window.location().search().ok());
    let query = query.unwrap_or_default();
    let mut names = query.trim_start_matches('?').split('&');
    names.any(|name| name == "debug" || name.starts_with("debug="))
}
