//! An image of an answer: a placeholder with its words, until a person agrees to its address. To
//! fetch it tells its host that the answer is read, and whatever the agent put in the address.
//!
//! Not responsible for remembering what was agreed to.

use web_sys::Element;

use super::consent::origin;
use super::setting::{Answers, Images};
use crate::components::Ui;
use crate::components::icon::{IconName, icon};
use crate::dom::{El, el};
use crate::i18n::Catalogue;

/// The attribute of a placeholder that has the image's address.
pub(super) const ADDRESS: &str = "data-image";

/// The image, or what asks about it.
pub(super) fn image(
    answers: &Answers,
    texts: &Catalogue,
    url: &str,
    alt: &str,
    title: &str,
) -> Element {
    let Some(origin) = origin(url) else {
        return refused(&[url, " ", title].concat(), alt);
    };
    let policy = answers.images();
    if policy == Images::Always || (policy == Images::Ask && answers.consent().has(url)) {
        return shown(url, alt, title);
    }
    let host = origin
        .split_once("://")
        .map_or("", |(_, host)| host)
        .to_owned();
    let said = if alt.is_empty() {
        texts.answer.image.to_owned()
    } else {
        alt.to_owned()
    };
    let placeholder = el("span")
        .class("mt-image")
        .attr(ADDRESS, url)
        .attr("data-alt", alt)
        .attr("title", title)
        .child(icon(IconName::Image))
        .child(
            el("span")
                .class("mt-image__words")
                .child(el("bdi").text(&said))
                .child(el("bdi").class("mt-image__host").text(&host)),
        );
    let placeholder = match policy {
        Images::Ask => placeholder.child(
            el("span")
                .class("mt-image__ways")
                .child(button("image", texts.answer.image_show))
                .child(button("images", &(texts.answer.image_always)(&host))),
        ),
        Images::Never | Images::Always => placeholder,
    };
    placeholder.into()
}

/// An image that is not in an answer: the image, or what asks about it, for whoever hears its buttons
/// (see [`super::press`]). None where images are never fetched.
pub(in crate::components) fn remote_image(ui: &Ui, url: &str, alt: &str) -> Option<Element> {
    let asks = ui.answers().images() != Images::Never;
    asks.then(|| image(&ui.answers(), ui.texts, url, alt, ""))
}

/// The image itself.
pub(super) fn shown(url: &str, alt: &str, title: &str) -> Element {
    let image = el("img")
        .class("mt-picture")
        .attr("alt", alt)
        .attr("loading", "lazy")
        .attr("decoding", "async")
        .attr("referrerpolicy", "no-referrer")
        .attr("src", url);
    if title.is_empty() {
        image.into()
    } else {
        image.attr("title", title).into()
    }
}

/// What cannot be fetched at all is its words; its address is there to be looked at.
fn refused(about: &str, alt: &str) -> Element {
    el("span")
        .class("mt-image mt-image--refused")
        .attr("title", about.trim_end())
        .text(alt)
        .into()
}

fn button(act: &str, name: &str) -> El {
    el("button")
        .attr("type", "button")
        .class("mt-chip")
        .attr("data-act", act)
        .text(name)
}
