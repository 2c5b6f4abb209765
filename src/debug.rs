//! For who looks for a mistake: all that goes in and out of the core and over the wire is recorded,
//! shown beside the chat, and saved as a report that can be played again.
//!
//! Off unless an embedder asks for it. Not responsible for whether
//! it is asked for. Nothing of the chat depends on it.

#![expect(
    unreachable_pub,
    reason = "what `#[component]` makes of the props of a private component is public"
)]

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

/// A recording of all that a driver does.
#[derive(Clone)]
pub struct Debug {
    driver: Driver,
    recorder: Rc<Recorder>,
}

impl Debug {
    /// Records from now on.
    pub fn start(driver: &Driver) -> Self {
        let recorder = Recorder::new(after_frame);
        driver.set_observer(Some(recorder.clone()));
        Self {
            driver: driver.clone(),
            recorder,
        }
    }

    /// Records no more.
    pub fn end(&self) {
        self.driver.set_observer(None);
    }
}
