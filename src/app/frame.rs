//! The frame of a chat: language, direction, theme and notices.
//!
//! The frame also saves when the page goes away, and tells the driver when the browser is online
//! again.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, EventTarget, PageTransitionEvent};

use super::{Session, report_crashes};
use crate::components::Ui;
use crate::driver::Notice;
use crate::hooks::{Listener, focus_pressed, keep, note_presses, return_after_presses, use_stops};
use crate::i18n::Catalogue;
use crate::preferences::Look;

/// The root element with language, direction and theme.
#[component]
pub fn Frame(
    /// The session of the chat inside.
    session: Session,
    /// The texts, which have a language and a direction.
    texts: &'static Catalogue,
    /// The theme.
    look: Look,
    /// What is inside.
    children: Children,
) -> impl IntoView {
    let focus = Ui::get().focus;
    let root = focus.root;
    // Crashes are shown in this root once it is on the page.
    Effect::new(move || {
        if let Some(root) = root.get() {
            report_crashes(&root, texts);
            use_stops(&root);
            focus_pressed(&root);
            note_presses(&root);
            return_after_presses(focus);
        }
    });
    listen_to_the_page(session);
    view! {
        <div
            class="midturn"
            // A translator of pages replaces the nodes that the program writes to. What is said and
            // does not change any more can be translated.
            translate="no"
            lang=texts.locale
            dir=texts.dir
            data-theme=move || look.theme.get().name()
            data-density=move || look.density.get().name()
            node_ref=root
        >
            <Notices session texts/>
            {children()}
        </div>
    }
}

/// Saves when the page is closed or hidden: a phone may never show a hidden page again. Suspends
/// the session while the browser freezes or caches the page. Resumes waiting runs when the browser
/// is online again.
fn listen_to_the_page(session: Session) {
    let listen = |target: &EventTarget, kind, call: Box<dyn FnMut(Event)>| {
        keep(Listener::new(target, kind, false, call));
    };
    if let Some(window) = web_sys::window() {
        listen(&window, "online", Box::new(move |_| session.online()));
        let left = move |event: Event| {
            session.flush();
            if is_kept(&event) {
                session.suspend();
            }
        };
        listen(&window, "pagehide", Box::new(left));
        let back = move |event: Event| {
            if is_kept(&event) {
                session.resume();
            }
        };
        listen(&window, "pageshow", Box::new(back));
    }
    // Releases the threads before the page is frozen: a frozen page could not release them.
    let document = document();
    listen(&document, "freeze", Box::new(move |_| session.suspend()));
    listen(&document, "resume", Box::new(move |_| session.resume()));
    let turned = Box::new(move |_| session.hidden_or_shown());
    listen(&document, "visibilitychange", turned);
}

/// Whether the page goes into, or comes from, the browser's back/forward cache.
fn is_kept(event: &Event) -> bool {
    let event: Option<&PageTransitionEvent> = event.dyn_ref();
    event.is_some_and(PageTransitionEvent::persisted)
}

/// The notices, each text once: notices about several threads may have the same text.
#[component]
fn Notices(session: Session, texts: &'static Catalogue) -> impl IntoView {
    let held = session.notices();
    let each = move || {
        let mut each: Vec<&'static str> = Vec::new();
        held.with(|notices| {
            for said in notices.iter().map(|notice| said(texts, notice)) {
                if !each.contains(&said) {
                    each.push(said);
                }
            }
        });
        each
    };
    let close = move |text: &str| {
        held.update(|notices| notices.retain(|notice| said(texts, notice) != text));
    };
    view! {
        <For each=each key=|text| *text let(text)>
            <div class="mt-notice" role="status">
                <span>{text}</span>
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--quiet"
                    on:click=move |_| close(text)
                >
                    {texts.close}
                </button>
            </div>
        </For>
    }
}

fn said(texts: &'static Catalogue, notice: &Notice) -> &'static str {
    match notice {
        Notice::StorageUnavailable => texts.notice_storage,
        Notice::StorageCorrupt { .. } => texts.notice_corrupt,
        Notice::FileMissing => texts.attach.notice_missing,
        Notice::NotDeleted => texts.notice_not_deleted,
    }
}
