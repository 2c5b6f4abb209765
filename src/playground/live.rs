//! Sets and calls the live element, as a page's code would.

use js_sys::{Array, Function, JSON, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlElement;

use super::offer::{
    Control, Place, Property, READY_THEMES, SAMPLES, attribute, properties, tokens,
};
use super::settings::Settings;
use crate::extra::{get, method, put, settled};

/// Sets the properties and custom properties that differ.
pub(super) fn apply(chat: &HtmlElement, before: &Settings, after: &Settings) {
    for property in properties() {
        let value = after.property(property.name);
        if property.control != Control::Sample && value != before.property(property.name) {
            set(chat, property, &value);
        }
    }
    let style = chat.style();
    for token in tokens() {
        let value = after.tokens.get(token.name);
        if value != before.tokens.get(token.name) {
            // A value that the browser does not understand leaves the default.
            let _ = match value {
                Some(value) => style.set_property(token.name, value),
                None => style.remove_property(token.name).map(drop),
            };
        }
    }
}

fn set(chat: &HtmlElement, property: &Property, value: &str) {
    if property.has_attribute {
        let name = attribute(property.name);
        // Cannot fail: the names are valid.
        let _ = match (value, property.control) {
            ("", _) => chat.remove_attribute(&name),
            (_, Control::Flag) => chat.set_attribute(&name, ""),
            _ => chat.set_attribute(&name, value),
        };
        return;
    }
    let given = match (value, property.control) {
        ("", _) => JsValue::UNDEFINED,
        (_, Control::Json(_)) => JSON::parse(value).unwrap_or(JsValue::UNDEFINED),
        _ => JsValue::from_str(value),
    };
    put(chat, property.name, &given);
}

/// Sets the properties that take samples. `module` has the samples that are on and loaded.
pub(super) fn apply_samples(chat: &HtmlElement, module: impl Fn(&str) -> Option<JsValue>) {
    let (renderers, mut tools) = (Object::new(), Array::new());
    for sample in &SAMPLES {
        let value = module(sample.name).map(|module| get(&module, sample.name));
        let in_group = |group: &str, name: &str| {
            if let Some(value) = &value {
                let held = get(&renderers, group);
                let held = held.dyn_into().unwrap_or_else(|_| Object::new());
                put(&held, name, value);
                put(&renderers, group, &held);
            }
        };
        match sample.place {
            Place::ToolCall(name) => in_group("tools", name),
            Place::Activity(name) => in_group("activities", name),
            Place::Code(name) => in_group("code", name),
            Place::Tool => tools.extend(value),
            Place::Property(name) => put(chat, name, &value.unwrap_or(JsValue::NULL)),
        }
    }
    let given = |value: &Object, is_empty: bool| {
        if is_empty {
            JsValue::UNDEFINED
        } else {
            value.into()
        }
    };
    let is_empty = Object::keys(&renderers).length() == 0;
    put(chat, "renderers", &given(&renderers, is_empty));
    put(chat, "tools", &given(&tools, tools.length() == 0));
}

/// The style sheet of a page around the element: the ready theme, the declarations of parts, and the
/// outline of the chosen part.
pub(super) fn style(settings: &Settings, outlined: Option<&str>) -> String {
    let mut themes = READY_THEMES.iter();
    let theme = themes.find(|ready| ready.name == settings.theme);
    let mut css = theme.map_or_else(String::new, |ready| ready.css.to_owned());
    for (name, declarations) in &settings.parts {
        css.push_str(&part(name, declarations));
    }
    if let Some(name) = outlined {
        css.push_str(&part(
            name,
            "outline: 3px solid #d6336c !important; outline-offset: -3px !important",
        ));
    }
    css
}

fn part(name: &str, declarations: &str) -> String {
    format!("midturn-chat::part({name}) {{ {declarations} }}\n")
}

/// Calls a method of the element.
///
/// # Errors
/// The error with which the method fails.
pub(super) async fn call(
    chat: &HtmlElement,
    name: &str,
    arguments: &Array,
) -> Result<JsValue, JsValue> {
    let function = method(chat, name).ok_or_else(|| JsValue::from_str("not loaded"))?;
    settled(function.apply(chat, arguments)?).await
}

/// Imports a module of the page's server.
///
/// # Errors
/// The browser's error if the module could not be loaded.
pub(super) async fn import(function: &Function, address: &str) -> Result<JsValue, JsValue> {
    settled(function.call1(&JsValue::UNDEFINED, &JsValue::from_str(address))?).await
}

/// A value as JSON with line breaks; empty for `undefined`.
pub(super) fn json(value: &JsValue) -> String {
    let indent = JsValue::from_f64(2.0);
    let text = JSON::stringify_with_replacer_and_space(value, &JsValue::NULL, &indent);
    text.ok()
        .and_then(|text| text.as_string())
        .unwrap_or_default()
}

/// The code and the message of an error.
pub(super) fn refusal(error: &JsValue) -> (String, String) {
    let text = |name: &str| Reflect::get(error, &name.into()).ok()?.as_string();
    let code = text("code").or_else(|| text("name")).unwrap_or_default();
    let message = text("message").or_else(|| error.as_string());
    (code, message.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_has_the_theme_the_parts_and_the_outline() {
        let mut settings = Settings::default();
        assert_eq!(style(&settings, None), "");
        settings.theme = "ocean".to_owned();
        settings.set_part("card", "border: 0");
        let css = style(&settings, Some("queue"));
        assert!(css.contains(".midturn-ocean {"));
        assert!(css.contains("midturn-chat::part(card) { border: 0 }"));
        assert!(css.contains("midturn-chat::part(queue) { outline: 3px solid"));
    }
}
