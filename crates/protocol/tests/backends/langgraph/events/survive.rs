//! What the reader must survive: earlier runs in the stream, answers in any order, runs that ended
//! unseen, and streams that begin anew.

use midturn_core::run_event::{FinishOutcome, LostReason, RunEvent};
use midturn_protocol::call::Reply;
use midturn_protocol::item::Item;
use midturn_protocol::langgraph::LangGraph;
use midturn_protocol::protocol::{Begin, Protocol as _};
use midturn_protocol::reader::Reader;

use super::super::{endpoints, thread_of};
use super::{exchange, frames, is_end, protocol, read, reader, run_of, runs, started, waiting};
use crate::recorded::{Exchange, events};

fn reply(status: u16, body: &str) -> Reply {
    let body = body.to_owned();
    Reply { status, body }
}

pub(super) fn texts(events: &[RunEvent]) -> String {
    let texts = events.iter().filter_map(|event| match event {
        RunEvent::TextDelta { delta, .. } => Some(delta.as_str()),
        RunEvent::TextReplaced { text, .. } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

pub(super) fn last(events: &[RunEvent]) -> &RunEvent {
    events.last().unwrap()
}

/// A reader of a new page, for a run that an earlier page started.
fn after_reload(exchange: &Exchange, memory: &str) -> Box<dyn Reader> {
    protocol().reader(&Begin {
        endpoints: &endpoints(),
        thread: &thread_of(exchange),
        run: &run_of(exchange),
        state: "",
        memory,
        request: None,
    })
}

/// The memory as soon as the server has named the run.
fn memory_at_start(exchange: &Exchange, run: &str) -> String {
    let mut reader = waiting(exchange);
    let told = events(reader.answered(Some(&started(run))));
    let [RunEvent::Memory(memory)] = &told[..] else {
        panic!("{told:?}");
    };
    memory.clone()
}

/// The same frames under other numbers, as a server gives them that has dropped old events.
fn shifted(frames: &[String], by: u64) -> String {
    let shift = |frame: &String| {
        let (head, rest) = frame.split_once("\"seq\":").unwrap();
        let (seq, rest) = rest.split_once(',').unwrap();
        let seq = seq.parse::<u64>().unwrap() - by;
        format!("{head}\"seq\":{seq},{rest}")
    };
    frames.iter().map(shift).collect()
}

#[test]
fn earlier_runs_in_the_stream_are_left_out() {
    let recorded = exchange("events-stream");
    let mut reader = waiting(&recorded);
    reader.answered(Some(&started(&runs(&recorded)[1])));
    let told = read(&mut *reader, &recorded);
    assert_eq!(told[0], RunEvent::Started);
    assert_eq!(
        texts(&told),
        "The kitchen reports: light_oven=lower deck burns at 230 "
    );
    assert_eq!(*last(&told), RunEvent::Finished(FinishOutcome::Success));
}

#[test]
fn events_before_the_answer_are_held_until_it_comes() {
    let recorded = exchange("events-values");
    let whole = read(&mut *reader(&recorded), &recorded);
    let mut early = waiting(&recorded);
    assert_eq!(read(&mut *early, &recorded), []);
    let told = events(early.answered(Some(&started(&runs(&recorded)[0]))));
    assert_eq!(told[1..], whole);
    // The events of an earlier run are not.
    let recorded = exchange("events-stream");
    let mut early = waiting(&recorded);
    let two = frames(&recorded.body);
    let first_run = two
        .iter()
        .position(|frame| frame.contains("\"interrupted\""))
        .unwrap();
    early.push(two[..=first_run].concat().as_bytes());
    let told = events(early.answered(Some(&started(&runs(&recorded)[1]))));
    assert!(matches!(told[..], [RunEvent::Memory(_)]), "{told:?}");
    let rest = events(early.push(two[first_run + 1..].concat().as_bytes()));
    assert_eq!(*last(&rest), RunEvent::Finished(FinishOutcome::Success));
}

#[test]
fn without_run_ids_in_the_events_the_next_run_is_the_own_one() {
    let recorded = exchange("events-burn");
    let body = String::from_utf8(recorded.body.clone()).unwrap();
    let body = body.replace("synth:", "made-up:");
    let mut reader = waiting(&recorded);
    reader.answered(Some(&started("any")));
    let told = events(reader.push(body.as_bytes()));
    assert!(matches!(last(&told), RunEvent::Failed(_)));
}

#[test]
fn a_command_that_fails_fails_the_run_with_the_servers_words() {
    let recorded = exchange("events-values");
    let refused = r#"{"type":"error","id":1,"error":"no_such_interrupt","message":"Unknown"}"#;
    for (answer, message, code) in [
        (
            Some(reply(200, refused)),
            "Unknown",
            Some("no_such_interrupt"),
        ),
        (
            Some(reply(404, r#"{"detail":"Not Found"}"#)),
            "Not Found",
            None,
        ),
        (
            Some(reply(500, "oops")),
            "The server did not start the run (status 500)",
            None,
        ),
        (
            None,
            "The server did not answer the command that starts the run",
            None,
        ),
    ] {
        let mut reader = waiting(&recorded);
        let told = events(reader.answered(answer.as_ref()));
        let [.., RunEvent::Failed(error)] = &told[..] else {
            panic!("{told:?}");
        };
        assert_eq!(
            (error.message.as_str(), error.code.as_deref()),
            (message, code)
        );
        assert!(reader.ended());
    }
}

#[test]
fn an_answered_question_asks_for_the_newest_run() {
    let recorded = exchange("events-stream");
    let thread = thread_of(&recorded);
    let mut reader = waiting(&recorded);
    assert_eq!(reader.question(), None);
    let respond = String::from_utf8(exchange("events-respond").body).unwrap();
    assert_eq!(reader.answered(Some(&reply(200, &respond))), []);
    let asked = reader.question().unwrap();
    assert_eq!(asked.url, format!("/lg/threads/{thread}/runs?limit=1"));
    let second = &runs(&recorded)[1];
    reader.answered(Some(&reply(200, &format!(r#"[{{"run_id":"{second}"}}]"#))));
    let told = read(&mut *reader, &recorded);
    assert_eq!(*last(&told), RunEvent::Finished(FinishOutcome::Success));
}

#[test]
fn a_run_with_questions_ends_only_when_all_its_tools_are_done() {
    let recorded = exchange("events-stream");
    let (thread, run) = (thread_of(&recorded), runs(&recorded)[0].clone());
    let mut reader = reader(&recorded);
    let all = frames(&recorded.body);
    let end = all
        .iter()
        .position(|frame| frame.contains("\"interrupted\""))
        .unwrap();
    let told = events(reader.push(all[..=end].concat().as_bytes()));
    assert!(!told.iter().any(is_end));
    let asked = reader.question().unwrap();
    assert_eq!(asked.url, format!("/lg/threads/{thread}/runs/{run}/join"));
    assert_eq!(reader.answered(Some(&reply(200, "{}"))), []);
    let asked = reader.question().unwrap();
    assert_eq!(asked.url, format!("/lg/threads/{thread}/state"));
    let state = r#"{"interrupts":[{"id":"815d2ea2b35e3b826bbb14910bf557f5","value":1},
        {"id":"other","value":{"question":"And?"}}]}"#;
    let told = events(reader.answered(Some(&reply(200, state))));
    let RunEvent::Finished(FinishOutcome::Interrupt(asked)) = last(&told) else {
        panic!("{told:?}");
    };
    let messages: Vec<_> = asked.iter().map(|asked| asked.message.as_deref()).collect();
    assert_eq!(
        messages,
        [Some("Light the lower deck to 230 degrees?"), Some("And?")]
    );
}

#[test]
fn a_run_that_was_stopped_before_it_began_is_cancelled() {
    let recorded = exchange("events-cancel");
    let mut reader = reader(&recorded);
    assert_eq!(reader.cancel_accepted(&reply(200, "{}")), []);
    assert!(reader.question().is_some());
    assert_eq!(
        reader.answered(Some(&reply(200, r#"{"status":"interrupted"}"#))),
        []
    );
    assert!(reader.question().unwrap().url.ends_with("/state"));
    let state = String::from_utf8(exchange("cancel-count-rollback-state").body).unwrap();
    let told = events(reader.answered(Some(&reply(200, &state))));
    assert_eq!(*last(&told), RunEvent::Finished(FinishOutcome::Cancelled));
}

#[test]
fn a_run_that_is_rolled_back_is_cancelled_by_the_answer() {
    let recorded = exchange("events-cancel");
    let request = super::request(&recorded, Vec::new());
    let protocol = LangGraph::new(r#"{"stream":"events","replace":"rollback"}"#);
    let mut reader = protocol.reader(&Begin {
        endpoints: &endpoints(),
        thread: &request.thread,
        run: &request.run,
        state: "",
        memory: "",
        request: Some(&request),
    });
    reader.answered(Some(&started(&runs(&recorded)[0])));
    let all = frames(&recorded.body);
    reader.push(all[..3].concat().as_bytes());
    let told = events(reader.cancel_accepted(&reply(200, "{}")));
    assert_eq!(*last(&told), RunEvent::Finished(FinishOutcome::Cancelled));
}

#[test]
fn a_lost_stream_begins_anew_and_shows_nothing_twice() {
    let recorded = exchange("events-values");
    let whole = read(&mut *reader(&recorded), &recorded);
    let all = frames(&recorded.body);
    for cut in 1..all.len() - 1 {
        let mut reader = reader(&recorded);
        let mut told = events(reader.push(all[..cut].concat().as_bytes()));
        let lost = events(reader.broke("cut".to_owned()));
        assert_eq!(
            lost,
            [RunEvent::Lost(LostReason::Network("cut".to_owned()))]
        );
        reader.resume();
        told.extend(events(reader.push(&recorded.body)));
        assert_eq!(told, whole, "{cut}");
    }
}

#[test]
fn a_new_page_reads_the_same_events_at_the_same_places_whatever_their_numbers_are() {
    let recorded = exchange("events-stream");
    let run = runs(&recorded)[1].clone();
    let mut first = waiting(&recorded);
    first.answered(Some(&started(&run)));
    let whole: Vec<Item> = first.push(&recorded.body);
    let memory = memory_at_start(&recorded, &run);
    let all = frames(&recorded.body);
    let second = all
        .iter()
        .rposition(|frame| frame.contains("\"running\""))
        .unwrap();
    for body in [all.concat(), shifted(&all[second..], 20)] {
        let mut later = after_reload(&recorded, &memory);
        assert_eq!(later.push(body.as_bytes()), whole);
    }
}

#[test]
fn a_run_whose_events_are_gone_is_read_from_the_state() {
    let recorded = exchange("events-values");
    let memory = memory_at_start(&recorded, &runs(&recorded)[0]);
    let mut later = after_reload(&recorded, &memory);
    // At work: the stream will tell.
    assert_eq!(
        later.answered(Some(&reply(200, r#"{"status":"running"}"#))),
        []
    );
    assert_eq!(later.question(), None);
    let mut later = after_reload(&recorded, &memory);
    assert_eq!(
        later.answered(Some(&reply(200, r#"{"status":"success"}"#))),
        []
    );
    assert!(later.question().unwrap().url.ends_with("/state"));
    let state = r#"{"values":{"messages":[
        {"type":"ai","id":"old","content":"before"},{"type":"human","id":"h","content":"hi"},
        {"type":"ai","id":"a","content":[{"type":"text","text":"Hello."}]}]},"interrupts":[]}"#;
    let told = events(later.answered(Some(&reply(200, state))));
    assert_eq!(texts(&told), "Hello.");
    assert_eq!(*last(&told), RunEvent::Finished(FinishOutcome::Success));
    // What the earlier page has shown as a whole is not shown again.
    let mut first = reader(&recorded);
    let all = frames(&recorded.body);
    let call = all
        .iter()
        .position(|frame| frame.contains("message-finish"))
        .unwrap();
    let shown = events(first.push(all[..=call + 1].concat().as_bytes()));
    let RunEvent::Memory(known) = last(&shown) else {
        panic!("{shown:?}");
    };
    let mut later = after_reload(&recorded, known);
    later.answered(Some(&reply(200, r#"{"status":"success"}"#)));
    let values = all
        .iter()
        .rfind(|frame| frame.contains("\"values\""))
        .unwrap();
    let data = values.split_once("\"data\":").unwrap().1;
    let data = data.split_once("}}\r\n").unwrap().0;
    let state = format!(r#"{{"values":{data}}}"#);
    let told = events(later.answered(Some(&reply(200, &state))));
    let is_call = |event: &RunEvent| {
        matches!(
            event,
            RunEvent::ToolStart { .. } | RunEvent::ToolArgs { .. }
        )
    };
    assert!(!told.iter().any(is_call), "{told:?}");
    let is_result = |event: &RunEvent| matches!(event, RunEvent::ToolResult { .. });
    assert_eq!(told.iter().filter(|event| is_result(event)).count(), 1);
    assert!(texts(&told).starts_with("The kitchen reports"), "{told:?}");
    // A run that the stream shows ends in the stream.
    let mut later = after_reload(&recorded, &memory);
    later.push(frames(&recorded.body)[0].as_bytes());
    assert_eq!(
        later.answered(Some(&reply(200, r#"{"status":"success"}"#))),
        []
    );
    assert_eq!(later.question(), None);
}

#[test]
fn a_body_that_ends_before_the_answer_waits_for_the_runs_name() {
    let recorded = exchange("events-values");
    let mut reader = waiting(&recorded);
    assert_eq!(reader.broke("cut".to_owned()), []);
    let told = events(reader.answered(Some(&started("server"))));
    assert!(matches!(&told[..], [RunEvent::Memory(memory)] if memory.contains("server")));
}
