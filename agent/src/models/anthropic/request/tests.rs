//! Histories as Anthropic's messages.

use super::*;
use crate::conversation::{Message, ToolStatus};
use crate::models::testing::{about, assistant, history, result, user};
use crate::models::thoughts::Thoughts;

fn body_of(history: &[Message]) -> Value {
    about(history, None, &Thoughts::default(), body)
}

#[test]
fn results_come_first_in_the_message_after_their_calls() {
    let body = body_of(&history());
    let expected = json!([
        {"role": "user", "content": [
            {"type": "text", "text": "hi"},
            {"type": "document",
             "source": {"type": "base64", "media_type": "application/pdf", "data": "BBBB"}},
            {"type": "text", "text": "[Attached audio: https://e.org/a.mp3]"},
        ]},
        {"role": "assistant", "content": [
            {"type": "text", "text": "I look."},
            {"type": "tool_use", "id": "call00001", "name": "read_file", "input": {"path": "a"}},
            {"type": "tool_use", "id": "call00002", "name": "read_file", "input": {}},
        ]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "call00001", "content": "result 1"},
            {"type": "tool_result", "tool_use_id": "call00002", "is_error": true,
             "content": "result 2\n\n[User feedback: like this]"},
            {"type": "text", "text": "[Attached to the user feedback above]"},
            {"type": "image",
             "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
        ]},
    ]);
    assert_eq!(body["messages"], expected);
    assert_eq!(body["system"], "be kind");
    assert_eq!(
        (&body["max_tokens"], &body["stream"]),
        (&json!(16_000), &json!(true))
    );
    assert_eq!(
        body["tools"][0],
        json!({"name": "read_file", "description": "reads",
               "input_schema": {"type": "object", "properties": {}}})
    );
    assert!(body.get("thinking").is_none());
}

#[test]
fn roles_alternate_and_the_person_begins_and_ends() {
    let history = [
        Message::System {
            text: "be brief".to_owned(),
        },
        assistant("Welcome.", &[]),
        user("one", Vec::new()),
        user("two", Vec::new()),
        assistant("half a", &[]),
        user("  ", Vec::new()),
    ];
    let body = body_of(&history);
    let messages = body["messages"].as_array().unwrap();
    let said: Vec<_> = messages
        .iter()
        .map(|message| {
            let texts = message["content"].as_array().unwrap().iter();
            let texts: Vec<_> = texts.map(|block| block["text"].as_str().unwrap()).collect();
            (message["role"].as_str().unwrap(), texts.join("|"))
        })
        .collect();
    let expected = [
        ("user", "[The conversation begins with your message]"),
        ("assistant", "Welcome."),
        ("user", "one|two"),
        ("assistant", "half a"),
        ("user", "[Go on where you stopped]"),
    ];
    assert_eq!(said, expected.map(|(role, text)| (role, text.to_owned())));
    assert_eq!(body["system"], "be kind\n\nbe brief");
}

#[test]
fn images_of_a_kind_that_the_api_refuses_are_named() {
    let picture = |source: Value| json!({"type": "image", "source": source});
    let drawing = picture(json!({"type": "data", "value": "A", "mimeType": "image/svg+xml"}));
    let linked = picture(json!({"type": "url", "value": "https://e.org/a.png"}));
    let nowhere = picture(json!({"type": "file"}));
    let body = body_of(&[user("", vec![drawing, linked, nowhere])]);
    let expected = json!([
        {"type": "text",
         "text": "[Attached image (image/svg+xml), which cannot be sent]"},
        {"type": "image", "source": {"type": "url", "url": "https://e.org/a.png"}},
        {"type": "text", "text": "[Attached image]"},
    ]);
    assert_eq!(body["messages"][0]["content"], expected);
}

#[test]
fn an_image_that_is_too_large_for_the_api_is_named() {
    let part_of = |length: usize| {
        let photo = json!({
            "type": "image", "metadata": {"filename": "x.jpg"},
            "source": {"type": "data", "value": "A".repeat(length), "mimeType": "image/jpeg"},
        });
        let body = body_of(&[user("", vec![photo])]);
        body["messages"][0]["content"][0].clone()
    };
    assert_eq!(part_of(5_242_880)["type"], "image");
    let words = "[Attached image x.jpg (image/jpeg), which is larger than this API takes]";
    let expected = json!({"type": "text", "text": words});
    assert_eq!(part_of(5_242_884), expected);
}

const FIRST_CALL: &str = "a-very-long-run-id-1";

#[test]
fn thinking_goes_back_with_the_calls_that_followed_it() {
    let thoughts = Thoughts::default();
    let thought = json!({"type": "thinking", "thinking": "hm", "signature": "s"});
    thoughts.keep(FIRST_CALL.to_owned(), vec![thought.clone()]);
    let body = about(&history(), Some("high"), &thoughts, body);
    assert_eq!(body["messages"][1]["content"][0], thought);
    assert_eq!(body["thinking"]["type"], "adaptive");
    assert_eq!(body["output_config"], json!({"effort": "high"}));
}

#[test]
fn thinking_is_where_it_was_between_text_and_calls() {
    let thinking = |text: &str| json!({"type": "thinking", "thinking": text, "signature": "s"});
    let said = vec![
        thinking("a"),
        json!({"type": "text", "text": "I look."}),
        thinking("b"),
        json!({"type": "tool_use"}),
        thinking("c"),
        json!({"type": "tool_use"}),
    ];
    let kinds = |text: &str| {
        let thoughts = Thoughts::default();
        thoughts.keep(FIRST_CALL.to_owned(), said.clone());
        let history = [
            user("hi", Vec::new()),
            assistant(text, &[("1", "{}"), ("2", "{}")]),
            result("1", ToolStatus::Ok, Vec::new()),
            result("2", ToolStatus::Ok, Vec::new()),
        ];
        let body = about(&history, None, &thoughts, body);
        let blocks = body["messages"][1]["content"].as_array().unwrap().iter();
        let kinds = blocks.map(|block| {
            let thinking = block["thinking"].as_str();
            thinking.or(block["type"].as_str()).unwrap()
        });
        kinds.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(kinds("I look."), "a text b tool_use c tool_use");
    assert_eq!(kinds("Another text."), "a b c text tool_use tool_use");
}

#[test]
fn the_model_does_not_think_when_the_thinking_before_a_call_is_missing() {
    // As after a stop in the middle of a call, when the person then says something.
    let mut history = history();
    history.push(user("and now?", Vec::new()));
    let body = about(&history, Some("high"), &Thoughts::default(), body);
    assert!(body.get("thinking").is_none());
    assert_eq!(body["output_config"], json!({"effort": "high"}));
}

#[test]
fn the_thinking_of_earlier_turns_is_sent_but_not_needed() {
    let thoughts = Thoughts::default();
    let later = [
        assistant("Done.", &[]),
        user("more", Vec::new()),
        assistant("", &[("3", "{}")]),
        result("3", ToolStatus::Ok, Vec::new()),
    ];
    let history = [history(), later.to_vec()].concat();
    thoughts.keep("a-very-long-run-id-3".to_owned(), Vec::new());
    let body = about(&history, Some("low"), &thoughts, body);
    assert_eq!(body["thinking"]["type"], "adaptive");
    let thought = json!({"type": "thinking", "thinking": "hm", "signature": "s"});
    thoughts.keep(FIRST_CALL.to_owned(), vec![thought.clone()]);
    let body = about(&history, Some("low"), &thoughts, super::body);
    assert_eq!(body["messages"][1]["content"][0], thought);
}
