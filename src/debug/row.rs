//! One row: when, what kind, and in a few words what; all of it when it is opened.
//!
//! Not responsible for which rows there are.

use std::borrow::Cow;
use std::rc::Rc;

use js_sys::JSON;
use midturn_core::time::Millis;
use midturn_protocol::json::argument_fields;
use wasm_bindgen::JsValue;
use web_sys::{Event, HtmlDetailsElement, ScrollIntoViewOptions, ScrollLogicalPosition};

use super::described::beginning;
use super::entry::{Entry, Of, What};
use crate::dom::{El, el};
use crate::i18n::Debug as Texts;

/// How much of it is in a closed row, in bytes.
const BRIEF: usize = 240;

/// What an event is called where its type cannot be read.
const UNREADABLE: &str = "?";

/// The row of an entry. Times count from the `first` one; `since` is how long after the one before
/// it this came. Calls back when it is opened.
pub(super) fn row(
    texts: &'static Texts,
    entry: &Rc<Entry>,
    first: Millis,
    since: Option<Millis>,
    opened: impl Fn() + 'static,
) -> El {
    let at = entry.at.saturating_sub(first);
    let head = el("summary")
        .class("mt-debug__summary")
        .child(
            el("span")
                .class("mt-debug__time")
                .text(&format!("{}.{:03}", at / 1000, at % 1000)),
        )
        .child(
            el("span")
                .class("mt-debug__since")
                .text(&since.map_or_else(String::new, |since| format!("+{since}"))),
        )
        .child(el("span").class("mt-debug__kind").text(kind(texts, entry)))
        .child(
            el("code")
                .class("mt-debug__brief")
                .attr("dir", "ltr")
                .text(&brief(texts, entry)),
        );
    let row = el("details")
        .class(if entry.is_odd() {
            "mt-debug__row mt-debug__row--odd"
        } else {
            "mt-debug__row"
        })
        .attr("data-testid", "debug-row")
        .child(head);
    let (details, entry): (HtmlDetailsElement, _) = (row.cast(), entry.clone());
    let mut drawn = false;
    row.on("toggle", move |_: Event| {
        if !details.open() {
            return;
        }
        opened();
        if !drawn {
            drawn = true;
            // Fails for a node around itself alone.
            let _ = details.append_child(whole(texts, &entry).element());
        }
        let nearest = ScrollIntoViewOptions::new();
        nearest.set_block(ScrollLogicalPosition::Nearest);
        details.scroll_into_view_with_scroll_into_view_options(&nearest);
    })
}

fn kind(texts: &Texts, entry: &Entry) -> &'static str {
    match entry.what {
        What::Request { .. } => texts.request,
        What::Event { .. } => texts.event,
        What::Odd { .. } => texts.diagnostic,
        What::Input { .. } => texts.input,
    }
}

/// In a few words what it was.
fn brief(texts: &Texts, entry: &Entry) -> String {
    match &entry.what {
        What::Request { run, url, .. } => format!("{run} {url}"),
        What::Event { json, .. } => {
            let fields = argument_fields(json).unwrap_or_default();
            let (kinds, rest): (Vec<_>, Vec<_>) =
                fields.into_iter().partition(|(name, _)| name == "type");
            let kind = kinds.first().map_or(UNREADABLE, |(_, kind)| kind);
            let mut words = kind.to_owned();
            let (where_and_when, says): (Vec<_>, Vec<_>) = rest
                .into_iter()
                .partition(|(name, _)| name.ends_with("Id") || name == "timestamp");
            for (name, value) in says.into_iter().chain(where_and_when) {
                words.push_str("  ");
                words.push_str(&name);
                words.push(' ');
                words.push_str(&beginning(&value, BRIEF / 2));
            }
            beginning(&words, BRIEF)
        }
        What::Odd { said, .. } => said.clone(),
        What::Input { said, effects, .. } => {
            let mut words = beginning(said, BRIEF);
            if !effects.is_empty() {
                words.push_str(" → ");
                words.push_str(&(texts.effect_count)(effects.len()));
            }
            words
        }
    }
}

/// All words that an entry can be found by.
pub(super) fn words(entry: &Entry) -> Cow<'_, str> {
    match &entry.what {
        What::Request { url, body, .. } => [url, " ", body].concat().into(),
        What::Event { json, .. } => json.into(),
        What::Odd { said, .. } => said.into(),
        What::Input {
            said,
            changes,
            effects,
            ..
        } => {
            let mut words = said.clone();
            for one in changes.iter().chain(effects) {
                words.push('\n');
                words.push_str(&one.said);
            }
            words.into()
        }
    }
}

/// All of it.
fn whole(texts: &Texts, entry: &Entry) -> El {
    let block = el("div").class("mt-debug__whole");
    match &entry.what {
        What::Request { body, .. } => block.child(pre(&pretty(body))),
        What::Event { json, .. } => block.child(pre(&pretty(json))),
        What::Odd { said, .. } => block.child(pre(said)),
        What::Input {
            said,
            changes,
            effects,
            ..
        } => {
            let block = block.child(pre(said));
            let block = part(block, texts.changes, changes);
            part(block, texts.effects, effects)
        }
    }
}

fn part(block: El, name: &str, all: &[Of]) -> El {
    if all.is_empty() {
        return block;
    }
    let said: Vec<_> = all.iter().map(|one| one.said.as_str()).collect();
    block
        .child(el("p").class("mt-debug__name").text(name))
        .child(pre(&said.join("\n")))
}

/// Code is read from left to right, whatever language is around it.
fn pre(text: &str) -> El {
    el("pre")
        .class("mt-debug__pre")
        .attr("dir", "ltr")
        .attr("tabindex", "0")
        .text(text)
}

/// JSON with a line for each value; anything else as it is.
fn pretty(text: &str) -> String {
    let two = JsValue::from_f64(2.0);
    JSON::parse(text)
        .and_then(|value| JSON::stringify_with_replacer_and_space(&value, &JsValue::NULL, &two))
        .ok()
        .and_then(|lines| lines.as_string())
        .unwrap_or_else(|| text.to_owned())
}
