//! Random walks over real drivers: pages of one browser open, close, crash, sleep and wake, persons
//! write and send in all of them, and locks, messages, storage and the backend answer in any order.
//!
//! In a walk nothing that was sent is lost, no message starts two runs, no page writes a thread that
//! another one has claimed since, and at rest all pages and the records are the same. Bugs that are
//! put into the driver are found. `MIDTURN_WALKS` says how many walks, `MIDTURN_SEED` with which seed
//! they begin, `MIDTURN_TRACE` how much of one that went wrong is shown. Not responsible for single
//! steps: see the other tests of sharing.

mod backend;
mod browser;
mod checks;
mod disk;
mod page;
mod trace;
mod walk;
mod words;

use crate::driver::sharing::seeded::SharingBug;
use crate::driver::tests::fakes::FakeTime;
use walk::Walk;

const STEPS: usize = 600;
const WALKS: u64 = 60;
const SEED: u64 = 1;

/// How much of a walk that went wrong is shown, unless `MIDTURN_TRACE` says it.
const TRACE: u64 = 400;

/// What came of walks.
#[derive(Debug, Default)]
struct Counts {
    typed: usize,
    found: usize,
    lost: usize,
    crashed: usize,
    runs: usize,
    doubled: usize,
    refused: usize,
}

fn number(name: &str, default: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(default, |given| given.parse().expect(name))
}

/// One walk. An error says what was wrong, and how to see it again.
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
    if !lost.is_empty() {
        let end = trace::last(number("MIDTURN_TRACE", TRACE));
        return Err(format!("MIDTURN_SEED={seed}: {lost:?} lost\n{end}"));
    }
    Ok(())
}

#[test]
fn nothing_is_lost_or_doubled_whatever_pages_do() {
    let (seed, walks) = (number("MIDTURN_SEED", SEED), number("MIDTURN_WALKS", WALKS));
    let mut counts = Counts::default();
    let mut wrong = Vec::new();
    for seed in seed..seed + walks {
        wrong.extend(walk(seed, None, &mut counts).err());
    }
    println!("{walks} walks of {STEPS} steps from seed {seed}: {counts:?}");
    for wrong in &wrong {
        println!("{}", wrong.lines().next().unwrap_or_default());
    }
    assert!(
        wrong.is_empty(),
        "{} of {walks} walks: {}",
        wrong.len(),
        wrong[0]
    );
    assert!(counts.typed > 0 && counts.runs > 0 && counts.refused > 0);
}

/// A bug that was put into the driver is found in some walk, by the property that is meant.
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
fn a_write_without_its_guard_is_caught() {
    caught(SharingBug::Unfenced, "an older epoch's write");
}

#[test]
fn a_message_that_is_handed_over_and_kept_is_caught() {
    caught(SharingBug::HandedOverAndKept, "places");
}

#[test]
fn a_driver_that_does_not_read_again_is_caught() {
    caught(SharingBug::NotReadAgain, "lost");
}
