//! The agent's words: markdown, drawn while it is written.
//!
//! Not responsible for the syntax (see `midturn-markdown`) nor for where in a turn they stand. No
//! markup is made from text anywhere: every node by its own call.

mod code;
mod consent;
mod elements;
mod extras;
mod formula;
mod highlight;
mod image;
mod lines;
mod looks;
mod nodes;
mod note;
mod page;
mod setting;
mod task;
mod view;
mod written;

pub(super) use image::RemoteImage;
pub use midturn_markdown::Rules;
pub use setting::{Answers, Images};
pub use written::{AnswerText, answer_text};

/// [`RemoteImage`] for what is not a component yet. None where images are never fetched.
pub(super) fn remote_image(ui: &super::Ui, url: &str, alt: &str) -> Option<web_sys::Element> {
    use leptos::prelude::*;
    use wasm_bindgen::JsCast;

    let asks = ui.answers().images() != Images::Never;
    let (url, alt) = (url.to_owned(), alt.to_owned());
    let drawn = asks.then(|| crate::dom::mounted(view! { <RemoteImage url alt/> }));
    drawn.map(|drawn| drawn.first_child().unwrap_or(drawn).unchecked_into())
}

/// For what hears the buttons of images, which hear them themselves.
pub(super) fn press(_: &super::Ui, _: &web_sys::Event) {}

/// A link for what is not a component yet.
pub(super) fn link(url: &str, _: &str, _: Option<&str>) -> (crate::dom::El, ()) {
    let link = crate::dom::el("a").attr("href", url);
    let link = link.attr("target", "_blank");
    (link.attr("rel", "noopener noreferrer nofollow ugc"), ())
}
