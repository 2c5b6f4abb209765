//! Endpoints that hang, refuse a request, or find the history too long.

mod learned;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;
use crate::engine::{AgentId, ModelCallId};

const APIS: [Api; 3] = [Api::Chat, Api::Responses, Api::Anthropic];

fn settings(api: Api, url: String, context_tokens: usize) -> Settings {
    Settings {
        api,
        url,
        model: "m".to_owned(),
        key: None,
        context_tokens,
        effort: None,
        output_tokens: None,
    }
}

/// Asks an endpoint that sends `said` and then nothing more. Returns the model's first item.
async fn first_item(api: Api, said: &'static str) -> ModelItem {
    crate::tls::install();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let settings = settings(api, url, 1_000);
    let patience = Patience {
        connect: Duration::from_secs(5),
        idle: Duration::from_millis(50),
    };
    let model = HttpModel::with_patience(settings, Vec::new(), Vec::new(), patience).unwrap();
    let endpoint = tokio::spawn(async move {
        let (mut connection, _) = listener.accept().await.unwrap();
        let mut request = [0; 4096];
        let _ = connection.read(&mut request).await.unwrap();
        connection.write_all(said.as_bytes()).await.unwrap();
        std::future::pending::<()>().await;
    });
    let history = [Message::user("u", "hi")];
    let mut answer = model.respond(ModelRequest {
        scope: "r",
        call: ModelCallId(1),
        agent: &AgentId::Root,
        agent_name: None,
        history: &history,
    });
    let first = tokio::time::timeout(Duration::from_secs(20), answer.next()).await;
    endpoint.abort();
    first.expect("it waits for ever").unwrap()
}

fn assert_may_be_asked_again(item: &ModelItem, code: &str, pause: Option<Duration>) {
    assert!(
        matches!(item, ModelItem::Failed { failure, after }
            if failure.code == code && *after == pause),
        "{item:?}"
    );
}

#[tokio::test]
async fn a_silent_endpoint_times_out() {
    let stuck = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 99\r\n\r\n";
    for api in APIS {
        for said in ["", stuck] {
            let item = first_item(api, said).await;
            assert_may_be_asked_again(&item, "model_unreachable", None);
        }
    }
}

#[tokio::test]
async fn the_pause_that_an_endpoint_asks_for_is_limited() {
    for (asked, given) in [("7", 7), ("86400", 120), ("18446744073709551615", 120)] {
        let refusal = format!(
            "HTTP/1.1 429 Too Many Requests\r\nretry-after: {asked}\r\ncontent-length: 0\r\n\r\n"
        );
        let item = first_item(Api::Chat, refusal.leak()).await;
        let pause = Some(Duration::from_secs(given));
        assert_may_be_asked_again(&item, "model_rate_limited", pause);
    }
}

#[tokio::test]
async fn the_body_of_a_429_may_say_how_long_to_wait_or_that_there_is_no_use_in_it() {
    let first = async |body: &str| {
        let refusal = refusal(body).replacen("400 Bad Request", "429 Too Many Requests", 1);
        first_item(Api::Chat, refusal.leak()).await
    };
    let later = r#"[{"error": {"code": 429, "details": [{"retryDelay": "34s"}]}}]"#;
    let pause = Some(Duration::from_secs(34));
    assert_may_be_asked_again(&first(later).await, "model_rate_limited", pause);
    let never = r#"{"error": {"type": "insufficient_quota", "code": "insufficient_quota"}}"#;
    assert_fails_with(&[first(never).await], "model_refused");
}

#[tokio::test]
async fn a_response_that_has_said_how_it_ends_is_whole_though_its_connection_breaks() {
    let (_, hello) = too_long_and_hello(Api::Chat);
    let broken = streaming(hello)
        .replace(
            "connection: close",
            "connection: close\r\ncontent-length: 9999",
        )
        .replace("data: [DONE]\n\n", "");
    let (items, _) = conversation(Api::Chat, vec![broken], &long_history()).await;
    assert!(
        matches!(items.last(), Some(ModelItem::Finished(Ok(_)))),
        "{items:?}"
    );
}

