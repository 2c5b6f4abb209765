//! Whether the chat is recorded for who looks for a mistake, and shown so.
//!
//! Not responsible for what is recorded (see [`crate::debug`]).

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

/// Whether it is. Clones are handles to the same.
#[derive(Clone, Default)]
pub(super) struct Debugging(Rc<Inner>);

#[derive(Default)]
struct Inner {
    /// What was asked for last. A person who closes the panel asks for nothing else.
    asked: Cell<bool>,
    /// How many recordings there have been.
    begun: Cell<usize>,
    /// Which recording is shown.
    shown: ArcRwSignal<Option<usize>>,
    debug: RefCell<Option<Debug>>,
}

impl Debugging {
    /// Another wish than the last one is carried out.
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

    /// Records and shows no more.
    fn end(&self) {
        if let Some(debug) = self.0.debug.take() {
            debug.end();
        }
        self.0.shown.set_if_new(None);
    }
}

/// What is below a chat: the panel, while the chat is recorded.
#[component]
pub(super) fn Below(
    /// Whether it is.
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
