//! Fuzz test over HTTP: the agent answers any request properly and stays available.
//!
//! Sends random bodies, paths and headers. The seed is printed when a round fails.
//! `MIDTURN_FUZZ_ROUNDS` sets the number of rounds.

use fastrand::Rng;
use serde_json::{Map, Value, json};

use crate::support::{Agent, Frames, agent_with, soon};
use crate::verifier::verify;

const ROUNDS: u64 = 600;

const PATHS: [&str; 7] = [
    "/agui",
    "/agui",
    "/agui",
    "/agui/control",
    "/threads/f0",
    "/agui/events",
    "/threads/%00",
];

/// Names and values of the protocol, used in random bodies.
const WORDS: &[&str] = &[
    "threadId",
    "runId",
    "messages",
    "resume",
    "type",
    "id",
    "role",
    "content",
    "user",
    "assistant",
    "tool",
    "toolCalls",
    "function",
    "arguments",
    "task.cancel.request",
    "user.interjection",
    "target",
    "auto",
    "root",
    "elementId",
    "message",
    "attachments",
    "interruptId",
    "status",
    "resolved",
    "payload",
    "approved",
    "editedArgs",
    "force",
    "title",
    "forwardedProps",
    "midturn",
    "onDisconnect",
    "tools",
    "text",
    "approval",
    "",
    "\u{0}",
    "\u{202e}",
    "'; DROP TABLE threads; --",
    "../../etc/passwd",
];

fn text(random: &mut Rng) -> String {
    match random.u8(..4) {
        0 => (0..random.usize(..40)).map(|_| random.char(..)).collect(),
        1 => "x".repeat(random.usize(..5_000)),
        _ => (*random.choice(WORDS.iter()).unwrap()).to_owned(),
    }
}

fn value(random: &mut Rng, depth: u8) -> Value {
    match random.u8(..if depth == 0 { 6 } else { 9 }) {
        0 => Value::Null,
        1 => json!(random.bool()),
        2 => json!(random.i64(..)),
        3 => json!(random.f64() * 1e300),
        4 | 5 => json!(text(random)),
        6 => {
            let count = random.usize(..5);
            (0..count).map(|_| value(random, depth - 1)).collect()
        }
        _ => {
            let mut map = Map::new();
            for _ in 0..random.usize(..6) {
                map.insert(text(random), value(random, depth - 1));
            }
            Value::Object(map)
        }
    }
}

/// A valid request body in which up to three parts were replaced.
fn nearly(random: &mut Rng, path: &str) -> Value {
    let kind = if path == "/agui" { 0 } else { random.u8(..3) };
    let mut body = match kind {
        0 => json!({
            "threadId": format!("f{}", random.u8(..3)), "runId": format!("r{}", random.u16(..)),
            "messages": [
                {"id": "u", "role": "user", "content": "tools"},
                {"id": "a", "role": "assistant", "toolCalls": [
                    {"id": "c", "function": {"name": "x", "arguments": "{"}},
                ]},
                {"id": "t", "role": "tool", "toolCallId": "c", "content": [{"text": 1}]},
                {"id": format!("u{}", random.u32(..)), "role": "user",
                    "content": [{"type": "text", "text": random.choice(["hi", "tools"])}]},
            ],
            "resume": [],
        }),
        1 => json!({
            "type": "task.cancel.request", "threadId": "f", "runId": "r1", "elementId": "c",
            "reason": "why", "timestamp": 1,
        }),
        _ => json!({
            "type": "user.interjection", "threadId": "f", "runId": "r1", "id": "i",
            "message": "hi", "target": "auto", "attachments": [{"type": "image"}],
        }),
    };
    for _ in 0..random.usize(..4) {
        let wrong = value(random, 3);
        let map = body.as_object_mut().unwrap();
        let keys: Vec<String> = map.keys().cloned().collect();
        let key = random.choice(keys).unwrap();
        match map.get_mut(&key) {
            Some(Value::Array(list)) if !list.is_empty() && random.bool() => {
                let place = random.usize(..list.len());
                list[place] = wrong;
            }
            _ => {
                map.insert(key, wrong);
            }
        }
    }
    body
}

async fn round(agent: &Agent, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let path = *random.choice(PATHS.iter()).unwrap();
    let mut bytes = match random.u8(..5) {
        0 => value(&mut random, 4).to_string().into_bytes(),
        1 => (0..random.usize(..200)).map(|_| random.u8(..)).collect(),
        _ => nearly(&mut random, path).to_string().into_bytes(),
    };
    if random.u8(..6) == 0 && !bytes.is_empty() {
        bytes.truncate(random.usize(..bytes.len()));
    }
    let url = format!("{}{path}?after={}", agent.url, random.i8(..));
    let request = match (path, random.u8(..4)) {
        ("/agui" | "/agui/control", 1..) => agent.client.post(url),
        ("/threads/f0", 0) => agent.client.delete(url),
        ("/threads/f0", _) => agent.client.patch(url),
        _ => agent.client.get(url),
    };
    let request = request
        .header("content-type", "application/json")
        .header("last-event-id", random.u16(..).to_string());
    let answer = soon(request.body(bytes).send()).await.unwrap();
    let status = answer.status().as_u16();
    assert!(
        [200, 202, 204, 400, 404, 405, 409, 413, 422].contains(&status),
        "{path}: {status}"
    );
    let streams = answer
        .headers()
        .get("content-type")
        .is_some_and(|t| t == "text/event-stream");
    if status == 200 && path == "/agui" && streams {
        let events = Frames::new(answer).rest().await;
        assert_eq!(verify(&events), Ok(()));
    }
}

#[tokio::test]
async fn random_requests_are_answered_properly_and_the_agent_stays_available() {
    let rounds = std::env::var("MIDTURN_FUZZ_ROUNDS").ok();
    let rounds = rounds.map_or(ROUNDS, |text| text.parse().unwrap());
    let agent = agent_with(&["--speed=1000000", "--control=on", "--max-body=20000"]).await;
    for seed in 0..rounds {
        let played = std::panic::AssertUnwindSafe(round(&agent, seed));
        let played = futures_util::FutureExt::catch_unwind(played).await;
        assert!(played.is_ok(), "seed {seed}");
    }
    let health = agent.get("/healthz").await;
    assert_eq!(health["store"], "ok");
    assert_eq!(health["runs"]["running"], 0);
    assert_eq!(verify(&agent.events("after", "r", "tools").await), Ok(()));
    let started = health["runs"]["started"].as_u64().unwrap();
    println!("{rounds} rounds, {started} runs");
    assert!(
        started * 20 > rounds,
        "most of what is nearly right is refused"
    );
}
