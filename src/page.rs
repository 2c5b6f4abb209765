//! The standalone page and its routes: `/` begins a thread, `/threads/:id` shows one, and
//! `/playground` is for developers.
//!
//! The chat on it is one `<midturn-chat>`, which the page knows only by what any embedder can set, call
//! and hear.

mod bar;
mod begun;
mod chat;
mod embedded;
mod focus;
mod kept;
mod links;
mod notify;
mod playground;
mod root;
mod settings;
mod state;
mod thread;
mod threads;
mod welcome;

use js_sys::Function;
use leptos::prelude::document;
use leptos::prelude::*;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::hooks::{use_navigate, use_params_map};
use leptos_router::path;
use midturn::hooks::SetIfNew;
use midturn::style::{adopt_page_style, adopt_style};
use midturn_core::id::{MessageId, ThreadId};
use wasm_bindgen::prelude::*;

use links::MESSAGE;
use playground::{Import, Play};
use state::Page;
use thread::Around;

/// Opens the page, once its part of the program is loaded. `import` imports a module of the page's
/// server: from its address to a promise.
///
/// # Errors
/// If the part could not be fetched.
#[wasm_bindgen]
pub async fn open_page(import: Function) -> Result<(), JsError> {
    let mount = page().await?;
    mount(import);
    Ok(())
}

midturn::part! {
    in page
    /// Loads the page: a part, because the element does not need it.
    fn page() -> fn(Function) { mount }
}

fn mount(import: Function) {
    adopt_style(&document());
    adopt_page_style(&document());
    // The loading text is in the HTML file and not in a component, so it is found by its id.
    if let Some(loading) = document().get_element_by_id("loading") {
        loading.remove();
    }
    mount_to_body(move || {
        provide_context(Import(StoredValue::new_local(import)));
        view! {
            <Router>
                <Routed/>
            </Router>
        }
    });
}

/// The routes, shown once the language is loaded.
#[component]
fn Routed() -> impl IntoView {
    let page = Page::start(use_navigate());
    provide_context(page);
    let ready = RwSignal::new(false);
    page.speak(move || ready.set(true));
    view! {
        <Show when=move || ready.get()>
            <Routes fallback=Begin>
                <Route path=path!("/") view=Begin/>
                <Route path=path!("/threads/:id") view=Shown/>
                <Route path=path!("/playground") view=Play/>
            </Routes>
        </Show>
    }
}

/// Goes to a new thread.
#[component]
fn Begin() -> impl IntoView {
    let page = Page::get();
    Effect::new(move || page.begin_here());
}

/// The thread in the address.
#[component]
fn Shown() -> impl IntoView {
    let page = Page::get();
    let params = use_params_map();
    let thread = Memo::new(move |_| {
        let id = params.with(|params| params.get("id").unwrap_or_default());
        ThreadId::from(id)
    });
    // Before the chat is drawn, which would begin a thread of its own.
    page.current.set(thread.get_untracked());
    Effect::new(move || {
        page.current.set_if_new(thread.get());
        // What was open was about the thread before.
        page.renaming.set(None);
        page.asked.set_if_new(false);
        page.listed.set_if_new(false);
    });
    // The person may come back from the playground: a chat that has ended knows no deletion any more.
    page.deleted.set(Vec::new());
    view! { <Around/> }
}

/// What the address of a thread begins with.
const THREADS: &str = "/threads/";

/// The address of the playground.
const PLAYGROUND: &str = "/playground";

/// The address of a thread, or of a message in it.
fn address(thread: &ThreadId, message: Option<&MessageId>) -> String {
    let thread = String::from(js_sys::encode_uri_component(thread.as_str()));
    let path = format!("{THREADS}{thread}");
    match message {
        Some(message) => {
            let message = js_sys::encode_uri_component(message.as_str());
            format!("{path}{MESSAGE}{}", String::from(message))
        }
        None => path,
    }
}
