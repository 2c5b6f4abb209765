//! One row of the recording: time, kind and a summary. An open row shows the whole entry.

use std::borrow::Cow;
use std::rc::Rc;

use js_sys::JSON;
use leptos::prelude::*;
use midturn_core::time::Millis;
use midturn_protocol::json::argument_fields;
use wasm_bindgen::JsValue;
use web_sys::{Event, HtmlDetailsElement};

use super::cut::beginning;
use super::described::told;
use super::entry::{Entry, Of, What};
use crate::components::Ui;
use crate::hooks::{SetIfNew, later, reveal};
use crate::i18n::Debug as Texts;

/// The length of the summary in a closed row, in bytes.
const BRIEF: usize = 240;

/// The name of an event whose type cannot be read.
const UNREADABLE: &str = "?";

/// The row of an entry.
#[component]
pub(super) fn Row(
    entry: Rc<Entry>,
    /// Times are shown relative to this one.
    first: Millis,
    /// The time since the previous entry.
    since: Option<Millis>,
    /// Called when the row is opened.
    opened: Callback<()>,
) -> impl IntoView {
    let texts = &Ui::get().texts.debug;
    let at = entry.at.saturating_sub(first);
    let (kind, brief, odd) = (kind(texts, &entry), brief(texts, &entry), entry.is_odd());
    let entry = StoredValue::new_local(entry);
    let drawn = RwSignal::new(false);
    let toggled = move |event: Event| {
        let details: HtmlDetailsElement = event_target(&event);
        if !details.open() {
            return;
        }
        opened.run(());
        drawn.set_if_new(true);
        // After the whole entry is drawn.
        later(0, move || reveal(&details));
    };
    view! {
        <details
            class="mt-debug__row"
            class=("mt-debug__row--odd", odd)
            data-testid="debug-row"
            on:toggle=toggled
        >
            <summary class="mt-debug__summary">
                <span class="mt-debug__time">{format!("{}.{:03}", at / 1000, at % 1000)}</span>
                <span class="mt-debug__since">{since.map(|since| format!("+{since}"))}</span>
                <span class="mt-debug__kind">{kind}</span>
                <code class="mt-debug__brief" dir="ltr">
                    {brief}
                </code>
            </summary>
            <Show when=move || drawn.get()>
                <Whole entry/>
            </Show>
        </details>
    }
}

fn kind(texts: &Texts, entry: &Entry) -> &'static str {
    match entry.what {
        What::Request { .. } => texts.request,
        What::Event { .. } => texts.event,
        What::Odd { .. } => texts.diagnostic,
        What::Input { .. } => texts.input,
    }
}

/// The summary of an entry.
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
        What::Input(taken) => {
            let told = told(taken);
            let mut words = beginning(&told.input, BRIEF);
            if !told.effects.is_empty() {
                words.push_str(" → ");
                words.push_str(&texts.effect_count(told.effects.len()));
            }
            words
        }
    }
}

/// All text of an entry that a search can match.
pub(super) fn words(entry: &Entry) -> Cow<'_, str> {
    match &entry.what {
        What::Request { url, body, .. } => format!("{url} {body}").into(),
        What::Event { json, .. } => json.into(),
        What::Odd { said, .. } => said.into(),
        What::Input(taken) => {
            let told = told(taken);
            let mut words = told.input.clone();
            for one in told.changes.iter().chain(&told.effects) {
                words.push('\n');
                words.push_str(&one.said);
            }
            words.into()
        }
    }
}

/// The whole entry.
#[component]
fn Whole(entry: StoredValue<Rc<Entry>, LocalStorage>) -> impl IntoView {
    let texts = &Ui::get().texts.debug;
    let entry = entry.get_value();
    let said = match &entry.what {
        What::Request { body: json, .. } | What::Event { json, .. } => pretty(json),
        What::Odd { said, .. } => said.clone(),
        What::Input(taken) => told(taken).input.clone(),
    };
    let parts = match &entry.what {
        What::Input(taken) => {
            let told = told(taken);
            vec![
                (texts.changes, lines(&told.changes)),
                (texts.effects, lines(&told.effects)),
            ]
        }
        What::Request { .. } | What::Event { .. } | What::Odd { .. } => Vec::new(),
    };
    let parts = parts.into_iter().filter(|(_, said)| !said.is_empty());
    let parts: Vec<_> = parts
        .map(|(name, said)| view! { <p class="mt-debug__name">{name}</p><Pre said/> })
        .collect();
    view! {
        <div class="mt-debug__whole">
            <Pre said/>
            {parts}
        </div>
    }
}

fn lines(all: &[Of]) -> String {
    let said: Vec<_> = all.iter().map(|one| one.said.as_str()).collect();
    said.join("\n")
}

/// Preformatted code. It reads from left to right in every language.
#[component]
fn Pre(said: String) -> impl IntoView {
    view! {
        <pre class="mt-debug__pre" dir="ltr" tabindex="0">
            {said}
        </pre>
    }
}

/// JSON with a line for each value; any other text unchanged.
fn pretty(text: &str) -> String {
    let two = JsValue::from_f64(2.0);
    JSON::parse(text)
        .and_then(|value| JSON::stringify_with_replacer_and_space(&value, &JsValue::NULL, &two))
        .ok()
        .and_then(|lines| lines.as_string())
        .unwrap_or_else(|| text.to_owned())
}
