//! The announcer: tells a person who cannot see the page of true transitions.
//!
//! Not responsible for what is worth telling; the core decides that, and it is never a token.

use super::later;
use leptos::prelude::*;

/// How long an announcement waits, in milliseconds: screen readers drop one that comes together
/// with a move of the focus.
const WAIT: u32 = 250;

/// The one polite live region of a chat. Clones are handles to the same one.
#[derive(Clone, Copy, Default)]
pub struct Announcer {
    text: RwSignal<String>,
}

impl Announcer {
    /// Says this. Saying the same again is heard again, because the region is emptied first.
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

    /// What is being said, for the live region.
    pub fn text(&self) -> String {
        self.text.get()
    }
}
