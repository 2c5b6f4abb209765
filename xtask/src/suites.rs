//! `cargo xtask test`: everything that guards a merge, cheapest first, with counts; with `--all` the
//! rest too.
//!
//! Each suite is a function from the project to its [`Counts`]. A failed suite does not prevent the
//! next from running. The last line of the output is the sum.

mod beside;
mod cargo;
mod changed;
mod consumers;
mod engines;
mod extras;
mod fuzz;
mod growth;
mod list;
mod named;
mod newcomer;
mod package;
mod played;
mod playwright;
mod product;
mod report;
mod trunk;

use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Result, bail};

use crate::children;
use crate::counts::Counts;
use crate::project::Project;
use crate::steps::{Steps, note};
use beside::Beside;
use list::NEWCOMER;
pub(crate) use list::{BACKENDS, CONSUMERS, GATE, REST};
pub(crate) use named::{Browser, Named};
use report::Report;

/// How suites run.
#[derive(Clone, Copy)]
pub(crate) struct How<'a> {
    /// Arguments for the test programs.
    pub(crate) rest: &'a [String],
    /// Every test of a suite, rather than those that guard a merge.
    pub(crate) all: bool,
    /// How many times the browser tests run.
    pub(crate) repeat: u32,
    /// Whether two threads compute beside the browser tests, as on a busy machine.
    pub(crate) busy: bool,
    /// Whether the optimised program was built in the same run, so that it is what the sources say.
    pub(crate) is_built: bool,
}

impl How<'_> {
    /// The suites as they guard a merge.
    const GATE: How<'static> = How {
        rest: &[],
        all: false,
        repeat: 1,
        busy: false,
        is_built: false,
    };

    /// The variables that make random tests draw new seeds. Without them, the seeds are fixed: a run
    /// before a merge must not fail for what another run has not seen.
    fn seeds(&self) -> Vec<(&'static str, String)> {
        if !self.all {
            return Vec::new();
        }
        let named = std::env::var(NEW_SEEDS).ok();
        let seed = named.unwrap_or_else(|| drawn().to_string());
        note(&format!("new seeds: {NEW_SEEDS}={seed} draws them again"));
        // The first is for our own tests, the second for proptest, the third for the browser's monkeys.
        let mut seeds: Vec<_> = [NEW_SEEDS, "PROPTEST_RNG_SEED", "MIDTURN_SEED"]
            .map(|name| (name, seed.clone()))
            .into();
        seeds.push(("MIDTURN_SIMULATION_RUNS", "10000".to_owned()));
        seeds
    }
}

/// The variable with a seed that no earlier run had.
const NEW_SEEDS: &str = "MIDTURN_NEW_SEEDS";

fn drawn() -> u32 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.unwrap_or(Duration::from_secs(1)).subsec_nanos()
}

/// A suite's function.
type Run = fn(&Project, &How<'_>) -> Result<Counts>;

/// One suite.
#[derive(Clone, Copy)]
pub(crate) struct Suite {
    name: &'static str,
    what: &'static str,
    run: Run,
}

/// What `cargo xtask test` runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// What guards a merge.
    Gate,
    /// Everything.
    All,
    /// The backends that are not our own.
    Backends,
    /// The apps that use the npm package.
    Consumers,
}

impl Which {
    fn suites(self) -> Vec<&'static Suite> {
        let all = [GATE, REST, BACKENDS, CONSUMERS];
        let lists = match self {
            Self::Gate => &[GATE][..],
            Self::All => &all,
            Self::Backends => &[BACKENDS],
            Self::Consumers => &[CONSUMERS],
        };
        let mut suites: Vec<&Suite> = Vec::new();
        for suite in lists.iter().copied().flatten() {
            if !suites.iter().any(|other| other.name == suite.name) {
                suites.push(suite);
            }
        }
        suites
    }
}

/// The suites of [`GATE`] that run before a commit.
const CHECK: &str = "fmt,tidy,clippy,clippy-wasm";

/// The unit tests that run before a commit.
const CHANGED: Suite = Suite {
    name: "changed",
    what: "unit tests of the crates that were changed since the last commit",
    run: changed::run,
};

/// Runs the checks before a commit: faster than the gate by minutes.
///
/// # Errors
/// If git or cargo cannot list the changes, or the person stops it.
pub(crate) fn check(project: &Project) -> Result<ExitCode> {
    let mut suites = choose(Which::Gate, Some(CHECK))?;
    if changed::any(project)? {
        suites.push(&CHANGED);
    }
    Ok(end(&run_all(project, &suites, &How::GATE)?))
}

