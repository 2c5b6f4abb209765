//! The announcer: tells screen reader users about changes of state.
//!
//! The core decides what to announce. It never announces single tokens.

use super::later;
use leptos::prelude::*;

/// How long an announcement waits, in milliseconds: screen readers drop announcements made while
/// the focus moves.
const WAIT: u32 = 250;

/// The polite live region of a chat. Clones are handles to the same region.
#[derive(Clone, Copy, Default)]
pub struct Announcer {
    text: RwSignal<String>,
}

impl Announcer {
    /// Announces a text. A repeated text is announced again, because the region is emptied first.
    pub fn say(&self, text: String) {
        self.text.set(String::new());
        let held = self.text;
        later(WAIT, move || {
            held.update(|held| {
                if !held.is_empty() {
                    held.push(' ');
                }
                held.push_str(&text);
            });
        });
    }

    /// The current text of the live region.
    pub fn text(&self) -> String {
        self.text.get()
    }
}
