//! Says for a while that something was copied, or that it could not be.

use leptos::prelude::*;

use crate::components::Ui;
use crate::components::icon::IconName;
use crate::hooks::later;

/// How long a button shows that something was copied, in milliseconds.
const SAID: u32 = 2000;

/// Whether a copy was made a moment ago.
#[derive(Clone, Copy)]
pub(super) struct Copied(RwSignal<bool>);

impl Copied {
    pub(super) fn new() -> Self {
        Self(RwSignal::new(false))
    }

    /// The icon of the button.
    pub(super) fn icon(self) -> Signal<IconName> {
        Signal::derive(move || {
            if self.0.get() {
                IconName::Check
            } else {
                IconName::Copy
            }
        })
    }

    /// Announces the end of a copy, and shows it if it was good.
    pub(super) fn say(self, ui: &Ui, done: bool, said: &'static str) {
        let texts = &ui.texts.acts;
        let said = if done { said } else { texts.not_copied };
        ui.announcer.say(said.to_owned());
        // The button may be gone.
        self.0.try_set(done);
        later(SAID, move || {
            self.0.try_set(false);
        });
    }
}
