//! The elements of an answer, one by one.
//!
//! Not responsible for what is in them, nor for what has a state (see [`page`](super::page)).

use midturn_markdown::{Align, Tag};

use crate::dom::{El, el};

/// Text whose direction is its own.
pub(super) fn own(name: &str) -> El {
    el(name).attr("dir", "auto")
}

pub(super) fn note_button(label: &str, name: &str) -> El {
    el("button")
        .attr("type", "button")
        .class("mt-note__go")
        .attr("data-act", "note")
        .attr("data-label", label)
        .attr("aria-label", name)
}

/// A link, and what its words go into.
pub(in crate::components) fn link(url: &str, title: &str, host: Option<&str>) -> (El, El) {
    let link = el("a")
        .class("mt-a")
        .attr("href", url)
        .attr("target", "_blank")
        .attr("rel", "noopener noreferrer nofollow ugc");
    let link = if title.is_empty() {
        link
    } else {
        link.attr("title", title)
    };
    let Some(host) = host else {
        return (link.clone(), link);
    };
    let words = el("span");
    let link = link
        .child(words.clone())
        .child(el("bdi").class("mt-a__host").text(host));
    (link, words)
}

fn cell(names: bool, align: Align) -> El {
    let cell = el(if names { "th" } else { "td" });
    let cell = if names {
        cell.attr("scope", "col")
    } else {
        cell
    };
    match align {
        Align::Auto => cell,
        Align::Left => cell.class("mt-left"),
        Align::Center => cell.class("mt-center"),
        Align::Right => cell.class("mt-right"),
    }
}

/// What is one element of HTML.
pub(super) fn plain(tag: &Tag) -> El {
    match tag {
        Tag::Paragraph => own("p"),
        // Below the headings of the page and of the chat.
        Tag::Heading(1) => own("h3").class("mt-h1"),
        Tag::Heading(2) => own("h4").class("mt-h2"),
        Tag::Heading(3) => own("h5").class("mt-h3"),
        Tag::Heading(_) => own("h6").class("mt-h4"),
        Tag::Quote(_) => own("blockquote"),
        // A list and a table are as their first words are; each item and cell keeps its own.
        Tag::List(None) => own("ul"),
        Tag::List(Some(1)) => own("ol"),
        Tag::List(Some(from)) => own("ol").attr("start", &from.to_string()),
        Tag::Item => el("li"),
        Tag::TableHead => el("thead"),
        Tag::TableBody => el("tbody"),
        Tag::Row => el("tr"),
        Tag::Cell(names, align) => cell(*names, *align),
        Tag::Emphasis => el("em"),
        Tag::Strong => el("strong"),
        Tag::Strike => el("del"),
        Tag::Code => el("code").attr("dir", "ltr"),
        Tag::Refused(url) => el("span").class("mt-refused").attr("title", url),
        Tag::Html => own("div").class("mt-html"),
        Tag::Table | Tag::Link { .. } | Tag::Footnote(_) => el("div"),
    }
}
