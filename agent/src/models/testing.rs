//! A history that has everything that a request may need, and the failure of a response, for the tests
//! of all APIs.

use serde_json::{Value, json};

use super::api::Question;
use super::learned::Learned;
use super::thoughts::Thoughts;
use super::turns::turns;
use crate::conversation::{Interjection, Message, ToolCall, ToolResult, ToolSpec, ToolStatus};
use crate::engine::{Dispatch, ModelDelta};
use crate::runtime::ModelItem;

pub(super) fn user(text: &str, attachments: Vec<Value>) -> Message {
    Message::User {
        id: "u".to_owned(),
        text: text.to_owned(),
        attachments,
    }
}

pub(super) fn assistant(text: &str, calls: &[(&str, &str)]) -> Message {
    let calls = calls.iter().map(|(id, arguments)| {
        let id = format!("a-very-long-run-id-{id}");
        ToolCall::new(id, "read_file", *arguments)
    });
    Message::assistant("m", text, calls.collect())
}

pub(super) fn result(id: &str, status: ToolStatus, feedback: Vec<Interjection>) -> Message {
    Message::Tool {
        call_id: format!("a-very-long-run-id-{id}"),
        result: ToolResult::new(format!("result {id}"), status),
        feedback,
    }
}

pub(super) fn image() -> Value {
    json!({"type": "image", "source": {"type": "data", "value": "AAAA", "mimeType": "image/png"}})
}

/// Attachments, a call that was cut off, and feedback with an image.
pub(super) fn history() -> Vec<Message> {
    let said = Interjection {
        id: "i".to_owned(),
        text: "like this".to_owned(),
        attachments: vec![image()],
    };
    let document = json!({
        "type": "document", "metadata": {"filename": "plan.pdf"},
        "source": {"type": "data", "value": "BBBB", "mimeType": "application/pdf"},
    });
    let sound = json!({"type": "audio", "source": {"type": "url", "value": "https://e.org/a.mp3"}});
    vec![
        user("hi", vec![document, sound]),
        assistant("I look.", &[("1", "{\"path\":\"a\"}"), ("2", "{\"pa")]),
        result("1", ToolStatus::Ok, Vec::new()),
        result("2", ToolStatus::Cancelled, vec![said]),
    ]
}

/// A question about a history, given to `ask`.
pub(super) fn about<T>(
    history: &[Message],
    effort: Option<&str>,
    thoughts: &Thoughts,
    ask: impl FnOnce(&Question<'_>) -> T,
) -> T {
    let tool = ToolSpec {
        name: "read_file".into(),
        description: "reads".into(),
        parameters: json!({"properties": {}}),
    };
    ask(&Question {
        url: "http://localhost/v1",
        model: "m",
        instructions: "be kind",
        turns: &turns(history, thoughts),
        tools: &[&tool],
        effort,
        output_tokens: None,
        learned: Learned::default(),
    })
}

/// The last items of an answer that was cut off.
pub(super) fn cut_off() -> [ModelItem; 2] {
    let end = ModelItem::Finished(Ok(Dispatch::OneByOne));
    [ModelItem::Delta(ModelDelta::CutOff), end]
}

/// The code of the failure that ends a response.
pub(super) fn code(items: &[ModelItem]) -> &str {
    match items.last() {
        Some(ModelItem::Finished(Err(failure)) | ModelItem::Failed { failure, .. }) => {
            &failure.code
        }
        other => panic!("{other:?}"),
    }
}
