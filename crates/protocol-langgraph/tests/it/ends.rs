//! How a run ended, which the stream does not say: the reader asks the server.

use midturn_core::request::RunRequest;
use midturn_core::run_event::{FinishOutcome, LostReason, RunEvent};
use midturn_protocol::call::{Ask, Reply};
use midturn_protocol::protocol::Protocol as _;
use midturn_protocol::reader::Reader;
use midturn_protocol::testing::{events, made};
use midturn_protocol_langgraph::LangGraph;

use super::requests::NO_RESULT;
use super::{endpoints, exchange, reader, request_of};

/// A reader at the end of a recorded stream.
fn at_end(name: &str) -> (Box<dyn Reader>, Vec<RunEvent>) {
    let exchange = exchange(name);
    let mut reader = reader(&exchange);
    reader.push(&exchange.body);
    let last = events(reader.finish());
    (reader, last)
}

/// The answer that a recorded exchange got.
fn reply(name: &str) -> Reply {
    exchange(name).reply()
}

fn status(word: &str) -> Reply {
    made::reply(200, &format!(r#"{{"run_id":"r","status":"{word}"}}"#))
}

fn answered(reader: &mut dyn Reader, reply: Option<&Reply>) -> Vec<RunEvent> {
    events(reader.answered(reply))
}

#[test]
fn the_end_of_a_stream_is_a_question_about_its_run() {
    let (mut reader, last) = at_end("cancel-bake-interrupt");
    assert_eq!(last, []);
    let asked = reader.question().unwrap();
    let recorded = exchange("cancel-bake-interrupt-run");
    assert_eq!(
        format!("GET {}", asked.url),
        recorded.target.replace(" /", " /lg/")
    );
    assert_eq!(asked.ask, Ask::Get { after: None });
    assert_eq!(reader.question(), None);
    assert!(!reader.ended());
    let end = answered(&mut *reader, Some(&reply("cancel-bake-interrupt-run")));
    assert_eq!(end, [RunEvent::Finished(FinishOutcome::Cancelled)]);
    assert!(reader.ended());
}

#[test]
fn each_status_has_its_own_end() {
    let lost = RunEvent::Lost(LostReason::Truncated);
    for (word, expected) in [
        ("success", RunEvent::Finished(FinishOutcome::Success)),
        ("interrupted", RunEvent::Finished(FinishOutcome::Cancelled)),
        ("running", lost.clone()),
        ("pending", lost.clone()),
        ("new in a later version", lost.clone()),
    ] {
        let (mut reader, _) = at_end("plain");
        assert_eq!(
            answered(&mut *reader, Some(&status(word))),
            [expected],
            "{word}"
        );
    }
    for word in ["error", "timeout"] {
        let (mut reader, _) = at_end("plain");
        let end = answered(&mut *reader, Some(&status(word)));
        assert!(
            matches!(&end[..], [RunEvent::Failed(error)] if error.code.as_deref() == Some(word))
        );
    }
    let (mut reader, _) = at_end("plain");
    let end = answered(&mut *reader, None);
    assert_eq!(end, std::slice::from_ref(&lost));
    let (mut reader, _) = at_end("plain");
    assert_eq!(answered(&mut *reader, Some(&reply("hangup-run"))), [lost]);
}

#[test]
fn a_run_that_was_rolled_back_is_cancelled_and_its_messages_are_forgotten() {
    let recorded = exchange("cancel-count-rollback");
    let request = request_of(&recorded, String::new());
    let rollback = LangGraph::new(r#"{"replace":"rollback"}"#);
    let mut reader = made::reader(&rollback, &endpoints(), &request);
    reader.push(&recorded.body);
    reader.finish();
    let end = answered(&mut *reader, Some(&reply("cancel-count-rollback-run")));
    let [
        RunEvent::Memory(memory),
        RunEvent::Finished(FinishOutcome::Cancelled),
    ] = &end[..]
    else {
        panic!("{end:?}");
    };
    assert!(memory.contains(r#""has":[]"#), "{memory}");
    // Its calls are gone too, so a result that was made up for one is not sent.
    let next = RunRequest {
        memory: memory.clone(),
        messages: vec![
            made::user("u", "count now"),
            made::assistant("a", "", vec![made::call("c", "count", "{}")]),
            made::result("c.stopped", "c", NO_RESULT, true),
            made::user("u2", "and now?"),
        ],
        ..request
    };
    let body = made::body(&rollback.run(&made::outgoing(&endpoints(), &next)));
    assert_eq!(body["input"]["messages"].as_array().unwrap().len(), 1);
    // Without a rollback, nobody knows why the run is gone.
    let (mut reader, _) = at_end("cancel-count-rollback");
    let end = answered(&mut *reader, Some(&reply("cancel-count-rollback-run")));
    assert_eq!(end, [RunEvent::Lost(LostReason::Truncated)]);
}

#[test]
fn a_success_with_open_questions_waits_and_asks_nothing() {
    let (mut reader, last) = at_end("approval-yes-1");
    assert!(
        matches!(&last[..], [RunEvent::Finished(FinishOutcome::Interrupt(asked))] if asked.len() == 1)
    );
    assert_eq!(reader.question(), None);
    assert!(reader.ended());
}

#[test]
fn an_error_ends_the_run_without_a_question() {
    let (mut reader, last) = at_end("burn");
    assert_eq!(last, []);
    assert!(reader.ended());
    assert_eq!(reader.question(), None);
    assert_eq!(reader.answered(None), []);
}

#[test]
fn a_broken_connection_is_a_loss_and_the_reader_goes_on_after_it() {
    let first = exchange("rejoin-1");
    let mut reader = reader(&first);
    reader.push(&first.body);
    let lost = RunEvent::Lost(LostReason::Network("cut".to_owned()));
    assert_eq!(events(reader.broke("cut".to_owned())), [lost]);
    assert_eq!(reader.question(), None);
    reader.resume();
    let rest = events(reader.push(&exchange("rejoin-2").body));
    // The same message grows, without a second start.
    assert!(
        rest.iter()
            .all(|event| !matches!(event, RunEvent::TextStart { .. }))
    );
    assert_eq!(events(reader.finish()), []);
    assert!(reader.question().is_some());
    let end = answered(&mut *reader, Some(&status("success")));
    assert_eq!(end, [RunEvent::Finished(FinishOutcome::Success)]);
}

#[test]
fn a_stream_that_never_named_its_run_is_lost() {
    let recorded = exchange("plain");
    let mut reader = reader(&recorded);
    assert_eq!(
        events(reader.finish()),
        [RunEvent::Lost(LostReason::Truncated)]
    );
    assert_eq!(reader.question(), None);
}

#[test]
fn a_queued_run_that_was_cancelled_has_an_empty_body() {
    let recorded = exchange("busy-default-2");
    assert!(
        recorded
            .body
            .iter()
            .all(|byte| b": heartbeat\r\n".contains(byte))
    );
}
