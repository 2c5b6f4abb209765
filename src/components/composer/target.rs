//! The chip that says who gets an interjection, and the menu that changes it.
//!
//! Not responsible for who may get one: the core knows which agents listen.

use std::cell::RefCell;

use midturn_core::transcript::Target;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, Node};

use super::fate::{Situation, name};
use crate::components::icon::{IconName, icon};
use crate::components::{Ui, button};
use crate::dom::{El, each, el, flag, show};
use crate::hooks::{Ime, after_frame, later, use_dismiss};
use crate::reactive::{Signal, effect, later_effect};
use crate::state::TargetView;

/// The key of the main agent, which no activity has for an id.
const ROOT: &str = "";

/// How long it is said that an agent has ended, in milliseconds.
const SAID: u32 = 8000;

/// The chip, while there is a choice.
pub(super) fn target(ui: &Ui) -> Node {
    let cells = ui.cells.clone();
    let there = move || {
        Situation::of(&cells) == Situation::Working
            && cells.target.with(|view| !view.agents.is_empty())
    };
    let ui = ui.clone();
    show(there, move || chip(&ui))
}

fn chip(ui: &Ui) -> El {
    let (texts, named) = (ui.texts, ui.cells.target.clone());
    let open = Signal::new(false);
    let (toggled, told, menued, left) = (open.clone(), open.clone(), open.clone(), open.clone());
    let pressed = open.clone();
    let opener = button("mt-button mt-button--small mt-target__chip", move || {
        toggled.update(|open| *open = !*open);
    })
    .attr("data-testid", "composer-target")
    .attr("aria-haspopup", "menu")
    .attr("title", texts.speak.target_title)
    .live("aria-expanded", move || flag(told.get()))
    .on("keydown", move |event: KeyboardEvent| {
        if matches!(event.key().as_str(), "ArrowDown" | "ArrowUp") {
            event.prevent_default();
            pressed.set(true);
        }
    })
    .child(icon(IconName::Subagent))
    .child(
        el("span")
            .class("mt-target__name")
            .live_text(move || named.with(|view| (texts.speak.target_chip)(&name(texts, view)))),
    )
    .child(icon(IconName::Chevron));
    let around = el("div").class("mt-target").child(opener.clone());
    let (inside, ui) = (around.clone(), ui.clone());
    around.child(show(
        move || menued.get(),
        move || menu(&ui, &inside, &opener, &left),
    ))
}

fn menu(ui: &Ui, around: &El, opener: &El, open: &Signal<bool>) -> El {
    let menu = el("div")
        .class("mt-menu")
        .attr("role", "menu")
        .attr("aria-label", ui.texts.speak.target_title);
    let close = {
        let (open, opener) = (open.clone(), opener.clone());
        move || {
            open.set(false);
            let _ = opener.cast::<HtmlElement>().focus();
        }
    };
    let (view, held) = (ui.cells.target.clone(), ui.cells.target.clone());
    let (acting, chosen) = (ui.clone(), close.clone());
    // Each entry stays when another comes or goes, and the focus on it.
    let keys = move || {
        let agents = view.with(|view| {
            let ids = view.agents.iter().map(|agent| agent.id.to_string());
            ids.collect::<Vec<_>>()
        });
        std::iter::once(ROOT.to_owned()).chain(agents).collect()
    };
    let items = each(keys, move |key| {
        held.with(|view| Some(entry(&acting, view, key, &chosen)?.into()))
    });
    let moved = menu.element().clone();
    let closed = close.clone();
    let menu = menu
        .on("keydown", move |event: KeyboardEvent| {
            let key = event.key();
            let by = match key.as_str() {
                "ArrowDown" => 1,
                "ArrowUp" => -1,
                "Tab" => {
                    closed();
                    return;
                }
                _ => return,
            };
            event.prevent_default();
            step(&moved, by);
        })
        .child(items);
    let (first, outside) = (menu.element().clone(), around.element().clone());
    let (left, gone) = (around.element().clone(), open.clone());
    later_effect(move || {
        let gone = gone.clone();
        // Also the opener is inside: a press on it closes by itself. A press elsewhere has the
        // focus where it is.
        let (left, close) = (left.clone(), close.clone());
        use_dismiss(&outside, "", &Ime::new(), move || {
            if has_focus(&left) {
                close();
            } else {
                gone.set(false);
            }
        });
        let first = first.clone();
        after_frame(move || focus(&first, "[aria-checked=true]"));
    });
    menu
}

