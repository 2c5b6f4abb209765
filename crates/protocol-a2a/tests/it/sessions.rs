//! The situation of each recorded exchange: what the request was, what earlier exchanges left
//! behind, and what the server answers when it is asked for the task.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

use midturn_core::history::HistoryMessage;
use midturn_core::id::{RunId, ThreadId};
use midturn_core::request::RunRequest;
use midturn_core::run_event::{AnswerForm, FinishOutcome, RunEvent};
use midturn_core::transcript::{Answer, Resume};
use midturn_protocol::call::{Call, Reply};
use midturn_protocol::control::Control;
use midturn_protocol::item::Item;
use midturn_protocol::protocol::{Begin, Endpoints, Protocol};
use midturn_protocol::reader::Reader;
use midturn_protocol::testing::made;
pub(crate) use midturn_protocol::testing::made::user;
use midturn_protocol::testing::{self, Exchange, events};
use midturn_protocol_a2a::A2a;
use serde_json::Value;

/// A situation to read in.
pub(crate) struct Session {
    pub(crate) a2a: A2a,
    pub(crate) run: RunId,
    pub(crate) memory: String,
    /// `None` for a stream that is joined after a reload.
    pub(crate) request: Option<RunRequest>,
    /// The answers to requests for the task.
    pub(crate) answers: Vec<Reply>,
}

impl Session {
    /// A first turn.
    pub(crate) fn new(options: &str) -> Self {
        Self {
            a2a: A2a::new(options),
            run: "r.1".into(),
            memory: String::new(),
            request: Some(request("r.1", "", vec![user("u-1", "hello")], Vec::new())),
            answers: Vec::new(),
        }
    }

    /// The same run, joined after a reload.
    pub(crate) fn rejoined(mut self, memory: String) -> Self {
        self.memory = memory;
        self.request = None;
        self
    }

    /// A further run.
    pub(crate) fn then(
        mut self,
        memory: &str,
        messages: Vec<HistoryMessage>,
        resume: Vec<Resume>,
    ) -> Self {
        self.run = "r.2".into();
        memory.clone_into(&mut self.memory);
        self.request = Some(request("r.2", memory, messages, resume));
        self
    }

    /// The bare reader.
    pub(crate) fn plain(&self) -> Box<dyn Reader> {
        self.a2a.reader(&Begin {
            endpoints: &endpoints(),
            thread: &ThreadId::from("t"),
            run: &self.run,
            state: "",
            memory: &self.memory,
            request: self.request.as_ref(),
        })
    }

    /// A reader whose requests are answered.
    pub(crate) fn reader(self) -> Box<dyn Reader> {
        let mut reader = Asking {
            inner: self.plain(),
            answers: self.answers.into_iter(),
            before: Vec::new(),
        };
        reader.before = reader.asked();
        Box::new(reader)
    }
}

pub(crate) fn endpoints() -> Endpoints {
    Endpoints {
        agent: "/agent".to_owned(),
        ..Endpoints::default()
    }
}

pub(crate) fn request(
    run: &str,
    memory: &str,
    messages: Vec<HistoryMessage>,
    resume: Vec<Resume>,
) -> RunRequest {
    RunRequest {
        run: run.into(),
        resume,
        memory: memory.to_owned(),
        ..made::request(messages)
    }
}

pub(crate) fn resume(interrupt: &str, answer: Answer) -> Resume {
    made::resume(interrupt, answer, AnswerForm::Words { field: None })
}

pub(crate) fn reply(text: &str) -> Answer {
    Answer::Reply(Value::from(text).to_string())
}

pub(crate) fn ok(body: &str) -> Reply {
    made::reply(200, body)
}

/// All exchanges, read once.
fn exchanges() -> &'static [Exchange] {
    static ALL: OnceLock<Vec<Exchange>> = OnceLock::new();
    ALL.get_or_init(testing::exchanges)
}

