//! How the protocol of an agent's URL is found out.

use midturn_core::run_event::RunError;
use midturn_core::transcript::{Failure, Outcome};
use midturn_protocol::name::Name;

use super::fakes::{FINISHED, STARTED, text};
use super::harness::Harness;
use super::protocols::{
    BEGIN, METADATA, REST, THREAD, cancel, chunks, failure, langgraph_text, speaking,
};
use crate::transport::{Ask, TransportEvent};

/// Answers each waiting probe: those whose URL ends with `at` with this body, others with 404.
fn answer_probes(page: &Harness, at: &str, status: u16, body: &str) {
    for probe in page.posts() {
        if probe.is_answered() {
            continue;
        }
        if probe.url.ends_with(at) {
            probe.answer_with(status, body);
        } else {
            probe.answer_with(404, "{\"detail\":\"Not Found\"}");
        }
    }
}

const LANGGRAPH: &str = r#"{"version":"0.16.7","langgraph_py_version":"1.2.22"}"#;

#[test]
fn without_a_configured_protocol_the_right_one_is_found_and_used() {
    let page = Harness::new();
    let stream = page.begin(THREAD, "Hello");
    stream.refuse(404, "{\"detail\":\"Not Found\"}", None);
    assert_eq!(page.outcome(THREAD), None, "the search goes on");
    answer_probes(&page, "/info", 200, LANGGRAPH);
    assert_eq!(page.asked(), 2);
    assert_eq!(
        page.last().request.url,
        format!("http://agent/threads/{THREAD}/runs/stream")
    );
    page.last().open();
    page.last().chunk(METADATA);
    page.last().chunk(langgraph_text("Hi"));
    assert_eq!(page.said(THREAD), ["Hi"]);
    // A later page knows it.
    page.time.advance(1_000);
    let page = page.reload();
    let other = "1b1c3a4e-7d55-4f0a-9d3e-1f2a3b4c5d6e";
    let stream = page.begin(other, "Hello");
    assert_eq!(
        stream.request.url,
        format!("http://agent/threads/{other}/runs/stream")
    );
}

#[test]
fn what_was_found_is_not_about_an_agent_that_was_set_meanwhile() {
    let page = Harness::new();
    page.begin(THREAD, "Hello")
        .refuse(404, "{\"detail\":\"Not Found\"}", None);
    let mut options = page.driver.options();
    "http://other".clone_into(&mut options.agent_url);
    page.driver.set_options(options);
    answer_probes(&page, "/info", 200, LANGGRAPH);
    assert_eq!(page.asked(), 1);
    assert!(matches!(page.outcome(THREAD), Some(Outcome::Failed(_))));
}

#[test]
fn a_wrong_configured_protocol_is_told_which_one_is_right() {
    let page = speaking(Name::AiSdk, "");
    let stream = page.begin(THREAD, "Hello");
    stream.refuse(404, "", None);
    answer_probes(&page, "/info", 200, LANGGRAPH);
    let error = failure(&page);
    assert_eq!(error.code.as_deref(), Some(RunError::WRONG_PROTOCOL));
    assert_eq!(error.message, "AI SDK → LangGraph (protocol=\"langgraph\")");
    assert_eq!(page.asked(), 1, "nothing is sent by itself");
}

#[test]
fn a_run_that_has_begun_in_another_protocol_is_not_sent_again() {
    let page = Harness::new();
    let stream = page.begin(THREAD, "Hello");
    stream.open();
    stream.chunk(chunks(&BEGIN));
    stream.chunk(chunks(&REST));
    stream.tell(TransportEvent::Ended);
    let error = failure(&page);
    assert!(error.message.contains("AI SDK"), "{}", error.message);
    assert_eq!(page.asked(), 1);
    assert!(page.posts().is_empty(), "the stream itself shows it");
    page.say(THREAD, "Again");
    let Ask::Post(body) = &page.last().request.ask else {
        panic!("a new run is posted");
    };
    assert!(body.contains("submit-message"), "{body}");
}

#[test]
fn nothing_is_searched_for_once_the_agent_has_answered() {
    let page = Harness::new();
    page.streaming(THREAD, "Hello", &[STARTED, &text("m", "Hi"), FINISHED]);
    page.say(THREAD, "Again");
    page.last().refuse(422, "not like this", None);
    assert!(page.posts().is_empty());
    assert!(matches!(
        page.outcome(THREAD),
        Some(Outcome::Failed(Failure::Refused { status: 422, .. }))
    ));
}

#[test]
fn an_agent_that_speaks_nothing_known_is_searched_once_and_fails_as_it_did() {
    let page = Harness::new();
    let stream = page.begin(THREAD, "Hello");
    stream.refuse(404, "no such page", None);
    let probes = page.posts().len();
    assert!(probes > 0);
    answer_probes(&page, "nowhere", 200, "");
    let refused = Outcome::Failed(Failure::Refused {
        status: 404,
        body: "no such page".to_owned(),
    });
    assert_eq!(page.outcome(THREAD), Some(refused.clone()));
    page.say(THREAD, "Again");
    page.last().refuse(404, "no such page", None);
    assert_eq!(page.posts().len(), probes, "not asked twice");
    assert_eq!(page.outcome(THREAD), Some(refused));
}

#[test]
fn a_stop_while_the_protocol_is_searched_for_sends_nothing_more() {
    let page = Harness::new();
    let stream = page.begin(THREAD, "Hello");
    stream.refuse(404, "", None);
    cancel(&page);
    answer_probes(&page, "/info", 200, LANGGRAPH);
    assert_eq!(page.asked(), 1);
    assert!(matches!(page.outcome(THREAD), Some(Outcome::Cancelled(_))));
}

#[test]
fn probes_that_nobody_answers_end_the_search() {
    let page = Harness::new();
    let stream = page.begin(THREAD, "Hello");
    stream.refuse(405, "", None);
    assert_eq!(page.outcome(THREAD), None);
    page.time.advance(5_000);
    assert!(matches!(
        page.outcome(THREAD),
        Some(Outcome::Failed(Failure::Refused { status: 405, .. }))
    ));
}
