//! Reads an agent's event streams.

use futures_util::StreamExt;
use serde_json::Value;

use super::{Agent, soon};

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

    /// Reads and returns the events that this stream's run has sent so far.
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

    /// Reads until a `CUSTOM` event of this name, and returns its value.
    pub(crate) async fn custom(&mut self, name: &str) -> Value {
        while let Some(event) = self.next().await {
            if event["name"] == name {
                return event["value"].clone();
            }
        }
        panic!("the stream ended without {name}");
    }

    /// Reads until an event of this type. Returns the events read, including that one.
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
