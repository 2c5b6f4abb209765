//! The page's routes: `/` begins a thread, `/threads/:id` shows one.
//!
//! The one place that knows the router. Not responsible for what is shown (see [`view`]): the
//! routes draw nothing, they say which thread the address names.

mod focus;
mod notify;
mod tour;
mod view;

use leptos::prelude::*;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::hooks::{use_navigate, use_params_map};
use leptos_router::{NavigateOptions, path};
use midturn::app::Session;
use midturn::dom::document;
use midturn::hooks::effect;
use midturn::style::{adopt_page_style, adopt_style};
use midturn_core::id::ThreadId;

use view::Page;

/// Mounts the page.
pub(super) fn mount() {
    adopt_style(&document());
    adopt_page_style(&document());
    if let Some(loading) = document().get_element_by_id("loading") {
        loading.remove();
    }
    mount_to_body(|| view! { <Router><Routed/></Router> });
}

/// The routes, once the settings are read.
#[component]
fn Routed() -> impl IntoView {
    let shown = RwSignal::new(None::<ThreadId>);
    let ready = RwSignal::new(false);
    let navigate = use_navigate();
    let page = Page::start(move |thread| {
        navigate(&address(thread), NavigateOptions::default());
    });
    let session = StoredValue::new_local(page.session.clone());
    page.load(move || ready.set(true));
    page.draw(move || shown.get());
    move || {
        ready.get().then(|| {
            view! {
                <Routes fallback=move || view! { <Begin session shown/> }>
                    <Route path=path!("/") view=move || view! { <Begin session shown/> }/>
                    <Route path=path!("/threads/:id") view=move || view! { <Shown shown/> }/>
                </Routes>
            }
        })
    }
}

/// Goes to a thread that nobody has used.
#[component]
fn Begin(
    session: StoredValue<Session, LocalStorage>,
    shown: RwSignal<Option<ThreadId>>,
) -> impl IntoView {
    let navigate = use_navigate();
    Effect::new(move || {
        shown.set(None);
        let options = NavigateOptions {
            replace: true,
            ..NavigateOptions::default()
        };
        let thread = session.with_value(Session::fresh_thread);
        navigate(&address(&thread), options);
    });
}

/// Shows the thread that the address names.
#[component]
fn Shown(shown: RwSignal<Option<ThreadId>>) -> impl IntoView {
    let params = use_params_map();
    effect(move || {
        let id = params.with(|params| params.get("id").unwrap_or_default());
        shown.set(Some(ThreadId::from(id)));
    });
}

/// The address of a thread.
fn address(thread: &ThreadId) -> String {
    format!("/threads/{}", js_sys::encode_uri_component(thread.as_str()))
}
