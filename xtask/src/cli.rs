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
#[derive(Debug, PartialEq, Eq, Subcommand)]
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
#[derive(Args, Debug, PartialEq, Eq)]
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
    use clap::error::ErrorKind;

    use super::*;
    use crate::bench::Peers;
    use crate::serve::DEFAULT_PORT;

    fn parse(line: &str) -> Result<Command, clap::Error> {
        let words = std::iter::once("xtask").chain(line.split_whitespace());
        Cli::try_parse_from(words).map(|cli| cli.command.unwrap())
    }

    fn place(port: u16, store: Option<&str>) -> Place {
        let store = store.map(PathBuf::from);
        let cors = Vec::new();
        Place { port, store, cors }
    }

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn each_command_is_parsed() {
        let expected = [
            ("setup", Command::Setup),
            ("build --release", Command::Build { release: true }),
            ("build", Command::Build { release: false }),
            (
                "serve --port=9000",
                Command::Serve {
                    release: false,
                    place: place(9000, None),
                },
            ),
            (
                "serve --release --store kept/agent.db",
                Command::Serve {
                    release: true,
                    place: place(DEFAULT_PORT, Some("kept/agent.db")),
                },
            ),
            (
                "serve --cors http://localhost:5173",
                Command::Serve {
                    release: false,
                    place: Place {
                        cors: vec!["http://localhost:5173".to_owned()],
                        ..place(DEFAULT_PORT, None)
                    },
                },
            ),
            (
                "dev --port 9000",
                Command::Dev {
                    place: place(9000, None),
                },
            ),
            ("mutate --only 3,7", Command::Mutate { only: vec![3, 7] }),
            ("package", Command::Package),
            ("size", Command::Size),
            ("tidy", Command::Tidy),
            (
                "replay report.json",
                Command::Replay {
                    file: "report.json".into(),
                },
            ),
        ];
        for (line, command) in expected {
            assert_eq!(parse(line).unwrap(), command, "{line}");
        }
    }

    #[test]
    fn the_options_of_test_are_parsed() {
        let test = |line: &str| match parse(line) {
            Ok(Command::Test(test)) => test,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(
            test("test --filter unit,e2e -- --grep cancel"),
            Test {
                all: false,
                backends: false,
                consumers: false,
                filter: Some("unit,e2e".to_owned()),
                repeat: 1,
                busy: false,
                rest: vec!["--grep".to_owned(), "cancel".to_owned()]
            }
        );
        let repeated = test("test --filter e2e --repeat 5 --busy");
        assert!(repeated.busy && repeated.repeat == 5);
        let which = |line| test(line).which();
        assert_eq!(which("test"), Which::Gate);
        assert_eq!(which("test --all"), Which::All);
        assert_eq!(which("test --backends --filter langgraph"), Which::Backends);
        assert_eq!(which("test --consumers --filter next"), Which::Consumers);
    }

    #[test]
    fn the_options_of_bench_are_parsed() {
        let bench = |line: &str| match parse(line) {
            Ok(Command::Bench(bench)) => bench,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(bench("bench -- x").rest, ["x"]);
        assert!(bench("bench --report").report);
        let compared = bench("bench --peers --apps a,b --scenarios x --reps 2");
        assert!(compared.peers);
        assert_eq!(
            compared.how,
            Peers {
                apps: Some("a,b".to_owned()),
                scenarios: Some("x".to_owned()),
                reps: Some(2),
                beside: Vec::new(),
            }
        );
        let beside = bench("bench --peers --beside old=.").how.beside;
        assert_eq!(
            beside.first().map(|(name, _)| name.as_str()),
            Some("midturn@old")
        );
    }

    #[test]
    fn an_error_names_the_mistake() {
        let wrong = [
            ("tset", "tset"),
            ("build --port 1", "--port"),
            ("build release", "release"),
            ("dev --release", "--release"),
            ("serve --port x", "--port"),
            ("serve --port", "--port"),
            ("serve --port 99999", "99999"),
            ("bench --peers --beside old", "NAME=DIR"),
            ("test --store x", "--store"),
            ("test --backends --consumers", "--consumers"),
            ("test --all --backends", "--backends"),
            ("test --repeat 0", "--repeat"),
            ("setup -- x", "x"),
            ("replay", "<FILE>"),
            ("replay a b", "b"),
            ("mutate --only x", "--only"),
            ("tidy --peers", "--peers"),
            ("bench --backends", "--backends"),
            ("bench --reps 2", "--peers"),
            ("bench --peers --report", "--report"),
            ("bench --peers --reps x", "--reps"),
            ("bench --peers -- x", "ARGUMENTS"),
            ("bench --report -- x", "ARGUMENTS"),
        ];
        for (line, named) in wrong {
            let error = parse(line).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{line}");
            assert!(error.to_string().contains(named), "{line}: {error}");
        }
    }

    #[test]
    fn help_exists_for_the_program_and_each_command() {
        for line in ["--help", "-h", "help", "help serve", "serve --help"] {
            let help = parse(line).unwrap_err();
            assert_eq!(help.kind(), ErrorKind::DisplayHelp, "{line}");
            assert_eq!(help.exit_code(), 0, "{line}");
        }
        assert!(Cli::try_parse_from(["xtask"]).unwrap().command.is_none());
        let test = parse("help test").unwrap_err().to_string();
        assert!(
            test.contains("newcomer, size, extras") && test.contains("langgraph"),
            "{test}"
        );
    }
}
