//! The request of a run: a new turn, an answer to a question, or the end of a question that nobody
//! will answer.
//!
//! The agent keeps the conversation. A request therefore brings only the person's messages that the
//! agent lacks, as parts of one message.

use midturn_core::attachment::Attachment;
use midturn_core::history::HistoryMessage;
use midturn_core::id::MessageId;
use midturn_core::request::RunRequest;
use midturn_core::transcript::{Answer, Resume};
use midturn_protocol::call::Call;
use midturn_protocol::json::{raw, text_of};
use midturn_protocol::request::Bytes;
use serde::Serialize;
use serde_json::{Map, Value};

use super::binding::{Method, Server, Version};
use super::ids::task_of_question;
use super::memory::Memory;
use super::options::Options;
use super::parts::{Part, add_parts, data_part, text_part};

/// What a run is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A new turn: a new task.
    Turn,
    /// The answer to a question of this task.
    Answer { task: String },
    /// A question of this task that nobody will answer: the task is canceled.
    Abandon { task: String },
    /// A stream is joined after a reload; the request is unknown.
    Rejoin,
}

#[derive(Serialize)]
struct Params<'a> {
    #[serde(flatten)]
    body: &'a Map<String, Value>,
    message: Message<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Message<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(rename = "messageId")]
    id: &'a str,
    role: &'static str,
    parts: Vec<Part<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    task_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    context_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    metadata: &'a Map<String, Value>,
}

/// A message of the person in the history.
#[derive(Clone, Copy)]
struct Spoken<'a> {
    id: &'a MessageId,
    text: &'a str,
    files: &'a [Attachment],
}

impl Purpose {
    /// The purpose of a run with this request.
    pub(super) fn of(request: Option<&RunRequest>) -> Self {
        let Some(request) = request else {
            return Self::Rejoin;
        };
        let given = |held: &&Resume| held.answer != Answer::Abandoned;
        if let Some(answer) = request.resume.iter().find(given) {
            let task = task_of_question(&answer.interrupt);
            return Self::Answer { task };
        }
        match request.resume.last() {
            Some(abandoned) => Self::Abandon {
                task: task_of_question(&abandoned.interrupt),
            },
            None => Self::Turn,
        }
    }
}

/// The person's newest message in a request.
pub(super) fn newest(request: &RunRequest) -> Option<&MessageId> {
    request
        .messages
        .iter()
        .rev()
        .find_map(spoken)
        .map(|said| said.id)
}

/// The request of a run.
pub(super) fn run_call(
    server: &Server<'_>,
    options: &Options,
    is_blocking: bool,
    request: &RunRequest,
    bytes: Bytes<'_>,
) -> Call {
    let run = request.run.as_str();
    let purpose = Purpose::of(Some(request));
    if let Purpose::Abandon { task } = &purpose {
        return server.about(Method::Cancel, run, task);
    }
    let memory = Memory::of(&request.memory);
    let task = match &purpose {
        Purpose::Answer { task } => Some(task.as_str()),
        Purpose::Turn | Purpose::Abandon { .. } | Purpose::Rejoin => None,
    };
    let version = server.version;
    let mut parts: Vec<_> = (request.resume.iter())
        .filter_map(|given| answer_part(version, &given.answer))
        .collect();
    let said = memory.said.as_deref();
    let (fresh, mut all) = lacking(&request.messages, said, task.is_some());
    for said in &all {
        add_parts(version, said.text, said.files, bytes, &mut parts);
    }
    if parts.is_empty() {
        // A message must have a part.
        parts.push(text_part(version, ""));
    }
    // A message that goes again needs another id, and so does an answer.
    let own = all.pop().filter(|_| fresh && task.is_none());
    let params = Params {
        body: &options.body,
        message: Message {
            kind: version.kind("message"),
            id: own.map_or(run, |said| said.id.as_str()),
            role: version.word("ROLE_USER", "user"),
            parts,
            task_id: task.filter(|task| !task.is_empty()),
            context_id: memory.context.as_deref(),
            metadata: &options.metadata,
        },
    };
    server.send(is_blocking, run, params)
}

/// The messages of the person that the agent lacks, and whether they are new to it. If it has all
/// and nothing else is to be sent, the newest one goes again. `said` is the last one that the agent
/// has; without it, the agent is taken to have everything before its own last text.
fn lacking<'a>(
    messages: &'a [HistoryMessage],
    said: Option<&str>,
    answers: bool,
) -> (bool, Vec<Spoken<'a>>) {
    let known = said.and_then(|said| {
        let is_it =
            |held: &HistoryMessage| spoken(held).is_some_and(|held| held.id.as_str() == said);
        messages.iter().rposition(is_it)
    });
    if answers && known.is_none() {
        return (false, Vec::new());
    }
    let spoke = |held: &HistoryMessage| matches!(held, HistoryMessage::Assistant { .. });
    let last = known.or_else(|| messages.iter().rposition(spoke));
    let from = last.map_or(0, |last| last + 1);
    let after: Vec<_> = messages.iter().skip(from).filter_map(spoken).collect();
    if !after.is_empty() || answers {
        return (true, after);
    }
    let newest = messages.iter().rev().find_map(spoken);
    (false, newest.into_iter().collect())
}

fn spoken(message: &HistoryMessage) -> Option<Spoken<'_>> {
    match message {
        HistoryMessage::User {
            id,
            text,
            attachments,
        } => Some(Spoken {
            id,
            text,
            files: attachments,
        }),
        HistoryMessage::Assistant { .. }
        | HistoryMessage::Tool { .. }
        | HistoryMessage::Reasoning { .. } => None,
    }
}

fn answer_part(version: Version, answer: &Answer) -> Option<Part<'_>> {
    match answer {
        Answer::Reply(json) => match (text_of(json), raw(json)) {
            (Some(text), _) => Some(text_part(version, text)),
            (None, Some(value)) => Some(data_part(version, value)),
            (None, None) => Some(text_part(version, json.as_str())),
        },
        // The questions of this protocol take text, so these are for completeness.
        Answer::Approved { .. } => Some(text_part(version, "yes")),
        Answer::Denied { reason } => Some(match reason {
            Some(reason) => text_part(version, format!("no: {reason}")),
            None => text_part(version, "no"),
        }),
        Answer::Abandoned => None,
    }
}
