//! The rules of the adapter, one by one. Whole recordings are in `tests/`.

mod confirm;
mod endings;
mod extension;
mod frames;
mod lanes;
mod leniency;
mod order;
mod reused;
mod shared;
mod snapshots;

use midturn_core::run_event::RunEvent;

use super::{Item, reader};

/// The body that sends these events, each of which may have several lines.
fn body(events: &[&str]) -> String {
    let frames = events
        .iter()
        .map(|event| ["data: ", &event.replace('\n', "\ndata: "), "\n\n"].concat());
    frames.collect()
}

/// All items for these events and the end of the body, one per line: events in debug format,
/// diagnostics after a `!`.
fn lines(events: &[&str]) -> Vec<String> {
    let mut stream = reader();
    let mut items = stream.push(body(events).as_bytes());
    items.extend(stream.finish());
    items.iter().map(line).collect()
}

fn line(item: &Item) -> String {
    match item {
        Item::Event { event, .. } => format!("{event:?}"),
        Item::Diagnostic(found) => format!("! {:?}: {}", found.kind, found.detail),
        Item::Raw(json) => ["raw ", json].concat(),
    }
}

/// The events, without other items.
fn events(items: Vec<Item>) -> Vec<RunEvent> {
    let events = items.into_iter().filter_map(|item| match item {
        Item::Event { event, .. } => Some(event),
        Item::Diagnostic(_) | Item::Raw(_) => None,
    });
    events.collect()
}

const STARTED: &str = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}"#;
const FINISHED: &str = r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#;

/// The [`lines`] of these events inside a successful run, without the lines of the run's start and
/// end.
fn inside(events: &[&str]) -> Vec<String> {
    let mut all = vec![STARTED];
    all.extend(events);
    all.push(FINISHED);
    let mut found = lines(&all);
    assert_eq!(found.remove(0), "Started");
    assert_eq!(found.pop().as_deref(), Some("Finished(Success)"));
    found
}
