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
    over: CancellationToken,
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
    let over = CancellationToken::new();
    let done = over.clone().drop_guard();
    tokio::spawn(async move {
        server::serve(listener, &options, stop).await.unwrap();
        drop(done);
    });
    Agent {
        _stop: shutdown.clone().drop_guard(),
        shutdown,
        over,
        ..Agent::at(&url)
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
    /// One that runs elsewhere.
    pub(crate) fn at(url: &str) -> Self {
        midturn_agent::tls::install();
        Self {
            url: url.to_owned(),
            client: reqwest::Client::builder()
                .redirect(reqwest::redirect::Policy::none())
                .build()
                .unwrap(),
            shutdown: CancellationToken::new(),
            over: CancellationToken::new(),
            _stop: CancellationToken::new().drop_guard(),
        }
    }

    /// Waits until the agent has stopped.
    pub(crate) async fn stopped(&self) {
        self.over.cancelled().await;
    }

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

    /// Sends a message to a run; gives the status and the answer.
    pub(crate) async fn control(&self, run: &str, body: Value) -> (u16, Value) {
        let mut body = body;
        body["runId"] = json!(run);
        if body["threadId"].is_null() {
            body["threadId"] = json!("t");
        }
        let answer = self.post("/agui/control", &body).await;
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap())
    }

    pub(crate) async fn cancel(&self, run: &str, element: Option<&str>) -> (u16, Value) {
        let mut body = json!({"type": "task.cancel.request", "reason": "not needed"});
        if let Some(element) = element {
            body["elementId"] = json!(element);
        }
        self.control(run, body).await
    }

    pub(crate) async fn say(&self, run: &str, id: &str, text: &str) -> (u16, Value) {
        let body = json!({
            "type": "user.interjection", "id": id, "message": text, "target": "auto",
        });
        self.control(run, body).await
    }

    /// Follows a thread's log after an event.
    pub(crate) async fn follow(&self, thread: &str, after: &str) -> Frames {
        let url = format!("{}/agui/events?threadId={thread}", self.url);
        let request = self.client.get(url).header("last-event-id", after);
        Frames::new(soon(request.send()).await.unwrap())
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
    /// The id of the last event, where events have one.
    pub(crate) last_id: Option<String>,
    /// Whether the stream broke instead of ending.
    pub(crate) broken: bool,
    /// How many events have been read.
    seen: u64,
}

impl Frames {
    pub(crate) fn new(answer: reqwest::Response) -> Self {
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        let body = answer.bytes_stream();
        Self {
            body: body.map(|chunk| chunk.map(|bytes| bytes.to_vec())).boxed(),
            buffer: String::new(),
            last_id: None,
            broken: false,
            seen: 0,
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
                let mut lines = frame.trim_end_matches('\n').split('\n');
                let data = lines.next().and_then(|line| line.strip_prefix("data: "));
                if let Some(id) = lines.next() {
                    let id = id.strip_prefix("id: ").expect("an id line");
                    self.last_id = Some(id.to_owned());
                }
                assert_eq!(lines.next(), None, "one event has one line of data");
                self.seen += 1;
                return Some(data.expect("a data line").to_owned());
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

    /// What the steps of a run, whose stream this is, have brought by now.
    pub(crate) async fn brought(&mut self, agent: &Agent, run: &str) -> Vec<Value> {
        let record = agent.get(&format!("/test/runs/{run}")).await;
        let said = record["events"].as_u64().unwrap();
        let mut events = Vec::new();
        while self.seen < said {
            events.push(self.next().await.expect("more events"));
        }
        events
    }

    pub(crate) async fn next(&mut self) -> Option<Value> {
        let data = self.next_data().await?;
        Some(serde_json::from_str(&data).expect("a JSON frame"))
    }

    /// Reads until a `CUSTOM` event of this name, and gives its value.
    pub(crate) async fn custom(&mut self, name: &str) -> Value {
        while let Some(event) = self.next().await {
            if event["name"] == name {
                return event["value"].clone();
            }
        }
        panic!("the stream ended without {name}");
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

/// The values of the `CUSTOM` events of one name.
pub(crate) fn customs<'a>(events: &'a [Value], name: &str) -> Vec<&'a Value> {
    let found = events.iter().filter(|event| event["name"] == name);
    found.map(|event| &event["value"]).collect()
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
