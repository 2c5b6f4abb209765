//! Whether the chat is recorded for who looks for a mistake, and shown so.
//!
//! Not responsible for what is recorded (see [`crate::debug`]).

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use web_sys::Node;

use crate::components::Ui;
use crate::debug::Debug;
use crate::dom::{show, text};
use crate::driver::Driver;

/// Draws the panel of a chat.
type Draw = Rc<dyn Fn(&Ui) -> Node>;

/// Whether it is. Clones are handles to the same.
#[derive(Clone, Default)]
pub(super) struct Debugging(Rc<Inner>);

#[derive(Default)]
struct Inner {
    /// What was asked for last. Who closes the panel asks for nothing else.
    asked: Cell<bool>,
    shown: ArcRwSignal<bool>,
    draw: RefCell<Option<Draw>>,
}

impl Debugging {
    /// Another wish than the last one is carried out.
    pub(super) fn set(&self, driver: &Driver, on: bool) {
        if self.0.asked.replace(on) == on {
            return;
        }
        if on {
            self.record(driver.clone());
        } else {
            self.0.end(driver);
        }
    }

    /// What is below a chat.
    pub(super) fn below(&self, ui: &Ui) -> Node {
        let (told, held, ui) = (self.0.shown.clone(), self.clone(), *ui);
        show(move || told.get(), move || held.drawn(&ui))
    }

    fn drawn(&self, ui: &Ui) -> Node {
        let draw = self.0.draw.borrow().clone();
        draw.map_or_else(|| text(""), |draw| draw(ui))
    }

    fn record(&self, driver: Driver) {
        // Weak: what is drawn must not keep what draws it.
        let (debug, held) = (Debug::start(&driver), Rc::downgrade(&self.0));
        let draw = move |ui: &Ui| {
            let (held, driver) = (held.clone(), driver.clone());
            let close = move || {
                if let Some(held) = held.upgrade() {
                    held.end(&driver);
                }
            };
            debug.panel(ui, close).element().clone().into()
        };
        self.0.draw.replace(Some(Rc::new(draw)));
        self.0.shown.set(true);
    }
}

impl Inner {
    fn end(&self, driver: &Driver) {
        driver.set_observer(None);
        self.draw.take();
        self.shown.set_if_new(false);
    }
}
