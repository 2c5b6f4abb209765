//! One thread of the list.
//!
//! Not responsible for undoing its deletion; the list does that.

use leptos::prelude::*;
use std::rc::Rc;

use midturn_core::id::ThreadId;
use web_sys::MouseEvent;

use super::ThreadList;
use super::rename::rename;
use crate::components::icon::IconName;
use crate::components::{Ui, icon_button};
use crate::dom::{El, all, choose, el};
use crate::state::{ThreadItem, ThreadState};

/// One thread: a link to it, its state, and ways to rename and delete it.
pub(super) fn item(ui: &Ui, list: &Rc<ThreadList>, id: ThreadId) -> El {
    let class = if list.current == id {
        "mt-thread mt-thread--current"
    } else {
        "mt-thread"
    };
    let renaming = RwSignal::new(false);
    let (ui, list, asked) = (ui.clone(), list.clone(), renaming.clone());
    // The row stays when its title or state changes: a rename or the focus in it must too.
    el("li").class(class).child(choose(
        move || asked.get(),
        move |asked| {
            Some(if asked {
                let title = title(&ui, &list, &id);
                rename(&ui, &id, &title, renaming.clone()).into()
            } else {
                all([
                    link(&ui, &list, &id).into(),
                    acts(&ui, &list, &id, renaming.clone()).into(),
                ])
            })
        },
    ))
}

fn link(ui: &Ui, list: &Rc<ThreadList>, id: &ThreadId) -> El {
    let titled = {
        let (ui, list, id) = (ui.clone(), list.clone(), id.clone());
        move || title(&ui, &list, &id)
    };
    let state = {
        let (list, id) = (list.clone(), id.clone());
        move || look(&list, &id, |item| item.state)
    };
    let texts = ui.texts;
    let signs = choose(state, move |state| {
        let (state, said) = match state? {
            ThreadState::Running => ("running", texts.thread_running),
            ThreadState::Paused => ("paused", texts.thread_paused),
            ThreadState::Waiting => ("waiting", texts.thread_waiting),
            ThreadState::Idle => return None,
        };
        let dot = el("span")
            .class("mt-thread__state")
            .attr("data-state", state)
            .attr("title", said);
        let words = el("span").class("mt-visually-hidden").text(said);
        Some(all([dot.into(), words.into()]))
    });
    let link = el("a")
        .class("mt-thread__link")
        .attr("href", &(list.href)(id));
    let link = if list.current == *id {
        link.attr("aria-current", "page")
    } else {
        link
    };
    let title = el("span")
        .class("mt-thread__title")
        .attr("dir", "auto")
        .live_text(titled);
    let (list, id) = (list.clone(), id.clone());
    // A plain click stays in the page; a new tab or window is the browser's.
    link.on("click", move |event: MouseEvent| {
        if !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.button() != 0) {
            event.prevent_default();
            // A key counts no clicks: who goes through the list by keyboard stays in it.
            if event.detail() > 0 && list.current != id {
                (list.on_write)();
            }
            list.go(&id);
        }
    })
    .child(title)
    .child(signs)
}

fn acts(ui: &Ui, list: &Rc<ThreadList>, id: &ThreadId, renaming: RwSignal<bool>) -> El {
    const CLASS: &str = "mt-button mt-button--icon mt-button--quiet";
    let texts = ui.texts;
    let rename = icon_button(CLASS, texts.rename, IconName::Edit, move || {
        renaming.set(true);
    });
    let (ui, list, id) = (ui.clone(), list.clone(), id.clone());
    let delete = icon_button(CLASS, texts.delete, IconName::Trash, move || {
        list.delete(&ui, &id);
    });
    el("div")
        .class("mt-thread__actions")
        .child(rename.attr("title", texts.rename))
        .child(delete.attr("title", texts.delete))
}

fn title(ui: &Ui, list: &ThreadList, id: &ThreadId) -> String {
    look(list, id, |item| item.title.clone())
        .filter(|title| !title.is_empty())
        .unwrap_or_else(|| ui.texts.untitled.to_owned())
}

/// Looks at the thread in the list; none when it is not there any more.
fn look<T>(list: &ThreadList, id: &ThreadId, look: impl FnOnce(&ThreadItem) -> T) -> Option<T> {
    list.threads
        .with(|all| all.iter().find(|item| item.id == *id).map(look))
}
