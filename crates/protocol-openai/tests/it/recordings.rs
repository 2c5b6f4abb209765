//! All recordings against their golden files, each step after the steps before it.

use midturn_core::transcript::Answer;
use midturn_protocol::item::Item;
use midturn_protocol::reader::Reader;
use midturn_protocol::testing::{Exchange, check_all, events, exchanges, read};

use super::thread::Thread;
use super::{is_chat, protocol_of};

/// The steps that continue a conversation, with the step before.
const STEPS: &[(&str, &str)] = &[
    ("chat-tool-2", "chat-tool-1"),
    ("chat-pair-2", "chat-pair-1"),
    ("responses-tool-2", "responses-tool-1"),
    ("responses-pair-2", "responses-pair-1"),
    ("responses-stateless-2", "responses-pair-1"),
    ("responses-approval-2-yes", "responses-approval-1"),
    ("responses-approval-4-no", "responses-approval-3"),
];

/// The requests that join or look up the response of another stream.
const JOINED: &[(&str, &str)] = &[
    ("responses-bg-2-rejoin", "responses-bg-1"),
    ("responses-bg-3-after-end", "responses-bg-1"),
    ("responses-bg-state-done", "responses-bg-1"),
    ("responses-bg-state-running", "responses-bg-1"),
    ("responses-hangup-state", "responses-hangup"),
    ("responses-cancel-rejoin", "responses-cancel"),
];

pub(super) fn named(name: &str) -> Exchange {
    let mut found = exchanges().into_iter();
    found.find(|exchange| exchange.name == name).unwrap()
}

fn before(steps: &[(&str, &str)], name: &str) -> Option<Exchange> {
    let step = steps.iter().find(|step| step.0 == name)?;
    Some(named(step.1))
}

/// The items of an exchange read whole, by the reader that belongs to it.
pub(super) fn items_of(exchange: &Exchange) -> Vec<Item> {
    read(reader_of(exchange), exchange, [exchange.body.as_slice()])
}

/// The conversation at the time of an exchange's request.
pub(super) fn thread_of(exchange: &Exchange) -> Thread {
    if let Some(first) = before(STEPS, &exchange.name) {
        let mut thread = after(&first);
        answer(&mut thread, &exchange.name);
        thread.next_run();
        return thread;
    }
    if let Some(first) = before(JOINED, &exchange.name) {
        return after(&first);
    }
    let text = exchange.request.as_ref().map(|request| {
        let said = request["messages"][0]["content"].as_str();
        said.or_else(|| request["input"].as_str())
            .unwrap_or_default()
            .to_owned()
    });
    Thread::of(&text.unwrap_or_default())
}

/// The conversation after an exchange.
pub(super) fn after(exchange: &Exchange) -> Thread {
    let mut thread = thread_of(exchange);
    let items = items_of(exchange);
    let cursors = items.iter().filter_map(|item| match item {
        Item::Event { cursor, .. } => cursor.as_ref(),
        _ => None,
    });
    let cursors = cursors.map(|cursor| cursor.parse::<u64>().unwrap());
    thread.cursor = cursors.max();
    thread.apply(events(items));
    thread
}

/// Answers as the recorded client did before this step.
fn answer(thread: &mut Thread, step: &str) {
    let results: &[&str] = match step {
        "chat-tool-2" => &["17 kg"],
        "chat-pair-2" => &["weigh_crate done", "find_cart done"],
        "responses-tool-2" => &[r#"{"apples": 212}"#],
        "responses-pair-2" | "responses-stateless-2" => &["37 apples", "low"],
        _ => &[],
    };
    let open = thread.open.clone();
    assert_eq!(open.len(), results.len(), "{step}");
    for (call, result) in open.iter().zip(results) {
        thread.answer_call(call, result);
    }
    match step {
        "responses-approval-2-yes" => {
            thread.answer_questions(&Answer::Approved { arguments: None });
        }
        "responses-approval-4-no" => thread.answer_questions(&Answer::Denied {
            reason: Some("it bears fruit".to_owned()),
        }),
        _ => {}
    }
}

pub(super) fn reader_of(exchange: &Exchange) -> Box<dyn Reader> {
    let protocol = protocol_of(exchange);
    let thread = thread_of(exchange);
    if before(JOINED, &exchange.name).is_some() {
        thread.rejoined(&*protocol)
    } else {
        thread.reader(&*protocol)
    }
}

#[test]
fn every_recording_gives_the_items_of_its_golden_file_at_every_split() {
    check_all(|exchange| {
        let protocol = protocol_of(exchange);
        // The conversation is put together once for each recording, which has thousands of splits.
        THREADS.with(|threads| {
            let mut threads = threads.borrow_mut();
            let thread = threads
                .entry(exchange.name.clone())
                .or_insert_with(|| thread_of(exchange));
            if before(JOINED, &exchange.name).is_some() {
                thread.rejoined(&*protocol)
            } else {
                thread.reader(&*protocol)
            }
        })
    });
    let (chat, responses): (Vec<_>, Vec<_>) = exchanges().into_iter().partition(is_chat);
    println!(
        "{} of Chat Completions, {} others",
        chat.len(),
        responses.len()
    );
}

thread_local! {
    static THREADS: std::cell::RefCell<std::collections::HashMap<String, Thread>> =
        std::cell::RefCell::default();
}
