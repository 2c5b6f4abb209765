//! Requests that are refused, and answers that are not a run.

use serde_json::{Value, json};

use crate::support::{Frames, agent, agent_with, input, soon, text};
use crate::verifier::verify;

async fn error(answer: reqwest::Response) -> (u16, String) {
    let status = answer.status().as_u16();
    let body: Value = answer.json().await.unwrap();
    let message = body["error"]["message"].as_str().unwrap();
    assert!(!message.is_empty());
    (status, body["error"]["code"].as_str().unwrap().to_owned())
}

fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[tokio::test]
async fn bad_input_is_refused_with_a_reason() {
    let agent = agent_with(&["--max-body=4096"]).await;
    let raw = async |content_type: &str, body: String| {
        let request = agent.client.post(format!("{}/agui", agent.url));
        let request = request.header("content-type", content_type).body(body);
        error(soon(request.send()).await.unwrap()).await
    };
    let json_type = "application/json";
    assert_eq!(
        raw(json_type, "{".to_owned()).await,
        refused(400, "bad_request")
    );
    assert_eq!(
        raw(json_type, String::new()).await,
        refused(400, "bad_request")
    );
    let plain = raw("text/plain", input("t", "r", "hi").to_string()).await;
    assert_eq!(plain, refused(415, "unsupported_media_type"));
    let large = input("t", "r", &"x".repeat(5000)).to_string();
    assert_eq!(raw(json_type, large).await, refused(413, "too_large"));
    for shape in [
        json!([]),
        json!("text"),
        json!({}),
        json!({"threadId": "t", "runId": "r"}),
        json!({"threadId": "", "runId": "r", "messages": []}),
        json!({"threadId": 1, "runId": "r", "messages": []}),
        json!({"threadId": "t", "runId": null, "messages": []}),
        json!({"threadId": "t", "runId": "r", "messages": {}}),
        json!({"threadId": "t", "runId": "r", "messages": [], "resume": true}),
    ] {
        let answer = raw(json_type, shape.to_string()).await;
        assert_eq!(answer, refused(422, "invalid_input"), "{shape}");
    }
    let get = agent.client.get(format!("{}/agui", agent.url)).send();
    assert_eq!(soon(get).await.unwrap().status(), 405);
    let elsewhere = agent.post("/elsewhere", &json!({})).await;
    assert_eq!(error(elsewhere).await, refused(404, "not_found"));
}

#[tokio::test]
async fn input_is_read_leniently() {
    let agent = agent().await;
    let body = json!({
        "threadId": "t",
        "runId": "r",
        "state": null,
        "resume": null,
        "parentRunId": null,
        "somethingNew": {"a": 1},
        "messages": [
            null,
            {"role": "holographic", "content": 3},
            {"id": "a", "role": "activity", "activityType": "x", "content": {}},
            {"id": "s", "role": "developer", "content": "be brief"},
            {"id": "q", "role": "assistant", "content": null, "toolCalls": [{"id": 3}, {
                "id": "c", "type": "function", "function": {"name": "x", "arguments": {"a": 1}},
            }]},
            {"id": "u", "role": "user", "content": [
                {"type": "text", "text": "reasoning"},
                {"type": "image", "source": {"type": "url", "value": "x"}},
            ]},
        ],
    });
    let events = agent.play(&body).await;
    assert_eq!(verify(&events), Ok(()));
    assert!(text(&events).starts_with("It is the unit."));
    assert_eq!(agent.ended("r").await["input"], body);
}

#[tokio::test]
async fn refusals_come_once_for_each_message_and_thread() {
    let agent = agent().await;
    for (prompt, status, code) in [
        ("http429", 429, "too_many_requests"),
        ("busy", 409, "thread_busy"),
    ] {
        for thread in ["one", "two"] {
            let body = input(&format!("{prompt}-{thread}"), "r1", prompt);
            let first = agent.post("/agui", &body).await;
            if status == 429 {
                assert_eq!(first.headers()["retry-after"], "1");
            }
            assert_eq!(error(first).await, refused(status, code));
            let again = agent.play(&body).await;
            assert_eq!(verify(&again), Ok(()));
        }
    }
    let always = input("t", "r", "http500");
    for _ in 0..2 {
        let answer = agent.post("/agui", &always).await;
        assert_eq!(error(answer).await, refused(500, "internal"));
    }
}

