//! The frame around everything: language, direction, theme, notices, the flush when the page goes
//! away, and the word that the connection is back.
//!
//! Not responsible for what is inside.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, Node, PageTransitionEvent};

use super::{Session, report_crashes};
use crate::components::button;
use crate::components::settings::Look;
use crate::dom::{El, document, each, el};
use crate::driver::Notice;
use crate::hooks::Listener;
use crate::hooks::{keep, later_effect};
use crate::i18n::{Catalogue, Locale};

/// The root element that language, direction and theme are set on, with a view inside.
pub fn frame(session: &Session, locale: Locale, look: Look, inside: impl Into<Node>) -> El {
    let texts = locale.catalogue();
    let root = el("div")
        .class("midturn")
        .attr("lang", locale.tag())
        .attr("dir", locale.dir())
        .live("data-theme", move || look.theme.get().name())
        .live("data-density", move || look.density.get().name())
        .child(notices(session, texts))
        .child(inside);
    let element = root.element().clone();
    session.set_root(element.clone());
    // A crash is shown in what is on the page by then.
    later_effect(move || report_crashes(&element, texts));
    listen_to_the_page(session);
    root
}

/// What is unsaved is written when the page goes, also when it is only hidden: a phone may never show
/// it again. What waits for a connection goes on when there is one.
fn listen_to_the_page(session: &Session) {
    let (hidden, left, online) = (session.clone(), session.clone(), session.clone());
    if let Some(window) = web_sys::window() {
        keep(Listener::new(
            &window,
            "online",
            false,
            Box::new(move |_| online.online()),
        ));
        keep(Listener::new(
            &window,
            "pagehide",
            false,
            Box::new(move |event| {
                left.flush();
                if is_kept(&event) {
                    left.suspend();
                }
            }),
        ));
        let back = session.clone();
        keep(Listener::new(
            &window,
            "pageshow",
            false,
            Box::new(move |event| {
                if is_kept(&event) {
                    back.resume();
                }
            }),
        ));
    }
    // A frozen page would keep its threads from the others.
    let (frozen, woken) = (session.clone(), session.clone());
    let document = document();
    for (kind, call) in [
        (
            "freeze",
            Box::new(move |_| frozen.suspend()) as Box<dyn FnMut(_)>,
        ),
        ("resume", Box::new(move |_| woken.resume())),
    ] {
        keep(Listener::new(&document, kind, false, call));
    }
    let kind = "visibilitychange";
    keep(Listener::new(
        &document,
        kind,
        false,
        Box::new(move |_| hidden.flush()),
    ));
}

/// Whether the page that is left, or shown again, is kept as it is.
fn is_kept(event: &Event) -> bool {
    let event: Option<&PageTransitionEvent> = event.dyn_ref();
    event.is_some_and(PageTransitionEvent::persisted)
}

/// Each text once: what is said of several threads is the same.
fn notices(session: &Session, texts: &'static Catalogue) -> Node {
    let (listed, held) = (session.notices(), session.notices());
    let keys = move || {
        let mut keys: Vec<String> = Vec::new();
        listed.with(|notices| {
            for said in notices.iter().map(|notice| said(texts, notice)) {
                if !keys.iter().any(|key| key == said) {
                    keys.push(said.to_owned());
                }
            }
        });
        keys
    };
    each(keys, move |text| {
        let (held, closed) = (held.clone(), text.to_owned());
        let close =
            move || held.update(|notices| notices.retain(|held| said(texts, held) != closed));
        let bar = el("div")
            .class("mt-notice")
            .attr("role", "status")
            .child(el("span").text(text))
            .child(button("mt-button mt-button--small mt-button--quiet", close).text(texts.close));
        Some(bar.into())
    })
}

fn said(texts: &'static Catalogue, notice: &Notice) -> &'static str {
    match notice {
        Notice::StorageUnavailable => texts.notice_storage,
        Notice::StorageCorrupt { .. } => texts.notice_corrupt,
        Notice::FileMissing => texts.attach.notice_missing,
        Notice::NotDeleted => texts.notice_not_deleted,
    }
}
