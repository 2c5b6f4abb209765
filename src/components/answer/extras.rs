//! Blocks of code and formulas that are drawn: by an embedder's renderer, or by Midturn's own modules
//! for formulas and diagrams, which are loaded on first use (see `docs/extending.md`).
//!
//! Not responsible for what is drawn, nor for calling an embedder's renderer (see
//! [`rendering`](crate::components::rendering)). The source is shown until it is drawn, and stays if
//! drawing fails.

use std::rc::Rc;

use js_sys::{Function, Object};
use leptos::prelude::*;
use midturn_core::id::MessageId;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{AbortController, AbortSignal, Element, Node};

use super::nodes::Drawings;
use super::setting::{Answers, Given};
use crate::components::Ui;
use crate::components::rendering::{Begun, Drawer, Shown};
use crate::extra::{get, method, put, settled};
use crate::hooks::{at_end, effect};
use crate::i18n::Catalogue;

/// Midturn's own modules: the language of a block, and the module.
const OWN: [(&str, &str); 2] = [("math", "math"), ("mermaid", "diagram")];

/// The source to draw.
#[derive(Clone)]
pub(super) struct DrawingSource {
    /// The turn with the answer.
    pub(super) turn: MessageId,
    /// `math`, or the language of a block of code.
    pub(super) language: String,
    /// Reads the source text.
    pub(super) text: Rc<dyn Fn() -> String>,
    /// What the source is.
    pub(super) form: Form,
    /// The element of the source.
    pub(super) place: Element,
}

/// What a source is.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// A block of code.
    Code,
    /// A formula.
    Formula {
        /// Whether it has lines of its own, not a place within a line of text.
        display: bool,
    },
}

/// Draws the source until the current owner ends, and anew when the embedder's renderer of its
/// language changes. Draws nothing for a language without a renderer.
pub(super) fn draw(ui: Ui, source: DrawingSource, drawing: Drawings) {
    let (drawer, own) = (Drawer::default(), StoredValue::new_local(Own::default()));
    let stop = {
        let drawer = drawer.clone();
        move || {
            drawer.end();
            own.try_update_value(|own| *own = Own::default());
        }
    };
    let mut before = None;
    let end = stop.clone();
    effect(move || {
        let given = ui.answers().renderer("code", &source.language);
        // The renderer of another language has changed.
        if before.as_ref() == Some(&given) {
            return;
        }
        before = Some(given.clone());
        stop();
        if drawing.with_untracked(Option::is_some) {
            drawing.set(None);
        }
        if let Given::Renderer(renderer) = given {
            drawer.begin(begun(ui, &source, renderer, drawing));
        } else if given != Given::Off
            && let Some((_, module)) = OWN.iter().find(|(name, _)| *name == source.language)
        {
            // With `null`, an embedder switches off Midturn's own renderer.
            let begun = Own::begin();
            let signal = begun.signal();
            own.set_value(begun);
            draw_ourselves(ui.answers(), ui.texts, module, &source, signal, drawing);
        }
    });
    at_end(end);
}

/// What an embedder's renderer begins with.
fn begun(ui: Ui, source: &DrawingSource, renderer: Function, drawing: Drawings) -> Begun {
    let text = source.text.clone();
    Begun {
        ui,
        renderer,
        name: source.language.clone(),
        turn: source.turn.clone(),
        place: source.place.clone(),
        members: members(source).into(),
        value: Box::new(move || Some(JsValue::from_str(&text()))),
        show: Box::new(move |shown| {
            // The answer may be gone.
            drawing.try_set(match shown {
                Shown::Drawn(node) => Some(Ok(node)),
                Shown::Nothing => None,
                Shown::Failed(reason) => Some(Err(reason)),
                Shown::Missing => Some(Err(String::new())),
            });
        }),
    }
}

/// The members of the context that only blocks of code and formulas have.
fn members(source: &DrawingSource) -> [(&'static str, JsValue); 3] {
    let (kind, display) = match source.form {
        Form::Code => ("code", true),
        Form::Formula { display } => ("math", display),
    };
    [
        ("kind", JsValue::from_str(kind)),
        ("language", JsValue::from_str(&source.language)),
        ("display", JsValue::from_bool(display)),
    ]
}

/// A drawing by one of Midturn's modules. Aborted when it is dropped.
#[derive(Default)]
struct Own(Option<AbortController>);

impl Own {
    fn begin() -> Self {
        Self(AbortController::new().ok())
    }

    fn signal(&self) -> Option<AbortSignal> {
        self.0.as_ref().map(AbortController::signal)
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}

/// Draws the source with one of Midturn's modules, which may be loaded for it.
fn draw_ourselves(
    answers: Answers,
    texts: &'static Catalogue,
    module: &'static str,
    source: &DrawingSource,
    signal: Option<AbortSignal>,
    drawing: Drawings,
) {
    let context = Object::new();
    let further = [
        ("document", document().into()),
        ("locale", JsValue::from_str(texts.locale)),
        (
            "signal",
            signal.clone().map_or(JsValue::UNDEFINED, JsValue::from),
        ),
        ("names", names(texts)),
    ];
    for (name, value) in members(source).into_iter().chain(further) {
        put(&context, name, &value);
    }
    let text = source.text.clone();
    wasm_bindgen_futures::spawn_local(async move {
        let made = match answers.module(module).await {
            Some(module) => render(&module, &text(), &context).await,
            // The embedder's page was told why; the address is not for the person.
            None => Err(JsValue::UNDEFINED),
        };
        if !signal.is_some_and(|signal| signal.aborted()) {
            let reason = |error| get(&error, "message").as_string().unwrap_or_default();
            drawing.try_set(Some(made.map_err(reason)));
        }
    });
}

async fn render(module: &JsValue, source: &str, context: &Object) -> Result<Node, JsValue> {
    let renderer = get(module, "default");
    let render = method(&renderer, "render").ok_or(JsValue::UNDEFINED)?;
    let made = render.call2(&renderer, &JsValue::from_str(source), context)?;
    settled(made).await?.dyn_into()
}

/// The names of the kinds of diagrams, for Midturn's own renderer.
fn names(texts: &Catalogue) -> JsValue {
    let texts = &texts.answer;
    let names = Object::new();
    for (kind, name) in [
        ("flowchart", texts.diagram_flowchart),
        ("state", texts.diagram_state),
        ("sequence", texts.diagram_sequence),
        ("class", texts.diagram_class),
        ("er", texts.diagram_er),
        ("pie", texts.diagram_pie),
    ] {
        put(&names, kind, &JsValue::from_str(name));
    }
    names.into()
}
