//! The debug recording for developers: records all inputs, effects and wire messages, shows them
//! beside the chat, and saves them as a report that can be replayed.
//!
//! Off unless an embedder, or `?debug` in the standalone page's address, turns it on. The chat
//! never depends on it.

#![expect(
    unreachable_pub,
    reason = "what `#[component]` makes of the props of a private component is public"
)]

mod cut;
mod described;
mod entry;
mod filter;
mod list;
mod panel;
mod recorder;
mod report;
mod row;
#[cfg(test)]
mod tests;

use std::rc::Rc;

pub use panel::{PanelProps, debug_panel};
use recorder::Recorder;

use crate::driver::Driver;
use crate::hooks::after_frame;

/// A recording of everything that a driver does.
#[derive(Clone)]
pub struct Debug {
    driver: Driver,
    recorder: Rc<Recorder>,
}

impl Debug {
    /// Starts a recording.
    pub fn start(driver: &Driver) -> Self {
        let recorder = Recorder::new(after_frame);
        driver.set_observer(Some(recorder.clone()));
        Self {
            driver: driver.clone(),
            recorder,
        }
    }

    /// Stops the recording.
    pub fn end(&self) {
        self.driver.set_observer(None);
    }
}
