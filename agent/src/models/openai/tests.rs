//! Endpoints that do not answer as they should.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;
use crate::engine::{AgentId, ModelCallId};

/// An endpoint that says this to every request and then nothing, and the first thing that comes of
/// asking it.
async fn first_item(said: &'static str) -> ModelItem {
    crate::tls::install();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let settings = Settings {
        url: format!("http://{}", listener.local_addr().unwrap()),
        model: "m".to_owned(),
        key: None,
        context_tokens: 1_000,
    };
    let patience = Patience {
        connect: Duration::from_secs(5),
        idle: Duration::from_millis(50),
    };
    let model = OpenAi::with_patience(&settings, Vec::new(), Vec::new(), patience).unwrap();
    let endpoint = tokio::spawn(async move {
        let (mut connection, _) = listener.accept().await.unwrap();
        let mut request = [0; 4096];
        let _ = connection.read(&mut request).await.unwrap();
        connection.write_all(said.as_bytes()).await.unwrap();
        std::future::pending::<()>().await;
    });
    let history = [Message::User {
        id: "u".to_owned(),
        text: "hi".to_owned(),
        attachments: Vec::new(),
    }];
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
async fn an_endpoint_that_says_nothing_is_not_waited_for_for_ever() {
    let silent = first_item("").await;
    assert_may_be_asked_again(&silent, "model_unreachable", None);
    let stuck = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 99\r\n\r\n";
    let stuck = first_item(stuck).await;
    assert_may_be_asked_again(&stuck, "model_unreachable", None);
}

#[tokio::test]
async fn an_endpoint_cannot_ask_for_a_pause_of_a_day() {
    for (asked, given) in [("7", 7), ("86400", 120), ("18446744073709551615", 120)] {
        let refusal = format!(
            "HTTP/1.1 429 Too Many Requests\r\nretry-after: {asked}\r\ncontent-length: 0\r\n\r\n"
        );
        let item = first_item(refusal.leak()).await;
        let pause = Some(Duration::from_secs(given));
        assert_may_be_asked_again(&item, "model_rate_limited", pause);
    }
}

#[test]
fn a_history_that_a_client_has_broken_is_mended_before_it_is_sent() {
    crate::tls::install();
    let settings = Settings {
        url: "http://127.0.0.1:1".to_owned(),
        model: "m".to_owned(),
        key: None,
        context_tokens: 1_000,
    };
    let model = OpenAi::new(&settings, Vec::new(), Vec::new()).unwrap();
    let history = [Message::Tool {
        call_id: "nobody asked".to_owned(),
        result: crate::engine::ToolResult {
            content: "x".to_owned(),
            status: crate::engine::ToolStatus::Ok,
        },
        feedback: Vec::new(),
    }];
    let body = model.body(None, &history);
    assert_eq!(body["messages"].as_array().unwrap().len(), 1, "{body}");
}