pub(crate) fn exchange(name: &str) -> &'static Exchange {
    let mut all = exchanges().iter();
    all.find(|held| held.name == name)
        .unwrap_or_else(|| panic!("{name}"))
}

/// The recorded answer of this name.
pub(crate) fn answer(name: &str) -> Reply {
    exchange(name).reply()
}

/// The events of an exchange.
pub(crate) fn events_of(name: &str) -> Vec<RunEvent> {
    static READ: Mutex<BTreeMap<String, Vec<RunEvent>>> = Mutex::new(BTreeMap::new());
    if let Some(known) = READ.lock().unwrap().get(name) {
        return known.clone();
    }
    let exchange = exchange(name);
    let body: &[u8] = &exchange.body;
    let read = events(testing::read(of(name).reader(), exchange, [body]));
    READ.lock().unwrap().insert(name.to_owned(), read.clone());
    read
}

/// The last memory among these events.
pub(crate) fn memory_of(events: &[RunEvent]) -> String {
    let memory = events.iter().rev().find_map(|event| match event {
        RunEvent::Memory(memory) => Some(memory.clone()),
        _ => None,
    });
    memory.unwrap_or_default()
}

/// The id of the question at the end of these events.
pub(crate) fn question_of(events: &[RunEvent]) -> String {
    match events.last() {
        Some(RunEvent::Finished(FinishOutcome::Interrupt(asked))) => asked[0].id.clone(),
        other => panic!("{other:?}"),
    }
}

/// What the options must be for a recording's server.
pub(crate) fn options(name: &str) -> &'static str {
    if name.starts_with("v1-http") {
        r#"{"binding":"http"}"#
    } else if name == "v1-no-version-header" {
        // Without the header, the server takes the client for one of 0.3.
        r#"{"version":"0.3"}"#
    } else if name.starts_with("v1-") || name == "v03-new-method-on-old-server" {
        ""
    } else {
        r#"{"version":"0.3"}"#
    }
}

