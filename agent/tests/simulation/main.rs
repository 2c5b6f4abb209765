//! Random runs in simulated time, the same for the same seed: trees of agents, tools of random
//! durations, models that fail, cancels and interjections at random moments, crashes and restarts.
//!
//! `MIDTURN_SIMULATION_RUNS` says how many (10,000 by default). A tenth as many more begin at a
//! random seed, so that not every day looks at the same runs. `MIDTURN_SIMULATION_SEED` plays one
//! again.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod invariants;
mod world;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use world::{Tally, World};

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

#[test]
fn random_runs_keep_every_promise() {
    if let Some(seed) = number("MIDTURN_SIMULATION_SEED") {
        World::play(seed);
        return;
    }
    let runs = number("MIDTURN_SIMULATION_RUNS").unwrap_or(10_000);
    let mut sums = BTreeMap::<&str, u64>::new();
    let start = fastrand::u64(runs..u64::MAX / 2);
    let more = runs / 10;
    println!("{more} more runs from seed {start}");
    for seed in (0..runs).chain(start..start + more) {
        let played = catch_unwind(AssertUnwindSafe(|| World::play(seed)));
        let tally: Tally = played.unwrap_or_else(|_| {
            panic!("play it again with MIDTURN_SIMULATION_SEED={seed}");
        });
        for (name, count) in tally {
            *sums.entry(name).or_default() += count;
        }
    }
    let runs = runs + more;
    println!("{runs} runs: {sums:?}");
    // A simulation in which something never happens proves nothing about it.
    for name in [
        "cancelled",
        "completed",
        "failed",
        "waiting",
        "interrupted",
        "interjections",
        "delivered",
        "undelivered",
        "passed up",
        "subagents",
        "element cancels",
        "tool cancels",
        "refused cancels",
        "retries",
        "forced",
    ] {
        let count = sums.get(name).copied().unwrap_or_default();
        assert!(count * 500 >= runs, "{name} happened only {count} times");
    }
}

#[test]
fn the_same_seed_plays_the_same_run() {
    for seed in 0..20 {
        assert_eq!(World::play(seed), World::play(seed));
    }
}
