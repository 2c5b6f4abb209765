//! The announcer: tells screen reader users about changes of state.
//!
//! The core decides what to announce. It never announces single tokens.

use std::cell::Cell;

use super::later;
use leptos::prelude::*;

/// How long an announcement waits, in milliseconds: screen readers drop announcements made while
/// the focus moves.
const WAIT: u32 = 250;

/// How long an announcement stays in the live region, in milliseconds. Browsers pass changes on in
/// batches, and what is gone by then is never read.
const STAYS: u32 = 5_000;

/// An announcement in a live region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Another one for each announcement, so that a repeated text is read again.
    pub serial: u32,
    /// The text.
    pub text: String,
}

thread_local! {
    static SERIAL: Cell<u32> = const { Cell::new(0) };
    /// What all announcers say.
    static ALL: ArcRwSignal<Vec<Said>> = ArcRwSignal::default();
}

/// A polite live region, such as that of a chat. Clones are handles to the same region.
#[derive(Clone, Copy, Default)]
pub struct Announcer {
    said: RwSignal<Vec<Said>>,
}

impl Announcer {
    /// What any announcer of the program says. For a modal dialog: all regions outside are inert.
    pub fn of_all() -> Self {
        Self {
            said: ALL.with(ArcRwSignal::clone).into(),
        }
    }

    /// Announces a text.
    pub fn say(&self, text: String) {
        let serial = SERIAL.get() + 1;
        SERIAL.set(serial);
        let own = self.said;
        later(WAIT, move || {
            let said = Said { serial, text };
            change(own, move |all| all.push(said.clone()));
            later(STAYS, move || {
                change(own, move |all| all.retain(|said| said.serial != serial));
            });
        });
    }

    /// What is in the live region now. Tracked.
    pub fn said(&self) -> Vec<Said> {
        self.said.get()
    }
}

fn change(own: RwSignal<Vec<Said>>, change: impl Fn(&mut Vec<Said>)) {
    // The chat may be gone.
    own.try_update(&change);
    ALL.with(|all| all.update(&change));
}
