//! The page around a thread: the list beside it, the bar above it.

use leptos::html::Button;
use leptos::prelude::document;
use leptos::prelude::*;
use midturn::app::{Chosen, Frame};
use midturn::components::Ui;
use midturn::components::chat::Chat;
use midturn::components::settings::Settings;
use midturn::components::threads::{Deleted, ListElements, ThreadList, Threads};
use midturn::hooks::SetIfNew;
use midturn::i18n::{Catalogue, Locale};
use midturn_core::id::{MessageId, ThreadId};
use web_sys::MouseEvent;

use super::bar::Bar;
use super::focus::Places;
use super::links::{link_messages, message_of_address};
use super::settings::SettingsOf;
use super::state::Page;
use super::welcome::Welcome;
use super::{address, welcome};

/// A thread with the list beside it.
#[component]
pub(super) fn Thread(
    /// The thread.
    thread: ThreadId,
    /// The language. Another language mounts the thread anew.
    locale: Locale,
) -> impl IntoView {
    let page = Page::get();
    let chosen = page.settings.with_untracked(|settings| Chosen {
        expanded: settings.expand_steps,
        on_enter: settings.on_enter,
        after_response: settings.after_response,
        no_shortcuts: settings.no_shortcuts,
    });
    let ui = page.session.ui(&thread, locale.catalogue(), chosen);
    set_document_language(locale.catalogue());
    keep_shortcuts(page, ui);
    offer_beginnings(page, ui);
    link_messages(&ui, &thread);
    ui.actions.all().open(&thread);
    let again = page.asked.is_again(&thread, locale);
    let (listed, asked) = (RwSignal::new(false), RwSignal::new(again));
    let places = Places {
        chat: ui.focus,
        list: ListElements::default(),
        menu: NodeRef::<Button>::new(),
    };
    let current = StoredValue::new(thread.clone());
    let list = ThreadList {
        threads: page.session.threads(),
        current,
        deleted: page.deleted,
        open: listed,
        folded: RwSignal::new(page.settings.with_untracked(|settings| settings.fold_list)),
        query: page.query,
        found: page.found,
        archive: StoredValue::new_local(page.session.archive()),
        href: address,
        on_new: Callback::new(move |()| page.go.run((page.session.fresh_thread(), None))),
        on_go: Callback::new(move |(to, message): (ThreadId, Option<MessageId>)| {
            // The address may name this message already, and then it does not change.
            if current.with_value(|current| *current == to) {
                ui.link_target.set(message.clone());
            }
            page.go.run((to, message));
        }),
        on_write: Callback::new(move |()| page.focus.will_write()),
        on_settings: Callback::new(move |()| asked.set(true)),
        elements: places.list,
    };
    keep_folded(page, list.folded);
    if again {
        page.focus.will_set();
    }
    page.focus.give_back(places, message_of_address().is_some());
    view! {
        <Frame session=page.session texts=locale.catalogue() look=page.look()>
            <Skip/>
            <div class="mt-page">
                <Threads list/>
                <main class="mt-main">
                    <Bar thread=thread.clone() list menu=places.menu/>
                    <Deleted list/>
                    <Chat>{page.session.debug_panel()}</Chat>
                </main>
            </div>
            <SettingsOf thread open=asked again locale/>
        </Frame>
    }
}

/// The skip link to the composer. Moves the focus itself, because the router would only scroll.
#[component]
fn Skip() -> impl IntoView {
    let Ui { texts, focus, .. } = Ui::get();
    let press = move |event: MouseEvent| {
        event.prevent_default();
        if let Some(composer) = focus.composer.first() {
            let _ = composer.focus();
        }
    };
    view! {
        <a class="mt-skip" href="#midturn-composer" on:click=press>
            {texts.skip_to_composer}
        </a>
    }
}

/// Says in an empty thread what the agent is called and what to begin with, if the agent is the
/// page's own server.
fn offer_beginnings(page: Page, ui: Ui) {
    let cells = ui.cells;
    Effect::new(move || {
        let own = page.settings.with(|settings| settings.agent_url.is_empty());
        let held = page.welcome.get().filter(|_| own);
        let known = held.is_some();
        let Welcome {
            name,
            starters,
            tour,
        } = held.unwrap_or_default();
        ui.agent_name.set_if_new(name);
        ui.starters.set_if_new(starters);
        ui.tour.set_if_new(tour);
        if own && !known && cells.loaded.get() && cells.turns.with(Vec::is_empty) {
            welcome::ask(move |welcome| page.welcome.set_if_new(Some(welcome)));
        }
    });
}

/// Saves the shortcuts setting when the list of keys changes it.
fn keep_shortcuts(page: Page, ui: Ui) {
    Effect::new(move || {
        let no_shortcuts = !ui.shortcuts.get();
        let settings = page.settings.get_untracked();
        if settings.no_shortcuts != no_shortcuts {
            page.save(Settings {
                no_shortcuts,
                ..settings
            });
        }
    });
}

/// Saves whether the list is folded.
fn keep_folded(page: Page, folded: RwSignal<bool>) {
    Effect::new(move || {
        let fold_list = folded.get();
        let settings = page.settings.get_untracked();
        if settings.fold_list != fold_list {
            page.save(Settings {
                fold_list,
                ..settings
            });
        }
    });
}

/// Sets the language and the direction of the document.
pub(super) fn set_document_language(texts: &Catalogue) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("lang", texts.locale);
        let _ = root.set_attribute("dir", texts.dir);
    }
}
