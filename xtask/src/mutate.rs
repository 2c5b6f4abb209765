//! `cargo xtask mutate`: proves that the tests that guard a merge still see.
//!
//! `xtask/mutations.tsv` lists mistakes that somebody could make in the product, each with the test that must
//! turn red. Each is made in a copy of the files, one after the other, and its test runs there. A test proves
//! something only if it passes without the mistake, and if it fails with it: a mistake that does not compile,
//! or a test that does not run, is an error of the list.

mod list;
mod place;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::project::Project;
use crate::suites::Named;
use list::Mutation;
use place::Place;

/// What became of a mutation.
enum Verdict {
    /// These tests failed.
    Seen(Vec<String>),
    /// The tests passed.
    NotSeen,
    /// Nothing was proved.
    Unproved(String),
}

/// Makes the mutations with these numbers, counted from 1, or all, and says which are seen.
///
/// # Errors
/// If the list cannot be read or has no such number, or the copy cannot be made.
pub(crate) fn run(project: &Project, only: &[usize]) -> Result<ExitCode> {
    let all = list::read(&project.read(list::FILE)?)?;
    for number in only {
        ensure!(
            (1..=all.len()).contains(number),
            "there is no mutation {number}: {} has {}",
            list::FILE,
            all.len()
        );
    }
    let numbered = all.iter().enumerate().map(|(place, one)| (place + 1, one));
    let chosen: Vec<(usize, &Mutation)> = numbered
        .filter(|(number, _)| only.is_empty() || only.contains(number))
        .collect();
    let tests = chosen.iter().map(|(_, mutation)| &mutation.test);
    let tests: Vec<&Named> = tests.collect();
    let place = Place::prepare(project, &tests)?;
    let sound = without_mutation(&place, &tests)?;

    let (mut seen, mut others) = (0, 0);
    for (number, mutation) in chosen {
        let begin = Instant::now();
        let verdict = match &sound[&mutation.test.to_string()] {
            Some(why) => Verdict::Unproved(why.clone()),
            None => judge(&place, mutation),
        };
        let what = &mutation.what;
        let said = match &verdict {
            Verdict::Seen(tests) => format!("seen by {}: {what}", tests.join(", ")),
            Verdict::NotSeen => format!("NOT SEEN by {}: {what}", mutation.test),
            Verdict::Unproved(why) => format!("NO PROOF: {what}: {why}"),
        };
        println!("{number:2} {said} ({:.0} s)", begin.elapsed().as_secs_f64());
        match verdict {
            Verdict::Seen(_) => seen += 1,
            Verdict::NotSeen | Verdict::Unproved(_) => others += 1,
        }
    }
    println!("{seen} passed, {others} failed");
    Ok(match others {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// Runs each test once without any mutation. Returns for each why it proves nothing, if so.
fn without_mutation(place: &Place, tests: &[&Named]) -> Result<BTreeMap<String, Option<String>>> {
    place.build()?;
    let mut known = BTreeMap::new();
    for test in tests {
        let name = test.to_string();
        if known.contains_key(&name) {
            continue;
        }
        println!("   without a mutation: {name}");
        let why = match place.run(test) {
            Ok(counts) if counts.failed > 0 => {
                let which = counts.failures.join(", ");
                Some(format!("it fails without the mutation: {which}"))
            }
            Ok(counts) if counts.passed == 0 => Some(format!("there is no test `{name}`")),
            Ok(_) => None,
            Err(error) => Some(format!("without the mutation: {error:#}")),
        };
        known.insert(name, why);
    }
    Ok(known)
}

/// Makes a mutation, runs its test, and takes the mutation back.
fn judge(place: &Place, mutation: &Mutation) -> Verdict {
    let outcome = place.with(mutation, |place| {
        if mutation.test.is_in_browser() {
            place.build().context("the page with the mutation")?;
        }
        place.run(&mutation.test)
    });
    match outcome {
        // A report may count what is no test, such as a file that does not load.
        Ok(counts) if counts.failed > 0 && counts.failures.is_empty() => {
            Verdict::Unproved("it failed before any test ran".to_owned())
        }
        Ok(counts) if counts.failed > 0 => Verdict::Seen(first_lines(counts.failures)),
        Ok(counts) if counts.passed > 0 => Verdict::NotSeen,
        Ok(_) => Verdict::Unproved("no test ran".to_owned()),
        Err(error) => Verdict::Unproved(format!("{error:#}")),
    }
}

/// The names of failed tests, without the reasons below them.
fn first_lines(failures: Vec<String>) -> Vec<String> {
    let first = |failure: String| failure.lines().next().unwrap_or_default().to_owned();
    failures.into_iter().map(first).collect()
}
