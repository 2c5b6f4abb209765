//! What is refused is asked for in another way.

use serde_json::json;

use super::*;
use crate::conversation::{ToolCall, ToolResult};
use crate::models::testing::{image, user};

/// What the requests of two questions have at `pointer`, when the first request is refused.
async fn learned(api: Api, refused: &str, pointer: &str) -> Vec<Option<Value>> {
    let (mut model, listener) = endpoint(api).await;
    Arc::get_mut(&mut model.settings).unwrap().effort = Some("low".to_owned());
    let call = ToolCall::new("c", "x", "{}");
    let result = Message::Tool {
        call_id: "c".to_owned(),
        result: ToolResult::ok("x"),
        feedback: Vec::new(),
    };
    let call = Message::assistant("m", "", vec![call]);
    let history = [Message::user("u", "hi"), call, result];
    let (_, hello) = too_long_and_hello(api);
    let answers = vec![refusal(refused), streaming(hello)];
    let (items, mut requests) = ask(&model, &listener, answers, &history).await;
    assert!(matches!(items.last(), Some(ModelItem::Finished(Ok(_)))));
    // Another thread of the same endpoint.
    let other = model.for_run("other", &[]);
    let (items, later) = ask(&other, &listener, vec![streaming(hello)], &history).await;
    assert!(matches!(items.last(), Some(ModelItem::Finished(Ok(_)))));
    requests.extend(later);
    // What is refused once more is told.
    let again = vec![refusal(refused)];
    let (items, _) = ask(&other, &listener, again, &history).await;
    assert!(matches!(items[..], [ModelItem::Finished(Err(_))]));
    let bodies = requests
        .iter()
        .map(|body| serde_json::from_str::<Value>(body).unwrap());
    bodies.map(|body| body.pointer(pointer).cloned()).collect()
}

#[tokio::test]
async fn reasoning_that_was_lost_is_filled_in_where_the_endpoint_wants_it() {
    for said in [
        "Missing `reasoning_content` field in the assistant message at message index 2.",
        "The `reasoning_content` in the thinking mode must be passed back to the API.",
        "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2",
    ] {
        let refused = json!({"error": {"message": said}}).to_string();
        let found = learned(Api::Chat, &refused, "/messages/2/reasoning_content").await;
        let filled = Some(json!(" "));
        assert_eq!(found, [None, filled.clone(), filled]);
    }
}

#[tokio::test]
async fn a_signature_that_was_lost_is_replaced_where_the_endpoint_wants_one() {
    let refused = json!([{"error": {
        "code": 400,
        "message": "Function call is missing a thought_signature in functionCall parts.",
    }}]);
    let pointer = "/messages/2/tool_calls/0/extra_content/google/thought_signature";
    let found = learned(Api::Chat, &refused.to_string(), pointer).await;
    let replaced = Some(json!("skip_thought_signature_validator"));
    assert_eq!(found, [None, replaced.clone(), replaced]);
}

#[tokio::test]
async fn a_summary_of_the_reasoning_is_not_asked_for_where_it_is_refused() {
    let refused = json!({"error": {
        "message": "Your organization must be verified to generate reasoning summaries.",
        "param": "reasoning.summary",
        "code": "unsupported_value",
    }});
    let found = learned(Api::Responses, &refused.to_string(), "/reasoning").await;
    let without = Some(json!({"effort": "low"}));
    let with = Some(json!({"effort": "low", "summary": "auto"}));
    assert_eq!(found, [with, without.clone(), without]);
}

#[tokio::test]
async fn a_file_that_is_refused_does_not_end_its_thread() {
    let server_error = |said: &str| {
        let said = json!({"error": {"code": 500, "message": said}}).to_string();
        refusal(&said).replacen("400 Bad Request", "500 Internal Server Error", 1)
    };
    for refused in [
        refusal(r#"{"error":{"message":"this model does not support image input"}}"#),
        refusal(
            r#"{"error":{"message":"messages[1]: unknown variant `image_url`, expected `text`"}}"#,
        ),
        // Groq.
        refusal(r#"{"error":{"message":"messages[1].content must be a string"}}"#),
        // Not of the model's context, but of the server's bytes.
        refusal("").replacen("400 Bad Request", "413 Payload Too Large", 1),
        server_error(
            "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
        ),
    ] {
        let (_, hello) = too_long_and_hello(Api::Chat);
        let (model, listener) = endpoint(Api::Chat).await;
        let answers = vec![refused.clone(), streaming(hello)];
        let history = [user("look", vec![image()])];
        let (items, requests) = ask(&model, &listener, answers, &history).await;
        assert!(matches!(items.last(), Some(ModelItem::Finished(Ok(_)))));
        assert!(requests[0].contains("base64"), "{}", requests[0]);
        assert!(!requests[1].contains("base64"), "{}", requests[1]);
        assert!(requests[1].contains("[Attached image"));

        let without = [user("the image of a bird", Vec::new())];
        let (items, _) = ask(&model, &listener, vec![refused], &without).await;
        assert!(
            matches!(items[..], [ModelItem::Finished(Err(_))]),
            "{items:?}"
        );
    }
}
