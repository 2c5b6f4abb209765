//! Protocols other than AG-UI: how runs end, stop and are joined again.

use std::rc::Rc;

use midturn_core::input::Input;
use midturn_core::run_event::{LostReason, RunError};
use midturn_core::transcript::{Failure, Outcome, Stop};
use midturn_protocol::name::Name;

use super::fakes::{Asked, Posted};
use super::harness::Harness;
use crate::driver::Options;
use crate::transport::{Ask, TransportEvent};

pub(super) const THREAD: &str = "0b1c3a4e-7d55-4f0a-9d3e-1f2a3b4c5d6e";

pub(super) fn speaking(name: Name, options: &str) -> Harness {
    Harness::with_options(|held| {
        held.protocol = Some(name);
        options.clone_into(&mut held.protocol_options);
    })
}

/// An agent of A2A that has no card.
fn a2a(options: &str) -> Harness {
    let page = speaking(Name::A2a, options);
    page.open(THREAD);
    for _ in 0..2 {
        last_post(&page).answer(404);
    }
    page
}

pub(super) fn cancel(page: &Harness) {
    let run = page.run(THREAD);
    page.input(THREAD, Input::Stop { run });
}

pub(super) fn last_post(page: &Harness) -> Rc<Posted> {
    page.posts().last().cloned().expect("something was asked")
}

pub(super) fn failure(page: &Harness) -> RunError {
    match page.outcome(THREAD) {
        Some(Outcome::Failed(Failure::Agent(error))) => error,
        other => panic!("{other:?}"),
    }
}

pub(super) const METADATA: &str = "id: 1795357643604-0\r\nevent: metadata\r\n\
    data: {\"run_id\":\"r-1\",\"attempt\":1}\r\n\r\n";

pub(super) fn langgraph_text(text: &str) -> String {
    format!(
        "event: messages\r\ndata: [{{\"type\":\"AIMessageChunk\",\"id\":\"m\",\"content\":\"{text}\"}},{{}}]\r\n\r\n"
    )
}

#[test]
fn langgraph_is_asked_how_a_run_ended() {
    for (status, expected) in [
        ("success", Outcome::Completed),
        ("interrupted", Outcome::Cancelled(Stop::Confirmed)),
    ] {
        let page = speaking(Name::LangGraph, "");
        let stream = page.begin(THREAD, "Hello");
        assert_eq!(
            stream.request.url,
            format!("http://agent/threads/{THREAD}/runs/stream")
        );
        stream.open();
        stream.chunk(METADATA);
        stream.chunk(langgraph_text("Hi"));
        stream.tell(TransportEvent::Ended);
        assert_eq!(page.outcome(THREAD), None, "not known yet");
        let question = last_post(&page);
        assert_eq!(
            question.url,
            format!("http://agent/threads/{THREAD}/runs/r-1")
        );
        question.answer_with(200, &format!("{{\"status\":\"{status}\"}}"));
        assert_eq!(page.outcome(THREAD), Some(expected));
        assert_eq!(page.said(THREAD), ["Hi"]);
    }
}

#[test]
fn a_question_that_nobody_answers_ends_the_wait() {
    let page = speaking(Name::LangGraph, "");
    let stream = page.begin(THREAD, "Hello");
    stream.open();
    stream.chunk(METADATA);
    stream.tell(TransportEvent::Ended);
    let question = last_post(&page);
    page.time.advance(29_000);
    assert_eq!(page.asked(), 1, "it may still be answered");
    page.time.advance(10_000);
    assert!(question.is_aborted());
    assert_eq!(page.asked(), 2, "the run is joined again");
}

/// Begins a run whose text has a cursor.
fn says_hi(page: &Harness) -> Rc<Asked> {
    let stream = page.begin(THREAD, "Hello");
    stream.open();
    stream.chunk(METADATA);
    stream.chunk(format!("id: 1795357643604-3\r\n{}", langgraph_text("Hi")));
    stream
}

/// Checks that the run was joined again after that text.
fn joined_after_hi(page: &Harness) -> Rc<Asked> {
    let again = page.last();
    assert_eq!(
        again.request.url,
        format!("http://agent/threads/{THREAD}/runs/r-1/stream")
    );
    let after = Some("1795357643604-3".to_owned());
    assert_eq!(again.request.ask, Ask::Get { after });
    again
}

