//! The state of a conversation after a run, in a form that can be compared with the reference
//! client's state. `rules` has the allowed differences.

mod page;
mod theirs;

use std::collections::BTreeMap;

use midturn_core::attachment::Attachment;
use midturn_core::conversation::Conversation;
use midturn_core::history::HistoryMessage;
use midturn_core::id::ActivityId;
use midturn_core::run_event::Interrupt;
use midturn_core::transcript::{ActivityKind, Failure, Outcome, Turn};
use midturn_protocol::request::{Interjections, run_agent_input};
use midturn_protocol::testing::made::request;
use serde_json::Value;

pub(crate) use page::{Ours, Page, ours};

/// Everything that is compared. Message ids are left out, because several servers change them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reduced {
    /// The messages of the main agent and the person, in order.
    pub(crate) messages: Vec<ReducedMessage>,
    /// The work of each subagent, by its id.
    pub(crate) helpers: BTreeMap<String, Helper>,
    /// Activities of kinds that the backend defines.
    pub(crate) notes: Vec<Note>,
    /// The open questions.
    pub(crate) asks: Vec<Ask>,
    pub(crate) end: End,
}

/// A message without its id. `kept` is the opaque value that the backend wants back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ReducedMessage {
    User(String),
    Assistant {
        text: String,
        calls: Vec<Call>,
        kept: Option<String>,
    },
    Tool {
        call: String,
        content: String,
        kept: Option<String>,
    },
    Reasoning {
        text: String,
        kept: Option<String>,
    },
    Other {
        role: String,
        content: Value,
    },
}

/// A tool call; `kept` is the opaque value that the backend wants back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) arguments: String,
    pub(crate) kept: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Helper {
    pub(crate) text: String,
    /// The calls by id, each with its result. Not a list, because the order differs: the reference
    /// client keeps calls in their messages, the core in the order in which they started.
    pub(crate) calls: BTreeMap<String, (Call, Option<String>)>,
    pub(crate) reasoning: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Note {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) content: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ask {
    pub(crate) id: String,
    reason: String,
    message: Option<String>,
    call: Option<String>,
    schema: Option<Value>,
    expires_at: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum End {
    Completed,
    Cancelled,
    Waiting,
    Failed {
        message: String,
        code: Option<String>,
    },
    /// The stream had no terminal event.
    Lost,
    /// The reference client rejected the stream.
    Rejected(String),
}

impl Reduced {
    fn of_conversation(conversation: &Conversation) -> Self {
        let last = conversation.turns().last().unwrap();
        let mut reduced = Self {
            messages: Vec::new(),
            helpers: BTreeMap::new(),
            notes: Vec::new(),
            asks: last.open_interrupts().map(ask).collect(),
            end: end(last),
        };
        for turn in conversation.turns() {
            let mut history = Vec::new();
            // With `true`, calls without a result get no placeholder.
            turn.write_history(true, &mut history);
            reduced.messages.extend(history.into_iter().map(remembered));
            reduced.add_activities(turn);
        }
        reduced.helpers.retain(|_, held| *held != Helper::default());
        reduced
    }

    fn add_activities(&mut self, turn: &Turn) {
        for activity in &turn.activities {
            let owner = activity.parent.as_ref().map(ActivityId::to_string);
            match (&activity.kind, owner) {
                (ActivityKind::Subagent { text, .. }, _) => {
                    let helper = self.helpers.entry(activity.id.to_string()).or_default();
                    helper.text.clone_from(text);
                }
                (ActivityKind::Note { title, content }, _) => self.notes.push(Note {
                    id: activity.id.to_string(),
                    kind: title.clone(),
                    content: serde_json::from_str(content)
                        .unwrap_or_else(|_| Value::from(content.as_str())),
                }),
                (ActivityKind::Reasoning { text, .. }, Some(owner)) if !text.is_empty() => {
                    let helper = self.helpers.entry(owner).or_default();
                    helper.reasoning.push(text.clone());
                }
                (
                    ActivityKind::Tool {
                        name,
                        arguments,
                        result,
                        encrypted,
                    },
                    Some(owner),
                ) => {
                    let call = Call {
                        id: activity.id.to_string(),
                        name: name.clone(),
                        arguments: arguments.clone(),
                        kept: encrypted.clone(),
                    };
                    let result = result.as_ref().map(|result| {
                        let given = result_of(&result.content, &result.attachments);
                        text(&given)
                    });
                    let helper = self.helpers.entry(owner).or_default();
                    helper.calls.insert(call.id.clone(), (call, result));
                }
                _ => {}
            }
        }
    }
}

fn end(turn: &Turn) -> End {
    match turn.outcome.as_ref().unwrap() {
        Outcome::Completed => End::Completed,
        Outcome::Cancelled(_) => End::Cancelled,
        Outcome::Waiting(_) => End::Waiting,
        Outcome::Failed(Failure::Agent(error)) => End::Failed {
            message: error.message.clone(),
            code: error.code.clone(),
        },
        Outcome::Failed(failure) => panic!("no stream was opened: {failure:?}"),
        Outcome::Interrupted(_) => End::Lost,
    }
}

fn ask(interrupt: &Interrupt) -> Ask {
    let schema = interrupt.schema.as_deref();
    Ask {
        id: interrupt.id.clone(),
        reason: interrupt.reason.clone(),
        message: interrupt.message.clone(),
        call: interrupt.call.as_ref().map(ActivityId::to_string),
        schema: schema.map(|schema| serde_json::from_str(schema).unwrap()),
        expires_at: interrupt.expires_at.clone(),
    }
}

fn remembered(message: HistoryMessage) -> ReducedMessage {
    match message {
        HistoryMessage::User { text, .. } => ReducedMessage::User(text),
        HistoryMessage::Assistant {
            text,
            calls,
            encrypted,
            ..
        } => ReducedMessage::Assistant {
            text,
            calls: calls
                .into_iter()
                .map(|call| Call {
                    id: call.id.to_string(),
                    name: call.name,
                    arguments: call.arguments,
                    kept: call.encrypted,
                })
                .collect(),
            kept: encrypted,
        },
        HistoryMessage::Tool {
            call,
            content,
            encrypted,
            attachments,
            ..
        } => ReducedMessage::Tool {
            call: call.to_string(),
            content: text(&result_of(&content, &attachments)),
            kept: encrypted,
        },
        HistoryMessage::Reasoning {
            text, encrypted, ..
        } => ReducedMessage::Reasoning {
            text,
            kept: encrypted,
        },
    }
}

/// A result as it is sent back to the backend: text, or a list of parts.
fn result_of(content: &str, attachments: &[Attachment]) -> Value {
    let message = HistoryMessage::Tool {
        id: "r".into(),
        call: "c".into(),
        content: content.to_owned(),
        failed: false,
        encrypted: None,
        attachments: attachments.to_vec(),
    };
    let body = run_agent_input(
        &request(vec![message]),
        &[],
        &|_| None,
        Interjections::Boundary,
    );
    let mut body: Value = serde_json::from_str(&body).unwrap();
    body["messages"][0]["content"].take()
}

/// The elements of a JSON list; none for any other value.
pub(crate) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// The text of a JSON string, the JSON text of another value; empty for null.
pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
