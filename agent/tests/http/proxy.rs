//! Passing a path on to another agent.

use crate::support::{Agent, Frames, agent, agent_with, input, soon};
use crate::verifier::verify;

async fn pair() -> (Agent, Agent) {
    let upstream = agent().await;
    let mapping = format!("/other={}/agui", upstream.url);
    (agent_with(&["--proxy", &mapping]).await, upstream)
}

#[tokio::test]
async fn a_run_passes_through_unchanged() {
    let (front, upstream) = pair().await;
    let body = input("t", "r", "tools");
    let events = Frames::new(front.post("/other", &body).await).rest().await;
    assert_eq!(verify(&events), Ok(()));
    assert_eq!(upstream.ended("r").await["input"], body);
}

#[tokio::test]
async fn refusals_pass_through_with_their_headers() {
    let (front, _upstream) = pair().await;
    let answer = front.post("/other", &input("t", "r", "http429")).await;
    assert_eq!(answer.status(), 429);
    assert_eq!(answer.headers()["retry-after"], "1");
}

#[tokio::test]
async fn a_client_that_disconnects_stops_the_upstream_run() {
    let (front, upstream) = pair().await;
    let mut frames = Frames::new(front.post("/other", &input("t", "r", "never")).await);
    frames.until("TEXT_MESSAGE_CONTENT").await;
    drop(frames);
    assert_eq!(upstream.ended("r").await["state"], "cancelled");
}

#[tokio::test]
async fn a_client_that_disconnects_before_the_answer_stops_the_upstream_request() {
    let (front, upstream) = pair().await;
    let body = input("t", "r", "unanswered");
    let request = front
        .client
        .post(format!("{}/other", front.url))
        .json(&body);
    let waiting = tokio::spawn(request.send());
    soon(async {
        while upstream
            .get("/test/threads/t/runs")
            .await
            .as_array()
            .unwrap()
            .is_empty()
        {
            tokio::task::yield_now().await;
        }
    })
    .await;
    waiting.abort();
    assert_eq!(upstream.ended("r").await["state"], "cancelled");
}

#[tokio::test]
async fn an_unreachable_upstream_is_a_bad_gateway() {
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = nobody.local_addr().unwrap();
    drop(nobody);
    let front = agent_with(&["--proxy", &format!("/other=http://{address}/")]).await;
    let answer = front.post("/other", &input("t", "r", "text")).await;
    assert_eq!(answer.status(), 502);
    let body: serde_json::Value = answer.json().await.unwrap();
    assert_eq!(body["error"]["code"], "bad_gateway");
}
