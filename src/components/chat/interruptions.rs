//! Every interruption of the thread, in a dialog: who was told what, when, and what came of it.
//!
//! Not responsible for the record: each turn keeps its own (see [`midturn_core::transcript`]).

use crate::hooks::SetIfNew;
use leptos::prelude::*;

use midturn_core::find::Query;
use midturn_core::id::MessageId;
use midturn_core::transcript::{Interruption, interruptions as grouped};
use web_sys::{Event, HtmlDialogElement, HtmlInputElement, KeyboardEvent, Node};

use super::aim::lead;
use super::shortcuts::is_field;
use crate::components::activity::{Told, told};
use crate::components::icon::IconName;
use crate::components::{Ui, button, follow_dialog, icon_button};
use crate::dom::{El, all, each, el, show};
use crate::hooks::later;
use crate::state::TurnCell;

/// The list of one chat, while its dialog is open.
#[derive(Clone)]
struct List {
    ui: Ui,
    open: RwSignal<bool>,
    query: RwSignal<String>,
}

/// The dialog, with the button and the key that open it.
pub(super) fn interruptions(ui: &Ui, chat: El) -> El {
    let list = List {
        ui: ui.clone(),
        open: RwSignal::new(false),
        query: RwSignal::default(),
    };
    let (asked, drawn, keyed) = (list.clone(), list.clone(), list.clone());
    let (label, opened) = (ui.texts.history.title, list.clone());
    let offer = move || {
        let opened = opened.clone();
        icon_button("mt-history-open", label, IconName::Clock, move || {
            opened.open();
        })
        .attr("title", label)
        .attr("aria-haspopup", "dialog")
        .attr("data-testid", "interruptions-open")
    };
    let place = el("div")
        .class("mt-find-place")
        .child(show(move || asked.is_offered(), offer));
    let is_open = list.open.clone();
    chat.child(place)
        // Made when it is wanted: most never look.
        .child(show(move || is_open.get(), move || drawn.dialog()))
        .on("keydown", move |event: KeyboardEvent| {
            let alone = !(event.ctrl_key() || event.meta_key() || event.alt_key());
            let wanted = keyed.ui.shortcuts.get_untracked() && !is_field(&event);
            if event.key() == "!" && alone && wanted {
                event.prevent_default();
                keyed.open();
            }
        })
}

impl List {
    fn open(&self) {
        self.query.set(String::new());
        self.open.set_if_new(true);
    }

    /// There is something to look at.
    fn is_offered(&self) -> bool {
        self.follow();
        !self.ui.cells.interrupted().is_empty()
    }

    /// Has what reads the list read it again when a turn comes, or the last one is interrupted.
    fn follow(&self) {
        self.ui.cells.turns.with(Vec::len);
        if let Some(last) = self.ui.cells.last.get() {
            last.view.with(|view| view.ledger.len());
        }
    }

    fn dialog(&self) -> El {
        let texts = self.ui.texts;
        let dialog = el("dialog")
            .class("mt-dialog mt-history")
            .attr("aria-labelledby", "midturn-interruptions")
            .attr("data-testid", "interruptions");
        let shown: HtmlDialogElement = dialog.cast();
        follow_dialog(&shown, &self.open);
        let field = el("input")
            .class("mt-input")
            .attr("type", "search")
            .attr("dir", "auto")
            .attr("autocomplete", "off")
            .attr("placeholder", texts.history.search)
            .attr("aria-label", texts.history.search);
        let (input, typed): (HtmlInputElement, _) = (field.cast(), self.query.clone());
        let field = field.on("input", move |_: Event| typed.set(input.value()));
        let (closed, pressed) = (self.open.clone(), self.open.clone());
        dialog.on("close", move |_: Event| closed.set(false)).child(
            el("div")
                .class("mt-dialog__form")
                .child(
                    el("h2")
                        .class("mt-dialog__title")
                        .attr("id", "midturn-interruptions")
                        .text(texts.history.title),
                )
                .child(field)
                .child(self.rows())
                .child(self.note())
                .child(
                    el("div")
                        .class("mt-dialog__bar")
                        .child(button("mt-button", move || pressed.set(false)).text(texts.close)),
                ),
        )
    }

