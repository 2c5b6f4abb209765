//! What the buttons in an answer do. One listener hears all of them, so that a block of code costs
//! no closure.
//!
//! Not responsible for how they look.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement};

use super::image::{ADDRESS, shown};
use crate::components::Ui;
use crate::dom::flag;
use crate::hooks::later;

/// How long a button says what it has done, in milliseconds.
const SAID: u32 = 2000;

/// Does what the pressed button says.
pub(in crate::components) fn press(ui: &Ui, event: &Event) {
    let button = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .and_then(|target| target.closest("[data-act]").ok()?);
    let Some(button) = button else { return };
    let figure = button.closest(".mt-code").ok().flatten();
    match (button.get_attribute("data-act").as_deref(), figure) {
        (Some("copy"), Some(figure)) => copy(ui, &button, &figure),
        (Some("wrap"), Some(figure)) => {
            ui.scroll.release();
            let wraps = figure.toggle_attribute("data-wraps").unwrap_or_default();
            let _ = button.set_attribute("aria-pressed", flag(wraps));
        }
        (Some("fold"), Some(figure)) => {
            ui.scroll.release();
            let folded = figure.toggle_attribute("data-folded").unwrap_or_default();
            let _ = button.set_attribute("aria-expanded", flag(!folded));
            // A code that was never folded is open too; this one somebody has opened or closed.
            let _ = figure.set_attribute("data-kept", "");
        }
        (Some("source"), Some(figure)) => {
            ui.scroll.release();
            let shown = figure.toggle_attribute("data-source").unwrap_or_default();
            let _ = button.set_attribute("aria-pressed", flag(shown));
        }
        (Some("image"), _) => {
            if let Some(image) = image_of(&button) {
                agree(ui, &image, false);
            }
        }
        (Some("images"), _) => {
            if let Some(image) = image_of(&button) {
                agree(ui, &image, true);
            }
        }
        (Some("note"), _) => to_note(&button),
        _ => {}
    }
}

fn copy(ui: &Ui, button: &Element, figure: &Element) {
    let code = figure.query_selector("code").ok().flatten();
    let code = code
        .and_then(|code| code.text_content())
        .unwrap_or_default();
    let (ui, button) = (ui.clone(), button.clone());
    let clipboard = web_sys::window().map(|window| window.navigator().clipboard());
    // There is none on a page that was not fetched securely.
    let writing = clipboard
        .filter(|clipboard| !clipboard.is_undefined())
        .map(|clipboard| clipboard.write_text(&code));
    wasm_bindgen_futures::spawn_local(async move {
        let written = match writing {
            Some(writing) => wasm_bindgen_futures::JsFuture::from(writing).await.is_ok(),
            None => false,
        };
        let said = if written {
            ui.texts.answer.code_copied
        } else {
            ui.texts.answer.code_not_copied
        };
        ui.announcer.say(said.to_owned());
        let _ = button.set_attribute("data-done", flag(written));
        let _ = button.set_attribute("title", said);
        let name = ui.texts.answer.code_copy;
        later(SAID, move || {
            let _ = button.remove_attribute("data-done");
            let _ = button.set_attribute("title", name);
        });
    });
}

fn image_of(button: &Element) -> Option<Element> {
    button.closest(&["[", ADDRESS, "]"].concat()).ok().flatten()
}

/// The person agrees to an image, or to all of its origin: those that stand here are shown.
fn agree(ui: &Ui, image: &Element, all: bool) {
    let Some(url) = image.get_attribute(ADDRESS) else {
        return;
    };
    let answers = ui.answers();
    let consent = answers.consent();
    if all {
        consent.add_origin(&url);
    } else {
        consent.add(&url);
    }
    let around = image.closest(".mt-transcript").ok().flatten();
    let selector = ["[", ADDRESS, "]"].concat();
    let Some(held) = around.and_then(|around| around.query_selector_all(&selector).ok()) else {
        return;
    };
    let mut first = true;
    for index in 0..held.length() {
        let Some(image) = held
            .item(index)
            .and_then(|node| node.dyn_into::<Element>().ok())
        else {
            continue;
        };
        let read = |name: &str| image.get_attribute(name).unwrap_or_default();
        let url = read(ADDRESS);
        if !consent.has(&url) {
            continue;
        }
        let picture = shown(&url, &read("data-alt"), &read("title"));
        let had_focus = image.matches(":focus-within").unwrap_or_default();
        let _ = image.replace_with_with_node_1(&picture);
        if std::mem::take(&mut first) && had_focus {
            // The button that had it is gone.
            let _ = picture.set_attribute("tabindex", "-1");
            if let Some(picture) = picture.dyn_ref::<HtmlElement>() {
                let _ = picture.focus();
            }
        }
    }
}

/// Goes from a reference to its footnote, or back.
fn to_note(button: &Element) {
    let label = button.get_attribute("data-label").unwrap_or_default();
    let back = button.has_attribute("data-back");
    let wanted = if back { ".mt-note-ref" } else { ".mt-note" };
    let around = button.closest(".mt-answer").ok().flatten();
    let Some(held) = around.and_then(|around| around.query_selector_all(wanted).ok()) else {
        return;
    };
    for index in 0..held.length() {
        let found = held
            .item(index)
            .and_then(|node| node.dyn_into::<HtmlElement>().ok());
        let Some(found) =
            found.filter(|found| found.get_attribute("data-label") == Some(label.clone()))
        else {
            continue;
        };
        found.scroll_into_view();
        let _ = found.focus();
        return;
    }
}
