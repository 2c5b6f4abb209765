//! Cancels: without the control extension, the stream is aborted. With it, a cancel is sent and the
//! next run waits for the answer.

use midturn_core::conversation::Phase;
use midturn_core::id::MessageId;
use midturn_core::input::Input;
use midturn_core::transcript::{Outcome, Stop};

use super::fakes::{FINISHED, Mode, STARTED, text};
use super::harness::Harness;
use crate::driver::Options;
use crate::transport::TransportEvent;

const CONTROL: &str =
    r#"{"type":"CUSTOM","name":"midturn.control","value":{"url":"/c","cancel":true}}"#;
const CONTROL_2: &str =
    r#"{"type":"CUSTOM","name":"midturn.control","value":{"url":"/c2","cancel":true}}"#;
const CANCELLED: &str =
    r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"cancelled"}}"#;

/// Opens the card's editor, types a text and submits it.
fn replace(page: &Harness, words: &str) {
    let run = page.run("t");
    page.input("t", Input::CancelClicked { run });
    let text = words.to_owned();
    page.input("t", Input::EditorChanged { text });
    let id = MessageId::from("new");
    page.input("t", Input::EditorSubmit { id });
}

#[test]
fn without_control_a_cancel_aborts_the_stream_and_the_next_run_starts_at_once() {
    let page = Harness::new();
    let stream = page.streaming("t", "Hello", &[STARTED, &text("m", "Hi")]);
    replace(&page, "Do that instead");
    assert!(stream.is_aborted());
    assert!(page.posts().is_empty());
    assert_eq!(page.asked(), 2);
    let old = page.look("t", |held| held.turns()[0].outcome.clone());
    assert_eq!(old, Some(Outcome::Cancelled(Stop::Unknown)));
}

#[test]
fn an_announced_url_of_another_origin_gets_no_request() {
    for url in ["http://agent.example/c", "https://agent/c"] {
        let page = Harness::new();
        let control = CONTROL.replace("/c", url);
        page.streaming("t", "Hello", &[STARTED, &control, &text("m", "Hi")]);
        replace(&page, "Do that instead");
        assert!(page.posts().is_empty(), "{url}");
        assert_eq!(page.asked(), 2);
        let old = page.look("t", |held| held.turns()[0].outcome.clone());
        assert_eq!(old, Some(Outcome::Cancelled(Stop::Unknown)));
    }
}

#[test]
fn what_is_in_the_editor_that_code_of_the_embedder_closes_moves_to_the_composer() {
    let page = Harness::new();
    page.streaming("t", "Hello", &[STARTED]);
    page.write("t", "mine");
    let run = page.run("t");
    page.input("t", Input::CancelClicked { run: run.clone() });
    let text = "do X instead".to_owned();
    page.input("t", Input::EditorChanged { text });
    let by = |id: &str| {
        let (run, id) = (run.clone(), id.into());
        let input = Box::new(Input::Replace { run, id });
        let said = "from the host".to_owned().into();
        page.input("t", Input::By { said, input });
        page.look("t", |held| held.composer().to_owned())
    };
    assert_eq!(by("new"), "mine\ndo X instead");
    assert_eq!(page.last_turn("t").text, "from the host");
    // The run is over: the code is told, and keeps its text.
    assert_eq!(by("late"), "mine\ndo X instead");
}

#[test]
fn with_control_a_cancel_is_sent_and_the_next_run_waits_for_the_answer() {
    let page = Harness::new();
    let stream = page.streaming("t", "Hello", &[STARTED, CONTROL, &text("m", "Hi")]);
    let run = page.run("t");
    replace(&page, "Do that instead");

    let posts = page.posts();
    assert_eq!(posts.len(), 1);
    assert_eq!(posts[0].url, "http://agent/c");
    let asked: serde_json::Value = serde_json::from_str(&posts[0].json).unwrap();
    assert_eq!(asked["type"], "task.cancel.request");
    assert_eq!(asked["runId"], run.as_str());
    assert_eq!(page.asked(), 1, "the new run waits");
    assert_eq!(
        page.look("t", |held| held.active().unwrap().phase),
        Phase::Blocked
    );
    assert!(!stream.is_aborted(), "its last events are still to come");

    posts[0].answer(202);
    assert_eq!(page.asked(), 2);
    stream.events(&[&text("m", " there"), CANCELLED]);
    let old = page.look("t", |held| held.turns()[0].clone());
    assert_eq!(old.outcome, Some(Outcome::Cancelled(Stop::Confirmed)));
    assert_eq!(old.texts().next().unwrap().1, "Hi there");
}

