//! Measures the time from an accepted cancel, at a random moment, to the last event of the run.

use std::time::{Duration, Instant};

use serde_json::json;

use super::process::{Agent, Stream, input, median, row};

pub(super) async fn measure(cancels: usize) {
    let agent = Agent::start(&["--grace=0"]);
    let client = reqwest::Client::new();
    let mut random = fastrand::Rng::with_seed(7);
    let mut millis = Vec::new();
    let mut refused = 0;
    // Several runs at a time, so that each cancel happens while other runs work.
    while millis.len() < cancels {
        let batch = (0..20).map(|_| {
            let prompt = *random
                .choice(["text", "tools", "slow", "parallel", "team", "reasoning"].iter())
                .expect("there are some");
            let moment = Duration::from_millis(random.u64(..3_000));
            one(&agent, &client, prompt, moment, random.u64(..))
        });
        for took in futures_util::future::join_all(batch.collect::<Vec<_>>()).await {
            match took {
                Some(took) => millis.push(took.as_secs_f64() * 1_000.0),
                None => refused += 1,
            }
        }
    }
    millis.truncate(cancels);
    let (middle, worst) = median(millis);
    println!("\n3. Cancels: from sending the request to the last event of the run it stops");
    println!("   {cancels} runs of six scenes, 20 at a time, each cancelled at a random moment of");
    println!("   its first 3 s; grace time 0, so no tool is let finish its step, and what is");
    println!("   measured is the agent's own time, the answer 202 and the log included");
    row("cancel to last event", middle, worst, "ms");
    println!("   {refused} more came when their run was over, and were refused (409)");
}

/// Starts a run and cancels it after a while; `None` when it was over by then.
async fn one(
    agent: &Agent,
    client: &reqwest::Client,
    prompt: &str,
    moment: Duration,
    unique: u64,
) -> Option<Duration> {
    let thread = format!("t{unique}");
    let body = input(&thread, prompt);
    let mut stream = Stream::open(client, &format!("{}/agui", agent.url), &body).await;
    let last = tokio::spawn(async move {
        let mut last = Instant::now();
        while stream.next().await.is_some() {
            last = Instant::now();
        }
        last
    });
    tokio::time::sleep(moment).await;
    let request = json!({
        "type": "task.cancel.request",
        "threadId": thread,
        "runId": format!("{thread}-run"),
        "reason": "measured",
    });
    let post = client.post(format!("{}/agui/control", agent.url));
    // Measured from before the request, so that the time includes the request itself.
    let asked = Instant::now();
    let answer = post.json(&request).send().await.expect("an answer");
    let last = last.await.expect("the stream ends");
    (answer.status() == 202).then(|| last.saturating_duration_since(asked))
}
