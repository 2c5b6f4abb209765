//! Access to the agent, and limits of a request.

use clap::Parser;
use midturn_agent::options::{Options, OptionsError};
use serde_json::json;

use crate::support::{agent_with, input, soon};

const TOKEN: &str = "a-token-of-some-length";

fn check(arguments: &[&str]) -> Result<(), OptionsError> {
    let arguments = ["midturn-agent"].iter().chain(arguments);
    Options::try_parse_from(arguments).unwrap().check()
}

#[test]
fn other_machines_need_a_token() {
    assert_eq!(check(&[]), Ok(()));
    assert_eq!(check(&["--listen", "[::1]:0"]), Ok(()));
    for open in ["0.0.0.0:8080", "192.168.1.2:80", "[::]:1"] {
        assert!(matches!(
            check(&["--listen", open]),
            Err(OptionsError::OpenToAll(_))
        ));
        assert_eq!(check(&["--listen", open, "--token", TOKEN]), Ok(()));
    }
    for weak in ["short", "with a space in it", "naïvenaïvenaïvenaïve"] {
        assert_eq!(check(&["--token", weak]), Err(OptionsError::WeakToken));
    }
}

#[tokio::test]
async fn with_a_token_everything_but_health_needs_it() {
    let token = format!("--token={TOKEN}");
    let agent = agent_with(&["--speed=1000000", &token]).await;
    let ask = async |path: &str, authorization: Option<&str>| {
        let mut request = agent.client.get(format!("{}{path}", agent.url));
        if let Some(value) = authorization {
            request = request.header("authorization", value);
        }
        soon(request.send()).await.unwrap().status().as_u16()
    };
    let right = format!("Bearer {TOKEN}");
    let almost = format!("Bearer {}x", &TOKEN[..TOKEN.len() - 1]);
    for wrong in [None, Some("Bearer "), Some(TOKEN), Some(almost.as_str())] {
        assert_eq!(ask("/threads", wrong).await, 401, "{wrong:?}");
        assert_eq!(ask("/threads/t/events", wrong).await, 401);
    }
    assert_eq!(ask("/threads", Some(&right)).await, 200);
    assert_eq!(
        ask("/threads", Some(&right.replace("Bearer", "bearer"))).await,
        200
    );
    assert_eq!(ask("/healthz", None).await, 200);
    for path in ["/agui", "/agui/control"] {
        let answer = agent.post(path, &input("t", "r", "text")).await;
        assert_eq!(answer.status(), 401);
    }
}

#[tokio::test]
async fn a_request_for_another_host_name_is_refused() {
    let agent = agent_with(&["--speed=1000000"]).await;
    let ask = async |host: &str| {
        let request = agent.client.get(format!("{}/threads", agent.url));
        let answer = soon(request.header("host", host).send()).await.unwrap();
        answer.status().as_u16()
    };
    for ours in [
        "localhost",
        "LOCALHOST:8080",
        "127.0.0.1:1",
        "127.1.2.3",
        "[::1]:80",
    ] {
        assert_eq!(ask(ours).await, 200, "{ours}");
    }
    for other in [
        "evil.example",
        "localhost.evil.example",
        "192.168.1.2",
        "10.0.0.1:80",
    ] {
        assert_eq!(ask(other).await, 403, "{other}");
    }
}

#[tokio::test]
async fn a_history_that_is_too_long_is_refused_with_a_reason() {
    let agent = agent_with(&["--max-messages=2"]).await;
    let mut body = input("t", "r", "text");
    let message = body["messages"][0].clone();
    body["messages"] = json!([message, message, message]);
    let answer = agent.post("/agui", &body).await;
    assert_eq!(answer.status(), 422);
    let error: serde_json::Value = answer.json().await.unwrap();
    assert_eq!(
        error["error"]["message"],
        "`messages` has more than 2 messages"
    );
}
