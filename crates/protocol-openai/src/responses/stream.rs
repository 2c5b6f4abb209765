//! Translates the events of one response.

use std::collections::{HashMap, HashSet};

use midturn_core::history::HistoryMessage;
use midturn_core::id::{ActivityId, MessageId, RunId};
use midturn_core::run_event::{Interrupt, LostReason, RunEvent};
use midturn_core::transcript::{Answer, Resume};
use midturn_protocol::call::Reply;
use midturn_protocol::diagnostic::{Kind, start_of};
use midturn_protocol::fields::Fields;
use midturn_protocol::json;
use midturn_protocol::out::Out;
use midturn_protocol::protocol::Begin;
use midturn_protocol::reader::{Frame, Translate};

use super::super::given::{filled, value};
use super::ResponsesOptions;
use super::items::Items;
use super::memory::Memory;
use super::wire::{Event, Response};

/// The last frame of a gateway's stream.
const DONE: &str = "[DONE]";

/// Reads the response to one request.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that has happened or not"
)]
pub(super) struct ResponseStream {
    pub(super) run: RunId,
    background: bool,
    pub(super) stateless: bool,
    /// Whether the stream was joined by a reader that has not seen its beginning.
    pub(super) joined: bool,
    /// The calls that were shown before then, by item id.
    pub(super) joined_calls: HashMap<String, String>,
    pub(super) memory: Memory,
    pub(super) response: Option<String>,
    pub(super) items: Items,
    /// The ids of the thread's messages and calls.
    pub(super) taken: HashSet<String>,
    /// The activities of this response's calls, by `call_id`.
    pub(super) call_ids: HashMap<String, ActivityId>,
    /// The calls, by `call_id`, that the server has answered.
    pub(super) answered: HashSet<String>,
    /// The answers that the request brought.
    answers: Vec<Resume>,
    /// The approved calls that have no result yet.
    pub(super) approved: Vec<String>,
    /// The questions of this response.
    pub(super) asked: Vec<Interrupt>,
    /// The history ids of the items that the server has finished.
    pub(super) finished: Vec<String>,
    started: bool,
    pub(super) ended: bool,
    /// The stream ended without the response's end.
    lost: bool,
    cursor: Option<u64>,
    last: Option<u64>,
    /// Frames up to this number came before the connection was lost.
    read_before: Option<u64>,
}

impl ResponseStream {
    pub(super) fn new(options: &ResponsesOptions, begin: &Begin<'_>) -> Self {
        let memory = Memory::read(begin.memory);
        let request = begin.request;
        let history = request.map(|request| request.messages.as_slice());
        let joined = request.is_none();
        Self {
            run: begin.run.clone(),
            background: options.background,
            stateless: options.is_stateless(),
            joined,
            joined_calls: if joined {
                memory.calls_of(begin.run)
            } else {
                HashMap::new()
            },
            memory,
            response: None,
            items: Items::default(),
            taken: ids_of(history.unwrap_or_default()),
            call_ids: HashMap::new(),
            answered: HashSet::new(),
            answers: request.map_or(Vec::new(), |request| request.resume.clone()),
            approved: Vec::new(),
            asked: Vec::new(),
            finished: Vec::new(),
            started: false,
            ended: false,
            lost: false,
            cursor: None,
            last: None,
            read_before: None,
        }
    }

    pub(super) fn start(&mut self, out: &mut Out) {
        if self.started {
            return;
        }
        self.started = true;
        out.event(RunEvent::Started);
        for given in std::mem::take(&mut self.answers) {
            let reason = match given.answer {
                Answer::Approved { .. } | Answer::Reply(_) => {
                    self.approved.push(given.interrupt);
                    continue;
                }
                Answer::Denied { reason } => reason,
                Answer::Abandoned => None,
            };
            let content = match reason {
                Some(reason) => format!("Denied: {reason}"),
                None => "Denied.".to_owned(),
            };
            out.event(RunEvent::ToolResult {
                message: MessageId::from(format!("{}.result", given.interrupt)),
                call: ActivityId::from(given.interrupt),
                content,
                attachments: Vec::new(),
                failed: true,
            });
        }
    }