/// The entry of an agent by its id, or of the main agent.
fn entry(
    ui: &Ui,
    view: &TargetView,
    key: &str,
    close: &(impl Fn() + Clone + 'static),
) -> Option<El> {
    let agent = view.agents.iter().find(|agent| agent.id.as_str() == key);
    let (target, name, about) = match agent {
        Some(agent) => (
            Target::Agent(agent.id.clone()),
            agent.name.as_str(),
            agent.about.as_str(),
        ),
        None if key == ROOT => (Target::Root, ui.texts.speak.main_agent, ""),
        None => return None,
    };
    let (acting, close) = (ui.clone(), close.clone());
    let (marked, own) = (ui.cells.target.clone(), target.clone());
    let press = move || {
        let target = target.clone();
        acting.actions.choose_target(&acting.cells.thread, target);
        close();
    };
    let about = el("span")
        .class("mt-menu__about")
        .attr("dir", "auto")
        .text(about);
    Some(
        button("mt-menu__item", press)
            .attr("role", "menuitemradio")
            .live("aria-checked", move || {
                flag(marked.with(|view| view.target == own))
            })
            .attr("tabindex", "-1")
            .child(icon(IconName::Check))
            .child(el("span").attr("dir", "auto").text(name))
            .child(about),
    )
}

/// Moves the focus among the entries, around the ends.
fn step(menu: &Element, by: i32) {
    let items = menu.children();
    let focused = items_of(menu).position(|item| item.matches(":focus").unwrap_or(false));
    let count = i32::try_from(items.length()).unwrap_or_default();
    let at = focused.and_then(|at| i32::try_from(at).ok()).unwrap_or(0);
    let next = u32::try_from((at + by).rem_euclid(count.max(1))).unwrap_or_default();
    if let Some(item) = items.item(next) {
        let _ = item.unchecked_into::<HtmlElement>().focus();
    }
}

fn has_focus(around: &Element) -> bool {
    let focused = around.query_selector(":focus");
    focused.ok().flatten().is_some()
}

fn items_of(menu: &Element) -> impl Iterator<Item = Element> {
    let items = menu.children();
    (0..items.length()).filter_map(move |at| items.item(at))
}

fn focus(menu: &Element, selector: &str) {
    if let Ok(Some(item)) = menu.query_selector(selector) {
        let _ = item.unchecked_into::<HtmlElement>().focus();
    }
}

/// That the agent an interjection would have gone to has ended, for a while.
pub(super) fn ended(ui: &Ui) -> Signal<String> {
    let (texts, cells) = (ui.texts, ui.cells.clone());
    let said = Signal::new(String::new());
    let shown = said.clone();
    let last: RefCell<Option<(Target, String)>> = RefCell::default();
    effect(move || {
        let works = cells.run.with(Option::is_some);
        let (now, there) = cells.target.with(|view| {
            let before = last.borrow().as_ref().map(|(target, _)| target.clone());
            let there = match before {
                Some(Target::Agent(id)) => view.agents.iter().any(|agent| agent.id == id),
                Some(Target::Root) | None => true,
            };
            ((view.target.clone(), name(texts, view)), there)
        });
        let before = last.replace(Some(now));
        if let (Some((_, name)), true, false) = (before, works, there) {
            let text = (texts.speak.announce_target_ended)(&name);
            shown.set(text.clone());
            let shown = shown.clone();
            later(SAID, move || {
                if shown.with_untracked(|held| *held == text) {
                    shown.set(String::new());
                }
            });
        }
    });
    said
}
