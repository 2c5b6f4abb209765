//! One conversation as the client keeps it: what the next request has from the streams before.

use midturn_core::history::{HistoryCall, HistoryMessage};
use midturn_core::id::{ActivityId, MessageId, RunId, ThreadId};
use midturn_core::request::RunRequest;
use midturn_core::run_event::{AnswerForm, FinishOutcome, Interrupt, RunEvent};
use midturn_core::transcript::{Answer, Resume};
use midturn_protocol::protocol::{Endpoints, Outgoing, Place, Protocol};
use midturn_protocol::reader::Reader;
use midturn_protocol::request::Tool;
use midturn_protocol::testing::made;
use serde_json::Value;

use super::endpoints;

pub(super) struct Thread {
    endpoints: Endpoints,
    id: ThreadId,
    runs: usize,
    pub(super) messages: Vec<HistoryMessage>,
    pub(super) resume: Vec<Resume>,
    pub(super) memory: String,
    pub(super) cursor: Option<u64>,
    pub(super) asked: Vec<Interrupt>,
    pub(super) open: Vec<ActivityId>,
    pub(super) tools: Vec<Tool>,
}

impl Thread {
    pub(super) fn new() -> Self {
        Self {
            endpoints: endpoints(),
            id: "thread".into(),
            runs: 1,
            messages: Vec::new(),
            resume: Vec::new(),
            memory: String::new(),
            cursor: None,
            asked: Vec::new(),
            open: Vec::new(),
            tools: Vec::new(),
        }
    }

    /// A conversation that begins with this text.
    pub(super) fn of(text: &str) -> Self {
        let mut thread = Self::new();
        thread.say(text);
        thread
    }

    pub(super) fn say(&mut self, text: &str) {
        let id = format!("user-{}", self.messages.len());
        self.messages.push(made::user(&id, text));
    }

    /// Another run follows.
    pub(super) fn next_run(&mut self) {
        self.runs += 1;
        self.cursor = None;
    }

    pub(super) fn run(&self) -> RunId {
        RunId::from(format!("turn.{}", self.runs))
    }

    pub(super) fn request(&self) -> RunRequest {
        RunRequest {
            thread: self.id.clone(),
            run: self.run(),
            resume: self.resume.clone(),
            memory: self.memory.clone(),
            ..made::request(self.messages.clone())
        }
    }

    /// The body of the next request.
    pub(super) fn body(&self, protocol: &dyn Protocol) -> Value {
        made::body(&protocol.run(&Outgoing {
            tools: &self.tools,
            ..made::outgoing(&self.endpoints, &self.request())
        }))
    }

    /// The reader of the next response.
    pub(super) fn reader(&self, protocol: &dyn Protocol) -> Box<dyn Reader> {
        made::reader(protocol, &self.endpoints, &self.request())
    }

    /// The reader of a stream that is joined after a reload.
    pub(super) fn rejoined(&self, protocol: &dyn Protocol) -> Box<dyn Reader> {
        made::rejoined(protocol, &self.endpoints, &self.request())
    }

    pub(super) fn place<T>(&self, ask: impl FnOnce(&Place<'_>) -> T) -> T {
        ask(&Place {
            memory: &self.memory,
            cursor: self.cursor,
            ..made::place(&self.endpoints, &self.id, &self.run())
        })
    }

    /// Keeps what the events say.
    pub(super) fn apply(&mut self, events: Vec<RunEvent>) {
        for event in events {
            self.apply_one(event);
        }
    }

    fn apply_one(&mut self, event: RunEvent) {
        match event {
            RunEvent::TextDelta { message, delta } => self.text(&message).push_str(&delta),
            RunEvent::TextReplaced { message, text } => *self.text(&message) = text,
            RunEvent::ReasoningStart { message, .. } => {
                self.messages.push(HistoryMessage::Reasoning {
                    id: message,
                    text: String::new(),
                    encrypted: None,
                });
            }
            RunEvent::ReasoningDelta { message, delta } => {
                for held in &mut self.messages {
                    if let HistoryMessage::Reasoning { id, text, .. } = held
                        && *id == message
                    {
                        text.push_str(&delta);
                    }
                }
            }
            RunEvent::ToolStart {
                call, name, parent, ..
            } => {
                if self.call(&call).is_some() {
                    return;
                }
                let host = parent.unwrap_or_else(|| MessageId::from(call.as_str()));
                self.text(&host);
                let known = self.messages.iter_mut().find_map(|held| match held {
                    HistoryMessage::Assistant { id, calls, .. } if *id == host => Some(calls),
                    _ => None,
                });
                known.unwrap().push(made::call(call.as_str(), &name, ""));
            }
            RunEvent::ToolArgs { call, delta } => {
                if let Some(call) = self.call(&call) {
                    call.arguments.push_str(&delta);
                }
            }
            RunEvent::ToolResult {
                call,
                message,
                content,
                failed,
                attachments,
            } => self.messages.push(HistoryMessage::Tool {
                id: message,
                call,
                content,
                failed,
                encrypted: None,
                attachments,
            }),
            RunEvent::Encrypted {
                entity,
                of_call,
                value,
            } => self.keep(&entity, of_call, value),
            RunEvent::Memory(memory) => self.memory = memory,
            RunEvent::Finished(FinishOutcome::Pending(calls)) => self.open = calls,
            RunEvent::Finished(FinishOutcome::Interrupt(asked)) => self.asked = asked,
            _ => {}
        }
    }

    fn keep(&mut self, entity: &str, of_call: bool, value: String) {
        if of_call {
            if let Some(call) = self.call(&entity.into()) {
                call.encrypted = Some(value);
            }
            return;
        }
        for held in &mut self.messages {
            if let HistoryMessage::Reasoning { id, encrypted, .. } = held
                && id.as_str() == entity
            {
                *encrypted = Some(value.clone());
            }
        }
    }

    fn text(&mut self, message: &MessageId) -> &mut String {
        let known = self
            .messages
            .iter()
            .position(|held| matches!(held, HistoryMessage::Assistant { id, .. } if id == message));
        let place = known.unwrap_or_else(|| {
            self.messages
                .push(made::assistant(message.as_str(), "", Vec::new()));
            self.messages.len() - 1
        });
        match &mut self.messages[place] {
            HistoryMessage::Assistant { text, .. } => text,
            other => panic!("{other:?}"),
        }
    }

    fn call(&mut self, call: &ActivityId) -> Option<&mut HistoryCall> {
        let calls = self.messages.iter_mut().filter_map(|held| match held {
            HistoryMessage::Assistant { calls, .. } => Some(calls),
            _ => None,
        });
        calls.flatten().find(|held| held.id == *call)
    }

    /// Answers an open call of the last run, as the client does.
    pub(super) fn answer_call(&mut self, call: &ActivityId, content: &str) {
        let id = format!("{call}.result");
        self.messages
            .push(made::result(&id, call.as_str(), content, false));
    }

    /// Answers all questions of the last run.
    pub(super) fn answer_questions(&mut self, answer: &Answer) {
        for asked in std::mem::take(&mut self.asked) {
            let form = AnswerForm::default();
            self.resume
                .push(made::resume(&asked.id, answer.clone(), form));
        }
    }
}