    /// Begins the run with its response, whose id is the only handle on it.
    pub(super) fn begin(&mut self, response: &Response<'_>, out: &mut Out) {
        self.start(out);
        if self.response.is_none()
            && let Some(id) = filled(&response.id)
        {
            self.response = Some(id.to_owned());
            if self.memory.begin(&self.run, id) {
                self.remember(out);
            }
        }
    }

    pub(super) fn remember(&self, out: &mut Out) {
        out.event(RunEvent::Memory(self.memory.text()));
    }

    /// Notes the number of a frame; returns whether the frame was read before the connection was
    /// lost.
    fn count(&mut self, number: Option<u64>) -> bool {
        self.cursor = None;
        let Some(number) = number.filter(|_| self.background) else {
            return false;
        };
        if self.read_before.is_some_and(|before| number <= before) {
            return true;
        }
        self.read_before = None;
        if self.last.is_none_or(|last| number > last) {
            self.last = Some(number);
            self.cursor = Some(number);
        }
        false
    }

    /// Whether a stream that is joined later must know the calls.
    pub(super) fn keeps_calls(&self) -> bool {
        self.background
    }

    /// The stream says that it is over, without the response's end.
    fn broke_off(&mut self, out: &mut Out) {
        if !self.ended {
            self.ended = true;
            self.lost = true;
            out.event(RunEvent::Lost(LostReason::Truncated));
        }
    }
}

impl Translate for ResponseStream {
    type Out = Out;

    fn read(&mut self, frame: Frame<'_>, out: &mut Out) -> bool {
        let data = frame.data.trim();
        if data == DONE {
            self.cursor = None;
            self.start(out);
            self.broke_off(out);
            return true;
        }
        let read = Fields::of(data).zip(json::raw(data));
        let Some((mut fields, raw)) = read else {
            self.cursor = None;
            out.note(Kind::Unreadable, start_of(data));
            return false;
        };
        let event: Event<'_> = fields.read().unwrap_or_default();
        if self.count(event.sequence_number.0) {
            return true;
        }
        let named = fields.kind();
        let kind = named.as_deref().or(frame.event).unwrap_or_default();
        // An error of a gateway has no type.
        let bare = named.is_none() && value(event.error).is_some();
        let kind = if bare { "error" } else { kind };
        let ours = kind.starts_with("response.") || matches!(kind, "error" | "keepalive");
        if !ours {
            out.note_once(Kind::UnknownEvent, start_of(kind));
            return false;
        }
        if self.ended {
            if kind != "keepalive" {
                out.note_once(Kind::AfterEnd, start_of(kind));
            }
            return true;
        }
        if kind != "keepalive" {
            self.start(out);
        }
        if !self.event(kind, &event, raw, out) {
            out.note_once(Kind::UnknownEvent, start_of(kind));
        }
        true
    }

    fn ended(&self) -> bool {
        self.ended
    }

    fn cursor(&self, _id: String) -> Option<String> {
        self.cursor.map(|cursor| cursor.to_string())
    }

    fn resumed(&mut self) {
        self.read_before = self.last;
        if std::mem::take(&mut self.lost) {
            self.ended = false;
        }
    }

    fn document(&mut self, reply: &Reply, out: &mut Out) {
        match reply.status {
            _ if self.ended => {}
            ..400 => self.snapshot(&reply.body, out),
            400 | 404 => self.refused(&reply.body, out),
            _ => {}
        }
    }

    fn cancel_accepted(&mut self, reply: &Reply, out: &mut Out) {
        if !self.ended {
            self.cancelled(&reply.body, out);
        }
    }
}

/// The response of an event.
pub(super) fn response_in<'a>(event: &Event<'a>) -> Response<'a> {
    let response = value(event.response);
    let response = response.and_then(|json| Fields::of(json.get())?.read());
    response.unwrap_or_default()
}

/// The ids of messages and calls in the history.
fn ids_of(history: &[HistoryMessage]) -> HashSet<String> {
    let mut ids = HashSet::new();
    for message in history {
        match message {
            HistoryMessage::User { .. } => {}
            HistoryMessage::Assistant { id, calls, .. } => {
                ids.insert(id.to_string());
                ids.extend(calls.iter().map(|call| call.id.to_string()));
            }
            HistoryMessage::Tool { id, .. } | HistoryMessage::Reasoning { id, .. } => {
                ids.insert(id.to_string());
            }
        }
    }
    ids
}