#[test]
fn an_unanswered_cancel_is_retried() {
    let page = Harness::new();
    let stream = page.streaming("t", "Hello", &[STARTED, CONTROL]);
    let run = page.run("t");
    page.input("t", Input::Stop { run });
    assert_eq!(page.posts().len(), 1);
    // Without an answer, the request is aborted after ten seconds and then retried.
    page.time.advance(10_000);
    assert!(page.posts()[0].is_aborted());
    page.time.advance(1_000);
    assert_eq!(page.posts().len(), 2);
    page.posts()[1].answer(503);
    page.time.advance(2_000);
    assert_eq!(page.posts().len(), 3);
    assert_eq!(
        page.posts()[2].json.matches("task.cancel.request").count(),
        1
    );
    page.posts()[2].answer(409);
    stream.events(&[FINISHED]);
    assert_eq!(page.outcome("t"), Some(Outcome::Completed));
    assert!(page.look("t", |held| held.stopping().is_empty()));
}

#[test]
fn a_run_that_spoke_and_that_its_control_url_does_not_know_may_still_work() {
    let page = Harness::new();
    let stream = page.streaming("t", "Hello", &[STARTED, CONTROL]);
    let run = page.run("t");
    page.input("t", Input::Stop { run });
    page.posts()[0].answer(404);
    assert_eq!(page.outcome("t"), Some(Outcome::Cancelled(Stop::Unknown)));
    assert!(stream.is_aborted());
}

#[test]
fn a_configured_control_url_wins_and_an_announced_one_is_used_only_for_its_agent() {
    let page = Harness::new();
    page.streaming("t", "Hello", &[STARTED, CONTROL]);
    let mut options = page.driver.options();
    options.control_url = Some("/mine".to_owned());
    page.driver.set_options(options.clone());
    let run = page.run("t");
    page.input("t", Input::Stop { run });
    assert_eq!(page.posts()[0].url, "http://agent/mine");
    page.posts()[0].answer(404);

    page.say("t", "Again");
    page.last().opens_with(&[STARTED]);
    options.control_url = None;
    options.agent_url = "http://other".to_owned();
    page.driver.set_options(options);
    let endpoints = page.driver.0.requests.endpoints();
    assert_eq!(
        endpoints.control, None,
        "what one agent announced is not asked of another"
    );
}

#[test]
fn a_run_is_stopped_at_the_agent_that_it_was_sent_to() {
    let page = Harness::with_options(|options| {
        options.request.headers = vec![("x-key".to_owned(), "first".to_owned())];
    });
    let stream = page.streaming("t", "Hello", &[STARTED, CONTROL]);
    let mut options = page.driver.options();
    options.agent_url = "http://other".to_owned();
    options.request.headers = vec![("x-key".to_owned(), "second".to_owned())];
    page.driver.set_options(options);
    // The other agent announces a URL of its own, and the first speaks again.
    page.streaming("u", "Hello", &[STARTED, CONTROL_2]);
    stream.events(&[CONTROL, &text("m", "Hi")]);
    let run = page.run("t");
    page.input("t", Input::Stop { run });
    let post = page.posts().remove(0);
    assert_eq!(post.url, "http://agent/c");
    assert_eq!(post.headers, [("x-key".to_owned(), "first".to_owned())]);
    post.answer(202);
    stream.events(&[CANCELLED]);
    assert_eq!(page.outcome("t"), Some(Outcome::Cancelled(Stop::Confirmed)));
    let run = page.run("u");
    page.input("u", Input::Stop { run });
    assert_eq!(page.posts()[1].url, "http://other/c2");
}

#[test]
fn a_run_that_is_joined_after_a_reload_is_stopped_at_its_agent_too() {
    let page = Harness::new();
    let control = r#"{"type":"CUSTOM","name":"midturn.control","value":{"url":"/c","events":"/e","cancel":true}}"#;
    page.streaming("t", "Hello", &[STARTED, control]);
    let page = page.reload();
    page.open("t");
    page.time.advance(1_000);
    assert_eq!(page.last().request.url, "http://agent/e?threadId=t");
    page.last().open();
    page.driver.set_options(Options {
        agent_url: "http://other".to_owned(),
        ..page.driver.options()
    });
    let run = page.run("t");
    page.input("t", Input::Stop { run });
    assert_eq!(page.posts()[0].url, "http://agent/c");
}

/// A page with a running run and a backend that has a plain stop URL, but no control extension.
fn with_stop_url() -> Harness {
    let page = Harness::with_options(|options| {
        options.stop_url = Some("/stop/{threadId}".to_owned());
        options.abilities.plain_stop = true;
    });
    page.streaming("t", "Hello", &[STARTED, &text("m", "Hi")]);
    page
}

