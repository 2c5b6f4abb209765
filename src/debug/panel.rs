//! The panel below a chat: what is shown of the recording, and the way to save it.
//!
//! Not responsible for the rows (see [`super::list`]).

use leptos::prelude::*;
use web_sys::{Event, HtmlInputElement};

use super::Debug;
use super::list::{Filter, list};
use super::report::report;
use crate::components::icon::{IconName, icon};
use crate::components::{Ui, button, icon_button};
use crate::dom::{El, el, flag, show};
use crate::hooks::later_effect;
use crate::hooks::{return_focus, save_text};
use crate::i18n::Debug as Texts;
use crate::style::adopt_debug_style;

/// What a saved report is called.
const FILE: &str = "midturn-report.json";

/// What language, direction and theme are set on.
const ROOT: &str = ".midturn";

const SMALL: &str = "mt-button mt-button--small";
const QUIET: &str = "mt-button mt-button--small mt-button--quiet";
const CLOSE: &str = "mt-button mt-button--small mt-button--icon mt-button--quiet mt-debug__close";

impl Debug {
    /// The panel of one thread. `close` takes it off.
    pub fn panel(&self, ui: &Ui, close: impl Fn() + 'static) -> El {
        let texts = &ui.texts.debug;
        let filter = Filter::default();
        let panel = el("section")
            .class("mt-debug")
            .attr("aria-label", texts.title)
            .attr("data-testid", "debug");
        let (around, leaving) = (panel.element().clone(), panel.element().clone());
        // Once it is where it belongs.
        later_effect(move || adopt_debug_style(&around));
        let close = move || {
            if let Ok(Some(root)) = leaving.closest(ROOT) {
                return_focus(&root);
            }
            close();
        };
        let said = self.recorder.clone();
        let again = move || {
            said.follow();
            said.has_begun_again()
        };
        panel
            .child(self.head(ui, texts, &filter).child(icon_button(
                CLOSE,
                texts.close,
                IconName::Close,
                close,
            )))
            .child(show(again, move || {
                el("p").class("mt-debug__note").text(texts.again)
            }))
            .child(list(ui, &self.recorder, filter))
    }

    fn head(&self, ui: &Ui, texts: &'static Texts, filter: &Filter) -> El {
        let (saved, thread) = (self.clone(), ui.cells.thread());
        let save = move || {
            let browser = web_sys::window().and_then(|window| window.navigator().user_agent().ok());
            let browser = browser.unwrap_or_default();
            let Self { driver, recorder } = &saved;
            let text = driver.read(|chat| report(recorder, chat, &thread, &browser));
            save_text(FILE, "application/json", &text);
        };
        let recorder = self.recorder.clone();
        el("div")
            .class("mt-debug__head")
            .child(el("strong").text(texts.title))
            .child(
                el("div")
                    .class("mt-debug__show")
                    .attr("role", "group")
                    .attr("aria-label", texts.show)
                    .child(toggle(texts.wire, &filter.wire))
                    .child(toggle(texts.core, &filter.core))
                    .child(toggle(texts.diagnostics, &filter.odd)),
            )
            .child(search(texts.search, &filter.text))
            .child(
                button(SMALL, save)
                    .attr("title", texts.save_hint)
                    .attr("data-testid", "debug-save")
                    .child(icon(IconName::Download))
                    .child(el("span").text(texts.save)),
            )
            .child(button(QUIET, move || recorder.clear()).text(texts.clear))
    }
}

/// A button that shows or hides one kind.
fn toggle(name: &str, on: &ArcRwSignal<bool>) -> El {
    let (pressed, told) = (on.clone(), on.clone());
    button("mt-debug__toggle", move || pressed.update(|on| *on = !*on))
        .live("aria-pressed", move || flag(told.get()))
        .text(name)
}

fn search(name: &str, text: &ArcRwSignal<String>) -> El {
    let text = text.clone();
    let field = el("input")
        .class("mt-debug__search")
        .attr("type", "search")
        .attr("aria-label", name)
        .attr("placeholder", name);
    let input: HtmlInputElement = field.cast();
    field.on("input", move |_: Event| text.set(input.value()))
}
