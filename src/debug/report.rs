//! A report of what was seen in one thread: a JSON file for whoever is to find the mistake, by
//! reading it or by playing it again.
//!
//! | field | what it says |
//! |---|---|
//! | `report` | the version of this form, 1 |
//! | `midturn`, `browser` | what it was seen with |
//! | `thread` | its id |
//! | `start`, `end` | the chat before the first entry and after the last, as [`write_chat`] has it, in Base64 |
//! | `entries` | what was seen, in order, with `at` in milliseconds since 1970 |
//!
//! An entry has a `kind`: `request` (`run`, `url`, `body`), `event` (`run`, and the event as it came,
//! `json`, or `text` where that is no JSON), `diagnostic` (`run`, `said`), or `input` (`said`, and as
//! bytes in Base64 for [`read_input`]; the `changes` and `effects` that came of it).
//!
//! Not responsible for other threads: a report has nothing of them. Nor has it a request's headers.
//!
//! [`read_input`]: midturn_core::recording::read_input

use midturn_core::chat::Chat;
use midturn_core::id::ThreadId;
use midturn_core::recording::write_chat;
use midturn_protocol::json::{Writer, is_json, object_of};

use super::entry::{Entry, Of, What};
use super::recorder::Recorder;

/// Raised when a field gets another meaning.
const FORM: &str = "1";

/// The report of a thread of this chat, as JSON text.
pub(super) fn report(recorder: &Recorder, chat: &Chat, thread: &ThreadId, browser: &str) -> String {
    let end = write_chat(chat, thread);
    let start = recorder.start(thread);
    object_of(|report| {
        report.json("report", FORM);
        report.text("midturn", env!("CARGO_PKG_VERSION"));
        report.text("browser", browser);
        report.text("thread", thread.as_str());
        // Nothing has happened since.
        report.base64("start", start.as_ref().unwrap_or(&end));
        let entries = recorder.of(thread);
        report.list("entries", &entries, |into, entry| {
            write(into, entry, thread);
        });
        report.base64("end", &end);
    })
}

fn write(into: &mut Writer, entry: &Entry, thread: &ThreadId) {
    into.json("at", &entry.at.to_string());
    match &entry.what {
        What::Request { run, url, body } => {
            into.text("kind", "request");
            into.text("run", run.as_str());
            into.text("url", url);
            json_or_text(into, "body", body);
        }
        What::Event { run, json } => {
            into.text("kind", "event");
            into.text("run", run.as_str());
            json_or_text(into, "json", json);
        }
        What::Odd { run, said } => {
            into.text("kind", "diagnostic");
            into.text("run", run.as_str());
            into.text("said", said);
        }
        What::Input {
            said,
            bytes,
            changes,
            effects,
            odd: _,
        } => {
            into.text("kind", "input");
            into.text("said", said);
            into.base64("bytes", bytes);
            into.texts("changes", of(changes, thread));
            into.texts("effects", of(effects, thread));
        }
    }
}

/// What a reader is to see as it is, unless it is no JSON.
fn json_or_text(into: &mut Writer, name: &str, text: &str) {
    if is_json(text) {
        into.json(name, text);
    } else {
        into.text("text", text);
    }
}

fn of<'a>(all: &'a [Of], thread: &'a ThreadId) -> impl Iterator<Item = &'a str> {
    let its = all
        .iter()
        .filter(move |one| one.thread.as_ref().is_none_or(|of| of == thread));
    its.map(|one| one.said.as_str())
}