#[test]
fn the_stop_url_is_called_before_the_stream_is_closed() {
    let page = with_stop_url();
    let (stream, run) = (page.last(), page.run("t"));
    replace(&page, "Do that instead");
    let posts = page.posts();
    assert_eq!(posts[0].url, "http://agent/stop/t");
    assert_eq!(posts[0].json, format!(r#"{{"runId":"{run}"}}"#));
    assert!(!stream.is_aborted());
    assert_eq!(page.asked(), 1, "the message waits for the answer");
    posts[0].answer(200);
    assert_eq!(page.asked(), 2);
    stream.events(&[&text("m", " there"), FINISHED]);
    let first = page.look("t", |held| held.turns()[0].clone());
    assert_eq!(first.outcome, Some(Outcome::Cancelled(Stop::Confirmed)));
    assert_eq!(first.text_of(&"m".into()), "Hi there");
}

#[test]
fn the_body_of_a_plain_stop_is_configurable() {
    let template = r#"{"session": "{threadId}", "ids": ["{runId}"]}"#;
    for (body, expected) in [
        (Some(""), String::new()),
        (
            Some(template),
            r#"{"session": "t", "ids": ["RUN"]}"#.to_owned(),
        ),
        (None, r#"{"runId":"RUN"}"#.to_owned()),
    ] {
        let page = with_stop_url();
        page.driver.set_options(Options {
            stop_body: body.map(str::to_owned),
            ..page.driver.options()
        });
        let run = page.run("t");
        replace(&page, "Do that instead");
        let expected = expected.replace("RUN", run.as_str());
        assert_eq!(page.posts()[0].json, expected);
    }
}

#[test]
fn a_stream_that_continues_after_a_plain_stop_is_aborted() {
    let page = with_stop_url();
    let stream = page.last();
    replace(&page, "Do that instead");
    page.posts()[0].answer(200);
    page.time.advance(2_900);
    assert!(!stream.is_aborted());
    page.time.advance(1_000);
    assert!(stream.is_aborted());
}

#[test]
fn the_stream_is_closed_if_the_stop_url_answers_404() {
    let page = with_stop_url();
    let stream = page.last();
    replace(&page, "Do that instead");
    page.posts()[0].answer(404);
    assert!(stream.is_aborted());
    assert_eq!(page.asked(), 2);
    let old = page.look("t", |held| held.turns()[0].outcome.clone());
    assert_eq!(old, Some(Outcome::Cancelled(Stop::Unknown)));
}

#[test]
fn a_task_is_stopped_and_then_forced() {
    let page = Harness::new();
    let stream = page.begin("t", "Hello");
    stream.open();
    let tool = r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"count"}"#;
    let can = r#"{"type":"CUSTOM","name":"task.cancellable","value":{"elementId":"c"}}"#;
    stream.events(&[STARTED, CONTROL, tool, can]);
    let run = page.run("t");
    let task = "c".into();
    page.input("t", Input::StopTask { run, task });
    let asked = |place: usize| -> serde_json::Value {
        serde_json::from_str(&page.posts()[place].json).unwrap()
    };
    assert_eq!(asked(0)["elementId"], "c");
    assert_eq!(asked(0)["force"], serde_json::Value::Null);
    page.posts()[0].answer(202);
    let run = page.run("t");
    let task = Some("c".into());
    page.input("t", Input::Force { run, task });
    assert_eq!(asked(1)["elementId"], "c");
    assert_eq!(asked(1)["force"], true);
}

#[test]
fn a_repeated_request_that_waits_may_be_known_and_its_run_is_cancelled() {
    let page = Harness::with_options(|options| {
        options.control_url = Some("/c".to_owned());
        options.abilities.cancel = true;
        options.abilities.resend = true;
    });
    let stream = page.begin("t", "Hello");
    stream.tell(TransportEvent::Unreachable {
        message: "gone".to_owned(),
        foreign: None,
    });
    let run = page.run("t");
    page.store.mode.set(Mode::Waits);
    page.time.advance(10_000);
    assert_eq!(page.asked(), 1, "the second request waits for the storage");
    page.input("t", Input::Stop { run: run.clone() });
    let posts = page.posts();
    assert_eq!(posts.len(), 1, "the first request may have begun the run");
    assert!(posts[0].json.contains(run.as_str()));
    posts[0].answer(202);
    page.store.mode.set(Mode::Works);
    page.store.go_on();
    assert_eq!(page.asked(), 1, "a stopped run is not asked for again");
    assert_eq!(page.outcome("t"), Some(Outcome::Cancelled(Stop::Confirmed)));
}
