//! Measures the time that the engine, the log and SSE add to an event, compared with a bare echo of
//! the bytes.
//!
//! Both sides get requests for the same events. The result is the time from the request to the last
//! event of a stream, divided by the number of its events.

use std::time::Instant;

use axum::Router;
use axum::response::Sse;
use axum::response::sse::Event;
use axum::routing::post;
use axum::serve::ListenerExt;
use futures_util::stream;
use serde_json::Value;
use tokio::net::TcpListener;

use super::process::{Agent, Stream, input, median, row};

/// Words of a long answer, which measures the cost of an event.
const LONG: usize = 500;
/// Words of a short answer, which measures the cost of starting and ending a run.
const SHORT: usize = 1;

pub(super) async fn measure(rounds: usize) {
    // So fast that the scripted model does not wait for anything.
    let agent = Agent::start(&["--speed=1000000000"]);
    println!("\n2. Latency: what engine, log and SSE add, against a bare axum SSE echo");
    println!("   from sending a request to reading the last event of its stream; the echo sends");
    println!("   the same bytes; one stream at a time, the model does not wait, no cancels");
    for words in [LONG, SHORT] {
        compare(&agent, words, rounds).await;
    }
}

async fn compare(agent: &Agent, words: usize, rounds: usize) {
    let client = reqwest::Client::new();
    let url = format!("{}/agui", agent.url);
    let mut ours = Vec::new();
    let mut recorded = Vec::new();
    for round in 0..rounds {
        let body = input(&format!("t{words}-{round}"), &format!("long {words}"));
        let (frames, micros) = time(&client, &url, &body).await;
        recorded = frames;
        ours.push(micros);
    }
    let events = recorded.len();
    let echo = echo(recorded).await;
    let mut theirs = Vec::new();
    for round in 0..rounds {
        let body = input(&format!("t{words}-{round}"), &format!("long {words}"));
        let (frames, micros) = time(&client, &echo, &body).await;
        assert_eq!(frames.len(), events, "the echo says the same");
        theirs.push(micros);
    }
    let ((ours, ours_worst), (theirs, theirs_worst)) = (median(ours), median(theirs));
    println!("   {rounds} streams of {events} events, time per event:");
    row("agent", ours, ours_worst, "µs");
    row("echo", theirs, theirs_worst, "µs");
    println!(
        "     ratio {:.1}, added {:.1} µs per event",
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

/// Starts a server that answers every request with the recorded frames. Returns its URL.
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
    // As in the agent. With Nagle's algorithm, the last packet of each answer would wait for an
    // acknowledgement.
    let listener = listener.tap_io(|stream| stream.set_nodelay(true).expect("TCP_NODELAY"));
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}/")
}
