//! The threads in their groups: one stop of the Tab key, with arrow keys between the threads. The older
//! ones are drawn when the person comes to the end of the others.

use std::collections::BTreeMap;

use leptos::html::{Div, P};
use leptos::prelude::document;
use leptos::prelude::*;
use midturn_core::id::ThreadId;
use midturn_core::time::Millis;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, EventTarget, HtmlElement, KeyboardEvent, PointerEvent};

use super::ThreadList;
use super::groups::{When, local_day};
use super::item::Item;
use super::order::{Placed, held_order};
use super::search::Search;
use super::shared::{Shared, focus};
use crate::components::Surface;
use crate::hooks::{Listener, SetIfNew, focus_within, keep, keep_focus_or, use_in_view, use_now};
use crate::state::ThreadItem;

/// Selects what the arrow keys go to.
const LINK: &str = ".mt-thread__link";

/// Selects the rows.
const ROW: &str = ".mt-thread";

/// How many threads are drawn at first, and how many more at the end of those.
const STEP: usize = 100;

#[component]
pub(super) fn Rows(list: ThreadList, search: Search, rows: NodeRef<Div>) -> impl IntoView {
    let Surface {
        texts, announcer, ..
    } = Surface::get();
    let renaming = RwSignal::new(None::<ThreadId>);
    let opened = RwSignal::new(None::<ThreadId>);
    // Each row reads its own: to look for it in the list would be quadratic.
    let items = Memo::new(move |_| {
        list.threads.with(|threads| {
            let of = |item: &ThreadItem| (item.id.clone(), item.clone());
            threads.iter().map(of).collect::<BTreeMap<_, _>>()
        })
    });
    let all = use_placed(list, search, [renaming, opened], use_pointed(rows));
    let drawn = RwSignal::new(STEP);
    let order = Memo::new(move |_| {
        all.with(|all| {
            let first = all.iter().take(drawn.get());
            first.cloned().collect::<Vec<_>>()
        })
    });
    let end = NodeRef::<P>::new();
    Effect::new(move || {
        if let Some(end) = end.get() {
            use_in_view(&end, move || {
                if drawn.get_untracked() < all.with_untracked(Vec::len) {
                    drawn.update(|drawn| *drawn += STEP);
                }
            });
        }
    });
    let visited = RwSignal::new(None::<ThreadId>);
    // Another thread is shown: the Tab key leads to it.
    Effect::new(move || {
        list.current.track();
        visited.set(None);
    });
    let stop = Memo::new(move |_| {
        let visited = visited.get();
        order.with(|order| {
            let is_there = |id: &ThreadId| order.iter().any(|(_, held)| held == id);
            let current = list.current.get();
            let first = order.first().map(|(_, id)| id.clone());
            visited
                .filter(is_there)
                .or_else(|| Some(current).filter(is_there))
                .or(first)
        })
    });
    let shared = Shared {
        list,
        items,
        search,
        renaming,
        opened,
        visited,
        stop,
        order,
        rows,
    };
    let groups = move || {
        keep_row(shared);
        let is_there = |when: &When| order.with(|all| all.iter().any(|(held, _)| held == when));
        When::ALL.into_iter().filter(is_there).collect::<Vec<_>>()
    };
    let none = move || {
        let nothing = order.with(Vec::is_empty) && search.is_done();
        nothing.then_some(texts.conversations.none)
    };
    Effect::new(move || {
        if let Some(none) = none() {
            announcer.say(none.to_owned());
        }
    });
    let rtl = texts.dir == "rtl";
    let pressed = move |event: KeyboardEvent| {
        if let Some(rows) = rows.get_untracked() {
            go(&rows, &event, rtl);
        }
    };
    view! {
        <div
            class="mt-threads__list"
            data-testid="threads"
            node_ref=rows
            on:keydown=pressed
        >
            <For each=groups key=|when| *when let(when)>
                <Group shared when/>
            </For>
            <p class="mt-threads__none">{none}</p>
            <p class="mt-threads__end" node_ref=end></p>
        </div>
    }
}

#[component]
fn Group(shared: Shared, when: When) -> impl IntoView {
    let texts = Surface::get().texts;
    let ids = Memo::new(move |_| {
        shared.order.with(|order| {
            let own = order.iter().filter(|(held, _)| *held == when);
            own.map(|(_, id)| id.clone()).collect::<Vec<_>>()
        })
    });
    let each = move || {
        keep_row(shared);
        ids.get()
    };
    view! {
        <p class="mt-threads__group" id=when.id()>
            {when.heading(texts)}
        </p>
        <ul aria-labelledby=when.id()>
            <For each key=Clone::clone let(thread)>
                <Item shared thread/>
            </For>
        </ul>
    }
}

