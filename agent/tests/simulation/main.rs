//! Random conversations in simulated time, the same for the same seed: trees of agents, tools of
//! random durations, models that fail, cancels and interjections at random moments, questions that
//! are answered or not, crashes, restarts, and the runs that come after.
//!
//! `MIDTURN_SIMULATION_RUNS` sets the number of conversations with fixed seeds (4,000 by default, and
//! 10,000 in `cargo xtask test --all`).
//! `MIDTURN_NEW_SEEDS` is a seed from which a tenth as many more are played. One in fifty of all
//! conversations is played through the real store too. `MIDTURN_SIMULATION_SEED` plays one
//! conversation and prints it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod invariants;
mod shelf;
mod world;

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use world::{Tally, World};

/// One conversation in this many is also played through the real store.
const SHELVED: u64 = 50;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

fn play(seed: u64, shelved: bool, aloud: bool) -> Tally {
    let (mut tally, played) = World::play(seed, aloud);
    if shelved {
        shelf::check(&played);
        tally.insert("conversations in a real store", 1);
    }
    tally
}

#[test]
fn random_conversations_keep_all_invariants() {
    if let Some(seed) = number("MIDTURN_SIMULATION_SEED") {
        play(seed, true, true);
        return;
    }
    let conversations = number("MIDTURN_SIMULATION_RUNS").unwrap_or(4_000);
    let mut sums = Tally::new();
    let fixed = 0..conversations;
    let more = number("MIDTURN_NEW_SEEDS").map_or(0..0, |start| {
        let start = conversations + start;
        start..start + conversations / 10
    });
    tell(&format!("the seeds {more:?} beside the fixed ones"));
    let conversations = conversations + (more.end - more.start);
    for seed in fixed.chain(more) {
        let shelved = seed % SHELVED == 0;
        let played = catch_unwind(AssertUnwindSafe(|| play(seed, shelved, false)));
        let tally = played.unwrap_or_else(|_| {
            panic!("play it again with MIDTURN_SIMULATION_SEED={seed}");
        });
        for (name, count) in tally {
            *sums.entry(name).or_default() += count;
        }
    }
    tell(&format!("{conversations} conversations, and in them"));
    for (name, count) in &sums {
        tell(&format!("{count:>9} {name}"));
    }
    // The simulation proves something about a case only if the case occurs often enough.
    for name in MUST_HAPPEN {
        let count = sums.get(name).copied().unwrap_or_default();
        assert!(
            count * 500 >= conversations,
            "{name} happened only {count} times"
        );
    }
}

const MUST_HAPPEN: [&str; 32] = [
    "subagents that go on",
    "changed interjections",
    "taken back",
    "runs",
    "finished",
    "failed",
    "waiting",
    "cancelled",
    "interrupted",
    "crashes",
    "crashes with events lost",
    "interjections",
    "delivered",
    "undelivered",
    "attachments delivered",
    "passed up",
    "subagents",
    "run cancels",
    "early cancels",
    "subagent cancels",
    "tool cancels",
    "refused cancels",
    "forced",
    "retries",
    "resumes",
    "approved",
    "edited",
    "denied",
    "abandoned",
    "said something else",
    "stale answers",
    "conversations in a real store",
];

#[test]
fn the_same_seed_plays_the_same_run() {
    for seed in 0..20 {
        assert_eq!(World::play(seed, false), World::play(seed, false));
    }
}

/// Prints a line to standard error directly, because the test harness hides the captured output of
/// a passing test.
fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "simulation: {line}");
}
