//! A running agent on a free port, and reading its streams.

use std::future::Future;
use std::time::Duration;

use clap::Parser;
use futures_util::StreamExt;
use midturn_agent::options::Options;
use midturn_agent::server;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

/// Fails a test that hangs; nothing waits this long when all is well.
const HANG: Duration = Duration::from_secs(20);

pub(crate) struct Agent {
    pub(crate) url: String,
    pub(crate) client: reqwest::Client,
    pub(crate) shutdown: CancellationToken,
    _stop: DropGuard,
}

/// An agent in test mode that plays very fast.
pub(crate) async fn agent() -> Agent {
    agent_with(&["--test-mode", "--speed=1000000"]).await
}

pub(crate) async fn agent_with(arguments: &[&str]) -> Agent {
    midturn_agent::tls::install();
    let arguments = ["midturn-agent"].iter().chain(arguments);
    let options = Options::try_parse_from(arguments).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let shutdown = CancellationToken::new();
    let stop = shutdown.clone();
    tokio::spawn(async move { server::serve(listener, &options, stop).await });
    Agent {
        url,
        client: reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap(),
        _stop: shutdown.clone().drop_guard(),
        shutdown,
    }
}

/// A run input with one user message; the message id is derived from the thread.
pub(crate) fn input(thread: &str, run: &str, prompt: &str) -> Value {
    json!({
        "threadId": thread,
        "runId": run,
        "messages": [{"id": format!("{thread}-u1"), "role": "user", "content": prompt}],
        "tools": [],
        "context": [],
        "state": {},
        "forwardedProps": {},
        "protocolVersion": "1.0",
    })
}

impl Agent {
    pub(crate) async fn post(&self, path: &str, body: &Value) -> reqwest::Response {
        let request = self.client.post(format!("{}{path}", self.url)).json(body);
        soon(request.send()).await.unwrap()
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let answer = soon(self.client.get(format!("{}{path}", self.url)).send()).await;
        soon(answer.unwrap().json()).await.unwrap()
    }

    /// Starts a run and gives its stream.
    pub(crate) async fn start(&self, thread: &str, run: &str, prompt: &str) -> Frames {
        Frames::new(self.post("/agui", &input(thread, run, prompt)).await)
    }

    /// All events of a run that ends by itself.
    pub(crate) async fn events(&self, thread: &str, run: &str, prompt: &str) -> Vec<Value> {
        self.start(thread, run, prompt).await.rest().await
    }

    /// Waits until a run has come to an end, and gives its record.
    pub(crate) async fn ended(&self, run: &str) -> Value {
        let path = format!("/test/runs/{run}");
        soon(async {
            loop {
                let record = self.get(&path).await;
                if record["state"].is_string() && record["state"] != "running" {
                    return record;
                }
                tokio::task::yield_now().await;
            }
        })
        .await
    }

    pub(crate) async fn hold(&self, thread: &str) {
        let answer = self
            .post(&format!("/test/threads/{thread}/hold"), &json!({}))
            .await;
        assert_eq!(answer.status(), 200);
    }

    /// A step that must succeed.
    pub(crate) async fn step(&self, thread: &str, order: Value) -> Value {
        let answer = self
            .post(&format!("/test/threads/{thread}/step"), &order)
            .await;
        assert_eq!(answer.status(), 200);
        answer.json().await.unwrap()
    }
}

/// The frames of an event stream, one by one.
pub(crate) struct Frames {
    body: futures_util::stream::BoxStream<'static, Result<Vec<u8>, reqwest::Error>>,
    buffer: String,
    /// Whether the stream broke instead of ending.
    pub(crate) broken: bool,
}

impl Frames {
    pub(crate) fn new(answer: reqwest::Response) -> Self {
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        let body = answer.bytes_stream();
        Self {
            body: body.map(|chunk| chunk.map(|bytes| bytes.to_vec())).boxed(),
            buffer: String::new(),
            broken: false,
        }
    }

    /// The data of the next event; `None` at the end.
    pub(crate) async fn next_data(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.buffer.find("\n\n") {
                let frame: String = self.buffer.drain(..end + 2).collect();
                assert!(!frame.contains('\r'), "lines end with LF only");
                if frame.starts_with(':') {
                    continue;
                }
                let data = frame.strip_prefix("data: ").expect("a data line");
                return Some(data.trim_end_matches('\n').to_owned());
            }
            match soon(self.body.next()).await {
                Some(Ok(bytes)) => self.buffer.push_str(std::str::from_utf8(&bytes).unwrap()),
                Some(Err(_)) => {
                    self.broken = true;
                    return None;
                }
                None => {
                    assert_eq!(self.buffer, "", "the stream ends with a whole frame");
                    return None;
                }
            }
        }
    }

    pub(crate) async fn next(&mut self) -> Option<Value> {
        let data = self.next_data().await?;
        Some(serde_json::from_str(&data).expect("a JSON frame"))
    }

    /// Reads until an event of this type, which is included.
    pub(crate) async fn until(&mut self, kind: &str) -> Vec<Value> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            let found = event["type"] == kind;
            events.push(event);
            if found {
                return events;
            }
        }
        panic!("the stream ended without {kind}: {events:#?}");
    }

    pub(crate) async fn rest(&mut self) -> Vec<Value> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            events.push(event);
        }
        events
    }
}

pub(crate) fn kinds(events: &[Value]) -> Vec<&str> {
    let kinds = events.iter().map(|event| event["type"].as_str().unwrap());
    kinds.collect()
}

/// The text of the root agent's messages.
pub(crate) fn text(events: &[Value]) -> String {
    let deltas = events
        .iter()
        .filter(|event| event["type"] == "TEXT_MESSAGE_CONTENT" && event["subagentRunId"].is_null())
        .map(|event| event["delta"].as_str().unwrap());
    deltas.collect()
}

pub(crate) fn of_kind<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    let found = events.iter().filter(|event| event["type"] == kind);
    found.collect()
}

/// Fails a test that hangs.
pub(crate) async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(HANG, future)
        .await
        .expect("this should not take so long")
}
