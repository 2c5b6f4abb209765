//! Reads what a server says: one item of a stream, or a whole answer. Reads the words of both
//! versions, with and without the JSON-RPC wrapper.

use midturn_protocol::diagnostic::start_of;
use serde_json::value::RawValue;

use super::fault::Fault;
use super::object::Object;
use super::state::State;

/// One thing that a server said.
#[derive(Clone, Debug)]
pub(super) enum Said {
    /// A task as it is now.
    Task(Task),
    /// A message outside of a task's status.
    Message(Message),
    /// A task has a new status.
    Status(StatusUpdate),
    /// A task has a new or longer artifact.
    Artifact(ArtifactUpdate),
    /// An error.
    Fault(Fault),
    /// Something else, described by its first field or its kind.
    Unknown(String),
}

#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) id: Option<String>,
    pub(super) context: Option<String>,
    pub(super) status: Status,
    pub(super) artifacts: Vec<Artifact>,
    pub(super) history: Vec<Message>,
}

#[derive(Clone, Debug)]
pub(super) struct Status {
    pub(super) state: State,
    pub(super) message: Option<Message>,
}

#[derive(Clone, Debug)]
pub(super) struct StatusUpdate {
    pub(super) task: Option<String>,
    pub(super) context: Option<String>,
    pub(super) status: Status,
}

#[derive(Clone, Debug)]
pub(super) struct ArtifactUpdate {
    pub(super) task: Option<String>,
    pub(super) context: Option<String>,
    pub(super) artifact: Artifact,
    /// Whether the parts follow those that the artifact already has.
    pub(super) append: bool,
    /// Whether the artifact is complete.
    pub(super) last: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) id: Option<String>,
    pub(super) task: Option<String>,
    pub(super) context: Option<String>,
    /// Whether the person said it.
    pub(super) by_user: bool,
    pub(super) parts: Vec<Part>,
}

#[derive(Clone, Debug)]
pub(super) struct Artifact {
    pub(super) id: String,
    pub(super) name: Option<String>,
    pub(super) parts: Vec<Part>,
}

/// A part of a message or an artifact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Text(String),
    /// JSON text.
    Data(String),
    File {
        name: Option<String>,
        /// The URL; the media type if the bytes came with the part.
        about: String,
        /// The bytes in Base64.
        bytes: Option<String>,
    },
}

impl Said {
    /// The item's name, for diagnostics.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Task(_) => "task",
            Self::Message(_) => "message",
            Self::Status(_) => "status update",
            Self::Artifact(_) => "artifact update",
            Self::Fault(_) => "error",
            Self::Unknown(name) => name,
        }
    }
}

impl Message {
    /// The texts, one a line.
    pub(super) fn text(&self) -> String {
        let mut whole = String::new();
        for part in &self.parts {
            if let Part::Text(text) = part {
                if !whole.is_empty() {
                    whole.push('\n');
                }
                whole.push_str(text);
            }
        }
        whole
    }
}

impl Artifact {
    /// The texts without a separator: each part is a chunk.
    pub(super) fn text(&self) -> String {
        let texts = self.parts.iter().map(|part| match part {
            Part::Text(text) => text.as_str(),
            Part::Data(_) | Part::File { .. } => "",
        });
        texts.collect()
    }
}

/// Reads a frame's data or an answer's body; `None` if it is not an object.
pub(super) fn said(json: &str) -> Option<Said> {
    let whole = Object::of(json)?;
    if let Some(error) = whole.object("error") {
        return Some(Said::Fault(Fault::of(&error)));
    }
    let inside = whole.object("result");
    Some(item(inside.as_ref().unwrap_or(&whole)))
}

fn item(item: &Object<'_>) -> Said {
    let new = |name| item.object(name);
    if let Some(task) = new("task") {
        return Said::Task(task_of(&task));
    }
    if let Some(update) = new("statusUpdate") {
        return Said::Status(status_update(&update));
    }
    if let Some(update) = new("artifactUpdate") {
        return Said::Artifact(artifact_update(&update));
    }
    if let Some(said) = new("message").filter(|said| said.get("parts").is_some()) {
        return Said::Message(message(&said));
    }
    match item.text("kind").as_deref() {
        Some("task") => Said::Task(task_of(item)),
        Some("message") => Said::Message(message(item)),
        Some("status-update") => Said::Status(status_update(item)),
        Some("artifact-update") => Said::Artifact(artifact_update(item)),
        Some(other) => Said::Unknown(start_of(other).to_owned()),
        // The answer to a request for a task is the bare task in 1.0.
        None if item.object("status").is_some() && item.id("id").is_some() => {
            Said::Task(task_of(item))
        }
        None => Said::Unknown(start_of(item.first_name()).to_owned()),
    }
}

fn task_of(task: &Object<'_>) -> Task {
    let objects = |name| {
        task.list(name)
            .into_iter()
            .filter_map(|held| Object::of(held.get()))
    };
    Task {
        id: task.id("id"),
        context: task.id("contextId"),
        status: status(task),
        artifacts: objects("artifacts").map(|held| artifact(&held)).collect(),
        history: objects("history").map(|held| message(&held)).collect(),
    }
}

