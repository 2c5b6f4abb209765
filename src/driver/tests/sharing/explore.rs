//! Random walks over real drivers. Pages of one browser open, close, crash, sleep and wake. The
//! person types and sends in all of them, and takes the thread over from pages that sleep. Locks,
//! messages, storage and the backend answer in any order.
//!
//! The properties of a walk: no text is lost, no message starts two runs, no page writes a thread
//! after a later page has begun to drive it, and at rest all pages and the records agree. The walks must
//! also find bugs that are seeded into the driver.
//!
//! `MIDTURN_WALKS` sets the number of walks, `MIDTURN_SEED` the first seed, and `MIDTURN_TRACE` how
//! much of a failed walk is shown. `MIDTURN_NEW_SEEDS` is a seed from which as many more walks are made.

mod backend;
mod browser;
mod checks;
mod disk;
mod mail;
mod page;
mod trace;
mod walk;
mod words;

use crate::driver::pages::seeded::SharingBug;
use crate::driver::tests::fakes::FakeTime;
use walk::Walk;

const STEPS: usize = 600;
const WALKS: u64 = 60;
const SEED: u64 = 1;

/// How much of a failed walk is shown, unless `MIDTURN_TRACE` is set.
const TRACE: u64 = 400;

/// The results of all walks so far.
#[derive(Debug, Default)]
struct Counts {
    typed: usize,
    found: usize,
    lost: usize,
    crashed: usize,
    runs: usize,
    doubled: usize,
    refused: usize,
    taken_over: usize,
}

fn number(name: &str, default: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(default, |given| given.parse().expect(name))
}

/// Seeds whose walks have failed before.
const FOUND: [u64; 6] = [21, 113, 365, 1_088, 1_356, 1_642];

/// Runs one walk. The error says what failed, with the seed to repeat the walk.
fn walk(seed: u64, bug: Option<SharingBug>, counts: &mut Counts) -> Result<(), String> {
    FakeTime::begin_ids();
    trace::begin();
    let mut walk = Walk::new(seed, bug);
    let whole = |walk: &mut Walk| {
        for _ in 0..STEPS {
            walk.step()?;
        }
        walk.reopened()
    };
    let lost = whole(&mut walk).map_err(|wrong| {
        let pages: Vec<_> = walk.pages.iter().map(checks::standing).collect();
        let (pages, last) = (
            pages.join("\n"),
            trace::last(number("MIDTURN_TRACE", TRACE)),
        );
        format!("MIDTURN_SEED={seed}: {wrong}\n{last}\n{pages}")
    })?;
    let (runs, doubled) = walk.backend.counts();
    counts.typed += walk.words.len() + walk.crashed;
    counts.found += walk.words.len() - lost.len();
    counts.lost += lost.len();
    counts.crashed += walk.crashed;
    counts.runs += runs;
    counts.doubled += doubled;
    counts.refused += walk.browser.refused();
    counts.taken_over += walk.browser.taken_over();
    if !lost.is_empty() {
        let end = trace::last(number("MIDTURN_TRACE", TRACE));
        return Err(format!("MIDTURN_SEED={seed}: {lost:?} lost\n{end}"));
    }
    Ok(())
}

#[test]
fn no_text_is_lost_and_no_run_starts_twice_in_random_walks() {
    let (seed, walks) = (number("MIDTURN_SEED", SEED), number("MIDTURN_WALKS", WALKS));
    let mut counts = Counts::default();
    let mut wrong = Vec::new();
    let new = match number("MIDTURN_NEW_SEEDS", 0) {
        0 => 0..0,
        new => new + seed + walks..new + seed + 2 * walks,
    };
    println!("{walks} walks of {STEPS} steps from seed {seed}, and of {new:?}");
    for seed in FOUND.into_iter().chain(seed..seed + walks).chain(new) {
        wrong.extend(walk(seed, None, &mut counts).err());
    }
    println!("{counts:?}");
    for wrong in &wrong {
        println!("{}", wrong.lines().next().unwrap_or_default());
    }
    assert!(
        wrong.is_empty(),
        "{} of {walks} walks: {}",
        wrong.len(),
        wrong[0]
    );
    assert!(counts.typed > 0 && counts.runs > 0 && counts.refused > 0 && counts.taken_over > 0);
}

/// Asserts that some walk with this seeded bug fails, with `property` in its error message.
fn caught(bug: SharingBug, property: &str) {
    let mut counts = Counts::default();
    for seed in SEED..=10 * WALKS {
        if let Err(wrong) = walk(seed, Some(bug), &mut counts) {
            let first = wrong.lines().next().unwrap_or_default();
            println!("{bug:?}: {first}");
            if first.contains(property) {
                return;
            }
        }
    }
    panic!("{bug:?} was not caught");
}

#[test]
fn walks_find_the_seeded_write_without_a_check_of_the_fence() {
    caught(SharingBug::Unfenced, "a late write");
}

#[test]
fn walks_find_the_seeded_text_that_stays_in_the_composer() {
    caught(SharingBug::HandedOverAndKept, "places");
}

#[test]
fn walks_find_the_seeded_takeover_without_reading_storage() {
    caught(SharingBug::NotReadAgain, "lost");
}
