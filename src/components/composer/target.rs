//! The chip that says who gets an interjection, and the menu that changes it.
//!
//! Not responsible for who may get one: the core knows which agents listen.

use leptos::prelude::*;
use std::cell::RefCell;

use midturn_core::transcript::Target;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, Node};

use super::fate::{Situation, name};
use crate::components::icon::{IconName, icon};
use crate::components::{Ui, button};
use crate::dom::{El, each, el, flag, show};
use crate::hooks::{Ime, after_frame, later, use_dismiss};
use crate::hooks::{effect, later_effect};
use crate::state::TargetView;

/// The key of the main agent, which no activity has for an id.
const ROOT: &str = "";
/// The key of the entry for all agents.
const ALL: &str = "all agents";
/// The key of the entry that lets several be chosen, or is done with that.
const SEVERAL: &str = "several agents";

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
    let open = ArcRwSignal::new(false);
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

fn menu(ui: &Ui, around: &El, opener: &El, open: &ArcRwSignal<bool>) -> El {
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
    // While several are being chosen, a press adds an agent or leaves it out.
    let several = ArcRwSignal::new(view.with_untracked(|view| view.target.is_several()));
    let shown = several.clone();
    // Each entry stays when another comes or goes, and the focus on it.
    let keys = move || {
        let agents = view.with(|view| {
            let ids = view.agents.iter().map(|agent| agent.id.to_string());
            ids.collect::<Vec<_>>()
        });
        let all = [ALL.to_owned(), SEVERAL.to_owned()];
        let keys = std::iter::once(ROOT.to_owned()).chain(agents);
        keys.chain(all).collect()
    };
    let items = each(keys, move |key| {
        if key == SEVERAL {
            return Some(several_entry(&acting, &shown, &chosen).into());
        }
        held.with(|view| Some(entry(&acting, view, key, &shown, &chosen)?.into()))
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
        after_frame(move || focus(&first, "[aria-checked=true], [role=menuitemcheckbox]"));
    });
    menu
}

/// The entry of an agent by its id, of the main agent, or of all.
fn entry(
    ui: &Ui,
    view: &TargetView,
    key: &str,
    several: &ArcRwSignal<bool>,
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
        None if key == ALL => (Target::All, ui.texts.speak.all_agents, ""),
        None => return None,
    };
    let (acting, close) = (ui.clone(), close.clone());
    let (marked, own) = (ui.cells.target.clone(), target.clone());
    let (adds, role) = (several.clone(), several.clone());
    let press = move || {
        let adds = adds.get_untracked() && target != Target::All;
        let held = &acting.cells.target;
        let wanted = if adds {
            held.with_untracked(|view| toggled(view, &target))
        } else {
            target.clone()
        };
        acting.actions.choose_target(wanted);
        if !adds {
            close();
        }
    };
    let about = el("span")
        .class("mt-menu__about")
        .attr("dir", "auto")
        .text(about);
    let (checks, checked) = (several.clone(), own.clone());
    Some(
        button("mt-menu__item", press)
            .live("role", move || {
                if checks.get() && own != Target::All {
                    "menuitemcheckbox"
                } else {
                    "menuitemradio"
                }
            })
            .live("aria-checked", move || {
                let all = role.get();
                flag(marked.with(|view| is_chosen(&view.target, &checked, all)))
            })
            .attr("tabindex", "-1")
            .child(icon(IconName::Check))
            .child(el("span").attr("dir", "auto").text(name))
            .child(about),
    )
}

/// The entry that begins choosing several, or ends it.
fn several_entry(
    ui: &Ui,
    several: &ArcRwSignal<bool>,
    close: &(impl Fn() + Clone + 'static),
) -> El {
    let (texts, pressed, shown, close) =
        (ui.texts, several.clone(), several.clone(), close.clone());
    let press = move || {
        if pressed.get_untracked() {
            close();
        } else {
            pressed.set(true);
        }
    };
    button("mt-menu__item", press)
        .attr("role", "menuitem")
        .attr("tabindex", "-1")
        .child(el("span").live_text(move || {
            if shown.get() {
                texts.speak.several_done.to_owned()
            } else {
                texts.speak.several_agents.to_owned()
            }
        }))
}

/// Whether an entry is marked: while several are chosen, each of those that are.
fn is_chosen(target: &Target, own: &Target, several: bool) -> bool {
    if target == own {
        return true;
    }
    match (target, own) {
        (Target::All, _) => several,
        (Target::Several { root, .. }, Target::Root) => *root,
        (Target::Several { agents, .. }, Target::Agent(id)) => agents.contains(id),
        (Target::Root | Target::Agent(_) | Target::Several { .. }, _) => false,
    }
}

/// What is chosen when one more agent is, or one less. One stays.
fn toggled(view: &TargetView, own: &Target) -> Target {
    let (mut root, mut agents) = match &view.target {
        Target::Root => (true, Vec::new()),
        Target::Agent(id) => (false, vec![id.clone()]),
        Target::All => (
            true,
            view.agents.iter().map(|agent| agent.id.clone()).collect(),
        ),
        Target::Several { root, agents } => (*root, agents.clone()),
    };
    match own {
        Target::Agent(id) if agents.contains(id) => agents.retain(|held| held != id),
        Target::Agent(id) => agents.push(id.clone()),
        Target::Root => root = !root,
        Target::All | Target::Several { .. } => {}
    }
    if !root && agents.is_empty() {
        return view.target.clone();
    }
    Target::Several { root, agents }
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
pub(super) fn ended(ui: &Ui) -> ArcRwSignal<String> {
    let (texts, cells) = (ui.texts, ui.cells.clone());
    let said = ArcRwSignal::new(String::new());
    let shown = said.clone();
    let last: RefCell<Option<(Target, String)>> = RefCell::default();
    effect(move || {
        let works = cells.run.with(Option::is_some);
        let (now, there) = cells.target.with(|view| {
            let before = last.borrow().as_ref().map(|(target, _)| target.clone());
            let there = match before {
                Some(Target::Agent(id)) => view.agents.iter().any(|agent| agent.id == id),
                Some(Target::Root | Target::All | Target::Several { .. }) | None => true,
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
