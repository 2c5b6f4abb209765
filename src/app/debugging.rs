//! Turns the debug recording and its panel on and off.
//!
//! [`crate::debug`] makes the recording.

#![expect(
    unreachable_pub,
    reason = "what `#[component]` makes of the props of a private component is public"
)]

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::*;

use crate::components::Part;
use crate::debug::{Debug, PanelProps, debug_panel};
use crate::driver::Driver;
use crate::hooks::SetIfNew;

/// The switch of the debug recording. Clones are handles to the same switch.
#[derive(Clone, Default)]
pub(super) struct Debugging(Rc<DebugSwitch>);

#[derive(Default)]
struct DebugSwitch {
    /// What the embedder asked for last. Closing the panel does not change it.
    asked: Cell<bool>,
    /// How many recordings have been started.
    begun: Cell<usize>,
    /// The number of the recording that is shown.
    shown: ArcRwSignal<Option<usize>>,
    debug: RefCell<Option<Debug>>,
}

impl Debugging {
    /// Starts or stops the recording, if `on` differs from the last call.
    pub(super) fn set(&self, driver: &Driver, on: bool) {
        if self.0.asked.replace(on) == on {
            return;
        }
        if on {
            self.0.begun.set(self.0.begun.get() + 1);
            self.0.debug.replace(Some(Debug::start(driver)));
            self.0.shown.set(Some(self.0.begun.get()));
        } else {
            self.end();
        }
    }

    /// Stops the recording and hides the panel.
    fn end(&self) {
        if let Some(debug) = self.0.debug.take() {
            debug.end();
        }
        self.0.shown.set_if_new(None);
    }
}

/// The debug panel below a chat, while a recording runs.
#[component]
pub(super) fn Below(
    /// The switch.
    debugging: StoredValue<Debugging, LocalStorage>,
) -> impl IntoView {
    let shown = RwSignal::from(debugging.with_value(|debugging| debugging.0.shown.clone()));
    let shown = Memo::new(move |_| shown.get());
    let close = Callback::new(move |()| debugging.with_value(Debugging::end));
    move || {
        shown.get()?;
        let debug = debugging.with_value(|debugging| debugging.0.debug.borrow().clone())?;
        let debug = StoredValue::new_local(debug);
        let props = Callback::new(move |()| PanelProps { debug, close });
        Some(view! { <Part load=debug_panel props/> })
    }
}
