//! Endpoints that refuse, break off, or say something wrong.

use serde_json::{Value, json};

use crate::api::{ALL, Api, Moment, agent_of};
use crate::endpoint::{Endpoint, Request};
use crate::support::{Agent, customs, text};

/// Runs against an endpoint that fails once, and answers the second request if there is one.
async fn run(api: Api, failing: impl AsyncFnOnce(Request), again: bool) -> Vec<Value> {
    let endpoint = Endpoint::start().await;
    let agent: Agent = agent_of(api, &endpoint, &[]).await;
    let mut frames = agent.start("t", "r", "hi").await;
    failing(endpoint.request().await).await;
    if again {
        endpoint.request().await.answer(&api.says("Now.")).await;
    }
    let events = frames.rest().await;
    assert!(endpoint.is_left_alone().await, "{api:?}: one more request");
    events
}

fn assert_failed(events: &[Value], code: &str, message: &str) {
    let end = events.last().unwrap();
    assert_eq!(end["code"], code, "{end}");
    assert!(end["message"].as_str().unwrap().contains(message), "{end}");
}

#[tokio::test]
async fn a_refusal_that_may_pass_is_tried_again() {
    let cases = [
        (429, "retry-after: 2\r\n", 2_000),
        (500, "", 500),
        (529, "", 500),
    ];
    let runs = cases
        .into_iter()
        .flat_map(|case| ALL.map(|api| (api, case)));
    let runs = runs.map(async |(api, (status, headers, pause))| {
        let refuse = async |request: Request| request.refuse(status, headers, "later").await;
        let events = run(api, refuse, true).await;
        let told = customs(&events, "model.retrying");
        assert_eq!(told, [&json!({"afterMs": pause})], "{api:?} {status}");
        assert_eq!(text(&events), "Now.");
    });
    futures_util::future::join_all(runs).await;
}

#[tokio::test]
async fn a_refusal_that_does_not_pass_ends_the_run() {
    for api in ALL {
        for (status, code) in [(401, "model_unauthorized"), (404, "model_refused")] {
            let body = r#"{"type":"error","error":{"message":"wrong key"}}"#;
            let refuse = async |request: Request| request.refuse(status, "", body).await;
            let events = run(api, refuse, false).await;
            assert_failed(&events, code, "wrong key");
        }
    }
}

#[tokio::test]
async fn an_error_in_the_stream_is_tried_again_before_the_first_word() {
    let runs = ALL.map(async |api| {
        let fail = async |request: Request| {
            let said = format!("{}{}", api.until(Moment::Thinking), api.overloaded());
            request.answer(&said).await;
        };
        let events = run(api, fail, true).await;
        assert_eq!(customs(&events, "model.retrying").len(), 1);
        assert_eq!(text(&events), "Now.");
    });
    futures_util::future::join_all(runs).await;
}

#[tokio::test]
async fn an_error_in_the_stream_ends_the_run_after_the_first_word() {
    for api in ALL {
        let fail = async |request: Request| {
            let said = format!("{}{}", api.until(Moment::Text), api.overloaded());
            request.answer(&said).await;
        };
        let events = run(api, fail, false).await;
        assert_failed(&events, "model_overloaded", "Overloaded");
        assert_eq!(text(&events), "Je regarde ");
    }
}

#[tokio::test]
async fn a_stream_that_breaks_off_keeps_its_text() {
    for api in ALL {
        for moment in [Moment::Text, Moment::Arguments] {
            let fail = async |request: Request| request.answer(api.until(moment)).await;
            let events = run(api, fail, false).await;
            assert_failed(&events, "model_lost", "in the middle");
            assert_eq!(text(&events).trim_end_matches("ça… ✓"), "Je regarde ");
        }
    }
}

#[tokio::test]
async fn an_event_that_is_not_json_ends_the_response() {
    for api in ALL {
        let fail = async |request: Request| {
            let said = format!("{}data: {{\"type\":\n\n", api.until(Moment::Text));
            request.answer(&said).await;
        };
        let events = run(api, fail, false).await;
        assert_failed(&events, "model_protocol", "not JSON");
        assert_eq!(text(&events), "Je regarde ");
    }
}

#[tokio::test]
async fn a_body_that_is_no_stream_of_events_is_named() {
    let runs = ALL.map(async |api| {
        let fail = async |request: Request| {
            request
                .answer("<!doctype html>\n<p>Please log in</p>\n")
                .await;
        };
        let events = run(api, fail, true).await;
        assert_eq!(text(&events), "Now.");
        customs(&events, "model.retrying").len()
    });
    assert_eq!(futures_util::future::join_all(runs).await, [1, 1, 1]);
}
