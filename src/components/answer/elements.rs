//! Creates the elements of an answer.
//!
//! Not responsible for their content, nor for elements with state (see [`page`](super::page)).

use midturn_markdown::{Alert, Align, Tag};
use wasm_bindgen::JsCast;
use web_sys::{Element, Node};

use super::nodes::{append, element, set, text};
use crate::i18n::Catalogue;

/// An element whose direction follows its text (`dir="auto"`).
pub(super) fn own(name: &'static str) -> Element {
    element(name, &[("dir", "auto")], &[])
}

/// A heading, with a class for its level.
fn heading(name: &'static str, class: &str) -> Element {
    element(
        name,
        &[("dir", "auto"), ("class", class), ("part", "heading")],
        &[],
    )
}

/// An element without attributes.
fn bare(name: &'static str) -> Element {
    element(name, &[], &[])
}

/// A link, and the element for its content.
pub(super) fn link(url: &str, title: &str, host: Option<&str>) -> (Element, Element) {
    let link = element(
        "a",
        &[
            ("class", "mt-a"),
            ("part", "link"),
            ("href", url),
            ("target", "_blank"),
            ("rel", "noopener noreferrer nofollow ugc"),
        ],
        &[],
    );
    if !title.is_empty() {
        set(&link, "title", title);
    }
    let Some(host) = host else {
        return (link.clone(), link);
    };
    // As the browser writes it: letters that look like others become `xn--…`.
    let host = web_sys::Url::new(url).map_or_else(|_| host.to_owned(), |url| url.host());
    let words = bare("span");
    append(&link, &words);
    append(
        &link,
        &element("bdi", &[("class", "mt-a__host")], &[&text(&host)]),
    );
    (link, words)
}

fn cell(names: bool, align: Align) -> Element {
    let cell = bare(if names { "th" } else { "td" });
    if names {
        set(&cell, "scope", "col");
    }
    match align {
        Align::Auto => {}
        Align::Left => set(&cell, "class", "mt-left"),
        Align::Center => set(&cell, "class", "mt-center"),
        Align::Right => set(&cell, "class", "mt-right"),
    }
    cell
}

/// Says how wide a marker with this number is: the style sheet makes room for it.
fn set_digits(element: &Element, number: u64) {
    let digits = number.to_string().len();
    if digits > 2 {
        set(element, "data-digits", &digits.to_string());
    }
}

/// Lets the first block in a quote or an item take its direction from there: an element with
/// `dir="auto"` looks only at text outside of elements with a direction of their own.
pub(super) fn inherit(node: &Node) {
    if let Some(element) = node.dyn_ref::<Element>()
        && element.get_attribute("dir").as_deref() == Some("auto")
    {
        let _ = element.remove_attribute("dir");
    }
}

/// The first letters of an address, for a tooltip: an address may have megabytes.
pub(super) fn short(address: &str) -> String {
    const LONGEST: usize = 1000;
    match address.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", address.get(..end).unwrap_or_default()),
        None => address.to_owned(),
    }
}

/// The element for a tag that needs only one element.
pub(super) fn plain(tag: &Tag) -> Element {
    match tag {
        Tag::Paragraph => own("p"),
        // One level below the headings of the page and the chat.
        Tag::Heading(1) => heading("h3", "mt-h1"),
        Tag::Heading(2) => heading("h4", "mt-h2"),
        Tag::Heading(3) => heading("h5", "mt-h3"),
        Tag::Heading(_) => heading("h6", "mt-h4"),
        Tag::Quote(_) => element("blockquote", &[("dir", "auto"), ("part", "quote")], &[]),
        // A list or table takes the direction of its first words. The style sheet gives each item
        // and cell the direction of its own text.
        Tag::List(None) => own("ul"),
        Tag::List(Some(from)) => {
            let list = own("ol");
            if *from != 1 {
                set(&list, "start", &from.to_string());
                // The items that follow may have one digit more.
                set_digits(&list, from.saturating_add(9));
            }
            list
        }
        Tag::Item(number) => {
            let item = bare("li");
            if let Some(number) = number {
                set(&item, "value", &number.to_string());
                set_digits(&item, *number);
            }
            item
        }
        Tag::TableHead => bare("thead"),
        Tag::TableBody => bare("tbody"),
        Tag::Row => bare("tr"),
        Tag::Cell(names, align) => cell(*names, *align),
        Tag::Emphasis => bare("em"),
        Tag::Strong => bare("strong"),
        Tag::Strike => bare("del"),
        Tag::Code => element("code", &[("dir", "ltr"), ("part", "inline-code")], &[]),
        Tag::Refused(url) => {
            let title = short(url);
            element("span", &[("class", "mt-refused"), ("title", &title)], &[])
        }
        Tag::Html => element("div", &[("dir", "auto"), ("class", "mt-html")], &[]),
        Tag::Table | Tag::Link { .. } | Tag::Footnote(_) => bare("div"),
    }
}

/// A callout, and the element for its content.
pub(super) fn alert(texts: &Catalogue, alert: Alert) -> (Element, Element) {
    let texts = &texts.answer;
    let (name, title) = match alert {
        Alert::Note => ("note", texts.alert_note),
        Alert::Tip => ("tip", texts.alert_tip),
        Alert::Important => ("important", texts.alert_important),
        Alert::Warning => ("warning", texts.alert_warning),
        Alert::Caution => ("caution", texts.alert_caution),
    };
    // Isolated, so that the alert takes its direction from its content.
    let title = element("bdi", &[], &[&text(title)]);
    let title = element("p", &[("class", "mt-alert__title")], &[&title]);
    let inner = element("div", &[("class", "mt-alert__body")], &[]);
    let outer = element(
        "div",
        &[
            ("class", "mt-alert"),
            ("part", "callout"),
            ("dir", "auto"),
            ("data-alert", name),
            ("role", "note"),
        ],
        &[&title, &inner],
    );
    (outer, inner)
}

/// A table in a scrolling element; the second element is the table itself.
pub(super) fn table(texts: &Catalogue) -> (Element, Element) {
    // The direction is that of the scrolling element, so that the first column is in view.
    let inner = bare("table");
    let outer = element(
        "div",
        &[
            ("class", "mt-table"),
            ("part", "table"),
            ("dir", "auto"),
            ("tabindex", "0"),
            ("role", "group"),
            ("aria-label", texts.answer.table),
        ],
        &[&inner],
    );
    (outer, inner)
}

/// A footnote that begins with its `back` button, and the element for its content.
pub(super) fn note(label: &str, back: &Node) -> (Element, Element) {
    // Isolated, so that the footnote takes its direction from its content.
    let back = element("bdi", &[], &[back]);
    let inner = element("div", &[("class", "mt-note__body")], &[]);
    let outer = element(
        "div",
        &[
            ("class", "mt-note"),
            ("part", "footnote"),
            ("dir", "auto"),
            ("role", "note"),
            ("tabindex", "-1"),
            ("data-label", label),
        ],
        &[&back, &inner],
    );
    (outer, inner)
}
