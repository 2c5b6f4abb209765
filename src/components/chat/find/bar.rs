//! The bar of the search: a field, where the match is, and the ways to the others.
//!
//! Not responsible for what is found.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlInputElement, KeyboardEvent};

use super::Find;
use crate::components::icon::IconName;
use crate::components::icon_button;
use crate::dom::{El, el};
use crate::hooks::{at_end, effect, later_effect};

impl Find {
    pub(super) fn drawn(&self) -> El {
        let texts = self.ui.texts;
        let field = el("input")
            .class("mt-find__field")
            .attr("type", "text")
            .attr("dir", "auto")
            .attr("autocomplete", "off")
            .attr("spellcheck", "false")
            .attr("enterkeyhint", "search")
            .attr("data-testid", "find-input")
            .attr("placeholder", texts.reading.find)
            .attr("aria-label", texts.reading.find_label);
        let input: HtmlInputElement = field.cast();
        input.set_value(&self.query.get_untracked());
        let (typed, read, taken) = (self.clone(), input.clone(), input.clone());
        later_effect(move || {
            let _ = taken.focus();
            taken.select();
        });
        let field = field.on("input", move |_: Event| {
            typed.query.set(read.value());
            typed.look_later();
        });
        // What is drawn anew looks anew.
        self.look_later();
        let found_more = self.clone();
        let mut known = self.ui.cells.turns.with_untracked(Vec::len);
        effect(move || {
            let now = found_more.ui.cells.turns.with(Vec::len);
            if std::mem::replace(&mut known, now) != now {
                found_more.look_again();
            }
        });
        let gone = self.clone();
        at_end(move || gone.leave_row());
        let (counted, keyed) = (self.clone(), self.clone());
        let count = move || counted.said();
        let part = |name, label, icon, act: fn(&Self)| {
            let find = self.clone();
            icon_button(
                "mt-button mt-button--icon mt-button--quiet",
                label,
                icon,
                move || {
                    act(&find);
                },
            )
            .attr("title", label)
            .attr("data-testid", name)
        };
        el("div")
            .class("mt-find")
            .attr("role", "search")
            .attr("aria-label", texts.reading.find)
            .attr("data-owns-escape", "")
            .child(field)
            .child(
                el("span")
                    .class("mt-find__count")
                    .attr("data-testid", "find-count")
                    .live_text(count),
            )
            .child(part(
                "find-previous",
                texts.reading.find_previous,
                IconName::Up,
                |find| {
                    find.go(true);
                },
            ))
            .child(part(
                "find-next",
                texts.reading.find_next,
                IconName::Down,
                |find| {
                    find.go(false);
                },
            ))
            .child(part(
                "find-close",
                texts.close,
                IconName::Close,
                Self::close,
            ))
            .on("keydown", move |event: KeyboardEvent| {
                match event.key().as_str() {
                    "Enter" if is_field(&event) => {
                        event.prevent_default();
                        keyed.look_now();
                        keyed.go(event.shift_key());
                    }
                    "Escape" => {
                        event.prevent_default();
                        event.stop_propagation();
                        keyed.close();
                    }
                    _ => {}
                }
            })
    }
}

fn is_field(event: &KeyboardEvent) -> bool {
    let target: Option<Element> = event.target().and_then(|target| target.dyn_into().ok());
    target.is_some_and(|target| target.tag_name() == "INPUT")
}
