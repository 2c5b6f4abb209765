//! An endpoint on a free port that answers as a test says.

use std::time::Instant;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::support::soon;

pub(crate) struct Endpoint {
    listener: TcpListener,
}

/// One request. Dropping it closes its connection.
pub(crate) struct Request {
    /// The request line and the headers, in lower case.
    pub(crate) head: String,
    pub(crate) body: Value,
    connection: TcpStream,
}

impl Endpoint {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self { listener }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.listener.local_addr().unwrap())
    }

    /// The next request.
    pub(crate) async fn request(&self) -> Request {
        soon(async {
            let (mut connection, _) = self.listener.accept().await.unwrap();
            let mut bytes = Vec::new();
            loop {
                assert!(connection.read_buf(&mut bytes).await.unwrap() > 0);
                let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
                    continue;
                };
                let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
                let mut lines = head.lines();
                let length = lines.find_map(|line| line.strip_prefix("content-length: "));
                let length: usize = length.unwrap().parse().unwrap();
                if bytes.len() >= end + 4 + length {
                    let body = serde_json::from_slice(&bytes[end + 4..]).unwrap();
                    return Request {
                        head,
                        body,
                        connection,
                    };
                }
            }
        })
        .await
    }

    /// Whether nobody has connected since the last request.
    pub(crate) async fn is_left_alone(&self) -> bool {
        let wait = std::time::Duration::from_millis(50);
        let accepted = tokio::time::timeout(wait, self.listener.accept()).await;
        accepted.is_err()
    }
}

impl Request {
    /// Refuses the request. `headers` are whole lines.
    pub(crate) async fn refuse(mut self, status: u16, headers: &str, body: &str) {
        let length = body.len();
        let said = format!(
            "HTTP/1.1 {status} No\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
        );
        self.write(&said).await;
    }

    /// Sends the beginning of a response. It ends when the request is dropped.
    pub(crate) async fn begin(&mut self, events: &str) {
        let head =
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
        self.write(&format!("{head}{events}")).await;
    }

    /// Sends more, unless the connection is closed.
    pub(crate) async fn try_more(&mut self, events: &str) {
        // An error means that it is closed.
        let _ = soon(self.connection.write_all(events.as_bytes())).await;
    }

    /// Sends a whole response.
    pub(crate) async fn answer(mut self, events: &str) {
        self.begin(events).await;
    }

    /// Waits until the agent has closed the connection; returns when that was.
    pub(crate) async fn closed(mut self) -> Instant {
        let mut rest = [0; 64];
        let read = soon(self.connection.read(&mut rest)).await;
        let now = Instant::now();
        assert!(
            matches!(read, Ok(0) | Err(_)),
            "more of a request: {read:?}"
        );
        now
    }

    async fn write(&mut self, said: &str) {
        soon(self.connection.write_all(said.as_bytes()))
            .await
            .unwrap();
    }
}
