//! A report of one thread's recording: a JSON file for finding a bug, by reading or replaying it.
//!
//! | field | content |
//! |---|---|
//! | `report` | the version of this format, 1 |
//! | `midturn`, `browser` | the versions in use |
//! | `thread` | the thread's id |
//! | `start`, `end` | the chat before the first entry and after the last, as a [`RecordedChat`] |
//! | `entries` | the entries in order, with `at` in milliseconds since 1970 |
//!
//! An entry has a `kind`: `request` (`run`, `url`, and the body as `body`), `event` (`run`, and the
//! raw event as `json`), `diagnostic` (`run`, `said`), or `input` (`said`, the [`ChatInput`] as
//! `input`, and its `changes` and `effects`). A body or event that is not JSON is in `text`.
//!
//! A report has nothing of other threads, and no headers of requests.
//!
//! [`RecordedChat`]: midturn_core::recording::RecordedChat
//! [`ChatInput`]: midturn_core::chat::ChatInput

use midturn_core::chat::Chat;
use midturn_core::id::ThreadId;
use midturn_protocol::json::{raw, to_json};
use serde::Serialize;
use serde_json::value::RawValue;

use super::described::told;
use super::entry::{Entry, Of, What};
use super::recorder::{Recorder, chat_json};

/// The version of the format. Raise it when a field changes its meaning.
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

/// An entry as written to the report.
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

/// A request's body: as JSON if it is JSON, else as text.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Body<'a> {
    Body(&'a RawValue),
    Text(&'a str),
}

/// An event: as JSON if it is JSON, else as text.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Frame<'a> {
    Json(&'a RawValue),
    Text(&'a str),
}

/// The report of a thread, as JSON text.
pub(super) fn report(recorder: &Recorder, chat: &Chat, thread: &ThreadId, browser: &str) -> String {
    let end = chat_json(chat, thread);
    let start = recorder.start(thread);
    let entries = recorder.of(thread);
    to_json(&Saved {
        report: FORM,
        midturn: env!("CARGO_PKG_VERSION"),
        browser,
        thread: thread.as_str(),
        // Without entries, the start equals the end.
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
        What::Input(taken) => {
            let told = told(taken);
            Seen::Input {
                said: &told.input,
                input: raw(&taken.json),
                changes: of(&told.changes, thread),
                effects: of(&told.effects, thread),
            }
        }
    };
    Written { at: entry.at, what }
}

fn of<'a>(all: &'a [Of], thread: &ThreadId) -> Vec<&'a str> {
    let its = all
        .iter()
        .filter(|one| one.thread.as_ref().is_none_or(|of| of == thread));
    its.map(|one| one.said.as_str()).collect()
}
