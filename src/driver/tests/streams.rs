//! Streams: requests, chunks, all kinds of ends, retries and rejoining.

use midturn_core::conversation::Phase;
use midturn_core::input::Input;
use midturn_core::run_event::LostReason;
use midturn_core::transcript::{Failure, Outcome};

use super::fakes::{FINISHED, STARTED, frame, text};
use super::harness::Harness;
use crate::driver::Options;
use crate::transport::{Ask, Credentials, FurtherHeaders, RequestOptions, TransportEvent};

const CONTROL: &str = r#"{"type":"CUSTOM","name":"midturn.control","value":{"url":"/c","events":"/e","cancel":true}}"#;

fn with_id(id: u32, event: &str) -> String {
    format!("id: {id}\n{}", frame(event))
}

#[test]
fn a_message_is_sent_as_a_request_and_its_stream_fills_the_turn() {
    let page = Harness::new();
    page.driver.set_options(Options {
        request: RequestOptions {
            headers: vec![("x-key".to_owned(), "1".to_owned())],
            further: FurtherHeaders::default(),
            credentials: Credentials::Include,
        },
        ..page.driver.options()
    });
    let stream = page.begin("t", "Hello");
    assert_eq!(stream.request.url, "http://agent");
    assert_eq!(stream.request.options, page.driver.options().request);
    let Ask::Post(body) = &stream.request.ask else {
        panic!("a new run is posted");
    };
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    assert_eq!(body["threadId"], "t");
    assert_eq!(body["runId"], page.run("t").as_str());
    assert_eq!(body["messages"][0]["content"], "Hello");

    stream.open();
    assert_eq!(
        page.look("t", |held| held.active().unwrap().phase),
        Phase::Streaming
    );
    stream.events(&[STARTED, &text("m", "Hi"), &text("m", "!"), FINISHED]);
    assert_eq!(page.said("t"), ["Hi!"]);
    assert_eq!(page.outcome("t"), Some(Outcome::Completed));
}

#[test]
fn a_chunk_may_end_inside_a_character() {
    let whole = [STARTED, &text("m", "Grüße, 世界 🎉"), FINISHED]
        .map(frame)
        .concat();
    for split in 0..=whole.len() {
        let page = Harness::new();
        let stream = page.begin("t", "Hello");
        stream.open();
        stream.chunk(&whole.as_bytes()[..split]);
        stream.chunk(&whole.as_bytes()[split..]);
        stream.tell(TransportEvent::Ended);
        assert_eq!(page.said("t"), ["Grüße, 世界 🎉"], "split at {split}");
        assert_eq!(page.outcome("t"), Some(Outcome::Completed));
    }
}

#[test]
fn deltas_of_one_chunk_are_published_together() {
    let page = Harness::new();
    let stream = page.streaming("t", "Hello", &[STARTED]);
    page.view.published.take();
    let pieces: Vec<_> = (0..100).map(|_| text("m", "x")).collect();
    stream.events(&pieces.iter().map(String::as_str).collect::<Vec<_>>());
    let grew = page.view.published.take();
    // The first delta also starts the message, which is an event of its own.
    assert!(grew.len() <= 2, "{} publications", grew.len());
    assert!(grew.iter().all(|(_, urgent)| !urgent));
    assert_eq!(page.said("t"), ["x".repeat(100)]);
}

#[test]
fn a_stream_that_ends_early_interrupts_the_turn() {
    let page = Harness::new();
    let stream = page.streaming("t", "Hello", &[STARTED, &text("m", "Hi")]);
    stream.tell(TransportEvent::Ended);
    let lost = Outcome::Interrupted(LostReason::Truncated);
    assert_eq!(page.outcome("t"), Some(lost));
    assert_eq!(page.said("t"), ["Hi"]);
    assert!(stream.is_aborted());
}

#[test]
fn a_broken_connection_interrupts_the_turn_unless_the_run_was_over() {
    for over in [false, true] {
        let page = Harness::new();
        let stream = page.streaming("t", "Hello", &[STARTED, &text("m", "Hi")]);
        if over {
            stream.events(&[FINISHED]);
        }
        stream.tell(TransportEvent::Broken("reset".to_owned()));
        let lost = Outcome::Interrupted(LostReason::Network("reset".to_owned()));
        let expected = if over { Outcome::Completed } else { lost };
        assert_eq!(page.outcome("t"), Some(expected));
        assert_eq!(page.said("t"), ["Hi"]);
    }
}

#[test]
fn an_empty_response_interrupts_the_turn() {
    let page = Harness::new();
    page.begin("t", "Hello").tell(TransportEvent::Ended);
    let lost = Outcome::Interrupted(LostReason::Truncated);
    assert_eq!(page.outcome("t"), Some(lost));
}