    /// What there is to say where the list is empty.
    fn note(&self) -> El {
        let list = self.clone();
        el("p")
            .class("mt-history__note")
            .attr("role", "status")
            .live_text(move || {
                let texts = list.ui.texts;
                if !list.found().is_empty() {
                    return String::new();
                }
                let looked_for = list.query.with(|query| Query::new(query).is_some());
                if looked_for {
                    texts.history.no_match.to_owned()
                } else {
                    texts.history.none.to_owned()
                }
            })
    }

    fn rows(&self) -> El {
        let (list, drawn) = (self.clone(), self.clone());
        let keys = move || list.found();
        let row = move |key: &str| -> Option<Node> {
            let (turn, place) = split(key)?;
            Some(drawn.row(&turn, place)?.into())
        };
        el("ol")
            .class("mt-history__rows")
            .attr("aria-label", self.ui.texts.history.title)
            .child(each(keys, move |key| {
                let node = row(key)?;
                wasm_bindgen::JsCast::dyn_into(node).ok()
            }))
    }

    /// The keys of what is shown, the newest last.
    fn found(&self) -> Vec<String> {
        self.follow();
        let query = self.query.with(|query| Query::new(query));
        let mut keys = Vec::new();
        for turn in self.ui.cells.interrupted() {
            let Some(cell) = self.ui.cells.turn(&turn) else {
                continue;
            };
            for (place, one) in of_turn(&cell).iter().enumerate() {
                let found = query
                    .as_ref()
                    .is_none_or(|query| query.is_in(&told(self.ui.texts, &cell, one).text()));
                if found {
                    keys.push(join(&turn, place));
                }
            }
        }
        keys
    }

    /// One interruption. It follows its turn for as long as it is shown.
    fn row(&self, turn: &MessageId, place: usize) -> Option<El> {
        let cell = self.ui.cells.turn(turn)?;
        let (texts, ui, open) = (self.ui.texts, self.ui.clone(), self.open.clone());
        let at = {
            let cell = cell.clone();
            move || -> Option<Told> {
                let one = of_turn(&cell).get(place).cloned()?;
                Some(told(texts, &cell, &one))
            }
        };
        let first = at()?;
        let (to, mark) = (turn.clone(), first.mark.clone());
        let press = move || {
            open.set(false);
            let (ui, to, mark) = (ui.clone(), to.clone(), mark.clone());
            // When the dialog has given the focus back.
            later(0, move || lead(&ui, &to, mark.as_deref()));
        };
        let (said, came) = (at.clone(), at);
        let lines = move || {
            let came = came().map(|told| told.came_of).unwrap_or_default();
            (0..came.len())
                .zip(came)
                .map(|(at, line)| format!("{at} {line}"))
                .collect()
        };
        let line = |key: &str| {
            let line = key.split_once(' ').map_or("", |(_, line)| line);
            Some(
                el("span")
                    .class("mt-history__came")
                    .attr("dir", "auto")
                    .text(line)
                    .into(),
            )
        };
        let time = el("time").class("mt-ledger__time").text(&first.time);
        let said = el("span")
            .class("mt-history__said")
            .attr("dir", "auto")
            .live_text(move || said().map(|told| told.said).unwrap_or_default());
        let row = button("mt-history__row", press)
            .child(all([time.into(), said.into()]))
            .child(each(lines, line));
        // The cells follow the core for as long as somebody has them.
        crate::hooks::keep(cell);
        Some(el("li").attr("data-testid", "interruption-row").child(row))
    }
}

fn of_turn(turn: &TurnCell) -> Vec<Interruption> {
    turn.view.with(|view| grouped(&view.ledger))
}

fn join(turn: &MessageId, place: usize) -> String {
    format!("{place} {turn}")
}

fn split(key: &str) -> Option<(MessageId, usize)> {
    let (place, turn) = key.split_once(' ')?;
    Some((MessageId::from(turn), place.parse().ok()?))
}
