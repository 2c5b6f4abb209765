//! The page around the chat: the list of threads beside it, and its bar.

use std::rc::Rc;

use leptos::prelude::*;
use midturn::components::threads::{Deleted, ListElements, ThreadList, Threads};
use midturn::components::{Announced, Surface};
use midturn::i18n::Locale;
use midturn_core::id::{MessageId, ThreadId};
use web_sys::MouseEvent;

use super::address;
use super::bar::Bar;
use super::chat::Place;
use super::embedded::Embedded;
use super::focus::focus_after;
use super::root::Root;
use super::settings::SettingsOf;
use super::state::Page;
use super::threads::Acts;

/// The page. Only the chat stays when another language is chosen: it speaks it by itself.
#[component]
pub(super) fn Around() -> impl IntoView {
    let page = Page::get();
    Effect::new(move || {
        let folded = page.folded.get();
        page.change(|settings| settings.fold_list = folded);
    });
    let elements = ListElements::default();
    let deleted = move || page.deleted.with(|all| !all.is_empty());
    focus_after(page, elements.new, deleted);
    let list = ThreadList {
        threads: page.threads,
        current: page.current.into(),
        deleted: page.deleted,
        open: page.listed,
        folded: page.folded,
        query: page.query,
        found: page.found,
        acts: StoredValue::new_local(Rc::new(Acts(page))),
        href: address,
        on_new: Callback::new(move |()| page.begin()),
        on_go: Callback::new(move |(to, message): (ThreadId, Option<MessageId>)| {
            // The address may name this message already, and then it does not change.
            let is_shown = page.current.with_untracked(|current| *current == to);
            if let (true, Some(message)) = (is_shown, &message) {
                page.lead(message);
            }
            page.go.run((to, message));
        }),
        on_write: Callback::new(move |()| page.will_write()),
        on_settings: Callback::new(move |()| page.asked.set(true)),
        elements,
    };
    list.watch_deletions(move || page.say_deleted());
    view! {
        <Root>
            <Spoken draw=|_| view! { <Skip/> }.into_any()/>
            <div class="mt-page">
                <Spoken draw=move |_| view! { <Side list/> }.into_any()/>
                <main class="mt-main">
                    <Spoken draw=move |_| view! { <Deleted list/> }.into_any()/>
                    <Embedded list>
                        <Spoken draw=move |_| view! { <Bar list/> }.into_any()/>
                    </Embedded>
                </main>
            </div>
            <Spoken draw=|locale| view! { <SettingsOf locale/> }.into_any()/>
            <Announced announcer=page.announcer testid="page-announcer"/>
        </Root>
    }
}

/// Draws something in the page's language, and anew in another one.
#[component]
fn Spoken<F>(draw: F) -> impl IntoView
where
    F: Fn(Locale) -> AnyView + Clone + Send + Sync + 'static,
{
    let page = Page::get();
    view! {
        <For
            each=move || std::iter::once(page.locale.get())
            key=|locale| *locale
            children=move |locale| {
                page.surface();
                draw(locale)
            }
        />
    }
}

/// The list of threads. Where the settings are open over it because another language was chosen in them,
/// the focus returns to the button that opens them.
#[component]
fn Side(list: ThreadList) -> impl IntoView {
    let page = Page::get();
    let settings = list.elements.settings;
    Effect::new(move || {
        if let (Some(settings), true) = (settings.get(), page.asked.get_untracked()) {
            let _ = settings.focus();
        }
    });
    view! { <Threads list/> }
}

/// The skip link to the composer. Moves the focus itself, because the router would only scroll.
#[component]
fn Skip() -> impl IntoView {
    let page = Page::get();
    let texts = Surface::get().texts;
    let press = move |event: MouseEvent| {
        event.prevent_default();
        page.chat.focus(Place::Composer);
    };
    view! {
        <a class="mt-skip" href="#midturn-chat" on:click=press>
            {texts.skip_to_composer}
        </a>
    }
}
