//! A running agent on a free port, and the requests of the tests.

#[path = "frames.rs"]
mod frames;

use std::future::Future;
use std::time::Duration;

use clap::Parser;
use midturn_agent::options::Options;
use midturn_agent::server::Server;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

pub(crate) use frames::Frames;

/// The longest time to wait for anything. After that time, the test fails.
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
        let server = Server::open(&options, stop).await.unwrap();
        server.serve(listener).await.unwrap();
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

/// The input of another run of thread `t`, with only a new message.
pub(crate) fn next_input(run: &str, prompt: &str) -> Value {
    let mut body = input("t", run, prompt);
    body["messages"][0]["id"] = json!(format!("{run}-u"));
    body
}

/// The input of the next run of thread `t`, with all its messages and then `more`.
pub(crate) async fn next(agent: &Agent, run: &str, more: &[Value]) -> Value {
    let thread = written(agent, "t").await;
    let messages = thread["snapshot"]["messages"].as_array().unwrap().iter();
    let messages = messages.filter(|message| message["role"] != "activity");
    let messages: Vec<Value> = messages.chain(more).cloned().collect();
    let mut body = input("t", run, "");
    body["messages"] = json!(messages);
    body
}

/// An entry of `resume`: the answer to an interrupt.
pub(crate) fn resolved(interrupt: &Value, payload: &Value) -> Value {
    json!({"interruptId": interrupt["id"], "status": "resolved", "payload": payload})
}

/// Waits until all runs of a thread are stored, and returns the thread.
pub(crate) async fn written(agent: &Agent, thread: &str) -> Value {
    soon(async {
        loop {
            let shown = agent.get(&format!("/threads/{thread}")).await;
            let runs = shown["runs"].as_array().unwrap();
            if runs.iter().all(|run| run["outcome"] != "running") {
                return shown;
            }
            tokio::task::yield_now().await;
        }
    })
    .await
}

impl Agent {
    /// An agent that already runs at this URL.
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

    /// Starts a run and returns its stream.
    pub(crate) async fn start(&self, thread: &str, run: &str, prompt: &str) -> Frames {
        Frames::new(self.post("/agui", &input(thread, run, prompt)).await)
    }

    /// All events of the run that this input asks for, and that ends by itself.
    pub(crate) async fn play(&self, body: &Value) -> Vec<Value> {
        Frames::new(self.post("/agui", body).await).rest().await
    }

    /// All events of a run that ends by itself.
    pub(crate) async fn events(&self, thread: &str, run: &str, prompt: &str) -> Vec<Value> {
        self.play(&input(thread, run, prompt)).await
    }

    /// Waits until a run has ended, and returns its record.
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

    /// Sends a control message to a run, in thread `t` unless the body names another thread.
    /// Returns the status and the answer.
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

    /// Starts the run `r` in thread `t`, and holds it where `until` has happened.
    pub(crate) async fn held(&self, prompt: &str, until: &str) -> Frames {
        self.hold("t").await;
        let mut frames = self.start("t", "r", prompt).await;
        frames.until("RUN_STARTED").await;
        self.step("t", json!({"until": until})).await;
        frames
    }

    /// Makes a step that must succeed, and returns the report.
    pub(crate) async fn step(&self, thread: &str, order: Value) -> Value {
        let answer = self
            .post(&format!("/test/threads/{thread}/step"), &order)
            .await;
        assert_eq!(answer.status(), 200);
        answer.json().await.unwrap()
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

/// Awaits a future; panics when it takes too long.
pub(crate) async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(HANG, future)
        .await
        .expect("this should not take so long")
}
