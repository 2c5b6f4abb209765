//! The list of threads.
//!
//! Not responsible for which one is on screen; the address says that.

mod item;
mod rename;

use leptos::prelude::*;
use std::rc::Rc;
use std::sync::Arc;

use midturn_core::id::ThreadId;
use web_sys::{Event, HtmlElement, KeyboardEvent, Node};

use super::icon::{IconName, icon};
use super::{Ui, button, icon_button, toast};
use crate::dom::{El, all, choose, each_of, el, show};
use crate::hooks::later_effect;
use crate::hooks::{after_frame, later};
use crate::i18n::Catalogue;
use crate::state::ThreadItem;
use item::item;

/// How long a deletion can be undone, in milliseconds.
const UNDO: u32 = 20_000;

/// What the list shows, and what it leads to.
pub struct ThreadList {
    /// The threads, last used first.
    pub threads: RwSignal<Vec<ThreadItem>>,
    /// The thread on screen.
    pub current: ThreadId,
    /// The thread that was deleted last and can still be brought back. Deleting the thread on
    /// screen leads to another, so this outlives the list.
    pub deleted: RwSignal<Option<Arc<ThreadId>>>,
    /// Whether the list is open, where it does not fit beside the chat.
    pub open: RwSignal<bool>,
    /// The address of a thread.
    pub href: fn(&ThreadId) -> String,
    /// Begins a new thread.
    pub on_new: Rc<dyn Fn()>,
    /// Goes to a thread.
    pub on_go: Rc<dyn Fn(&ThreadId)>,
    /// The person will write in the thread that is gone to next.
    pub on_write: Rc<dyn Fn()>,
    /// Opens the settings.
    pub on_settings: Rc<dyn Fn()>,
}

impl ThreadList {
    fn go(&self, thread: &ThreadId) {
        self.open.set(false);
        (self.on_go)(thread);
    }

    /// Deletes a thread, and leaves it where it is the one on screen.
    fn delete(&self, ui: &Ui, thread: &ThreadId) {
        ui.actions.all().delete(thread);
        // Only the last one can be brought back.
        if let Some(before) = self
            .deleted
            .get_untracked()
            .filter(|held| **held != *thread)
        {
            ui.actions.all().forget(&before);
        }
        let thread = Arc::new(thread.clone());
        self.deleted.set(Some(thread.clone()));
        if self.current == *thread {
            (self.on_new)();
        }
        let (deleted, acting) = (self.deleted.clone(), ui.clone());
        later(UNDO, move || {
            // Another deletion, of the same thread too, has its own time.
            let is_this = |held: &Option<Arc<ThreadId>>| {
                held.as_ref().is_some_and(|held| Arc::ptr_eq(held, &thread))
            };
            if deleted.with_untracked(is_this) {
                deleted.set(None);
                acting.actions.all().forget(&thread);
            }
        });
    }
}

/// The list, with a way to begin a new thread and to the settings.
pub fn threads(ui: &Ui, list: ThreadList) -> Node {
    let texts = ui.texts;
    let list = Rc::new(list);
    let (held, open) = (list.clone(), list.open.clone());
    let nav = el("nav")
        .class("mt-threads")
        .attr("aria-label", texts.threads)
        .live_class("mt-threads--open", move || held.open.get())
        .on("keydown", move |event: KeyboardEvent| {
            if event.key() == "Escape" && open.get_untracked() {
                event.prevent_default();
                open.set(false);
            }
        })
        .child(head(texts, list.open.clone()))
        .child(begin(texts, &list))
        .child(rows(ui, &list))
        .child(undo(ui, &list))
        .child(foot(texts, &list));
    let open = list.open.clone();
    let scrim = show(
        move || list.open.get(),
        move || {
            let open = open.clone();
            el("div")
                .class("mt-scrim")
                .on("click", move |_: Event| open.set(false))
        },
    );
    all([nav.into(), scrim])
}

fn head(texts: &Catalogue, open: RwSignal<bool>) -> El {
    let (opened, shown) = (open.clone(), open.clone());
    let close = icon_button(
        "mt-button mt-button--icon mt-button--quiet mt-threads__close",
        texts.close_threads,
        IconName::Close,
        move || open.set(false),
    );
    let button: HtmlElement = close.cast();
    let focus = move || {
        if shown.get_untracked() {
            let _ = button.focus();
        }
    };
    later_effect(move || {
        // Over the chat the list is what keys are for.
        if opened.get() {
            let focus = focus.clone();
            after_frame(move || {
                focus();
                // While it slides in, it is hidden for a first frame.
                after_frame(focus);
            });
        }
    });
    let name = el("span")
        .class("mt-threads__name")
        .child(icon(IconName::Logo))
        .text(texts.app_name);
    el("div").class("mt-threads__head").child(name).child(close)
}

fn begin(texts: &Catalogue, list: &Rc<ThreadList>) -> El {
    let list = list.clone();
    button("mt-button mt-threads__new", move || {
        list.open.set(false);
        (list.on_write)();
        (list.on_new)();
    })
    .attr("data-testid", "thread-new")
    .child(icon(IconName::Plus))
    .text(texts.new_thread)
}

fn rows(ui: &Ui, list: &Rc<ThreadList>) -> El {
    let (rows, held) = (ui.clone(), list.clone());
    let rows = each_of(
        &list.threads,
        |thread| thread.id.as_str(),
        move |_, thread| item(&rows, &held, thread.id.clone()).into(),
    );
    el("ul")
        .class("mt-threads__list")
        .attr("data-testid", "threads")
        .child(rows)
}

/// The thread that was deleted last, with a way to have it back.
fn undo(ui: &Ui, list: &Rc<ThreadList>) -> Node {
    let deleted = list.deleted.clone();
    let (ui, list) = (ui.clone(), list.clone());
    choose(
        move || deleted.get(),
        move |thread| {
            let thread = thread?;
            let texts = ui.texts;
            let (acting, back, kept) = (ui.clone(), list.clone(), thread.clone());
            let undo = move || {
                acting.actions.all().undelete(&kept);
                back.deleted.set(None);
                (back.on_go)(&kept);
            };
            let (acting, closed) = (ui.clone(), list.deleted.clone());
            let close = move || {
                closed.set(None);
                acting.actions.all().forget(&thread);
            };
            Some(toast(texts, texts.deleted_thread, undo, close).into())
        },
    )
}

fn foot(texts: &Catalogue, list: &Rc<ThreadList>) -> El {
    let list = list.clone();
    let settings = button("mt-button mt-button--quiet", move || (list.on_settings)())
        .attr("data-testid", "settings-open")
        .child(icon(IconName::Settings))
        .text(texts.settings);
    el("div").class("mt-threads__foot").child(settings)
}
