//! A history in the order and with the ids in which every API takes it.
//!
//! `compact.rs` limits its length, `normal.rs` gives each call its result.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::Value;

use super::attachment::Attachment;
use super::thoughts::Thoughts;
use crate::conversation::{Message, ToolStatus, with_feedback};

/// Added when the history ends with the model's own message, which some endpoints refuse. That
/// happens when the person took back the message that interrupted the model.
pub(super) const GO_ON: &str = "[Go on where you stopped]";

/// The text of the message that carries the attachments of an interjection.
const ATTACHED: &str = "[Attached to the user feedback above]";

/// One message, or one tool result.
#[derive(Debug)]
pub(super) enum Turn<'a> {
    /// Instructions of the client.
    System(&'a str),
    /// A person's message.
    User {
        /// The text, perhaps empty.
        text: &'a str,
        /// The attachments.
        attachments: Vec<Attachment<'a>>,
    },
    /// The model's response.
    Assistant {
        /// The text, perhaps empty.
        text: &'a str,
        /// The tool calls.
        calls: Vec<Call<'a>>,
        /// The reasoning before the calls, in the API's form; `None` if it is not known.
        thoughts: Option<Vec<Value>>,
        /// Whether the calls belong to the model's current work. Some APIs want the reasoning of no
        /// others back.
        is_current: bool,
    },
    /// A tool's result, with what the person said meanwhile.
    Result {
        /// The id of the call.
        id: String,
        /// The text, perhaps empty.
        content: String,
        /// Whether the tool did not do its work.
        has_failed: bool,
    },
}

/// A tool call.
#[derive(Debug)]
pub(super) struct Call<'a> {
    /// Nine letters or digits: our own ids are longer than some endpoints allow, and Mistral takes no
    /// other form than this.
    pub(super) id: String,
    /// The tool, in the form that every endpoint takes: 1 to 64 letters, digits, `_` or `-`.
    pub(super) name: Cow<'a, str>,
    /// A JSON object.
    pub(super) arguments: &'a str,
}

/// The turns of a valid history.
pub(super) fn turns<'a>(history: &'a [Message], thoughts: &Thoughts) -> Vec<Turn<'a>> {
    let mut turns = Vec::with_capacity(history.len() + 1);
    let mut ids: BTreeMap<&str, String> = BTreeMap::new();
    let current = start_of_current_work(history);
    let mut late = Vec::new();
    for (place, message) in history.iter().enumerate() {
        match message {
            Message::System { text } => turns.push(Turn::System(text)),
            Message::User {
                text, attachments, ..
            } => turns.push(Turn::User {
                text,
                attachments: attachments.iter().map(Attachment::new).collect(),
            }),
            Message::Assistant { text, calls, .. } => {
                let first = calls.first();
                let thoughts = first.and_then(|call| thoughts.before(&call.id));
                let calls = calls.iter().map(|call| {
                    let next = format!("call{:05}", ids.len() + 1);
                    Call {
                        id: ids.entry(&call.id).or_insert(next).clone(),
                        name: usual(&call.name),
                        arguments: valid(&call.arguments),
                    }
                });
                turns.push(Turn::Assistant {
                    text,
                    calls: calls.collect(),
                    thoughts,
                    is_current: place >= current,
                });
            }
            Message::Tool {
                call_id,
                result,
                feedback,
            } => {
                turns.push(Turn::Result {
                    id: ids.get(call_id.as_str()).cloned().unwrap_or_default(),
                    content: with_feedback(&result.content, feedback),
                    has_failed: result.status != ToolStatus::Ok,
                });
                let said = feedback.iter().flat_map(|said| &said.attachments);
                late.extend(said.map(Attachment::new));
                // No other message may be between the results. So attachments follow the last one.
                let more = matches!(history.get(place + 1), Some(Message::Tool { .. }));
                if !more && !late.is_empty() {
                    turns.push(Turn::User {
                        text: ATTACHED,
                        attachments: std::mem::take(&mut late),
                    });
                }
            }
        }
    }
    if matches!(history.last(), Some(Message::Assistant { .. })) {
        turns.push(Turn::User {
            text: GO_ON,
            attachments: Vec::new(),
        });
    }
    turns
}

/// Where the responses and results begin that the model still works on: those after the person's
/// message before the last response.
fn start_of_current_work(history: &[Message]) -> usize {
    let is_work =
        |message: &Message| matches!(message, Message::Assistant { .. } | Message::Tool { .. });
    let end = history.iter().rposition(is_work).map_or(0, |at| at + 1);
    let before = history[..end].iter().rposition(|message| !is_work(message));
    before.map_or(0, |at| at + 1)
}

/// A name that an endpoint takes. A model invents others, such as `functions.read_file`, and a thread that
/// began with another agent has its names; an endpoint would refuse the whole request.
fn usual(name: &str) -> Cow<'_, str> {
    const LONGEST: usize = 64;
    let is_usual = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if (1..=LONGEST).contains(&name.len()) && name.chars().all(is_usual) {
        return Cow::Borrowed(name);
    }
    let usual = name.chars().map(|c| if is_usual(c) { c } else { '_' });
    let usual: String = usual.take(LONGEST).collect();
    Cow::Owned(if usual.is_empty() {
        "_".to_owned()
    } else {
        usual
    })
}

/// Replaces invalid arguments that a model wrote: an endpoint would refuse to take them back. An
/// interrupted call has such arguments.
fn valid(arguments: &str) -> &str {
    let valid = serde_json::from_str::<Value>(arguments).is_ok_and(|value| value.is_object());
    if valid { arguments } else { "{}" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::testing::assistant;

    #[test]
    fn an_id_of_a_call_is_nine_letters_or_digits() {
        let names: Vec<String> = (1..=12).map(|call| call.to_string()).collect();
        let calls: Vec<_> = names.iter().map(|name| (name.as_str(), "{}")).collect();
        let history = [assistant("", &calls)];
        let turns = turns(&history, &Thoughts::default());
        let Some(Turn::Assistant { calls, .. }) = turns.first() else {
            panic!("{turns:?}");
        };
        let ids: Vec<&str> = calls.iter().map(|call| call.id.as_str()).collect();
        assert_eq!((ids[0], ids[11]), ("call00001", "call00012"));
        for id in ids {
            assert!(id.len() == 9 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        }
    }

    #[test]
    fn a_name_that_an_endpoint_would_refuse_is_replaced() {
        let long = "é".repeat(70);
        for (name, expected) in [
            ("read_file", "read_file"),
            ("browser.tabs.open", "browser_tabs_open"),
            ("$lookup", "_lookup"),
            ("", "_"),
            (&long, &"_".repeat(64)),
        ] {
            let call = crate::conversation::ToolCall::new("c", name, "{}");
            let history = [Message::assistant("m", "", vec![call])];
            let turns = turns(&history, &Thoughts::default());
            let Some(Turn::Assistant { calls, .. }) = turns.first() else {
                panic!("{turns:?}");
            };
            assert_eq!(calls[0].name, expected);
        }
    }
}
