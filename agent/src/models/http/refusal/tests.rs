//! What is read from the refusals of endpoints.

use serde_json::json;

use super::*;

#[test]
fn a_pause_is_a_number_of_seconds_or_a_date() {
    assert_eq!(pause(" 0.25 "), Some(Duration::from_millis(250)));
    for wrong in ["-1", "nan", "soon", ""] {
        assert_eq!(pause(wrong), None, "{wrong}");
    }
    let date = |at| pause(&httpdate::fmt_http_date(at)).unwrap();
    let now = SystemTime::now();
    let minute = date(now + Duration::from_secs(60)).as_secs();
    assert!((50..=60).contains(&minute), "{minute}");
    assert_eq!(date(now - Duration::from_secs(60)), Duration::ZERO);
    assert_eq!(date(now + Duration::from_secs(3_600)), LONGEST_PAUSE);
}

#[test]
fn a_delay_is_read_from_the_body() {
    let seconds = |body: &str| delay(body).map(|delay| delay.as_secs());
    let plain = r#"[{"error": {"details": [{"retryDelay": "34s"}], "code": 429}}]"#;
    assert_eq!(seconds(plain), Some(34));
    let escaped = r#"{"error":{"message":"{\"retryDelay\": \"1.5s\"}"}}"#;
    assert_eq!(delay(escaped), Some(Duration::from_millis(1_500)));
    assert_eq!(seconds(r#"{"retryDelay": null}"#), None);
    assert_eq!(seconds("later"), None);
}

#[test]
fn an_error_in_the_stream_may_have_the_code_of_http_and_the_reason_of_a_provider() {
    let error = |code: u16| {
        reported(&json!({
            "code": code, "message": "Provider returned error",
            "metadata": {"raw": "the schema is wrong", "provider_name": "x"},
        }))
    };
    for (code, expected) in [(400, REFUSED), (402, REFUSED), (403, "model_unauthorized")] {
        let item = error(code);
        assert!(
            matches!(&item, ModelItem::Finished(Err(failure)) if failure.code == expected
                && failure.message == "Provider returned error: the schema is wrong"),
            "{item:?}"
        );
    }
    for code in [408, 409, 429, 502] {
        let item = error(code);
        assert!(matches!(item, ModelItem::Failed { .. }), "{item:?}");
    }
}

#[test]
fn a_url_is_shown_without_secrets() {
    let url = Url::parse("https://me:secret@e.org:8443/v1/messages?key=secret#x").unwrap();
    assert_eq!(shown(&url), "https://e.org:8443/v1/messages");
}

#[test]
fn a_request_that_is_too_long_is_known_by_the_words_of_each_endpoint() {
    for said in [
        "The input token count (134123) exceeds the maximum number of tokens allowed (131072).",
        "Input is too long for requested model.",
        "Your input exceeds the context window of this model.",
        "This model's maximum prompt length is 131072 but the request contains 136973 tokens.",
        "The number of tokens to keep from the initial prompt is greater than the context length.",
        "PROMPT IS TOO LONG: 215000 tokens > 200000 maximum",
        "However, the model's context length is only 131072 tokens, resulting in a maximum input \
         length of 99072 tokens.",
        "The decoder prompt (length 8357) is longer than the maximum model length of 8192.",
        "Invalid 'messages': array too long. Expected an array with maximum length 2048.",
        "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 31538.",
    ] {
        let item = reported(&json!({"type": "invalid_request_error", "message": said}));
        assert!(
            matches!(&item, ModelItem::Finished(Err(failure)) if failure.code == TOO_LONG),
            "{item:?}"
        );
    }
}
