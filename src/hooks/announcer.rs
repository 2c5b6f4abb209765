//! The announcer: tells a person who cannot see the page of true transitions.
//!
//! Not responsible for what is worth telling; the core decides that, and it is never a token.

use leptos::prelude::*;

use super::later;

/// How long an announcement waits, in milliseconds: screen readers drop one that comes together
/// with a move of the focus.
const WAIT: u64 = 250;

/// The one polite live region of a chat.
#[derive(Clone, Copy)]
pub struct Announcer {
    text: RwSignal<String>,
}

impl Announcer {
    /// An announcer with nothing to say.
    pub fn new() -> Self {
        Self {
            text: RwSignal::new(String::new()),
        }
    }

    /// Says this. Saying the same again is heard again, because the region is emptied first.
    pub fn say(self, text: String) {
        self.text.try_set(String::new());
        later(WAIT, move || {
            self.text.try_update(|held| {
                if !held.is_empty() {
                    held.push(' ');
                }
                held.push_str(&text);
            });
        });
    }

    /// What is being said, for the live region.
    pub fn text(self) -> String {
        self.text.get()
    }
}

impl Default for Announcer {
    fn default() -> Self {
        Self::new()
    }
}
