//! Messages that somebody kept, as AG-UI writes them: what was said before this page.
//!
//! Not responsible for what becomes of them. A message that says nothing a conversation has a
//! place for is left out, and one without an id, because it could come twice.

use midturn_core::history::{HistoryCall, HistoryMessage};
use midturn_core::id::{ActivityId, MessageId};

use super::fields::Fields;
use super::messages::either;
use super::out::Out;
use super::text;
use crate::json;

/// The messages of a JSON list, in order.
pub fn past_messages(list: &str) -> Vec<HistoryMessage> {
    // What is odd in them is told to nobody: they are no stream.
    let mut out = Out::default();
    let list = json::list(list).unwrap_or_default();
    list.into_iter()
        .filter_map(|message| past_message(message, &mut out))
        .collect()
}

fn past_message(message: &str, out: &mut Out) -> Option<HistoryMessage> {
    let fields = Fields::inside("message", message)?;
    let id = MessageId::from(fields.id("id", out)?);
    // A subagent's words belong to its own part of a turn, which is not kept with them.
    let subagent = fields.id("subagentRunId", out).is_some();
    let encrypted = fields.text("encryptedValue", out);
    match fields.text("role", out)?.as_str() {
        "user" => {
            let said = text::said(&fields, id.as_str(), out);
            Some(HistoryMessage::User {
                id,
                text: said.text,
                attachments: said.attachments,
            })
        }
        "assistant" => Some(HistoryMessage::Assistant {
            id,
            text: if subagent {
                String::new()
            } else {
                text::content(&fields, out)
            },
            calls: calls(&fields, out),
            encrypted,
        }),
        "tool" => {
            let call = ActivityId::from(fields.id("toolCallId", out)?);
            let error = fields.text("error", out);
            let said = text::said(&fields, call.as_str(), out);
            Some(HistoryMessage::Tool {
                id,
                call,
                failed: error.is_some(),
                content: either(said.text, error),
                encrypted,
                attachments: said.attachments,
            })
        }
        "reasoning" if !subagent => Some(HistoryMessage::Reasoning {
            id,
            text: text::content(&fields, out),
            encrypted,
        }),
        _ => None,
    }
}

fn calls(fields: &Fields<'_>, out: &mut Out) -> Vec<HistoryCall> {
    let list = fields.raw("toolCalls").and_then(json::list);
    let list = list.unwrap_or_default();
    list.into_iter()
        .filter_map(|json| {
            let call = Fields::inside("toolCall", json)?;
            let id = call.id("id", out)?;
            let encrypted = call.text("encryptedValue", out);
            let function = Fields::inside("function", call.raw("function")?)?;
            Some(HistoryCall {
                id: ActivityId::from(id),
                name: function.required("name", out),
                arguments: function.required("arguments", out),
                encrypted,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_every_role_are_read_in_order() {
        let read = past_messages(
            r#"[{"id":"u","role":"user","content":"hi"},
                {"id":"s","role":"system","content":"be kind"},
                {"id":"a","role":"assistant","content":"","toolCalls":[
                    {"id":"c","type":"function","function":{"name":"look","arguments":"{}"}}]},
                {"id":"t","role":"tool","toolCallId":"c","content":"","error":"no such file"},
                {"id":"r","role":"reasoning","content":"hm","encryptedValue":"x"},
                {"id":"b","role":"assistant","content":"done"}]"#,
        );
        let call = HistoryCall {
            id: "c".into(),
            name: "look".to_owned(),
            arguments: "{}".to_owned(),
            encrypted: None,
        };
        let said = |id: &str, text: &str, calls| HistoryMessage::Assistant {
            id: id.into(),
            text: text.to_owned(),
            calls,
            encrypted: None,
        };
        assert_eq!(
            read,
            [
                HistoryMessage::User {
                    id: "u".into(),
                    text: "hi".to_owned(),
                    attachments: Vec::new(),
                },
                said("a", "", vec![call]),
                HistoryMessage::Tool {
                    id: "t".into(),
                    call: "c".into(),
                    content: "no such file".to_owned(),
                    failed: true,
                    encrypted: None,
                    attachments: Vec::new(),
                },
                HistoryMessage::Reasoning {
                    id: "r".into(),
                    text: "hm".to_owned(),
                    encrypted: Some("x".to_owned()),
                },
                said("b", "done", Vec::new()),
            ]
        );
    }

    #[test]
    fn what_is_no_message_is_left_out() {
        let odd = r#"[1, null, {}, {"id":"x"}, {"role":"user","content":"no id"},
            {"id":"t","role":"tool","content":"no call"}, {"id":"u","role":"user","content":"hi"}]"#;
        assert_eq!(past_messages(odd).len(), 1);
        assert!(past_messages("{").is_empty());
    }
}
