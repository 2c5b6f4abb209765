//! Starts many runs at the same time in one process, and checks that every event arrived.

use std::time::{Duration, Instant};

use futures_util::future::join_all;

use super::process::{Agent, Stream, input};

/// Words of each answer.
const WORDS: usize = 200;

pub(super) async fn measure(runs: usize) {
    // At this speed the scene `long` takes some seconds, so that all runs overlap.
    let agent = Agent::start(&["--speed=0.5"]);
    let client = reqwest::Client::new();
    let url = format!("{}/agui", agent.url);
    let before = agent.memory();
    let began = Instant::now();
    let opened = join_all((0..runs).map(|run| {
        let (client, url) = (client.clone(), url.clone());
        async move {
            let body = input(&format!("t{run}"), &format!("long {WORDS}"));
            let mut stream = Stream::open(&client, &url, &body).await;
            let first = stream.next().await;
            (stream, first)
        }
    }))
    .await;
    let all_open = began.elapsed();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let during = agent.memory();
    let ended = join_all(opened.into_iter().map(|(mut stream, first)| async move {
        let mut words = 0;
        let mut last = first.expect("a first event");
        let mut ids: Vec<u64> = vec![id(&last)];
        while let Some(frame) = stream.next().await {
            words += usize::from(frame.contains("TEXT_MESSAGE_CONTENT"));
            ids.push(id(&frame));
            last = frame;
        }
        let in_order = ids.iter().zip(1..).all(|(id, expected)| *id == expected);
        (
            words == WORDS && last.contains("RUN_FINISHED") && in_order,
            ids.len(),
        )
    }))
    .await;
    let took = began.elapsed();
    let whole = ended.iter().filter(|(whole, _)| *whole).count();
    let events: usize = ended.iter().map(|(_, events)| events).sum();
    println!("\n1. Concurrency: {runs} runs of {WORDS} words at the same time");
    println!("   {whole} of {runs} came whole: every event there, in order and numbered");
    println!(
        "   {events} events in {:.1} s; all streams were open after {:.1} s",
        took.as_secs_f64(),
        all_open.as_secs_f64()
    );
    if let (Some(before), Some(during)) = (before, during) {
        let each = during.saturating_sub(before) / u64::try_from(runs).unwrap_or(1);
        println!(
            "   memory per run: {} KiB (resident: {} MiB before, {} MiB with all at work)",
            each / 1024,
            before / 1024 / 1024,
            during / 1024 / 1024
        );
    }
    assert_eq!(whole, runs, "no event may be lost");
}

fn id(frame: &str) -> u64 {
    let line = frame.lines().find_map(|line| line.strip_prefix("id: "));
    line.and_then(|id| id.parse().ok()).unwrap_or_default()
}