/// Runs suites: those of a set, or those that the filter names.
///
/// # Errors
/// If the filter names an unknown suite, or the person stops it.
pub(crate) fn run(
    project: &Project,
    which: Which,
    filter: Option<&str>,
    how: &How<'_>,
) -> Result<ExitCode> {
    let chosen = choose(which, filter)?;
    if which == Which::Consumers {
        consumers::begin(project)?;
    }
    Ok(end(&run_all(project, &chosen, how)?))
}

/// Prints the report, and says whether everything passed.
fn end(report: &Report) -> ExitCode {
    println!("{report}");
    if report.passed() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn run_all(project: &Project, suites: &[&Suite], how: &How<'_>) -> Result<Report> {
    children::stop_on_signal()?;
    let mut report = Report::default();
    let mut beside = Beside::start(project, suites)?;
    let mut how = *how;
    let mut steps = Steps::new("test", suites.len());
    for suite in suites {
        let begin = Instant::now();
        let step = format!("{}: {}", suite.name, suite.what);
        let counts = steps.run(&step, || match beside.take_if(|_| suite.name == NEWCOMER) {
            Some(other) => other.wait(),
            None => (suite.run)(project, &how),
        });
        how.is_built |=
            suite.name == NEWCOMER && counts.as_ref().is_ok_and(|counts| counts.failed == 0);
        report.add(suite.name, counts, begin.elapsed());
        if children::stopped() {
            bail!("stopped");
        }
    }
    steps.finish("\nall suites ran");
    Ok(report)
}

/// The suites of a set that the filter names. Without a set, it may name any suite.
fn choose(which: Which, filter: Option<&str>) -> Result<Vec<&'static Suite>> {
    let Some(filter) = filter else {
        return Ok(which.suites());
    };
    let suites = match which {
        Which::Gate => Which::All.suites(),
        which => which.suites(),
    };
    let wanted: Vec<&str> = filter.split(',').map(str::trim).collect();
    if let Some(unknown) = wanted
        .iter()
        .find(|name| !suites.iter().any(|suite| suite.name == **name))
    {
        let names: Vec<&str> = suites.iter().map(|suite| suite.name).collect();
        bail!("there is no suite `{unknown}`, only {}", names.join(", "));
    }
    Ok(suites
        .into_iter()
        .filter(|suite| wanted.contains(&suite.name))
        .collect())
}

/// The names of suites, as a list.
pub(crate) fn names(suites: &[Suite]) -> String {
    let names: Vec<&str> = suites.iter().map(|suite| suite.name).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{BACKENDS, CHECK, GATE, How, Which, choose};
    use crate::tools::{backends, python};

    fn chosen(which: Which, filter: Option<&str>) -> Vec<&'static str> {
        let suites = choose(which, filter).expect("the names are known");
        suites.iter().map(|suite| suite.name).collect()
    }

    #[test]
    fn a_filter_keeps_the_order_of_the_suites() {
        assert_eq!(chosen(Which::Gate, Some("e2e, fmt")), ["fmt", "e2e"]);
        assert_eq!(chosen(Which::Gate, None).len(), GATE.len());
    }

    #[test]
    fn a_filter_may_name_what_does_not_guard_a_merge() {
        assert_eq!(
            chosen(Which::Gate, Some("fuzz,langgraph")),
            ["fuzz", "langgraph"]
        );
        assert!(choose(Which::Backends, Some("fmt")).is_err());
    }

    #[test]
    fn everything_has_each_suite_once() {
        let mut names = chosen(Which::All, None);
        assert!(names.contains(&"newcomer-cold") && names.contains(&"next"));
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn only_a_run_of_everything_draws_new_seeds() {
        assert!(How::GATE.seeds().is_empty());
        let all = How {
            all: true,
            ..How::GATE
        };
        assert_eq!(all.seeds().len(), 4);
    }

    #[test]
    fn every_backend_has_an_environment_that_can_be_made() {
        for backend in BACKENDS {
            let environment = backends::environment(backend.name);
            let is_known = environment.is_none_or(|name| python::ENVIRONMENTS.contains(&name));
            assert!(is_known, "{}", backend.name);
        }
    }

    #[test]
    fn the_gate_includes_every_check_before_a_commit() {
        assert_eq!(chosen(Which::Gate, Some(CHECK)).join(","), CHECK);
    }

    #[test]
    fn an_unknown_suite_is_named() {
        let error = choose(Which::Gate, Some("unit,e3e"))
            .err()
            .map(|error| error.to_string());
        assert!(error.is_some_and(|error| error.contains("e3e")));
    }
}
