//! Measures the agent: how many runs it can have at once and what each costs in memory, how much
//! time the engine, the log and SSE add to an event, and how long a cancel takes.
//!
//! All measurements use real HTTP and real processes. `MIDTURN_BENCH_SCALE` is a factor for the
//! number of repetitions: with 0.1, a tenth of them, but at least 10. The core's benchmarks are in
//! `crates/core-tests`.

#[path = "numbers/cancels.rs"]
mod cancels;
#[path = "numbers/concurrency.rs"]
mod concurrency;
#[path = "numbers/latency.rs"]
mod latency;
#[path = "numbers/process.rs"]
mod process;

#[tokio::main]
async fn main() {
    // Cargo passes `--bench` under `cargo bench` alone. Under `cargo test --benches` there is
    // nothing to do: that this builds is checked by then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    midturn_agent::tls::install();
    let scale = std::env::var("MIDTURN_BENCH_SCALE").ok();
    let scale: f64 = scale.and_then(|text| text.parse().ok()).unwrap_or(1.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a small positive count"
    )]
    let scaled = |count: f64| ((count * scale) as usize).max(10);
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    println!(
        "the agent as a process of its own, over HTTP, store on disk; {cores} cores, optimised"
    );
    concurrency::measure(scaled(1_000.0)).await;
    latency::measure(scaled(300.0)).await;
    cancels::measure(scaled(500.0)).await;
}
