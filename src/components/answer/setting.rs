//! What all answers share: the embedder's rules, the consent to images, and the modules for code,
//! formulas and diagrams.
//!
//! Not responsible for applying the rules.

use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use js_sys::Function;
use midturn_markdown::Rules;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Node;

use super::consent::Consent;
use super::highlight::Highlighters;
use super::written::Written;
use crate::extra::{get, load, method, own};

/// Whether images of an answer are fetched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Images {
    /// After the person agreed to the address, or to all images of its origin.
    #[default]
    Ask,
    /// Never: an answer shows the alternative text and the host, and a file shows its link.
    Never,
    /// At once. For embedders who know where their agent's images come from.
    Always,
}

impl Images {
    /// The policy with this name; `Ask` for any other name.
    pub fn of(name: &str) -> Self {
        match name {
            "never" => Self::Never,
            "always" => Self::Always,
            _ => Self::Ask,
        }
    }
}

/// What an embedder's `renderers` have for a name.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::components) enum Given {
    Nothing,
    /// `null`: what Midturn would draw is not drawn.
    Off,
    Renderer(Function),
}

impl Given {
    fn of(given: JsValue) -> Self {
        if given.is_null() {
            return Self::Off;
        }
        given.dyn_into().map_or(Self::Nothing, Self::Renderer)
    }
}

/// The settings of all answers of a page or an element. Clones are handles to the same settings.
#[derive(Clone, Default)]
pub struct Answers(Rc<Shared>);

#[derive(Default)]
struct Shared {
    /// How often the rules or the image policy have changed.
    changes: ArcRwSignal<usize>,
    rules: RefCell<Rules>,
    images: RefCell<Images>,
    renderers: RefCell<JsValue>,
    /// What renderers may call.
    host: RefCell<JsValue>,
    /// How often the renderers have changed.
    rendering: ArcRwSignal<usize>,
    /// The modules that could not be loaded, of which the embedder's page was told.
    missing: RefCell<Vec<&'static str>>,
    consent: Consent,
    /// Whether new blocks of code wrap their lines.
    wraps: Cell<bool>,
    highlighters: Highlighters,
    /// The texts of which a later task draws more.
    unfinished: RefCell<Vec<Weak<Written>>>,
}

impl Answers {
    /// Sets what an embedder allows. Redraws the answers on the page.
    pub fn allow(&self, rules: Rules, images: Images) {
        if rules != self.rules() || images != self.images() {
            self.0.rules.replace(rules);
            self.0.images.replace(images);
            self.0.changes.update(|changes| *changes += 1);
        }
    }

    /// How often the rules or the image policy have changed.
    pub(in crate::components) fn changes(&self) -> usize {
        self.0.changes.get()
    }

    /// Sets an embedder's renderers: an object with `code`, `tools` and `activities`, each an object
    /// of functions by name. `host`: the functions `send`, `respond` and `failed`, for renderers.
    pub fn render_with(&self, renderers: JsValue, host: JsValue) {
        self.0.host.replace(host);
        if *self.0.renderers.borrow() != renderers {
            self.0.renderers.replace(renderers);
            self.0.rendering.update(|changes| *changes += 1);
        }
    }

    /// How often the renderers have changed.
    pub(in crate::components) fn rendering(&self) -> usize {
        self.0.rendering.get()
    }

    /// The embedder's renderer of a tool call, an activity or a language. Follows changes.
    pub(in crate::components) fn renderer(&self, of: &str, name: &str) -> Given {
        self.0.rendering.track();
        Given::of(own(&get(&self.0.renderers.borrow(), of), name))
    }

    pub(in crate::components) fn rules(&self) -> Rules {
        self.0.rules.borrow().clone()
    }

    pub(in crate::components) fn images(&self) -> Images {
        *self.0.images.borrow()
    }

    /// What renderers may call.
    pub(in crate::components) fn host(&self) -> JsValue {
        self.0.host.borrow().clone()
    }

    /// Loads one of Midturn's own modules that draw. If that fails, the embedder's page is told: once,
    /// until the module could be loaded.
    pub(in crate::components) async fn module(&self, name: &'static str) -> Option<JsValue> {
        let loaded = load(name).await;
        let mut missing = self.0.missing.borrow_mut();
        let told = missing.contains(&name);
        missing.retain(|held| *held != name);
        let Err(error) = &loaded else {
            return loaded.ok();
        };
        missing.push(name);
        drop(missing);
        if !told && let Some(failed) = method(&self.host(), "failed") {
            let code = JsValue::from_str("load-failed");
            let _ = failed.call2(&JsValue::UNDEFINED, &code, &get(error, "message"));
        }
        None
    }

    pub(super) fn consent(&self) -> &Consent {
        &self.0.consent
    }

    /// Whether new blocks of code wrap their lines: as the person chose last.
    pub(super) fn wraps(&self) -> bool {
        self.0.wraps.get()
    }

    pub(super) fn set_wraps(&self, wraps: bool) {
        self.0.wraps.set(wraps);
    }

    /// Notes that a later task draws more of this text.
    pub(super) fn note_unfinished(&self, text: &Rc<Written>) {
        let text = Rc::downgrade(text);
        let mut unfinished = self.0.unfinished.borrow_mut();
        unfinished.retain(|held| held.strong_count() > 0 && !held.ptr_eq(&text));
        unfinished.push(text);
    }

    /// Draws the texts in this element to their ends, however long that takes, for what reads them now:
    /// a search, a printer or a copy.
    pub(in crate::components) fn finish(&self, within: &Node) {
        for held in self.0.unfinished.take() {
            let text = held.upgrade();
            if text.is_some_and(|text| !text.finish(within)) {
                self.0.unfinished.borrow_mut().push(held);
            }
        }
    }

    pub(super) fn highlighters(&self) -> &Highlighters {
        &self.0.highlighters
    }
}
