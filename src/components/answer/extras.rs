//! Formulas and diagrams. The modules that draw them, Midturn's own or an embedder's, are loaded on
//! first use (see `docs/extending.md`).
//!
//! Not responsible for what a module draws. The source is shown until the module has drawn it, and
//! stays if drawing fails.

use js_sys::Object;
use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{AbortSignal, Element, Node};

use crate::extra::{get, load, method, own, put, settled};
use crate::i18n::Catalogue;

/// Midturn's own modules: the language of a block, and the module.
const OWN: [(&str, &str); 2] = [("math", "math"), ("mermaid", "diagram")];

/// The result of a renderer: the node, or the reason why there is none.
pub(super) type Drawing = Result<Node, String>;

/// The source to draw.
pub(super) struct DrawingSource {
    /// `math`, or the language of a block of code.
    pub(super) language: String,
    /// The source text.
    pub(super) text: String,
    /// Whether the source is a formula, not a block of code.
    pub(super) math: bool,
    /// Whether the drawing has lines of its own, not a place within a line of text.
    pub(super) display: bool,
    /// Aborted when the answer is removed.
    pub(super) signal: Option<AbortSignal>,
}

/// Whether a renderer exists for this language, among the embedder's `renderers` or Midturn's own.
pub(super) fn draws(renderers: &JsValue, language: &str) -> bool {
    let given = own(&get(renderers, "code"), language);
    if given.is_function() {
        return true;
    }
    // With `null`, an embedder switches off Midturn's own renderer.
    !given.is_null() && OWN.iter().any(|(name, _)| *name == language)
}

/// Draws the source, then calls `done` with the result. Does nothing for a language without a
/// renderer.
pub(super) fn draw(
    renderers: &JsValue,
    texts: &'static Catalogue,
    source: DrawingSource,
    around: &Element,
    done: impl FnOnce(Drawing) + 'static,
) {
    if !draws(renderers, &source.language) {
        return;
    }
    let given = own(&get(renderers, "code"), &source.language);
    let around = around.clone();
    wasm_bindgen_futures::spawn_local(async move {
        let drawn = drawn(given, texts, source, &around).await;
        done(drawn.map_err(|error| get(&error, "message").as_string().unwrap_or_default()));
    });
}

async fn drawn(
    given: JsValue,
    texts: &'static Catalogue,
    source: DrawingSource,
    around: &Element,
) -> Result<Node, JsValue> {
    let text = JsValue::from_str(&source.text);
    let context = context(texts, &source, around);
    if let Some(render) = given.dyn_ref::<js_sys::Function>() {
        let made = settled(render.call2(&JsValue::UNDEFINED, &text, &context)?).await?;
        let node = get(&made, "node");
        if node.is_undefined() {
            return made.dyn_into();
        }
        if let (Some(dispose), Some(signal)) = (method(&made, "dispose"), &source.signal) {
            let _ = signal.add_event_listener_with_callback("abort", &dispose);
        }
        return node.dyn_into();
    }
    let ours = OWN.iter().find(|(name, _)| *name == source.language);
    let (_, module) = ours.ok_or(JsValue::UNDEFINED)?;
    put(context.unchecked_ref(), "names", &names(texts));
    let renderer = get(&load(module).await?, "default");
    let render = method(&renderer, "render").ok_or(JsValue::UNDEFINED)?;
    let made = render.call2(&renderer, &text, &context)?;
    settled(made).await?.dyn_into::<Node>()
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

/// The context object that a renderer is given.
fn context(texts: &Catalogue, source: &DrawingSource, around: &Element) -> JsValue {
    let dark = is_dark(around);
    let signal = source.signal.clone();
    let context = Object::new();
    let members: [(&str, JsValue); 7] = [
        ("document", document().into()),
        (
            "kind",
            JsValue::from_str(if source.math { "math" } else { "code" }),
        ),
        ("language", JsValue::from_str(&source.language)),
        ("display", JsValue::from_bool(source.display)),
        ("locale", JsValue::from_str(texts.locale)),
        ("dark", JsValue::from_bool(dark)),
        ("signal", signal.map_or(JsValue::UNDEFINED, JsValue::from)),
    ];
    for (name, value) in members {
        // Fails only for frozen objects.
        let _ = js_sys::Reflect::set(&context, &JsValue::from_str(name), &value);
    }
    context.into()
}

/// Whether an element is on a dark ground.
pub(in crate::components) fn is_dark(around: &Element) -> bool {
    web_sys::window()
        .and_then(|window| window.get_computed_style(around).ok()?)
        .and_then(|style| style.get_property_value("color").ok())
        .is_some_and(|color| is_light(&color))
}

/// Whether a computed text colour is light, which means a dark page.
fn is_light(color: &str) -> bool {
    let numbers = color
        .split(|held: char| !held.is_ascii_digit())
        .filter_map(|part| part.parse::<u32>().ok());
    numbers.take(3).sum::<u32>() > 3 * 127
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bright_text_colour_is_light() {
        assert!(is_light("rgb(230, 230, 240)"));
        assert!(is_light("rgba(255, 255, 255, 0.5)"));
        assert!(!is_light("rgb(20, 20, 30)"));
        assert!(!is_light(""));
    }
}