#[test]
fn each_kind_of_failed_request_has_its_own_failure_and_keeps_the_body() {
    let page = Harness::new();
    let stream = page.begin("t", "Hello");
    stream.refuse(401, "Who are you?", None);
    let refused = Failure::Refused {
        status: 401,
        body: "Who are you?".to_owned(),
    };
    assert_eq!(page.outcome("t"), Some(Outcome::Failed(refused)));

    page.say("t", "Again");
    page.last().refuse(
        500,
        r#"{"error":{"code":"internal","message":"No model"}}"#,
        None,
    );
    let said = page.look("t", |held| {
        let last = held.turns().last().and_then(|turn| turn.outcome.clone());
        last.map(|outcome| outcome.message().to_owned())
    });
    assert_eq!(said.as_deref(), Some("No model"));

    page.say("t", "Again");
    let unreachable = |foreign| TransportEvent::Unreachable {
        message: "Failed to fetch".to_owned(),
        foreign,
    };
    page.last().tell(unreachable(None));
    let failure = Failure::Unreachable("Failed to fetch".to_owned());
    assert_eq!(page.outcome("t"), Some(Outcome::Failed(failure)));

    page.say("t", "Again");
    let origin = "http://agent".to_owned();
    page.last().tell(unreachable(Some(origin.clone())));
    let failure = Failure::Foreign {
        origin,
        message: "Failed to fetch".to_owned(),
    };
    assert_eq!(page.outcome("t"), Some(Outcome::Failed(failure)));

    page.say("t", "Again");
    page.last().tell(TransportEvent::NotAStream {
        content_type: "text/html".to_owned(),
        body: "<h1>Hi</h1>".to_owned(),
    });
    assert!(page.posts().is_empty(), "a web page is no agent");
    let failure = Failure::NotAStream("<h1>Hi</h1>".to_owned());
    assert_eq!(page.outcome("t"), Some(Outcome::Failed(failure)));
}

#[test]
fn a_503_is_retried_and_its_body_is_kept_when_the_retries_end() {
    let page = Harness::new();
    page.begin("t", "Hello");
    let mut asked = 0;
    while page.outcome("t").is_none() {
        asked += 1;
        assert_eq!(page.asked(), asked);
        page.last().refuse(503, "Out of memory", None);
        page.time.advance(60_000);
    }
    let refused = Failure::Refused {
        status: 503,
        body: "Out of memory".to_owned(),
    };
    assert_eq!(page.outcome("t"), Some(Outcome::Failed(refused)));
    assert!(asked > 1);
}

#[test]
fn a_500_is_not_retried_because_a_run_may_have_begun() {
    let page = Harness::new();
    page.begin("t", "Hello").refuse(500, "Out of memory", None);
    let refused = Failure::Refused {
        status: 500,
        body: "Out of memory".to_owned(),
    };
    assert_eq!(page.outcome("t"), Some(Outcome::Failed(refused)));
    page.time.advance(60_000);
    assert_eq!(page.asked(), 1);
}

#[test]
fn an_offline_message_is_stored_and_sent_when_online_or_after_a_reload() {
    let page = Harness::new();
    page.begin("t", "Hello").tell(TransportEvent::Offline);
    page.time.advance(5_000);
    assert_eq!(page.asked(), 1);
    page.driver.online();
    page.time.advance(0);
    assert_eq!(page.asked(), 2);
    page.last().tell(TransportEvent::Offline);
    let page = page.reload();
    page.open("t");
    assert_eq!(page.asked(), 1, "it was never sent, so it is sent now");
    page.last()
        .opens_with(&[STARTED, &text("m", "Hi"), FINISHED]);
    assert_eq!(page.outcome("t"), Some(Outcome::Completed));
}

#[test]
fn a_retry_waits_for_retry_after_plus_jitter() {
    let page = Harness::new();
    page.time.random.set(0.5);
    let first = page.begin("t", "Hello");
    first.refuse(429, "", Some(7_000));
    page.time.advance(7_699);
    assert_eq!(page.asked(), 1);
    page.time.advance(1);
    assert_eq!(page.asked(), 2);
    // The same run id, so that a backend can recognise the retry.
    assert_eq!(page.last().request, first.request);
    page.last().opens_with(&[STARTED, FINISHED]);
    assert_eq!(page.outcome("t"), Some(Outcome::Completed));
}

#[test]
fn a_finished_runs_response_is_left_to_the_backend_to_close() {
    let page = Harness::new();
    let stream = page.streaming("t", "Hello", &[STARTED, FINISHED]);
    assert!(!stream.is_aborted());
    stream.tell(TransportEvent::Ended);
    assert!(stream.is_aborted());
    assert_eq!(page.outcome("t"), Some(Outcome::Completed));
}

#[test]
fn a_finished_runs_response_is_aborted_if_the_backend_does_not_close_it() {
    let page = Harness::new();
    let stream = page.streaming("t", "Hello", &[STARTED, FINISHED]);
    page.time.advance(5_000);
    assert!(stream.is_aborted());
}

#[test]
fn events_after_an_abort_are_ignored() {
    let page = Harness::new();
    let stream = page.streaming("t", "Hello", &[STARTED, &text("m", "Hi")]);
    let run = page.run("t");
    page.input("t", Input::Stop { run });
    assert!(stream.is_aborted());
    let before = page.conversation("t");
    page.view.published.take();
    stream.events(&[&text("m", " there"), FINISHED]);
    assert_eq!(page.conversation("t"), before);
    assert!(page.view.published.take().is_empty());
}