fn status_update(update: &Object<'_>) -> StatusUpdate {
    StatusUpdate {
        task: update.id("taskId"),
        context: update.id("contextId"),
        status: status(update),
    }
}

fn artifact_update(update: &Object<'_>) -> ArtifactUpdate {
    let held = update.object("artifact");
    ArtifactUpdate {
        task: update.id("taskId"),
        context: update.id("contextId"),
        artifact: held.map_or_else(
            || Artifact {
                id: String::new(),
                name: None,
                parts: Vec::new(),
            },
            |held| artifact(&held),
        ),
        append: update.is_true("append"),
        last: update.is_true("lastChunk"),
    }
}

fn status(holder: &Object<'_>) -> Status {
    let status = holder.object("status");
    let state = status.as_ref().and_then(|status| status.text("state"));
    let said = status.as_ref().and_then(|status| status.object("message"));
    Status {
        state: State::of(state.as_deref().unwrap_or_default()),
        message: said.map(|said| message(&said)),
    }
}

fn message(said: &Object<'_>) -> Message {
    let role = said.text("role").unwrap_or_default();
    Message {
        id: said.id("messageId"),
        task: said.id("taskId"),
        context: said.id("contextId"),
        by_user: matches!(&*role, "user" | "ROLE_USER"),
        parts: parts(said),
    }
}

fn artifact(held: &Object<'_>) -> Artifact {
    Artifact {
        id: held.id("artifactId").unwrap_or_default(),
        name: held.id("name"),
        parts: parts(held),
    }
}

fn parts(holder: &Object<'_>) -> Vec<Part> {
    holder.list("parts").into_iter().map(part).collect()
}

fn part(json: &RawValue) -> Part {
    let whole = || Part::Data(json.get().to_owned());
    let Some(held) = Object::of(json.get()) else {
        return whole();
    };
    if let Some(text) = held.text("text") {
        return Part::Text(text.into_owned());
    }
    if let Some(data) = held.get("data") {
        return Part::Data(data.get().to_owned());
    }
    let old = held.object("file");
    let file = old.as_ref().unwrap_or(&held);
    let bytes = file.id("raw").or_else(|| file.id("bytes"));
    let url = file.id("url").or_else(|| file.id("uri"));
    if url.is_none() && bytes.is_none() {
        return whole();
    }
    let media_type = file.id("mediaType").or_else(|| file.id("mimeType"));
    Part::File {
        name: file.id("filename").or_else(|| file.id("name")),
        bytes: bytes.filter(|_| url.is_none()),
        about: url.or(media_type).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_read_with_and_without_the_wrapper() {
        for json in [
            r#"{"jsonrpc":"2.0","id":7,"result":{"task":{"id":"t","contextId":"c"}}}"#,
            r#"{"jsonrpc":"2.0","id":"7","result":{"kind":"task","id":"t","contextId":"c"}}"#,
            r#"{"result":{"id":"t","contextId":"c","status":{}}}"#,
            r#"{"task":{"id":"t","contextId":"c"}}"#,
            r#"{"id":"t","contextId":"c","status":{}}"#,
        ] {
            let Some(Said::Task(task)) = said(json) else {
                panic!("{json}");
            };
            assert_eq!(task.id.as_deref(), Some("t"));
            assert_eq!(task.context.as_deref(), Some("c"));
        }
    }

    #[test]
    fn parts_of_both_versions_are_read() {
        let file = |about: &str| Part::File {
            name: Some("n".to_owned()),
            about: about.to_owned(),
            bytes: (about == "m").then(|| "AA==".to_owned()),
        };
        for (json, expected) in [
            (r#"{"text":"a"}"#, Part::Text("a".to_owned())),
            (r#"{"kind":"text","text":"a"}"#, Part::Text("a".to_owned())),
            (
                r#"{"data":{"n":88.0}}"#,
                Part::Data("{\"n\":88.0}".to_owned()),
            ),
            (r#"{"url":"u","filename":"n","mediaType":"m"}"#, file("u")),
            (
                r#"{"raw":"AA==","filename":"n","mediaType":"m"}"#,
                file("m"),
            ),
            (
                r#"{"kind":"file","file":{"uri":"u","name":"n","mimeType":"m"}}"#,
                file("u"),
            ),
            (
                r#"{"kind":"file","file":{"bytes":"AA==","name":"n","mimeType":"m"}}"#,
                file("m"),
            ),
            ("3", Part::Data("3".to_owned())),
            (r#"{"new":1}"#, Part::Data("{\"new\":1}".to_owned())),
        ] {
            let json: Box<RawValue> = serde_json::from_str(json).unwrap();
            assert_eq!(part(&json), expected);
        }
    }

    #[test]
    fn anything_else_is_unknown_or_no_item() {
        for json in ["[]", "3", "", "{", "\"a\""] {
            assert!(said(json).is_none(), "{json}");
        }
        for json in [
            "{}",
            r#"{"result":{"kind":"new"}}"#,
            r#"{"result":null}"#,
            r#"{"id":"1"}"#,
        ] {
            assert!(matches!(said(json), Some(Said::Unknown(_))), "{json}");
        }
    }
}
