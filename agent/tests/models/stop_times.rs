//! Measures how long a cancel takes to close the connection to the model. Prints numbers and asserts
//! none: `cargo test --release -p midturn-agent --test models -- --ignored --nocapture`.

use std::time::Instant;

use crate::api::{ALL, Api, MOMENTS, Moment, agent_of};
use crate::cancels::seen;
use crate::endpoint::Endpoint;

const ROUNDS: usize = 200;

#[tokio::test]
#[ignore = "it measures"]
async fn from_a_cancel_to_the_closed_connection() {
    println!("from sending the cancel to the endpoint's seeing its connection closed");
    for api in ALL {
        for moment in MOMENTS {
            let mut millis = measure(api, moment).await;
            millis.sort_by(f64::total_cmp);
            let (median, max) = (millis[ROUNDS / 2], millis[ROUNDS - 1]);
            println!(
                "{api:?}, {moment:?}: {ROUNDS} rounds, median {median:.2} ms, max {max:.2} ms"
            );
        }
    }
}

async fn measure(api: Api, moment: Moment) -> Vec<f64> {
    let endpoint = Endpoint::start().await;
    let agent = agent_of(api, &endpoint, &[]).await;
    let mut millis = Vec::with_capacity(ROUNDS);
    for round in 0..ROUNDS {
        let thread = format!("t{round}");
        let run = format!("r{round}");
        let mut frames = agent.start(&thread, &run, "look at both").await;
        let mut request = endpoint.request().await;
        request.begin(api.until(moment)).await;
        seen(&mut frames, moment).await;
        let body = serde_json::json!({"type": "task.cancel.request", "threadId": thread});
        let asked = Instant::now();
        let (answer, closed) =
            futures_util::future::join(agent.control(&run, body), request.closed()).await;
        assert_eq!(answer.0, 202);
        millis.push(closed.saturating_duration_since(asked).as_secs_f64() * 1_000.0);
        frames.rest().await;
    }
    millis
}
