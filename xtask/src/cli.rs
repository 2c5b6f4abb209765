//! The command line.
//!
//! Declares the commands and options, and which of them exclude each other. The options of `serve`
//! and `bench` are declared in their modules. Runs nothing.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::bench::Bench;
use crate::serve::Place;
use crate::suites::{self, Which};

/// The commands of this repository. Each installs what it needs and is missing, and says so.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
pub(crate) struct Cli {
    /// Without a command, the help is printed.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// One command.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Install everything that the other commands need
    Setup,
    /// Put the page and the element into dist/
    Build {
        /// Optimised; and the agent with the page inside, into target/server/
        #[arg(long)]
        release: bool,
    },
    /// Serve the page and the agent on one origin
    Serve {
        /// Serve the optimised agent that has the page inside
        #[arg(long)]
        release: bool,
        /// Where, and with which threads.
        #[command(flatten)]
        place: Place,
    },
    /// Serve them with live reload, by Trunk
    Dev {
        /// Where, and with which threads.
        #[command(flatten)]
        place: Place,
    },
    /// Check format, lints and the unit tests of what was changed, before a commit
    Check,
    /// Run everything that guards a merge, or what the filter names
    Test(Test),
    /// Make mistakes in a copy of the product, one after the other, and check that the gate's tests see each
    Mutate {
        /// Only these mistakes, a comma-separated list of their numbers in xtask/mutations.tsv
        #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
        only: Vec<usize>,
    },
    /// Build the release, and pack it as an npm package
    Package,
    /// Build the release, and write into docs/size.md what it weighs
    Size,
    /// Check only the rules that a compiler does not check
    Tidy,
    /// Play a report that was saved from the debug panel, and say whether the same comes of it
    Replay {
        /// The report
        file: PathBuf,
    },
    /// Measure the core, the parsers and the agent, or compare the element with other chat UIs
    Bench(Bench),
}

/// What to test.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "options of a command line")]
pub(crate) struct Test {
    /// The rest too: every browser test, new seeds, fuzzing, all backends and apps
    #[arg(long)]
    pub(crate) all: bool,
    /// The same flows against backends that are not our own, instead of what guards a merge
    #[arg(long, conflicts_with = "all")]
    pub(crate) backends: bool,
    /// The apps that use the npm package, instead of what guards a merge
    #[arg(long, conflicts_with_all = ["all", "backends"])]
    pub(crate) consumers: bool,
    /// A comma-separated list of suites, of backends, or of apps
    #[arg(long, value_name = "NAMES", help = filter_help())]
    pub(crate) filter: Option<String>,
    /// Run the browser tests of `e2e` so many times, and say how often each failed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) repeat: u32,
    /// Keep two cores busy beside the browser tests of `e2e`
    #[arg(long)]
    pub(crate) busy: bool,
    /// Passed on to the test programs of `unit` and `e2e`, of the backends and of the apps
    #[arg(last = true, value_name = "ARGUMENTS")]
    pub(crate) rest: Vec<String>,
}

impl Test {
    /// The set of suites that the options name.
    pub(crate) fn which(&self) -> Which {
        match self {
            Self { all: true, .. } => Which::All,
            Self { backends: true, .. } => Which::Backends,
            Self {
                consumers: true, ..
            } => Which::Consumers,
            _ => Which::Gate,
        }
    }
}

fn filter_help() -> String {
    format!(
        "Only these, a comma-separated list of {}; of what --all adds: {}; of the backends: {}; of the apps: {}",
        suites::names(suites::GATE),
        suites::names(suites::REST),
        suites::names(suites::BACKENDS),
        suites::names(suites::CONSUMERS)
    )
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parse(line: &str) -> Result<Command, clap::Error> {
        let words = std::iter::once("xtask").chain(line.split_whitespace());
        Cli::try_parse_from(words).map(|cli| cli.command.unwrap())
    }

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_options_of_test_name_a_set() {
        let which = |line| match parse(line) {
            Ok(Command::Test(test)) => test.which(),
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(which("test"), Which::Gate);
        assert_eq!(which("test --all"), Which::All);
        assert_eq!(which("test --backends --filter langgraph"), Which::Backends);
        assert_eq!(which("test --consumers --filter next"), Which::Consumers);
    }

    #[test]
    fn options_that_do_not_go_together_are_named() {
        let wrong = [
            ("test --backends --consumers", "--consumers"),
            ("test --all --backends", "--backends"),
            ("bench --reps 2", "--peers"),
            ("bench --peers --report", "--report"),
            ("bench --peers -- x", "ARGUMENTS"),
            ("bench --report -- x", "ARGUMENTS"),
        ];
        for (line, named) in wrong {
            let error = parse(line).unwrap_err();
            assert!(error.to_string().contains(named), "{line}: {error}");
        }
    }
}