/// The person's message in the recorded request.
fn said(exchange: &Exchange) -> Vec<HistoryMessage> {
    let request = exchange.request.as_ref();
    let params = request.map(|request| request.get("params").unwrap_or(request));
    let Some(message) = params.and_then(|params| params.get("message")) else {
        return vec![user("u-0", "?")];
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    vec![user(
        &text(&message["messageId"]),
        &text(&message["parts"][0]["text"]),
    )]
}

/// The situation of a recorded exchange.
pub(crate) fn of(name: &str) -> Session {
    let exchange = exchange(name);
    let messages = said(exchange);
    let mut session = Session::new(options(name));
    session.request = Some(request("r.1", "", messages.clone(), Vec::new()));
    let (server, scenario) = name.split_once('-').unwrap();
    let (earlier, kind) = match scenario {
        "ask-2" => ("ask-1", "answer"),
        "ask-yes-2" | "after-end" => ("ask-yes-1", "answer"),
        "ask-no-2" => ("ask-no-1", "answer"),
        "ask-ignored-2" => ("ask-ignored-1", "turn"),
        "ask-cancel-waiting" => ("ask-ignored-1", "abandon"),
        "next-turn" => ("ask-yes-1", "turn"),
        "cancel-next" => ("cancel", "turn"),
        "busy-2" | "busy-3-same-context" => ("busy-1", "turn"),
        "cancel-call" | "cancel-again" | "cancel-task" | "cancel-second-reader" => {
            ("cancel", "join")
        }
        "http-cancel-call" => ("http-cancel", "join"),
        "rejoin" | "rejoin-over" | "rejoin-task" | "get" | "hangup-task" => ("hangup", "join"),
        "crash-task" => ("crash", "join"),
        "ask-yes-task" => ("ask-yes-1", "join"),
        "ask-ignored-task" => ("ask-ignored-1", "join"),
        _ => return session,
    };
    let earlier = format!("{server}-{earlier}");
    let before = events_of(&earlier);
    let memory = memory_of(&before);
    match kind {
        "turn" => session.then(&memory, messages, Vec::new()),
        "answer" => {
            let HistoryMessage::User { text, .. } = &messages[0] else {
                panic!("{name}");
            };
            let given = resume(&question_of(&before), reply(text));
            let held = said(self::exchange(&earlier));
            session.then(&memory, held, vec![given])
        }
        "abandon" => {
            let given = resume(&question_of(&before), Answer::Abandoned);
            let held = said(self::exchange(&earlier));
            session.then(&memory, held, vec![given])
        }
        _ => {
            let mut session = session.rejoined(memory);
            session.answers = match name {
                "v1-rejoin-over" => vec![answer("v1-rejoin-task")],
                "compat-rejoin-over" => vec![answer("compat-get")],
                "v03-rejoin-over" => vec![answer("v03-get")],
                "v03-rejoin" => vec![task_before_the_join()],
                _ => Vec::new(),
            };
            session
        }
    }
}

/// The task as the 0.3 server had it when the stream was joined. It was not recorded then; it is
/// the later one, up to the first page of the joined stream.
pub(crate) fn task_before_the_join() -> Reply {
    task_with(0)
}

/// The task before the join, with so many pages that the joined stream has too, each once.
pub(crate) fn task_with(pages: usize) -> Reply {
    let mut task: Value = serde_json::from_str(&answer("v03-get").body).unwrap();
    let joined = String::from_utf8_lossy(&exchange("v03-rejoin").body);
    let result = &mut task["result"];
    result["status"]["state"] = Value::from("working");
    let parts = result["artifacts"][0]["parts"].as_array_mut().unwrap();
    let first = parts
        .iter()
        .position(|part| joined.contains(part["text"].as_str().unwrap()))
        .unwrap();
    assert!(first > 0);
    parts.dedup();
    parts.truncate(first + pages);
    ok(&task.to_string())
}

/// A reader whose requests for the task are answered: at once after a join, at the end of a body,
/// and after an answer that is not a stream.
struct Asking {
    inner: Box<dyn Reader>,
    answers: std::vec::IntoIter<Reply>,
    before: Vec<Item>,
}

impl Asking {
    fn asked(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while self.inner.question().is_some() {
            let answer = self.answers.next();
            items.extend(self.inner.answered(answer.as_ref()));
        }
        items
    }

    fn with_asked(&mut self, items: Vec<Item>) -> Vec<Item> {
        let mut all = std::mem::take(&mut self.before);
        all.extend(items);
        all.extend(self.asked());
        all
    }
}

impl Reader for Asking {
    fn push(&mut self, bytes: &[u8]) -> Vec<Item> {
        let mut items = std::mem::take(&mut self.before);
        items.extend(self.inner.push(bytes));
        items
    }

    fn finish(&mut self) -> Vec<Item> {
        let items = self.inner.finish();
        self.with_asked(items)
    }

    fn broke(&mut self, reason: String) -> Vec<Item> {
        let items = self.inner.broke(reason);
        self.with_asked(items)
    }

    fn document(&mut self, reply: &Reply) -> Vec<Item> {
        let items = self.inner.document(reply);
        self.with_asked(items)
    }

    fn resume(&mut self) {
        self.inner.resume();
    }

    fn ended(&self) -> bool {
        self.inner.ended()
    }

    fn listen(&mut self, listened: bool) {
        self.inner.listen(listened);
    }

    fn control(&self) -> Option<&Control> {
        self.inner.control()
    }

    fn question(&mut self) -> Option<Call> {
        None
    }

    fn answered(&mut self, _: Option<&Reply>) -> Vec<Item> {
        Vec::new()
    }

    fn cancel_accepted(&mut self, reply: &Reply) -> Vec<Item> {
        self.inner.cancel_accepted(reply)
    }
}