/// The threads that are shown, in their groups. They keep their places while the field or the menu of one
/// of them is open (`used`), and while the mouse is over them (`pointed`).
fn use_placed(
    list: ThreadList,
    search: Search,
    used: [RwSignal<Option<ThreadId>>; 2],
    pointed: RwSignal<bool>,
) -> Memo<Vec<Placed>> {
    let now = use_now();
    let today = Memo::new(move |_| day(now.get()));
    Memo::new(move |shown: Option<&Vec<Placed>>| {
        let today = today.get();
        let now: Vec<Placed> = list.threads.with(|threads| {
            let shown = threads.iter().filter(|item| search.shows(item));
            let placed = shown.map(|item| (When::of(day(item.updated_at), today), item.id.clone()));
            placed.collect()
        });
        let is_there = |id: &Option<ThreadId>| {
            let is_it = |held: &Placed| id.as_ref() == Some(&held.1);
            id.is_some() && now.iter().any(is_it)
        };
        // What is found comes in its own order.
        let points = pointed.get() && list.query.with(String::is_empty);
        match shown {
            Some(shown) if points || used.iter().any(|used| used.with(is_there)) => {
                held_order(shown, &now)
            }
            _ => now,
        }
    })
}

/// Whether a mouse points at the rows: what the person is about to press must not move away. Until a key is
/// pressed; a person who types has left the mouse where it was.
fn use_pointed(rows: NodeRef<Div>) -> RwSignal<bool> {
    let pointed = RwSignal::new(false);
    let listen = move |on: &EventTarget, kind, to: bool| {
        let call = move |event: Event| {
            let moved: Option<&PointerEvent> = event.dyn_ref();
            if moved.is_none_or(|moved| moved.pointer_type() == "mouse") {
                pointed.set_if_new(to);
            }
        };
        keep(Listener::new(on, kind, false, Box::new(call)));
    };
    Effect::new(move || {
        if let Some(rows) = rows.get() {
            listen(&rows, "pointermove", true);
            listen(&rows, "pointerleave", false);
            listen(&document(), "keydown", false);
        }
    });
    pointed
}

/// The local day of a time.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "milliseconds since 1970 and minutes of a day fit"
)]
fn day(at: Millis) -> i64 {
    let behind = js_sys::Date::new(&(at as f64).into()).get_timezone_offset();
    local_day(at, behind as i64)
}

/// Before rows are moved or removed: keeps the focus in the list. If its row is removed, because this
/// tab or another one has deleted the thread, the row that is then at its place gets it, else the one
/// before, else the button for a new thread.
fn keep_row(shared: Shared) {
    let Some(list) = shared.rows.get_untracked() else {
        return;
    };
    if !focus_within(&list) {
        return;
    }
    let rows: Vec<Element> = elements(&list, ROW).collect();
    let Some(at) = rows.iter().position(focus_within) else {
        return;
    };
    let link_of = |row: &Element| row.query_selector(LINK).ok().flatten();
    let href = |link: &Element| link.get_attribute("href");
    let own = link_of(&rows[at]).as_ref().and_then(href);
    let new = shared.list.elements.new;
    let (at_end, inside) = (list.clone(), list);
    keep_focus_or(&at_end, move || {
        // A thread that moves to another day has a new row there.
        let moved = elements(&inside, LINK).find(|link| own.is_some() && href(link) == own);
        let (before, after) = rows.split_at(at);
        let mut near = after.iter().chain(before.iter().rev());
        let row = near.find(|row| row.is_connected());
        let link = moved.or_else(|| row.and_then(link_of));
        focus(link.or_else(|| Some(new.try_get_untracked().flatten()?.into())));
    });
}

/// The elements inside that match a selector, in their order.
fn elements(inside: &Element, selector: &str) -> impl Iterator<Item = Element> + use<> {
    let all = inside.query_selector_all(selector).ok();
    let nodes = all
        .into_iter()
        .flat_map(|all| (0..all.length()).filter_map(move |place| all.get(place)));
    nodes.filter_map(|node| node.dyn_into().ok())
}

/// Moves the focus between the rows, and between a row's link and its menu.
fn go(rows: &Element, event: &KeyboardEvent, rtl: bool) {
    let Some(target) = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
    else {
        return;
    };
    let closest = |selector| target.closest(selector).ok().flatten();
    let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
    // A selector, because these keys have their own meaning in any field and menu.
    if event.default_prevented() || modified || closest("input, [role=menu]").is_some() {
        return;
    }
    let Some(row) = closest(ROW) else {
        return;
    };
    let links: Vec<Element> = elements(rows, LINK).collect();
    let link = |place: usize| links.get(place).cloned();
    let is_in_row = |link: &Element| row.contains(Some(link));
    let at = links.iter().position(is_in_row).unwrap_or_default();
    let (forth, back) = if rtl {
        ("ArrowLeft", "ArrowRight")
    } else {
        ("ArrowRight", "ArrowLeft")
    };
    let to = match event.key().as_str() {
        "ArrowDown" => link(at + 1),
        "ArrowUp" => at.checked_sub(1).and_then(link),
        "Home" => link(0),
        "End" => links.last().cloned(),
        key if key == back => link(at),
        "F10" if !event.shift_key() => return,
        key if key == forth || key == "ContextMenu" || key == "F10" => {
            event.prevent_default();
            let opener = row.query_selector("[aria-haspopup=menu]").ok().flatten();
            if let Some(opener) = opener.and_then(|held| held.dyn_into::<HtmlElement>().ok()) {
                opener.click();
            }
            return;
        }
        _ => return,
    };
    event.prevent_default();
    focus(to);
}
