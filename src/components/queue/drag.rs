//! Moving a prompt by dragging it to another prompt's place.

use leptos::prelude::*;
use midturn_core::id::MessageId;
use midturn_core::input::QueueInput;
use web_sys::DragEvent;

use super::places::{Side, place_of, side};
use crate::components::Ui;
use crate::hooks::SetIfNew;
use crate::state::{Actions, ConversationCells};

/// A row that can be dragged and dropped on.
#[derive(Clone, Copy)]
pub(super) struct Drag {
    cells: ConversationCells,
    actions: Actions,
    /// The row's prompt.
    id: StoredValue<MessageId>,
    /// The prompt that is being dragged, shared by the whole list.
    dragged: RwSignal<Option<MessageId>>,
    /// The side of this row on which the dragged prompt would land.
    over: RwSignal<Option<Side>>,
}

impl Drag {
    /// A row over which nothing is dragged.
    pub(super) fn new(id: StoredValue<MessageId>, dragged: RwSignal<Option<MessageId>>) -> Self {
        let Ui { cells, actions, .. } = Ui::get();
        Self {
            cells,
            actions,
            id,
            dragged,
            over: RwSignal::new(None),
        }
    }

    /// Whether this row is being dragged.
    pub(super) fn is_dragged(self) -> bool {
        let is_it = |dragged: &MessageId| self.id.with_value(|id| id == dragged);
        self.dragged
            .with(|dragged| dragged.as_ref().is_some_and(is_it))
    }

    /// Whether the dragged prompt would land on this side of the row.
    pub(super) fn lands(self, on: Side) -> bool {
        self.over.get() == Some(on)
    }

    /// For `dragstart`.
    pub(super) fn start(self, event: &DragEvent) {
        if let Some(data) = event.data_transfer() {
            data.set_effect_allowed("move");
            // Firefox drags nothing without data.
            let _ = data.set_data("text/plain", "");
        }
        self.dragged.set(Some(self.id.get_value()));
    }

    /// For `dragend`.
    pub(super) fn end(self) {
        self.dragged.set(None);
    }

    /// For `dragover`.
    pub(super) fn hover(self, event: &DragEvent) {
        if let Some(dragged) = self.dragged.get_untracked() {
            event.prevent_default();
            let side = |id: &MessageId| {
                self.cells
                    .queue
                    .with_untracked(|queue| side(queue, &dragged, id))
            };
            self.over.set_if_new(self.id.with_value(side));
        }
    }

    /// For `dragleave`.
    pub(super) fn leave(self) {
        self.over.set_if_new(None);
    }

    /// For `drop`.
    pub(super) fn drop(self, event: &DragEvent) {
        event.prevent_default();
        self.over.set(None);
        let place = |id: &MessageId| self.cells.queue.with_untracked(|queue| place_of(queue, id));
        let place = self.id.with_value(place);
        if let (Some(id), Some(to)) = (self.dragged.get_untracked(), place) {
            self.dragged.set(None);
            self.actions.queue(QueueInput::Move { id, to });
        }
    }
}
