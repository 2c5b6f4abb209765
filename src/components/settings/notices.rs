//! What the browser allows of system notifications.

use leptos::prelude::Signal;

/// Whether there can be notifications.
#[derive(Clone, Copy)]
pub struct Notices {
    /// Whether the browser has them.
    pub can: bool,
    /// Whether the person or the browser has just refused them.
    pub refused: Signal<bool>,
}
