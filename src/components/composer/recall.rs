//! The arrow keys in an empty field: they open the last queued prompt, or bring back what was sent
//! before.
//!
//! Not responsible for what comes back: the core decides.

use leptos::prelude::*;
use midturn_core::composer::Recall;
use midturn_core::input::QueueInput;
use web_sys::KeyboardEvent;

use super::Field;

impl Field {
    /// Takes a key that an input method has not taken. Returns whether it meant one of these.
    pub(super) fn recall(&self, event: &KeyboardEvent) -> bool {
        let shown = self.recalled.get_value();
        let blank = self.value().is_empty();
        let queue = self.ui.cells.queue;
        let bare = !(event.shift_key() || event.ctrl_key() || event.alt_key() || event.meta_key());
        let to = match event.key().as_str() {
            _ if !bare => return false,
            "ArrowUp" if blank && queue.with_untracked(|queue| !queue.prompts().is_empty()) => {
                self.ui.actions.queue(QueueInput::EditLast);
                return true;
            }
            "ArrowUp" if blank || shown => Recall::Older,
            "ArrowDown" if shown => Recall::Newer,
            "Escape" if shown => Recall::End,
            _ => return false,
        };
        self.ui.actions.recall(to);
        let composer = self.ui.cells.composer;
        self.recalled
            .set_value(composer.with_untracked(|said| !said.is_empty()));
        true
    }
}
