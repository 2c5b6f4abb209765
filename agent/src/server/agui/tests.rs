//! A client that leaves at any moment while its run starts, and one that joins a run that is refused.

use std::future::Future;
use std::pin::pin;
use std::task::Poll;

use axum::body::to_bytes;
use axum::http::{HeaderValue, StatusCode, header};
use clap::Parser;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::super::backend::Backend;
use super::*;
use crate::options::Options;
use crate::store::Store;

async fn app() -> Arc<App> {
    let arguments = [
        "midturn-agent",
        "--test-mode",
        "--speed=1000000",
        "--control=on",
    ];
    let options = Options::try_parse_from(arguments).unwrap();
    let store = Store::open(None).await.unwrap();
    let backend = Backend::new(&options).unwrap();
    let shutdown = CancellationToken::new();
    Arc::new(App::new(&options, backend, store, shutdown))
}

async fn post(app: &Arc<App>, run_id: &str, message: &str) -> Result<Response, ApiError> {
    post_text(app, run_id, message, "never", "cancel").await
}

async fn post_text(
    app: &Arc<App>,
    run_id: &str,
    message: &str,
    text: &str,
    on_disconnect: &str,
) -> Result<Response, ApiError> {
    let input = json!({
        "threadId": "t", "runId": run_id, "tools": [], "context": [],
        "messages": [{"id": message, "role": "user", "content": text}],
        "forwardedProps": {"midturn": {"onDisconnect": on_disconnect}},
    });
    let mut headers = HeaderMap::new();
    let json = HeaderValue::from_static("application/json");
    headers.insert(header::CONTENT_TYPE, json);
    run(
        State(Arc::clone(app)),
        headers,
        Body::from(input.to_string()),
    )
    .await
}

/// Polls a future, and drops it after it was pending `times` times. Returns its value, if it had
/// one by then.
async fn give_up_after<T>(times: usize, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    let mut waited = 0;
    std::future::poll_fn(|cx| match future.as_mut().poll(cx) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending => {
            waited += 1;
            if waited == times {
                return Poll::Ready(None);
            }
            Poll::Pending
        }
    })
    .await
}

#[tokio::test]
async fn a_client_that_leaves_while_its_run_starts_leaves_the_thread_free() {
    let app = app().await;
    for times in 1.. {
        let (left, next) = (format!("left{times}"), format!("next{times}"));
        let answer = give_up_after(times, post(&app, &left, &left)).await;
        let answered = answer.is_some();
        drop(answer);
        let next = post(&app, &next, &next).await.unwrap();
        assert_eq!(next.status(), StatusCode::OK, "left after {times}");
        let left = app.store.run("t", &left).await.unwrap();
        let state = left.map(|run| run.state);
        assert_ne!(state.as_deref(), Some("running"), "left after {times}");
        drop(next);
        app.live.all_over().await;
        assert_eq!(app.records.counters()["running"], 0);
        if answered {
            return;
        }
    }
}

#[tokio::test]
async fn a_request_that_joins_a_run_that_is_refused_gets_the_earlier_run_too() {
    let app = app().await;
    let answer = async |run_id: &str| {
        let answer = post_text(&app, run_id, "u", "text", "continue").await;
        let all = to_bytes(answer.unwrap().into_body(), usize::MAX);
        let all = tokio::time::timeout(Duration::from_secs(20), all).await;
        all.expect("the answer has no end").unwrap()
    };
    let first = answer("first").await;
    app.live.all_over().await;
    // The second of these finds the first at its start.
    let (one, other) = tokio::join!(answer("one"), answer("other"));
    assert_eq!([&one, &other], [&first; 2]);
}
