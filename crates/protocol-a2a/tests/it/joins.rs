//! Streams that are joined again.

use midturn_core::run_event::{FinishOutcome, LostReason, RunEvent};
use midturn_protocol::call::Ask;
use midturn_protocol::reader::Reader;
use midturn_protocol::testing::events;

use super::sessions::{
    Session, answer, events_of, exchange, memory_of, of, ok, options, task_before_the_join,
    task_with,
};

/// The text of the only message.
fn text(events: &[RunEvent]) -> String {
    let mut whole = String::new();
    for event in events {
        match event {
            RunEvent::TextDelta { delta, .. } => whole.push_str(delta),
            RunEvent::TextReplaced { text, .. } => whole.clone_from(text),
            _ => {}
        }
    }
    whole
}

fn pages() -> String {
    let pages: Vec<_> = (1..=24).map(|page| format!("page{page} ")).collect();
    pages.concat()
}

/// The first frame of a recorded body, and the rest.
fn frame(body: &str) -> (&str, &str) {
    let end = "\r\n\r\n";
    body.split_at(body.find(end).unwrap() + end.len())
}

/// A reader that has lost its stream and joins it again.
fn lost(server: &str) -> (Box<dyn Reader>, Vec<RunEvent>) {
    let mut reader = of(&format!("{server}-hangup")).plain();
    let mut found = events(reader.push(&exchange(&format!("{server}-hangup")).body));
    found.extend(events(reader.broke("gone".to_owned())));
    assert!(matches!(
        found.last(),
        Some(RunEvent::Lost(LostReason::Network(_)))
    ));
    reader.resume();
    (reader, found)
}

#[test]
fn a_joined_stream_of_1_0_begins_with_the_task() {
    for server in ["v1", "compat"] {
        let (mut reader, mut found) = lost(server);
        assert_eq!(reader.question().is_some(), server == "compat");
        found.extend(events(
            reader.push(&exchange(&format!("{server}-rejoin")).body),
        ));
        assert_eq!(text(&found), pages(), "{server}");
        assert_eq!(
            found.last(),
            Some(&RunEvent::Finished(FinishOutcome::Success))
        );
        assert!(events(reader.answered(None)).is_empty());
    }
}

/// A server subscribes the stream before it reads the task: what the agent writes in between comes
/// twice.
#[test]
fn what_the_task_has_and_a_joined_stream_brings_again_is_shown_once() {
    for (server, last) in [("v1", 10), ("compat", 9)] {
        let body = String::from_utf8_lossy(&exchange(&format!("{server}-rejoin")).body);
        let (task, rest) = frame(&body);
        let (first, _) = frame(rest);
        let page = |number: usize| format!("page{number} ");
        for again in 1..=3 {
            let repeated = (last + 1 - again..=last)
                .map(|number| first.replace(&page(last + 1), &page(number)));
            let repeated: String = repeated.collect();
            let (mut reader, mut found) = lost(server);
            reader.question();
            for part in [task, &repeated, rest] {
                found.extend(events(reader.push(part.as_bytes())));
            }
            assert_eq!(text(&found), pages(), "{server}, {again}");
        }
    }
}

#[test]
fn what_the_task_of_0_3_has_and_the_stream_brings_later_is_shown_once() {
    let body = String::from_utf8_lossy(&exchange("v03-rejoin").body);
    let (head, tail) = frame(&body);
    let (mut reader, mut found) = lost("v03");
    reader.question();
    found.extend(events(reader.push(head.as_bytes())));
    found.extend(events(reader.answered(Some(&task_with(2)))));
    found.extend(events(reader.push(tail.as_bytes())));
    assert_eq!(text(&found), pages());
    // Nothing has come before the answer.
    let (mut reader, mut found) = lost("v03");
    reader.question();
    found.extend(events(reader.answered(Some(&task_with(2)))));
    found.extend(events(reader.push(body.as_bytes())));
    assert_eq!(text(&found), pages());
}

