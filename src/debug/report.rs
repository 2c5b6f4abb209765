//! A report of what was seen in one thread: a JSON file for whoever is to find the mistake, by
//! reading it or by playing it again.
//!
//! | field | what it says |
//! |---|---|
//! | `report` | the version of this form, 1 |
//! | `midturn`, `browser` | what it was seen with |
//! | `thread` | its id |
//! | `start`, `end` | the chat before the first entry and after the last, as a [`RecordedChat`] |
//! | `entries` | what was seen, in order, with `at` in milliseconds since 1970 |
//!
//! An entry has a `kind`: `request` (`run`, `url`, `body`), `event` (`run`, and the event as it came,
//! `json`, or `text` where that is no JSON), `diagnostic` (`run`, `said`), or `input` (`said`, and the
//! same as the [`ChatInput`] that it is, `input`; the `changes` and `effects` that came of it).
//!
//! Not responsible for other threads: a report has nothing of them. Nor has it a request's headers.
//!
//! [`RecordedChat`]: midturn_core::recording::RecordedChat
//! [`ChatInput`]: midturn_core::chat::ChatInput

use midturn_core::chat::Chat;
use midturn_core::id::ThreadId;
use midturn_protocol::json::{raw, to_json};
use serde::Serialize;
use serde_json::value::RawValue;

use super::entry::{Entry, Of, What};
use super::recorder::{Recorder, chat_json};

/// Raised when a field gets another meaning.
const FORM: u32 = 1;

#[derive(Serialize)]
struct Saved<'a> {
    report: u32,
    midturn: &'static str,
    browser: &'a str,
    thread: &'a str,
    start: Option<&'a RawValue>,
    entries: Vec<Written<'a>>,
    end: Option<&'a RawValue>,
}

/// An entry as it is written.
#[derive(Serialize)]
struct Written<'a> {
    at: u64,
    #[serde(flatten)]
    what: Seen<'a>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Seen<'a> {
    Request {
        run: &'a str,
        url: &'a str,
        #[serde(flatten)]
        body: Body<'a>,
    },
    Event {
        run: &'a str,
        #[serde(flatten)]
        event: Frame<'a>,
    },
    Diagnostic {
        run: &'a str,
        said: &'a str,
    },
    Input {
        said: &'a str,
        input: Option<&'a RawValue>,
        changes: Vec<&'a str>,
        effects: Vec<&'a str>,
    },
}

/// What a reader is to see as it is, unless it is no JSON.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Body<'a> {
    Body(&'a RawValue),
    Text(&'a str),
}

/// The same, of an event.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Frame<'a> {
    Json(&'a RawValue),
    Text(&'a str),
}

/// The report of a thread of this chat, as JSON text.
pub(super) fn report(recorder: &Recorder, chat: &Chat, thread: &ThreadId, browser: &str) -> String {
    let end = chat_json(chat, thread);
    let start = recorder.start(thread);
    let entries = recorder.of(thread);
    to_json(&Saved {
        report: FORM,
        midturn: env!("CARGO_PKG_VERSION"),
        browser,
        thread: thread.as_str(),
        // Nothing has happened since.
        start: raw(start.as_ref().unwrap_or(&end)),
        entries: entries.iter().map(|entry| written(entry, thread)).collect(),
        end: raw(&end),
    })
}

fn written<'a>(entry: &'a Entry, thread: &'a ThreadId) -> Written<'a> {
    let what = match &entry.what {
        What::Request { run, url, body } => Seen::Request {
            run: run.as_str(),
            url,
            body: raw(body).map_or(Body::Text(body), Body::Body),
        },
        What::Event { run, json } => Seen::Event {
            run: run.as_str(),
            event: raw(json).map_or(Frame::Text(json), Frame::Json),
        },
        What::Odd { run, said } => Seen::Diagnostic {
            run: run.as_str(),
            said,
        },
        What::Input {
            said,
            json,
            changes,
            effects,
            odd: _,
        } => Seen::Input {
            said,
            input: raw(json),
            changes: of(changes, thread),
            effects: of(effects, thread),
        },
    };
    Written { at: entry.at, what }
}

fn of<'a>(all: &'a [Of], thread: &ThreadId) -> Vec<&'a str> {
    let its = all
        .iter()
        .filter(|one| one.thread.as_ref().is_none_or(|of| of == thread));
    its.map(|one| one.said.as_str()).collect()
}
