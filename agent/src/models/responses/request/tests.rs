//! Histories as input items.

use super::*;
use crate::conversation::Message;
use crate::models::testing::{about, assistant, history, user};
use crate::models::thoughts::Thoughts;

#[test]
fn calls_and_results_are_items_of_their_own() {
    let body = about(&history(), None, &Thoughts::default(), body);
    let expected = json!([
        {"role": "user", "content": [
            {"type": "input_text", "text": "hi"},
            {"type": "input_file", "filename": "plan.pdf",
             "file_data": "data:application/pdf;base64,BBBB"},
            {"type": "input_text", "text": "[Attached audio: https://e.org/a.mp3]"},
        ]},
        {"type": "message", "role": "assistant", "content": "I look."},
        {"type": "function_call", "call_id": "call00001", "name": "read_file",
         "arguments": "{\"path\":\"a\"}"},
        {"type": "function_call", "call_id": "call00002", "name": "read_file", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "call00001", "output": "result 1"},
        {"type": "function_call_output", "call_id": "call00002",
         "output": "result 2\n\n[User feedback: like this]"},
        {"role": "user", "content": [
            {"type": "input_text", "text": "[Attached to the user feedback above]"},
            {"type": "input_image", "image_url": "data:image/png;base64,AAAA"},
        ]},
    ]);
    assert_eq!(body["input"], expected);
    assert_eq!(body["instructions"], "be kind");
    assert_eq!(
        (&body["stream"], &body["store"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(body["tools"][0]["name"], "read_file");
    assert!(body.get("reasoning").is_none() && body.get("include").is_none());
}

#[test]
fn reasoning_goes_back_before_the_calls_that_followed_it() {
    let thoughts = Thoughts::default();
    let thought = json!({"type": "reasoning", "id": "rs_1", "encrypted_content": "g"});
    thoughts.keep("a-very-long-run-id-1".to_owned(), vec![thought.clone()]);
    let body = about(&history(), Some("low"), &thoughts, body);
    assert_eq!(body["input"][1], thought);
    assert_eq!(body["input"][2]["role"], "assistant");
    assert_eq!(
        body["reasoning"],
        json!({"effort": "low", "summary": "auto"})
    );
    assert_eq!(body["include"], json!(["reasoning.encrypted_content"]));
}

#[test]
fn the_reasoning_of_earlier_turns_is_not_sent() {
    let thoughts = Thoughts::default();
    let thought = json!({"type": "reasoning", "id": "rs_1", "encrypted_content": "g"});
    thoughts.keep("a-very-long-run-id-1".to_owned(), vec![thought]);
    let later = [
        assistant("Done.", &[]),
        user("more", Vec::new()),
        assistant("Yes.", &[]),
    ];
    let history = [history(), later.to_vec()].concat();
    let body = about(&history, Some("low"), &thoughts, body);
    assert!(!body["input"].to_string().contains("rs_1"));
}

#[test]
fn a_history_that_ends_with_the_model_gets_a_request_to_continue() {
    let history: [Message; 1] = [assistant("half a", &[])];
    let body = about(&history, None, &Thoughts::default(), body);
    let last = body["input"].as_array().unwrap().last().unwrap();
    assert_eq!(
        *last,
        json!({"role": "user", "content": "[Go on where you stopped]"})
    );
}
