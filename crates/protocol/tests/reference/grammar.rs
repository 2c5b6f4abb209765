//! Generates streams from a seed. The streams follow the schema and the ordering rules; `damage`
//! changes them to invalid ones.

mod acts;
mod messages;
mod snapshot;
mod state;
mod terminal;

use fastrand::Rng;
use serde_json::{Value, json};

/// The events of one answer, and the request that they answer.
pub(crate) struct Stream {
    pub(crate) request: Value,
    pub(crate) events: Vec<Value>,
}

impl Stream {
    /// The bytes of the response body.
    pub(crate) fn body(&self) -> String {
        body(self.events.iter().map(Value::to_string))
    }
}

/// A body with one frame for each text.
pub(crate) fn body(data: impl Iterator<Item = String>) -> String {
    data.flat_map(|data| ["data: ".to_owned(), data, "\n\n".to_owned()])
        .collect()
}

/// A valid stream, always the same for a seed.
pub(crate) fn valid(seed: u64) -> Stream {
    Writer::new(seed).write()
}

/// The agent of an event: a subagent, or `None` for the main agent.
type Owner = Option<String>;

/// The kinds of things that must be ended before a run finishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Reasoning,
    Span,
    Tool,
    Step,
}

#[derive(Clone, Debug)]
struct Open {
    kind: Kind,
    id: String,
    owner: Owner,
    /// Whether it is sent as chunks. Most other events of the same owner end it.
    chunks: bool,
}

struct Call {
    id: String,
    owner: Owner,
    answered: bool,
    /// Whether an event of its own has ended it.
    ended: bool,
}

struct Writer {
    random: Rng,
    serial: u32,
    request: Value,
    events: Vec<Value>,
    /// The running agents, the main agent first.
    owners: Vec<Owner>,
    /// The subagents with a `SUBAGENT_STARTED`, running or ended.
    introduced: Vec<String>,
    open: Vec<Open>,
    calls: Vec<Call>,
    /// The messages for the next snapshot.
    messages: Vec<Value>,
    /// The ids of messages that both the server and the client know.
    streamed: Vec<String>,
    notes: Vec<String>,
    has_state: bool,
    /// Whether some content was not streamed, so that a snapshot must send it before the run ends.
    owes_snapshot: bool,
}

impl Writer {
    fn new(seed: u64) -> Self {
        Self {
            random: Rng::with_seed(seed),
            serial: 0,
            request: Value::Null,
            events: Vec::new(),
            owners: vec![None],
            introduced: Vec::new(),
            open: Vec::new(),
            calls: Vec::new(),
            messages: Vec::new(),
            streamed: Vec::new(),
            notes: Vec::new(),
            has_state: false,
            owes_snapshot: false,
        }
    }

    fn write(mut self) -> Stream {
        self.ask();
        self.start();
        for _ in 0..self.random.u32(3..50) {
            self.act();
        }
        self.end();
        Stream {
            request: self.request,
            events: self.events,
        }
    }

    /// Makes the request: with a first message, a later message, or answers to a question about a
    /// call.
    fn ask(&mut self) {
        let mut messages = Vec::new();
        let mut resume = Value::Null;
        if self.chance(20) {
            messages.push(json!({"id": "u0", "role": "user", "content": "before"}));
            messages.push(json!({"id": "a0", "role": "assistant", "content": "an answer"}));
        }
        messages.push(json!({"id": "u1", "role": "user", "content": "now"}));
        if self.chance(15) {
            messages.push(json!({"id": "a1", "role": "assistant", "toolCalls": [
                {"id": "asked", "type": "function", "function": {"name": "write", "arguments": "{\"a\":1}"}},
            ]}));
            self.streamed.push("a1".to_owned());
            self.calls.push(Call {
                id: "asked".to_owned(),
                owner: None,
                answered: false,
                ended: false,
            });
            resume =
                json!([{"interruptId": "i1", "status": "resolved", "payload": {"approved": true}}]);
        }
        self.request = json!({
            "threadId": "t", "runId": "r", "protocolVersion": "1.0", "messages": messages,
            "state": {}, "tools": [], "context": [], "forwardedProps": {},
        });
        if !resume.is_null() {
            self.request["resume"] = resume;
        }
        self.messages = messages;
    }