#[test]
fn a_transport_may_call_the_sink_before_it_returns() {
    let page = Harness::new();
    let whole = [STARTED, &text("m", "Hi"), FINISHED].map(frame).concat();
    page.net.at_once.replace(vec![
        TransportEvent::Opened,
        TransportEvent::Chunk(whole.into_bytes()),
        TransportEvent::Ended,
    ]);
    let stream = page.begin("t", "Hello");
    assert_eq!(page.outcome("t"), Some(Outcome::Completed));
    assert!(stream.is_aborted());
}

#[test]
fn two_threads_can_stream_at_once() {
    let page = Harness::new();
    let one = page.begin("a", "Hello");
    let two = page.begin("b", "Hello");
    for stream in [&one, &two] {
        stream.opens_with(&[STARTED]);
    }
    one.events(&[&text("m", "one")]);
    two.events(&[&text("m", "two"), FINISHED]);
    one.events(&[FINISHED]);
    assert_eq!(page.said("a"), ["one"]);
    assert_eq!(page.said("b"), ["two"]);
    assert_eq!(page.outcome("a"), Some(Outcome::Completed));
    assert_eq!(page.outcome("b"), Some(Outcome::Completed));
}

/// A run in thread `t` whose stream was lost after the event with id 3.
fn lost(page: &Harness) {
    let stream = page.begin("t", "Hello");
    stream.open();
    let (hello, run) = (text("m", "Hel"), page.run("t"));
    stream.chunk(with_id(1, &STARTED.replace("\"r\"", &format!("\"{run}\""))));
    stream.chunk(with_id(2, CONTROL) + &with_id(3, &hello) + "id: 4\ndata: {\"type\":\"TEXT_ME");
    stream.tell(TransportEvent::Broken("reset".to_owned()));
    assert_eq!(page.outcome("t"), None);
    page.time.advance(1_000);
}

#[test]
fn a_lost_stream_is_rejoined_after_the_last_event() {
    let page = Harness::new();
    lost(&page);
    let joined = page.last();
    assert_eq!(joined.request.url, "http://agent/e?threadId=t");
    let after = Some("3".to_owned());
    assert_eq!(joined.request.ask, Ask::Get { after });
    joined.open();
    // Events that the backend repeats are not applied twice.
    joined.chunk(with_id(3, &text("m", "Hel")) + &with_id(4, &text("m", "lo")));
    assert_eq!(page.said("t"), ["Hello"]);
    joined.chunk(with_id(5, FINISHED));
    assert_eq!(page.outcome("t"), Some(Outcome::Completed));
    // The driver closes the thread's stream, which never ends by itself.
    assert!(joined.is_aborted());
}

#[test]
fn event_ids_that_are_not_numbers_are_sent_back_unchanged() {
    let page = Harness::new();
    let stream = page.begin("t", "Hello");
    stream.open();
    stream.chunk(format!("id: a-1\n{}", frame(CONTROL)));
    stream.chunk(format!("id: a-2\n{}", frame(&text("m", "Hel"))));
    stream.tell(TransportEvent::Ended);
    page.time.advance(1_000);
    let after = Some("a-2".to_owned());
    assert_eq!(page.last().request.ask, Ask::Get { after });
}

#[test]
fn a_silent_stream_is_joined_again_after_the_last_event() {
    let page = Harness::new();
    let stream = page.begin("t", "Hello");
    stream.open();
    stream.chunk(format!("id: a-1\n{}", frame(CONTROL)));
    stream.chunk(format!("id: a-2\n{}", frame(&text("m", "Hel"))));
    page.time.advance(29_000);
    assert!(!stream.is_aborted());
    page.time.advance(20_000);
    assert!(stream.is_aborted());
    let after = Some("a-2".to_owned());
    assert_eq!(page.last().request.ask, Ask::Get { after });
}

#[test]
fn a_stopped_run_is_not_retried() {
    let page = Harness::new();
    let stream = page.begin("t", "Hello");
    stream.refuse(503, "", None);
    let run = page.run("t");
    page.input("t", Input::Stop { run });
    let before = page.driver.diagnostics();
    page.time.advance(60_000);
    assert_eq!(page.asked(), 1);
    assert_eq!(page.driver.diagnostics(), before);
}

#[test]
fn events_of_other_runs_in_the_threads_stream_are_ignored() {
    let page = Harness::new();
    lost(&page);
    let joined = page.last();
    joined.open();
    let other = STARTED.replace("\"r\"", "\"other\"");
    joined.chunk(with_id(4, &other) + &with_id(5, &text("n", "Not mine")) + &with_id(6, FINISHED));
    assert_eq!(page.said("t"), ["Hel"]);
    assert_eq!(page.outcome("t"), None);
    joined.tell(TransportEvent::Ended);
    let phase = page.look("t", |held| held.active().unwrap().phase);
    assert!(matches!(phase, Phase::Rejoining { .. }), "{phase:?}");
}
