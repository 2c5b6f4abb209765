//! What one does with a prompt of the queue, by the buttons of its row or by its menu.

use leptos::html::{Button, Li};
use leptos::prelude::*;
use midturn_core::id::MessageId;
use midturn_core::input::QueueInput;
use web_sys::Element;

use super::Row;
use super::places::{place_of, step};
use crate::components::Ui;
use crate::hooks::after_frame;

/// The acts on one prompt.
#[derive(Clone, Copy)]
pub(super) struct Acts {
    pub(super) ui: Ui,
    pub(super) id: StoredValue<MessageId>,
    /// The prompt's text, which accessible names begin to quote.
    pub(super) said: StoredValue<String>,
    /// Whether the prompt is held.
    pub(super) held: Memo<bool>,
    /// The prompt's row.
    pub(super) item: NodeRef<Li>,
    /// The button of the row that takes the focus when the row before it is removed.
    pub(super) remove: NodeRef<Button>,
    pub(super) rows: StoredValue<Vec<Row>>,
    /// The prompt's place, and the length of the queue.
    place: Memo<Option<(usize, usize)>>,
}

impl Acts {
    pub(super) fn new(
        ui: Ui,
        (id, said, held): (StoredValue<MessageId>, StoredValue<String>, Memo<bool>),
        (item, remove): (NodeRef<Li>, NodeRef<Button>),
        rows: StoredValue<Vec<Row>>,
    ) -> Self {
        let queue = ui.cells.queue;
        let place = Memo::new(move |_| {
            queue.with(|queue| Some((id.with_value(|id| place_of(queue, id))?, queue.len())))
        });
        Self {
            ui,
            id,
            said,
            held,
            item,
            remove,
            rows,
            place,
        }
    }

    fn give(self, input: impl FnOnce(MessageId) -> QueueInput) {
        self.ui.actions.queue(input(self.id.get_value()));
    }

    pub(super) fn run(self) {
        self.give(QueueInput::RunNow);
    }

    /// What running the prompt now means.
    pub(super) fn run_title(self) -> &'static str {
        let texts = self.ui.texts;
        if self.ui.cells.is_waiting() {
            texts.control.run_now_overtakes
        } else if self.ui.cells.run.with(Option::is_some) {
            texts.prompt_run_now_title
        } else {
            texts.prompt_run_now
        }
    }

    /// The place `by` places further; `None` past an end.
    pub(super) fn to(self, by: isize) -> Option<usize> {
        let (place, count) = self.place.get()?;
        step(place, by, count)
    }

    /// Moves the prompt. False past an end.
    pub(super) fn move_by(self, by: isize) -> bool {
        let to = untrack(|| self.to(by));
        if let Some(to) = to {
            self.give(|id| QueueInput::Move { id, to });
        }
        to.is_some()
    }

    /// Holds the prompt, or releases it.
    pub(super) fn hold(self) {
        let held = !self.held.get_untracked();
        self.give(|id| QueueInput::Hold { id, held });
    }

    pub(super) fn edit(self) {
        self.give(QueueInput::Edit);
    }

    /// Removes the prompt, and focuses the next row. If no prompt is left, the core focuses the
    /// composer.
    pub(super) fn remove(self) {
        let next = self.item.get_untracked().and_then(|item| {
            let next = item.next_element_sibling();
            next.or_else(|| item.previous_element_sibling())
        });
        let next = next.and_then(|next| remove_button(self.rows, &next));
        self.give(QueueInput::Remove);
        if let Some(next) = next {
            after_frame(move || focus_on_page(next));
        }
    }
}

/// The button that removes the prompt of this row.
fn remove_button(rows: StoredValue<Vec<Row>>, item: &Element) -> Option<NodeRef<Button>> {
    let is_row = |row: &&Row| {
        let drawn = row.item.try_get_untracked().flatten();
        drawn.is_some_and(|drawn| AsRef::<Element>::as_ref(&drawn) == item)
    };
    // Searched from the end: if a prompt was drawn again, its newest row is the last.
    rows.with_value(|rows| rows.iter().rev().find(is_row).map(|row| row.remove))
}

/// Focuses a button that may have been removed meanwhile.
pub(super) fn focus_on_page(button: NodeRef<Button>) {
    let drawn = button.try_get_untracked().flatten();
    if let Some(button) = drawn.filter(|button| button.is_connected()) {
        let _ = button.focus();
    }
}