#[test]
fn the_gap_of_a_joined_stream_of_0_3_is_filled_from_the_task() {
    let (mut reader, mut found) = lost("v03");
    let asked = reader.question().unwrap();
    assert!(matches!(&asked.ask, Ask::Post(body) if body.contains("tasks/get")));
    assert!(reader.question().is_none());
    let body = &exchange("v03-rejoin").body;
    let (head, tail) = body.split_at(body.len() / 3);
    assert!(
        events(reader.push(head)).is_empty(),
        "held back until the answer"
    );
    found.extend(events(reader.answered(Some(&task_before_the_join()))));
    found.extend(events(reader.push(tail)));
    assert_eq!(text(&found), pages());
    assert_eq!(
        found.last(),
        Some(&RunEvent::Finished(FinishOutcome::Success))
    );
}

#[test]
fn a_joined_stream_of_0_3_that_ends_first_waits_for_the_task() {
    let (mut reader, mut found) = lost("v03");
    assert!(reader.question().is_some());
    found.extend(events(reader.push(&exchange("v03-rejoin").body)));
    found.extend(events(reader.finish()));
    assert!(!reader.ended());
    found.extend(events(reader.answered(Some(&task_before_the_join()))));
    assert_eq!(text(&found), pages());
    assert!(reader.ended());
}

#[test]
fn without_the_task_a_joined_stream_of_0_3_goes_on_where_it_is() {
    let (mut reader, mut found) = lost("v03");
    assert!(reader.question().is_some());
    found.extend(events(reader.push(&exchange("v03-rejoin").body)));
    found.extend(events(reader.answered(None)));
    assert!(text(&found).starts_with("page1 page2 page3 page4 page5 page10 "));
    assert_eq!(
        found.last(),
        Some(&RunEvent::Finished(FinishOutcome::Success))
    );
}

#[test]
fn a_join_after_the_end_takes_the_end_from_the_task() {
    for (server, task) in [
        ("v1", "v1-rejoin-task"),
        ("compat", "compat-get"),
        ("v03", "v03-get"),
    ] {
        let (mut reader, mut found) = lost(server);
        let over = exchange(&format!("{server}-rejoin-over"));
        if over.is_stream {
            found.extend(events(reader.push(&over.body)));
            found.extend(events(reader.finish()));
        } else {
            let said = events(reader.document(&answer(&over.name)));
            assert_eq!(said, [RunEvent::Started], "a refusal means something");
        }
        assert!(!reader.ended());
        assert!(reader.question().is_some(), "{server}");
        found.extend(events(reader.answered(Some(&answer(task)))));
        assert_eq!(
            found.last(),
            Some(&RunEvent::Finished(FinishOutcome::Success))
        );
        assert_eq!(text(&found), pages(), "{server}");
    }
}

#[test]
fn a_refusal_that_is_no_stream_means_something_in_0_3_too() {
    let (mut reader, mut found) = lost("v03");
    let refused = String::from_utf8_lossy(&exchange("v03-rejoin-over").body).replace("data: ", "");
    assert_eq!(events(reader.document(&ok(&refused))), [RunEvent::Started]);
    assert!(reader.question().is_some());
    found.extend(events(reader.answered(Some(&answer("v03-get")))));
    assert_eq!(text(&found), pages());
    assert_eq!(
        found.last(),
        Some(&RunEvent::Finished(FinishOutcome::Success))
    );
}

#[test]
fn a_join_of_a_task_that_nobody_knows_is_lost() {
    let memory = memory_of(&events_of("v1-hangup"));
    let session = Session::new(options("v1-")).rejoined(memory);
    let mut reader = session.plain();
    let unknown = answer("v1-unknown-task");
    assert_eq!(events(reader.document(&unknown)), [RunEvent::Started]);
    assert!(reader.question().is_some());
    let found = events(reader.answered(Some(&unknown)));
    assert_eq!(found, [RunEvent::Lost(LostReason::Truncated)]);
}

#[test]
fn a_task_that_is_not_ours_is_no_answer() {
    let mut reader = of("v1-hangup").plain();
    reader.push(&exchange("v1-hangup").body);
    reader.finish();
    let other = ok(r#"{"result":{"id":"x","status":{"state":"TASK_STATE_COMPLETED"}}}"#);
    let found = events(reader.answered(Some(&other)));
    assert_eq!(found, [RunEvent::Lost(LostReason::Truncated)]);
}