#[tokio::test]
async fn what_is_not_there_is_told_with_its_url() {
    let hint = "(is the base URL complete, for example with /v1?)";
    for (status, body, is_hinted) in [
        ("404 Not Found", "404 page not found", true),
        ("405 Method Not Allowed", "", true),
        ("404 Not Found", r#"{"error":"no such model"}"#, false),
    ] {
        let length = body.len();
        let refusal = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n\r\n{body}");
        let item = first_item(Api::Chat, refusal.leak()).await;
        let ModelItem::Finished(Err(failure)) = item else {
            panic!("{item:?}");
        };
        let said = failure.message;
        let begin = format!("The model answered {status} at http://127.0.0.1:");
        assert!(said.starts_with(&begin), "{said}");
        assert!(said.contains("/chat/completions") && said.ends_with(body));
        assert_eq!(said.contains(hint), is_hinted, "{said}");
    }
}

#[test]
fn a_broken_history_is_repaired_before_it_is_sent() {
    crate::tls::install();
    let settings = settings(Api::Chat, "http://127.0.0.1:1".to_owned(), 1_000);
    let model = HttpModel::new(settings, Vec::new(), Vec::new()).unwrap();
    let history = [Message::Tool {
        call_id: "nobody asked".to_owned(),
        result: crate::conversation::ToolResult::ok("x"),
        feedback: Vec::new(),
    }];
    let body = model.body(None, &normal(&history), Learned::default());
    assert_eq!(body["messages"].as_array().unwrap().len(), 1, "{body}");
}

/// How an endpoint says that a history is too long, and how it says hello.
fn too_long_and_hello(api: Api) -> (&'static str, &'static str) {
    match api {
        Api::Chat => (
            r#"{"error":{"message":"This model's maximum context length is 8192 tokens.","code":"context_length_exceeded"}}"#,
            r#"{"choices":[{"delta":{"content":"hello"},"finish_reason":"stop"}]}"#,
        ),
        Api::Responses => (
            r#"{"type":"response.failed","response":{"error":{"code":"context_length_exceeded","message":"Your input exceeds the context window of this model."}}}"#,
            "{\"type\":\"response.output_text.delta\",\"output_index\":0,\"delta\":\"hello\"}\n\ndata: {\"type\":\"response.completed\"}",
        ),
        Api::Anthropic => (
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 215000 tokens > 200000 maximum"}}"#,
            "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"hello\"}}\n\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}\n\ndata: {\"type\":\"message_stop\"}",
        ),
    }
}

fn refusal(body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 400 Bad Request\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}

fn streaming(chunk: &str) -> String {
    format!(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\ndata: {chunk}\n\ndata: [DONE]\n\n"
    )
}

/// Asks an endpoint that gives the answers in order, one per request. Returns the model's items and
/// the length of each request.
async fn conversation(
    api: Api,
    answers: Vec<String>,
    history: &[Message],
) -> (Vec<ModelItem>, Vec<usize>) {
    let (model, listener) = endpoint(api).await;
    let (items, requests) = ask(&model, &listener, answers, history).await;
    (items, requests.iter().map(String::len).collect())
}

/// A model, and where its requests arrive.
async fn endpoint(api: Api) -> (HttpModel, TcpListener) {
    crate::tls::install();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let settings = settings(api, url, 100_000);
    let model = HttpModel::new(settings, Vec::new(), Vec::new()).unwrap();
    (model, listener)
}

/// Asks once. The endpoint gives the answers in order, one per request. Returns the model's items and
/// the bodies of the requests.
async fn ask(
    model: &HttpModel,
    listener: &TcpListener,
    answers: Vec<String>,
    history: &[Message],
) -> (Vec<ModelItem>, Vec<String>) {
    let endpoint = async {
        let mut bodies = Vec::new();
        for answer in answers {
            let (mut connection, _) = listener.accept().await.unwrap();
            bodies.push(read_request(&mut connection).await);
            connection.write_all(answer.as_bytes()).await.unwrap();
        }
        bodies
    };
    let answer = model.respond(ModelRequest {
        scope: "r",
        call: ModelCallId(1),
        agent: &AgentId::Root,
        agent_name: None,
        history,
    });
    let both = futures_util::future::join(answer.collect(), endpoint);
    let in_time = tokio::time::timeout(Duration::from_secs(20), both).await;
    in_time.expect("it is asked less often than it was to answer")
}

/// Reads a whole request and returns its body.
async fn read_request(connection: &mut tokio::net::TcpStream) -> String {
    let mut request = Vec::new();
    loop {
        let mut piece = [0; 4096];
        let read = connection.read(&mut piece).await.unwrap();
        assert!(read > 0, "a request ends early");
        request.extend_from_slice(&piece[..read]);
        let text = String::from_utf8_lossy(&request);
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let head = head.to_lowercase();
        let mut lines = head.lines();
        let length = lines.find_map(|line| line.strip_prefix("content-length: "));
        let length: usize = length.unwrap().parse().unwrap();
        if body.len() >= length {
            return body.to_owned();
        }
    }
}

fn long_history() -> Vec<Message> {
    let said = |id: &str| Message::user(id, "a question");
    let answered = Message::assistant("m", "a".repeat(20_000), Vec::new());
    vec![said("1"), answered, said("2")]
}

#[tokio::test]
async fn a_history_that_is_too_long_is_shortened_and_sent_again() {
    for api in APIS {
        let (too_long, hello) = too_long_and_hello(api);
        for first in [refusal(too_long), streaming(too_long)] {
            let answers = vec![first, streaming(hello)];
            let (items, lengths) = conversation(api, answers, &long_history()).await;
            assert!(lengths[1] < lengths[0] / 2, "{lengths:?}");
            let said = ModelItem::Delta(crate::engine::ModelDelta::Text("hello".to_owned()));
            assert_eq!(items[0], said, "{api:?}");
            assert!(matches!(items.last(), Some(ModelItem::Finished(Ok(_)))));
        }
    }
}

fn assert_fails_with(items: &[ModelItem], code: &str) {
    assert!(
        matches!(items, [ModelItem::Finished(Err(failure))] if failure.code == code),
        "{items:?}"
    );
}

#[tokio::test]
async fn a_history_is_halved_until_it_fits() {
    let turn = |id: u32| {
        let answer = Message::assistant("m", "a".repeat(20_000), Vec::new());
        [Message::user(id.to_string(), "b".repeat(20_000)), answer]
    };
    let mut history: Vec<Message> = (0..8).flat_map(turn).collect();
    history.push(Message::user("last", "a question"));
    let (too_long, hello) = too_long_and_hello(Api::Chat);
    let mut answers = vec![refusal(too_long); 3];
    answers.push(streaming(hello));
    let (items, lengths) = conversation(Api::Chat, answers, &history).await;
    assert!(matches!(items.last(), Some(ModelItem::Finished(Ok(_)))));
    assert!(
        lengths.windows(2).all(|pair| pair[1] < pair[0] * 2 / 3),
        "{lengths:?}"
    );
}

#[tokio::test]
async fn a_shortened_history_that_is_still_too_long_fails() {
    for api in APIS {
        let (too_long, _) = too_long_and_hello(api);
        // The second time, all turns but the last are forgotten.
        let answers = vec![refusal(too_long), streaming(too_long), refusal(too_long)];
        let (items, _) = conversation(api, answers, &long_history()).await;
        assert_fails_with(&items, "context_length_exceeded");
    }
}

#[tokio::test]
async fn a_history_that_cannot_be_shortened_is_not_sent_again() {
    let short = &long_history()[2..];
    for api in APIS {
        let (too_long, _) = too_long_and_hello(api);
        let (items, _) = conversation(api, vec![refusal(too_long)], short).await;
        assert_fails_with(&items, "context_length_exceeded");
    }
}

#[tokio::test]
async fn thinking_that_is_refused_or_does_not_fit_is_left_out_once() {
    let call = crate::conversation::ToolCall::new("c", "x", "{}");
    let history = [
        Message::user("u", "hi"),
        Message::assistant("m", "", vec![call]),
    ];
    let refused = refusal(
        r#"{"error":{"message":"messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation."}}"#,
    );
    let (too_long, hello) = too_long_and_hello(Api::Anthropic);
    let (model, listener) = endpoint(Api::Anthropic).await;
    // This history cannot be made shorter in another way.
    for (refused, code) in [
        (refused, "thinking_refused"),
        (refusal(too_long), "context_length_exceeded"),
    ] {
        for last in [streaming(hello), refused.clone()] {
            let thought = json!({"type": "thinking", "thinking": "hm", "signature": "s"});
            model.thoughts.keep("c".to_owned(), vec![thought]);
            let is_refused = last == refused;
            let answers = vec![refused.clone(), last];
            let (items, requests) = ask(&model, &listener, answers, &history).await;
            assert!(requests[1].len() < requests[0].len(), "{requests:?}");
            if is_refused {
                assert_fails_with(&items, code);
            } else {
                assert!(matches!(items.last(), Some(ModelItem::Finished(Ok(_)))));
            }
        }
    }
}

#[tokio::test]
async fn a_refusal_for_another_reason_does_not_shorten_the_history() {
    let other = refusal(r#"{"error":{"message":"no such model","code":"model_not_found"}}"#);
    let (items, _) = conversation(Api::Chat, vec![other], &long_history()).await;
    assert_fails_with(&items, "model_refused");
}

#[tokio::test]
async fn a_redirect_is_reported_and_does_not_take_the_key_along() {
    let to = "HTTP/1.1 308 Permanent Redirect\r\nlocation: https://elsewhere.example/\r\n\
              content-length: 0\r\nconnection: close\r\n\r\n";
    let (items, _) = conversation(Api::Anthropic, vec![to.to_owned()], &long_history()).await;
    assert_fails_with(&items, "model_refused");
    assert!(format!("{items:?}").contains("https://elsewhere.example/"));
}