#[test]
fn a_run_is_joined_again_if_nobody_says_how_it_ended() {
    let page = speaking(Name::LangGraph, "");
    let stream = says_hi(&page);
    stream.tell(TransportEvent::Ended);
    last_post(&page).answer_with(200, "{\"status\":\"running\"}");
    page.time.advance(10_000);
    let again = joined_after_hi(&page);
    again.open();
    again.chunk(format!(
        "id: 1795357643604-4\r\n{}",
        langgraph_text(" there")
    ));
    again.tell(TransportEvent::Ended);
    last_post(&page).answer_with(200, "{\"status\":\"success\"}");
    assert_eq!(page.said(THREAD), ["Hi there"]);
    assert_eq!(page.outcome(THREAD), Some(Outcome::Completed));
}

#[test]
fn an_event_that_comes_twice_where_a_stream_is_joined_is_shown_once() {
    let page = speaking(Name::LangGraph, "");
    let stream = page.begin(THREAD, "Hello");
    stream.open();
    stream.chunk(METADATA);
    stream.tell(TransportEvent::Broken("reset".to_owned()));
    page.time.advance(10_000);
    let again = page.last();
    again.open();
    let at = |n: u32, text: &str| format!("id: 1795357643604-{n}\r\n{}", langgraph_text(text));
    again.chunk([at(3, "one "), at(4, "two "), at(4, "two "), at(5, "three ")].concat());
    again.chunk([at(5, "three "), at(6, "four")].concat());
    assert_eq!(page.said(THREAD), ["one two three four"]);
}

#[test]
fn a_run_of_langgraph_is_joined_again_after_a_reload() {
    let page = speaking(Name::LangGraph, "");
    says_hi(&page);
    page.time.advance(1_000);
    let page = page.reload_with(|held| held.protocol = Some(Name::LangGraph));
    page.open(THREAD);
    page.time.advance(10_000);
    joined_after_hi(&page);
}

#[test]
fn a_stop_is_confirmed_by_the_status_of_the_run() {
    let page = speaking(Name::LangGraph, "");
    let stream = page.begin(THREAD, "Hello");
    stream.open();
    stream.chunk(METADATA);
    stream.chunk(langgraph_text("Hi"));
    cancel(&page);
    let asked = last_post(&page);
    assert!(
        asked.url.starts_with(&format!(
            "http://agent/threads/{THREAD}/runs/r-1/cancel?wait=true"
        )),
        "{}",
        asked.url
    );
    assert_eq!(
        page.outcome(THREAD),
        Some(Outcome::Cancelled(Stop::Requested))
    );
    stream.tell(TransportEvent::Ended);
    asked.answer_with(200, "{}");
    last_post(&page).answer_with(200, "{\"status\":\"interrupted\"}");
    assert_eq!(
        page.outcome(THREAD),
        Some(Outcome::Cancelled(Stop::Confirmed))
    );
    assert!(page.conversation(THREAD).stopping().is_empty());
    assert_eq!(page.said(THREAD), ["Hi"], "what was streamed is kept");
}

#[test]
fn the_answer_to_a_cancel_may_be_the_only_word_of_the_end() {
    let page = a2a("{\"version\":\"0.3\"}");
    let stream = page.begin(THREAD, "Hello");
    stream.open();
    let task = |state: &str| {
        format!(
            "{{\"kind\":\"task\",\"id\":\"t1\",\"contextId\":\"c1\",\"status\":{{\"state\":\"{state}\"}}}}"
        )
    };
    let frame = |result: &str| {
        format!("data: {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{result}}}\r\n\r\n")
    };
    stream.chunk(frame(&task("working")));
    cancel(&page);
    let asked = last_post(&page);
    assert!(asked.json.contains("tasks/cancel"), "{}", asked.json);
    let body = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}}",
        task("canceled")
    );
    asked.answer_with(200, &body);
    assert_eq!(
        page.outcome(THREAD),
        Some(Outcome::Cancelled(Stop::Confirmed))
    );
    assert!(page.conversation(THREAD).stopping().is_empty());
}

/// The chunks of an AI SDK stream, as frames.
pub(super) fn chunks(chunks: &[&str]) -> String {
    let frames = chunks
        .iter()
        .map(|chunk| ["data: ", chunk, "\n\n"].concat());
    frames.collect()
}