    fn start(&mut self) {
        let mut event = json!({"type": "RUN_STARTED", "threadId": "t", "runId": "r"});
        if self.chance(70) {
            event["protocolVersion"] = "1.0".into();
        }
        if self.chance(20) {
            event["parentRunId"] = "r0".into();
        }
        if self.chance(10) {
            event["input"] = self.request.clone();
        }
        self.tell(None, event);
    }

    /// Sends an event of this owner, and ends the chunk streams that the event ends.
    fn tell(&mut self, owner: Owner, mut event: Value) {
        let kind = event["type"].as_str().unwrap().to_owned();
        let whole = matches!(
            kind.as_str(),
            "RUN_STARTED" | "RUN_FINISHED" | "RUN_ERROR" | "MESSAGES_SNAPSHOT"
        );
        let passes = matches!(
            kind.as_str(),
            "RAW"
                | "ACTIVITY_SNAPSHOT"
                | "ACTIVITY_DELTA"
                | "REASONING_ENCRYPTED_VALUE"
                | "SUBAGENT_STARTED"
        ) || kind.ends_with("_CHUNK");
        if !passes {
            self.open
                .retain(|open| !(open.chunks && (whole || open.owner == owner)));
        }
        let fields = event.as_object_mut().unwrap();
        if let Some(owner) = owner {
            fields.insert("subagentRunId".into(), owner.into());
        }
        if self.random.u32(..30) == 0 {
            fields.insert("timestamp".into(), 1_764_000_000_000_u64.into());
        }
        if self.random.u32(..40) == 0 {
            fields.insert("rawEvent".into(), json!({"from": ["another", "protocol"]}));
        }
        if self.random.u32(..40) == 0 {
            fields.insert("metadata".into(), json!({"source": "made up"}));
        }
        self.events.push(event);
    }

    /// Sends an event about something that is open. May leave out the owner, unless chunk streams
    /// are open: an event without an owner ends those of the main agent.
    fn tell_more(&mut self, owner: Owner, event: Value) {
        let chunks = self.open.iter().any(|open| open.chunks);
        let owner = owner.filter(|_| chunks || self.random.bool());
        self.tell(owner, event);
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.random.u32(..100) < percent
    }

    fn number(&mut self) -> u32 {
        self.serial += 1;
        self.serial
    }

    fn id(&mut self, prefix: &str) -> String {
        let number = self.number();
        format!("{prefix}{number}")
    }

    /// A piece of text, usually with a word that occurs nowhere else.
    fn words(&mut self) -> String {
        let number = self.number();
        match self.random.u32(..20) {
            0 => String::new(),
            1 => format!("\n\n- w{number}\n"),
            2 => format!("é😀 \"w{number}\" \\ \u{2028}"),
            3 => format!("w{number}\t<b> "),
            _ => format!("w{number} "),
        }
    }

    fn owner(&mut self) -> Owner {
        let place = self.random.usize(..self.owners.len());
        self.owners[place].clone()
    }

    /// One of these at random; `None` if there are none.
    fn one_of<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        if of.is_empty() {
            return None;
        }
        Some(of[self.random.usize(..of.len())].clone())
    }

    /// A random open thing of these kinds. `chunks`: whether it is sent as chunks.
    fn one_open(&mut self, kinds: &[Kind], chunks: bool) -> Option<Open> {
        let open = self.open.iter();
        let fitting: Vec<Open> = open
            .filter(|open| kinds.contains(&open.kind) && open.chunks == chunks)
            .cloned()
            .collect();
        self.one_of(&fitting)
    }
}
