//! Reads past messages in AG-UI's form: those from before this page, which the embedder stores.
//!
//! Leaves out messages that a conversation has no place for. Also leaves out messages without an
//! id, because a second copy could not be recognised.

use midturn_core::history::{HistoryCall, HistoryMessage};
use midturn_core::id::{ActivityId, MessageId};

use super::messages::{MESSAGE, Message, ToolCall, either};
use super::out::Out;
use super::text;
use crate::value::{Many, One};

/// The messages in a JSON list, in order.
pub fn past_messages(list: &str) -> Vec<HistoryMessage> {
    // Diagnostics are dropped, as there is no stream to report them in.
    let mut out = Out::default();
    let list: Many<One<'_, Message<'_>>> = serde_json::from_str(list).unwrap_or_default();
    let messages = list.list().unwrap_or_default().into_iter();
    messages
        .filter_map(|message| past_message(message.object()?, &mut out))
        .collect()
}

fn past_message(message: Message<'_>, out: &mut Out) -> Option<HistoryMessage> {
    let mut of = out.of(MESSAGE);
    let id = MessageId::from(&*of.id("id", message.id)?);
    // A subagent's text belongs to the subagent's part of a turn, which these messages lack.
    let subagent = of.id("subagentRunId", message.subagent_run_id).is_some();
    let encrypted = of.text("encryptedValue", message.encrypted_value);
    let encrypted = encrypted.map(Into::into);
    match &*of.text("role", message.role)? {
        "user" => {
            let said = text::said(MESSAGE, message.content, id.as_str(), out);
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
                text::content(MESSAGE, message.content, out)
            },
            calls: calls(message.tool_calls, out),
            encrypted,
        }),
        "tool" => {
            let call = ActivityId::from(&*of.id("toolCallId", message.tool_call_id)?);
            let error = of.text("error", message.error);
            let said = text::said(MESSAGE, message.content, call.as_str(), out);
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
            text: text::content(MESSAGE, message.content, out),
            encrypted,
        }),
        _ => None,
    }
}

fn calls(calls: Many<One<'_, ToolCall<'_>>>, out: &mut Out) -> Vec<HistoryCall> {
    let calls = calls.list().unwrap_or_default().into_iter();
    calls
        .filter_map(|call| {
            let call = call.object()?;
            let mut of = out.of("toolCall");
            let id = of.id("id", call.id)?;
            let encrypted = of.text("encryptedValue", call.encrypted_value);
            let function = call.function.object()?;
            let mut of = out.of("function");
            Some(HistoryCall {
                id: ActivityId::from(&*id),
                name: of.required("name", function.name).into_owned(),
                arguments: of.required("arguments", function.arguments).into_owned(),
                encrypted: encrypted.map(Into::into),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::made::{assistant, call, result, user};

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
        assert_eq!(
            read,
            [
                user("u", "hi"),
                assistant("a", "", vec![call("c", "look", "{}")]),
                result("t", "c", "no such file", true),
                HistoryMessage::Reasoning {
                    id: "r".into(),
                    text: "hm".to_owned(),
                    encrypted: Some("x".to_owned()),
                },
                assistant("b", "done", Vec::new()),
            ]
        );
    }

    #[test]
    fn values_that_are_not_messages_are_left_out() {
        let odd = r#"[1, null, {}, {"id":"x"}, {"role":"user","content":"no id"},
            {"id":"t","role":"tool","content":"no call"}, {"id":"u","role":"user","content":"hi"}]"#;
        assert_eq!(past_messages(odd).len(), 1);
        assert!(past_messages("{").is_empty());
    }
}