pub(super) const BEGIN: [&str; 4] = [
    r#"{"type":"start","messageId":"a"}"#,
    r#"{"type":"start-step"}"#,
    r#"{"type":"text-start","id":"0"}"#,
    r#"{"type":"text-delta","id":"0","delta":"Hi"}"#,
];
pub(super) const REST: [&str; 5] = [
    r#"{"type":"text-delta","id":"0","delta":" there"}"#,
    r#"{"type":"text-end","id":"0"}"#,
    r#"{"type":"finish-step"}"#,
    r#"{"type":"finish","finishReason":"stop"}"#,
    "[DONE]",
];

#[test]
fn a_replay_from_the_first_chunk_shows_nothing_twice() {
    for reloads in [false, true] {
        let mut page = speaking(Name::AiSdk, "{\"resume\":true}");
        let stream = page.begin(THREAD, "Hello");
        stream.open();
        stream.chunk(chunks(&BEGIN));
        if reloads {
            page.time.advance(1_000);
            page = page.reload_with(|held| {
                held.protocol = Some(Name::AiSdk);
                "{\"resume\":true}".clone_into(&mut held.protocol_options);
            });
            page.open(THREAD);
        } else {
            stream.tell(TransportEvent::Broken("reset".to_owned()));
        }
        page.time.advance(10_000);
        let again = page.last();
        assert_eq!(
            again.request.url,
            format!("http://agent/{THREAD}/stream"),
            "reloads: {reloads}"
        );
        again.open();
        again.chunk(chunks(&BEGIN));
        again.chunk(chunks(&REST));
        again.tell(TransportEvent::Ended);
        assert_eq!(page.said(THREAD), ["Hi there"], "reloads: {reloads}");
        assert_eq!(page.outcome(THREAD), Some(Outcome::Completed));
    }
}

#[test]
fn an_empty_answer_to_a_rejoin_says_that_nothing_is_running() {
    let page = speaking(Name::AiSdk, "{\"resume\":true}");
    let stream = page.begin(THREAD, "Hello");
    stream.open();
    stream.chunk(chunks(&BEGIN));
    stream.tell(TransportEvent::Broken("reset".to_owned()));
    page.time.advance(10_000);
    page.last().tell(TransportEvent::Ended);
    assert_eq!(page.asked(), 2);
    assert!(matches!(
        page.outcome(THREAD),
        Some(Outcome::Interrupted(LostReason::Network(_)))
    ));
    page.time.advance(60_000);
    assert_eq!(page.asked(), 2, "it is not asked for again");
    assert_eq!(page.said(THREAD), ["Hi"]);
}

#[test]
fn an_error_in_the_protocols_own_words_is_shown_in_words() {
    let page = a2a("");
    let stream = page.begin(THREAD, "Hello");
    stream.tell(TransportEvent::NotAStream {
        content_type: "application/json".to_owned(),
        body: r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"out of ink"}}"#
            .to_owned(),
    });
    assert!(failure(&page).message.contains("out of ink"));
}

#[test]
fn a_forced_stop_whose_protocol_cannot_be_loaded_can_be_asked_for_again() {
    let page = speaking(Name::LangGraph, "");
    says_hi(&page);
    let run = page.run(THREAD);
    cancel(&page);
    last_post(&page).answer(200);
    page.protocols.missing.set(true);
    page.driver.set_options(Options {
        protocol_options: r#"{"assistant":"other"}"#.to_owned(),
        ..page.driver.options()
    });
    page.input(THREAD, Input::Force { run, task: None });
    let forced = page.look(THREAD, |held| {
        held.stopping()
            .iter()
            .map(|stop| stop.forced)
            .collect::<Vec<_>>()
    });
    assert_eq!(forced, [false]);
    assert_eq!(
        page.outcome(THREAD),
        Some(Outcome::Cancelled(Stop::Requested))
    );
}

#[test]
fn a_protocol_that_cannot_be_loaded_is_a_failure_that_can_be_tried_again() {
    let page = speaking(Name::AiSdk, "");
    page.protocols.missing.set(true);
    page.open(THREAD);
    page.say(THREAD, "Hello");
    assert_eq!(page.asked(), 0);
    assert!(matches!(
        page.outcome(THREAD),
        Some(Outcome::Failed(Failure::Unreachable(_)))
    ));
    page.protocols.missing.set(false);
    page.say(THREAD, "Hello again");
    assert_eq!(page.asked(), 1);
}
