//! Histories, requests and replies, in few words.

use std::sync::Arc;

use midturn_core::attachment::{Attachment, BackendFile, Medium, Source};
use midturn_core::history::{HistoryCall, HistoryMessage};
use midturn_core::id::{RunId, ThreadId};
use midturn_core::request::RunRequest;
use midturn_core::run_event::AnswerForm;
use midturn_core::transcript::{Answer, Resume};
use serde_json::Value;

use crate::call::{Ask, Call, Reply};
use crate::protocol::{Begin, Endpoints, Outgoing, Place, Protocol};
use crate::reader::Reader;
use crate::request::Interjections;

/// The request of the run `r` in the thread `t`.
pub fn request(messages: Vec<HistoryMessage>) -> RunRequest {
    RunRequest {
        thread: "t".into(),
        run: "r".into(),
        messages,
        resume: Vec::new(),
        state: String::new(),
        memory: String::new(),
    }
}

/// A message of the person.
pub fn user(id: &str, text: &str) -> HistoryMessage {
    with_files(id, text, Vec::new())
}

/// A message of the person, with files.
pub fn with_files(id: &str, text: &str, attachments: Vec<Attachment>) -> HistoryMessage {
    HistoryMessage::User {
        id: id.into(),
        text: text.to_owned(),
        attachments,
    }
}

/// A message of the agent.
pub fn assistant(id: &str, text: &str, calls: Vec<HistoryCall>) -> HistoryMessage {
    HistoryMessage::Assistant {
        id: id.into(),
        text: text.to_owned(),
        calls,
        encrypted: None,
    }
}

/// A tool call.
pub fn call(id: &str, name: &str, arguments: &str) -> HistoryCall {
    HistoryCall {
        id: id.into(),
        name: name.to_owned(),
        arguments: arguments.to_owned(),
        encrypted: None,
    }
}

/// The result of a call.
pub fn result(id: &str, call: &str, content: &str, failed: bool) -> HistoryMessage {
    HistoryMessage::Tool {
        id: id.into(),
        call: call.into(),
        content: content.to_owned(),
        failed,
        encrypted: None,
        attachments: Vec::new(),
    }
}

/// A file that the person attached: `id` with the ending `.bin`.
pub fn file(id: &str, media_type: &str) -> Attachment {
    Attachment {
        id: id.into(),
        name: format!("{id}.bin"),
        media_type: media_type.to_owned(),
        size: 2,
        came: None,
    }
}

/// Where an image is that came from the backend, at this place of its message's text.
pub fn came(source: Source, at: Option<usize>) -> Arc<BackendFile> {
    Arc::new(BackendFile {
        kind: Medium::Image,
        source,
        at,
        part: None,
        metadata: None,
    })
}

/// The answer to a question.
pub fn resume(interrupt: &str, answer: Answer, form: AnswerForm) -> Resume {
    Resume {
        interrupt: interrupt.to_owned(),
        answer,
        form,
    }
}

/// An answer that is not a stream.
pub fn reply(status: u16, body: &str) -> Reply {
    Reply {
        status,
        body: body.to_owned(),
    }
}

/// A run's request without tools and files.
pub fn outgoing<'a>(endpoints: &'a Endpoints, request: &'a RunRequest) -> Outgoing<'a> {
    Outgoing {
        endpoints,
        request,
        tools: &[],
        bytes: &|_| None,
        interjections: Interjections::default(),
    }
}

/// The JSON that is posted.
pub fn body(call: &Call) -> Value {
    match &call.ask {
        Ask::Post(body) => serde_json::from_str(body).unwrap(),
        other => panic!("{other:?}"),
    }
}

/// A run of which nothing was read yet.
pub fn place<'a>(endpoints: &'a Endpoints, thread: &'a ThreadId, run: &'a RunId) -> Place<'a> {
    Place {
        endpoints,
        thread,
        run,
        memory: "",
        cursor: None,
        last_id: None,
        now_ms: 0,
    }
}

/// What a reader of the answer to this request begins with.
fn begin<'a>(endpoints: &'a Endpoints, request: &'a RunRequest) -> Begin<'a> {
    Begin {
        endpoints,
        thread: &request.thread,
        run: &request.run,
        state: &request.state,
        memory: &request.memory,
        request: Some(request),
    }
}

/// The reader of the answer to this request.
pub fn reader(
    protocol: &dyn Protocol,
    endpoints: &Endpoints,
    request: &RunRequest,
) -> Box<dyn Reader> {
    protocol.reader(&begin(endpoints, request))
}

/// The reader of the answer to this request after a reload, when the request is gone.
pub fn rejoined(
    protocol: &dyn Protocol,
    endpoints: &Endpoints,
    request: &RunRequest,
) -> Box<dyn Reader> {
    protocol.reader(&Begin {
        request: None,
        ..begin(endpoints, request)
    })
}
