//! One prompt of the queue.
//!
//! Not responsible for its editor's field (see `edit`) nor for dragging (see `drag`).

use leptos::prelude::*;
use midturn_core::id::MessageId;
use midturn_core::input::QueueInput;
use midturn_core::queue::{Prompt, Queue};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};

use super::drag::draggable;
use super::edit::edit;
use crate::components::attachment::{Use, file_list};
use crate::components::icon::{IconName, icon};
use crate::components::{Ui, fold_cut, icon_button};
use crate::dom::{El, all, choose, el, flag};
use crate::hooks::after_frame;

/// Its place in the queue, from 0.
pub(super) fn place_of(queue: &Queue, id: &MessageId) -> Option<usize> {
    queue.prompts().iter().position(|prompt| prompt.id == *id)
}

/// One prompt of the queue, and the row it is drawn in.
#[derive(Clone)]
struct Item {
    ui: Ui,
    id: MessageId,
    row: Element,
}

impl Item {
    fn send(&self, input: QueueInput) {
        self.ui.actions.queue(input);
    }

    fn is_edited(&self) -> bool {
        let is_it = |queue: &Queue| queue.edit().is_some_and(|edit| edit.id == self.id);
        self.ui.cells.queue.with(is_it)
    }

    fn draft(&self) -> String {
        let draft = |queue: &Queue| queue.edit().map(|edit| edit.draft.clone());
        self.ui
            .cells
            .queue
            .with_untracked(draft)
            .unwrap_or_default()
    }

    fn is_first(&self) -> bool {
        let place = |queue: &Queue| place_of(queue, &self.id);
        self.ui.cells.queue.with(place) == Some(0)
    }

    fn is_last(&self) -> bool {
        let last = |queue: &Queue| {
            queue
                .prompts()
                .last()
                .is_some_and(|last| last.id == self.id)
        };
        self.ui.cells.queue.with(last)
    }

    fn move_by(&self, by: isize) {
        let place = |queue: &Queue| place_of(queue, &self.id);
        let place = self.ui.cells.queue.with_untracked(place);
        if let Some(to) = place.and_then(|place| place.checked_add_signed(by)) {
            let id = self.id.clone();
            self.send(QueueInput::Move { id, to });
            let (row, up) = (self.row.clone(), by < 0);
            // Moving a row takes its focus away.
            after_frame(move || {
                let button = if up {
                    ".mt-queue__up"
                } else {
                    ".mt-queue__down"
                };
                focus_in(Some(&row), button);
            });
        }
    }

    fn remove(&self) {
        let next = self.row.next_element_sibling();
        let next = next.or_else(|| self.row.previous_element_sibling());
        self.send(QueueInput::Remove(self.id.clone()));
        // The focus goes on in the list; with no prompt left the core sends it to the composer.
        after_frame(move || focus_in(next.as_ref(), ".mt-queue__remove"));
    }

    /// A small button that does something to the prompt, unless `idle` says that it cannot now.
    /// It stays focusable then, so that the focus is not lost.
    fn button(
        &self,
        (class, name, shown): (&str, &'static str, IconName),
        idle: fn(&Self) -> bool,
        press: fn(&Self),
    ) -> El {
        let (acting, told) = (self.clone(), self.clone());
        let press = move || {
            if !idle(&acting) {
                press(&acting);
            }
        };
        let mut classes = String::from("mt-button mt-button--icon mt-button--quiet ");
        classes.push_str(class);
        icon_button(&classes, name, shown, press)
            .attr("title", name)
            .live("aria-disabled", move || idle(&told).then_some("true"))
    }

    fn buttons(&self) -> El {
        let (texts, cells) = (self.ui.texts, self.ui.cells.clone());
        let always = |_: &Self| false;
        el("div")
            .class("mt-queue__actions")
            .child(
                self.button(
                    ("mt-queue__run", texts.prompt_run_now, IconName::RunNow),
                    always,
                    |item| item.send(QueueInput::RunNow(item.id.clone())),
                )
                .live("title", move || {
                    if cells.is_waiting() {
                        texts.control.run_now_overtakes
                    } else {
                        texts.prompt_run_now_title
                    }
                }),
            )
            .child(self.button(
                ("mt-queue__up", texts.prompt_up, IconName::Up),
                Self::is_first,
                |item| item.move_by(-1),
            ))
            .child(self.button(
                ("mt-queue__down", texts.prompt_down, IconName::Down),
                Self::is_last,
                |item| item.move_by(1),
            ))
            .child(self.button(
                ("mt-queue__edit", texts.prompt_edit, IconName::Edit),
                always,
                |item| item.send(QueueInput::Edit(item.id.clone())),
            ))
            .child(self.button(
                ("mt-queue__remove", texts.prompt_delete, IconName::Trash),
                always,
                Self::remove,
            ))
    }

    /// The files of the prompt, on a line of their own.
    fn files(&self, prompt: &Prompt) -> Option<Node> {
        let files = &prompt.attachments;
        (!files.is_empty()).then(|| file_list(&self.ui, files, Use::Wait).into())
    }

    fn line(&self, prompt: &Prompt) -> Node {
        let handle = el("span")
            .class("mt-queue__handle")
            .attr("title", self.ui.texts.prompt_drag)
            .attr("aria-hidden", "true")
            .child(icon(IconName::Drag));
        let text = el("span")
            .class("mt-queue__text")
            .attr("dir", "auto")
            .text(&prompt.text);
        let said = el("div")
            .class("mt-queue__said")
            .child(fold_cut(&self.ui, text, &prompt.text));
        let line = [handle.into(), said.into(), self.buttons().into()];
        all(line.into_iter().chain(self.files(prompt)))
    }
}

/// One prompt, with its controls, or with its editor.
pub(super) fn item(ui: &Ui, prompt: Prompt, dragged: &ArcRwSignal<Option<MessageId>>) -> El {
    let row = el("li").class("mt-queue__item");
    let item = Item {
        ui: ui.clone(),
        id: prompt.id.clone(),
        row: row.element().clone(),
    };
    let (edited, held, still) = (item.clone(), item.clone(), item.clone());
    let (picked, id) = (dragged.clone(), item.id.clone());
    let row = draggable(row, ui, &item.id, dragged)
        .attr("data-testid", "queued-prompt-item")
        .live_class("mt-queue__item--held", move || held.is_edited())
        .live_class("mt-queue__item--dragging", move || {
            picked.with(|picked| picked.as_ref() == Some(&id))
        })
        .live("draggable", move || flag(!still.is_edited()));
    row.child(choose(
        move || edited.is_edited(),
        move |editing| {
            Some(if editing {
                let editor = edit(&item.ui, &item.draft()).into();
                all(std::iter::once(editor).chain(item.files(&prompt)))
            } else {
                item.line(&prompt)
            })
        },
    ))
}

fn focus_in(item: Option<&Element>, selector: &str) {
    let found = item.and_then(|item| item.query_selector(selector).ok().flatten());
    if let Some(button) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = button.focus();
    }
}
