//! An embedder's renderer at work, of whatever kind: it draws a tool call, an activity, a block of code
//! or a formula, through the module that is loaded for it (`extras/src/renderers`).
//!
//! Not responsible for a renderer's mistakes, which the module tells of, nor for what is drawn without
//! one.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Function, Object};
use leptos::prelude::document;
use midturn_core::id::MessageId;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Node};

use super::Ui;
use crate::extra::{get, method, put};

/// What a renderer shows now.
pub(super) enum Shown {
    /// This node, in place of the one before.
    Drawn(Node),
    /// Nothing: the renderer wants it so.
    Nothing,
    /// Nothing: the renderer failed, for this reason.
    Failed(String),
    /// Nothing: the module that calls renderers could not be loaded.
    Missing,
}

/// What a renderer begins with.
pub(super) struct Begun {
    pub(super) ui: Ui,
    /// The embedder's function.
    pub(super) renderer: Function,
    /// The name of the tool, the type of the activity, or the language of the code.
    pub(super) name: String,
    /// The turn with what is drawn.
    pub(super) turn: MessageId,
    /// An element on the page, where the drawing is.
    pub(super) place: Element,
    /// Members of the context that only this kind of drawing has.
    pub(super) members: Vec<(&'static str, JsValue)>,
    /// The value at the time; `None` if the chat has ended.
    pub(super) value: Box<dyn Fn() -> Option<JsValue>>,
    /// Puts on the page what is shown. Not called after the end.
    pub(super) show: Box<dyn Fn(Shown)>,
}

/// The module calls it with a node or null, and with the reason of a failure.
type Show = Closure<dyn Fn(JsValue, JsValue)>;

/// A renderer at work; at first there is none. Clones are handles to the same.
#[derive(Clone, Default)]
pub(super) struct Drawer(Rc<RefCell<State>>);

#[derive(Default)]
struct State {
    /// The module's handle, and what it calls.
    handle: Option<(JsValue, Show)>,
    /// Counts the renderers, so that one that was replaced meanwhile is not begun.
    begun: usize,
}

impl Drawer {
    /// Begins with a renderer, in place of an earlier one.
    pub(super) fn begin(&self, given: Begun) {
        self.end();
        let begun = self.0.borrow().begun;
        let (this, answers) = (self.clone(), given.ui.answers());
        wasm_bindgen_futures::spawn_local(async move {
            let module = answers.module("renderers").await;
            // Not with a borrow: a renderer may change the page at once.
            let is_current = || this.0.borrow().begun == begun;
            if !is_current() {
                return;
            }
            let Some(module) = module else {
                (given.show)(Shown::Missing);
                return;
            };
            let handle = given.attach(&module, &answers.host());
            if is_current() {
                this.0.borrow_mut().handle = handle;
            } else if let Some((handle, _)) = handle {
                call_end(&handle);
            }
        });
    }

    /// Gives the renderer another value.
    pub(super) fn update(&self, value: &JsValue) {
        let handle = self
            .0
            .borrow()
            .handle
            .as_ref()
            .map(|(handle, _)| handle.clone());
        if let Some(handle) = handle
            && let Some(update) = method(&handle, "update")
        {
            // The module catches the renderer's errors.
            let _ = update.call1(&handle, value);
        }
    }

    /// Ends the drawing, and with it its signal. Its node leaves the page.
    pub(super) fn end(&self) {
        let handle = {
            let mut state = self.0.borrow_mut();
            state.begun += 1;
            state.handle.take()
        };
        if let Some((handle, _)) = handle {
            call_end(&handle);
        }
    }
}

fn call_end(handle: &JsValue) {
    if let Some(end) = method(handle, "end") {
        let _ = end.call0(handle);
    }
}

impl Begun {
    /// The handle of the drawing; `None` if the chat has ended.
    fn attach(self, module: &JsValue, host: &JsValue) -> Option<(JsValue, Show)> {
        let value = (self.value)()?;
        let context = Object::new();
        let text = JsValue::from_str;
        let members = [
            ("name", text(&self.name)),
            ("document", document().into()),
            ("locale", text(self.ui.texts.locale)),
            ("threadId", text(self.ui.cells.thread().as_str())),
            ("turnId", text(self.turn.as_str())),
            ("send", get(host, "send")),
            ("respond", get(host, "respond")),
        ];
        for (name, value) in members.into_iter().chain(self.members) {
            put(&context, name, &value);
        }
        let show = self.show;
        let show = Show::new(move |node: JsValue, reason: JsValue| {
            show(match (node.dyn_into(), reason.as_string()) {
                (Ok(node), _) => Shown::Drawn(node),
                (Err(_), None) => Shown::Nothing,
                (Err(_), Some(reason)) => Shown::Failed(reason),
            });
        });
        let failed = get(host, "failed");
        let given = Array::of5(&self.place, &self.renderer, &value, &context, show.as_ref());
        given.push(&failed);
        let attach = method(module, "attach")?;
        let handle = attach.apply(&JsValue::UNDEFINED, &given).ok()?;
        Some((handle, show))
    }
}