#[tokio::test]
async fn the_scene_empty_is_an_empty_stream() {
    let agent = agent().await;
    let mut frames = agent.start("t", "r", "empty").await;
    assert_eq!(frames.next_data().await, None);
    assert!(!frames.broken);
}

#[tokio::test]
async fn healthz_counts_runs() {
    let agent = agent().await;
    agent.events("t", "r1", "text").await;
    agent.events("t", "r2", "fail").await;
    agent.ended("r1").await;
    agent.ended("r2").await;
    let health = agent.get("/healthz").await;
    assert_eq!(health["status"], "ok");
    assert_eq!(health["runs"]["started"], 2);
    assert_eq!(health["runs"]["running"], 0);
    assert_eq!(health["runs"]["finished"], 1);
    assert_eq!(health["runs"]["failed"], 1);
}

#[tokio::test]
async fn the_runs_of_a_thread_are_kept_in_order_with_their_input() {
    let agent = agent().await;
    for (run, prompt) in [("r1", "text"), ("r2", "tools")] {
        agent.events("mine", run, prompt).await;
    }
    agent.events("other", "r3", "text").await;
    let runs = agent.get("/test/threads/mine/runs").await;
    let ids: Vec<_> = runs
        .as_array()
        .unwrap()
        .iter()
        .map(|run| &run["runId"])
        .collect();
    assert_eq!(ids, ["r1", "r2"]);
    assert_eq!(runs[0]["input"], input("mine", "r1", "text"));
    assert_eq!(agent.get("/test/threads/nobody/runs").await, json!([]));
    let unknown = agent.client.get(format!("{}/test/runs/r9", agent.url));
    let unknown = soon(unknown.send()).await.unwrap();
    assert_eq!(error(unknown).await, refused(404, "not_found"));
}

#[tokio::test]
async fn test_endpoints_exist_in_test_mode_only() {
    let agent = agent_with(&[]).await;
    let answer = agent.post("/test/threads/t/hold", &json!({})).await;
    assert_eq!(error(answer).await, refused(404, "not_found"));
}

#[tokio::test]
async fn cors_is_off_by_default_and_names_its_origins_when_on() {
    let origin = "http://127.0.0.1:3000";
    let preflight = async |agent: &crate::support::Agent, origin: &str| {
        let request = agent
            .client
            .request(reqwest::Method::OPTIONS, format!("{}/agui", agent.url))
            .header("origin", origin)
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "content-type");
        let answer = soon(request.send()).await.unwrap();
        let allowed = answer.headers().get("access-control-allow-origin");
        allowed.map(|value| value.to_str().unwrap().to_owned())
    };
    let closed = agent().await;
    assert_eq!(preflight(&closed, origin).await, None);
    let open = agent_with(&["--cors", origin, "--speed=1000000"]).await;
    assert_eq!(preflight(&open, origin).await.as_deref(), Some(origin));
    assert_eq!(preflight(&open, "http://evil.example").await, None);
    let request = open.client.post(format!("{}/agui", open.url));
    let request = request
        .header("origin", origin)
        .json(&input("t", "r", "hi"));
    let answer = soon(request.send()).await.unwrap();
    assert_eq!(answer.headers()["access-control-allow-origin"], origin);
    let events = Frames::new(answer).rest().await;
    assert_eq!(verify(&events), Ok(()));
    let request = open.client.post(format!("{}/agui", open.url));
    let request = request
        .header("origin", origin)
        .json(&input("u", "r", "http429"));
    let refused = soon(request.send()).await.unwrap();
    assert_eq!(refused.headers()["retry-after"], "1");
    let readable = &refused.headers()["access-control-expose-headers"];
    assert_eq!(
        readable, "retry-after",
        "a page of another origin can read it"
    );
}
