//! What the way through engine, log and SSE adds to an event, against a bare echo of the bytes.
//!
//! Both sides are asked for the same events; what counts is the time from the request to the last
//! event of a stream, by the number of its events.

use std::time::Instant;

use axum::Router;
use axum::response::Sse;
use axum::response::sse::Event;
use axum::routing::post;
use axum::serve::ListenerExt;
use futures_util::stream;
use serde_json::Value;
use tokio::net::TcpListener;

use super::process::{Agent, Stream, input, median};

/// Words of each answer.
const WORDS: usize = 500;

pub(super) async fn measure(rounds: usize) {
    let agent = Agent::start(&["--speed=1000000000"]);
    let client = reqwest::Client::new();
    let url = format!("{}/agui", agent.url);
    let mut ours = Vec::new();
    let mut recorded = Vec::new();
    for round in 0..rounds {
        let body = input(&format!("t{round}"), &format!("long {WORDS}"));
        let (frames, micros) = time(&client, &url, &body).await;
        recorded = frames;
        ours.push(micros);
    }
    let events = recorded.len();
    let echo = echo(recorded).await;
    let mut theirs = Vec::new();
    for round in 0..rounds {
        let body = input(&format!("t{round}"), &format!("long {WORDS}"));
        let (frames, micros) = time(&client, &echo, &body).await;
        assert_eq!(frames.len(), events, "the echo says the same");
        theirs.push(micros);
    }
    let ((ours, ours_worst), (theirs, theirs_worst)) = (median(ours), median(theirs));
    println!("an event through engine, log and SSE, against a bare axum echo of the same bytes");
    println!("  {rounds} streams of {events} events each, time per event: median (worst)");
    println!("  agent: {ours:.1} µs ({ours_worst:.1}); echo: {theirs:.1} µs ({theirs_worst:.1})");
    println!(
        "  ratio: {:.1}; added: {:.1} µs",
        ours / theirs,
        ours - theirs
    );
}

async fn time(client: &reqwest::Client, url: &str, body: &Value) -> (Vec<String>, f64) {
    let began = Instant::now();
    let mut stream = Stream::open(client, url, body).await;
    let mut frames = Vec::new();
    while let Some(frame) = stream.next().await {
        frames.push(frame);
    }
    let micros = began.elapsed().as_secs_f64() * 1e6;
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let each = micros / frames.len() as f64;
    (frames, each)
}

/// A server that says what was recorded, whatever it is asked.
async fn echo(frames: Vec<String>) -> String {
    let said: Vec<(String, String)> = frames
        .iter()
        .filter_map(|frame| {
            let (data, id) = frame.split_once("\nid: ")?;
            Some((data.strip_prefix("data: ")?.to_owned(), id.to_owned()))
        })
        .collect();
    let answer = move |_: axum::body::Bytes| {
        let said = said.clone();
        async move {
            let events = said
                .into_iter()
                .map(|(data, id)| Ok::<_, std::io::Error>(Event::default().data(data).id(id)));
            Sse::new(stream::iter(events))
        }
    };
    let router = Router::new().route("/", post(answer));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    // As the agent does; else the last packet of each answer waits for an acknowledgement.
    let listener = listener.tap_io(|stream| stream.set_nodelay(true).expect("TCP_NODELAY"));
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}/")
}
