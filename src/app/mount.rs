//! The frame around everything: language, direction, theme, notices, and the flush when the page
//! goes away.
//!
//! Not responsible for what is inside.

use leptos::html::Div;
use leptos::prelude::*;

use super::{Session, report_crashes};
use crate::components::settings::Theme;
use crate::driver::Notice;
use crate::hooks::Listener;
use crate::i18n::{Catalogue, Locale};

/// Keeps what is mounted on the page; dropping it takes it off.
pub type Mounted = Box<dyn std::any::Any>;

/// The root element that language, direction and theme are set on.
#[component]
pub fn Frame(
    /// The driver and its cells.
    session: Session,
    /// The language.
    locale: Locale,
    /// Light or dark.
    #[prop(into)]
    theme: Signal<Theme>,
    /// What is inside.
    children: Children,
) -> impl IntoView {
    let texts = locale.catalogue();
    let root = NodeRef::<Div>::new();
    Effect::new(move || {
        if let Some(root) = root.get() {
            report_crashes(&root, texts);
            session.set_root((*root).clone().into());
        }
    });
    if let Some(window) = web_sys::window() {
        // Also when the page is only hidden: a phone may never show it again.
        let hide = Listener::new(&window, "pagehide", false, move |_| session.flush());
        let hidden = window.document().map(|document| {
            Listener::new(&document, "visibilitychange", false, move |_| {
                session.flush();
            })
        });
        StoredValue::new_local((hide, hidden));
    }
    view! {
        <div
            class="midturn"
            node_ref=root
            lang=locale.tag()
            dir=locale.dir()
            data-theme=move || theme.get().name()
        >
            {move || {
                session
                    .notices
                    .get()
                    .into_iter()
                    .map(|notice| view! { <NoticeBar texts notice session/> }.into_any())
                    .collect_view()
            }}
            {children()}
        </div>
    }
}

/// One notice about the page itself.
#[component]
fn NoticeBar(texts: &'static Catalogue, notice: Notice, session: Session) -> impl IntoView {
    let text = match &notice {
        Notice::StorageUnavailable => texts.notice_storage,
        Notice::StorageCorrupt { .. } => texts.notice_corrupt,
    };
    view! {
        <div class="mt-notice" role="status">
            <span>{text}</span>
            <button
                type="button"
                class="mt-button mt-button--small mt-button--quiet"
                on:click=move |_| session.notices.update(|notices| notices.retain(|held| *held != notice))
            >
                {texts.close}
            </button>
        </div>
    }
}
