//! The command line: words in, a [`Command`] out.
//!
//! Pure, so that it can be tested; it runs nothing and prints nothing.

use std::path::PathBuf;

use crate::serve::How;

/// What is printed for `help` and after a mistake.
pub(crate) const USAGE: &str = "\
cargo xtask <command>

  setup                        install everything the other commands need
  build [--release]            put the page and the element into dist/
                               (with --release: optimised, and the agent with the page inside
                               into target/server/)
  serve [--release] [--port N] [--store FILE]
                               serve the page and the agent on http://127.0.0.1:8080; threads are
                               kept in FILE, or in target/serve/agent.db
  dev [--port N] [--store FILE]
                               the same with live reload, by Trunk
  test [--filter SUITES] [-- ARGUMENTS]
                               everything CI checks; SUITES is a comma-separated list of
                               newcomer, fmt, tidy, clippy, clippy-wasm, unit, growth,
                               extras, build, product, trunk, e2e, oldest, fuzz;
                               ARGUMENTS go to the test programs of `unit` and `e2e`
  test --backends [--filter BACKENDS] [-- ARGUMENTS]
                               the same flows against each backend that is not our own:
                               pydantic-ai, langgraph, llamaindex
  size                         build the release, and write into docs/size.md what it weighs
  tidy                         only the rules a compiler does not check
  replay FILE                  play a report that was saved from the debug panel, and say whether
                               the same comes of it
  bench [-- ARGUMENTS]         the benchmarks of the core, the parsers and the agent
                               (ARGUMENTS go to all but the agent's)
  bench --peers [--apps A,B] [--scenarios X,Y] [--reps N]
                               the optimised element beside other chat UIs, in a browser: an
                               hour or two, by the harness in ../shared/bench; writes
                               docs/bench.md and docs/bench.svg
  bench --report               write these two again from the last results

Each command installs what it needs and is missing, and says so.";

/// The port of `serve` when none is given.
pub(crate) const DEFAULT_PORT: u16 = 8080;

/// One parsed command line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Print the usage.
    Help,
    /// Install the tools.
    Setup,
    /// Build `dist/`.
    Build {
        /// Optimised, and checked against the size budget.
        release: bool,
    },
    /// Serve page and agent on one origin.
    Serve {
        /// What to serve.
        how: How,
        /// The port on 127.0.0.1.
        port: u16,
        /// Where the agent keeps its threads.
        store: Option<PathBuf>,
    },
    /// Run the suites.
    Test {
        /// The suites of the backends that are not our own, instead of what CI checks.
        backends: bool,
        /// Comma-separated suite names; none means all.
        filter: Option<String>,
        /// Passed on to the test programs.
        rest: Vec<String>,
    },
    /// Weigh the release.
    Size,
    /// Run the tidy rules alone.
    Tidy,
    /// Play a report again.
    Replay {
        /// The report.
        file: PathBuf,
    },
    /// Run the benchmarks.
    Bench {
        /// Which, and how.
        what: Bench,
    },
}

/// What to measure.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Bench {
    /// What is ours, without a browser; the words go to the benchmark programs.
    Native(Vec<String>),
    /// The element beside other chat UIs.
    Peers(Peers),
    /// Nothing: what was measured last is written down again.
    Report,
}

/// How to compare. Where neither apps nor scenarios are named, all that has a target is measured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Peers {
    /// Comma-separated; none means all.
    pub(crate) apps: Option<String>,
    /// Comma-separated; none means all.
    pub(crate) scenarios: Option<String>,
    /// How often each; none means as often as the scenario says.
    pub(crate) reps: Option<u32>,
}

/// Reads the words after `cargo xtask`.
///
/// # Errors
/// One sentence about the first word that was not understood.
pub(crate) fn parse(arguments: &[String]) -> Result<Command, String> {
    let split = arguments.iter().position(|word| word == "--");
    let (words, rest) = match split {
        Some(at) => (&arguments[..at], arguments[at + 1..].to_vec()),
        None => (arguments, Vec::new()),
    };
    let Some((name, options)) = words.split_first() else {
        return Ok(Command::Help);
    };
    if name == "replay" {
        let [file] = options else {
            return Err("`replay` takes one file".to_owned());
        };
        return Ok(Command::Replay { file: file.into() });
    }
    let mut options = Options::read(options)?;
    let command = match name.as_str() {
        "help" | "--help" | "-h" => Command::Help,
        "setup" => Command::Setup,
        "build" => Command::Build {
            release: options.take_release(),
        },
        "serve" | "dev" => Command::Serve {
            how: match name.as_str() {
                "dev" => How::Live,
                _ if options.take_release() => How::Optimised,
                _ => How::Quick,
            },
            port: options.port.take().unwrap_or(DEFAULT_PORT),
            store: options.store.take(),
        },
        "test" => Command::Test {
            backends: std::mem::take(&mut options.backends),
            filter: options.filter.take(),
            rest: rest.clone(),
        },
        "size" => Command::Size,
        "tidy" => Command::Tidy,
        "bench" => Command::Bench {
            what: options.take_bench(&rest)?,
        },
        other => return Err(format!("there is no command `{other}`")),
    };
    if let Some(option) = options.left_over() {
        return Err(format!("`{name}` does not take {option}"));
    }
    let takes_rest = matches!(
        command,
        Command::Test { .. }
            | Command::Bench {
                what: Bench::Native(_)
            }
    );
    if !rest.is_empty() && !takes_rest {
        return Err(format!("`{name}` takes nothing after `--`"));
    }
    Ok(command)
}

#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one for each flag of the command line"
)]
struct Options {
    release: bool,
    port: Option<u16>,
    store: Option<PathBuf>,
    filter: Option<String>,
    backends: bool,
    peers: bool,
    report: bool,
    compared: Peers,
}

impl Options {
    fn read(words: &[String]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let (name, inline) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (word.as_str(), None),
            };
            let mut value = || {
                inline
                    .clone()
                    .or_else(|| words.next().cloned())
                    .ok_or_else(|| format!("{name} needs a value"))
            };
            match name {
                "--release" => options.release = true,
                "--port" => {
                    let text = value()?;
                    let port = text.parse().map_err(|_| format!("no port: {text}"))?;
                    options.port = Some(port);
                }
                "--store" => options.store = Some(PathBuf::from(value()?)),
                "--filter" => options.filter = Some(value()?),
                "--backends" => options.backends = true,
                "--peers" => options.peers = true,
                "--report" => options.report = true,
                "--apps" => options.compared.apps = Some(value()?),
                "--scenarios" => options.compared.scenarios = Some(value()?),
                "--reps" => {
                    let text = value()?;
                    let reps = text.parse().map_err(|_| format!("no number: {text}"))?;
                    options.compared.reps = Some(reps);
                }
                _ => return Err(format!("there is no option `{word}`")),
            }
        }
        Ok(options)
    }

    fn take_release(&mut self) -> bool {
        std::mem::take(&mut self.release)
    }

    fn take_bench(&mut self, rest: &[String]) -> Result<Bench, String> {
        match (
            std::mem::take(&mut self.peers),
            std::mem::take(&mut self.report),
        ) {
            (true, true) => Err("either --peers or --report".to_owned()),
            (true, false) => Ok(Bench::Peers(std::mem::take(&mut self.compared))),
            (false, true) => Ok(Bench::Report),
            (false, false) => Ok(Bench::Native(rest.to_vec())),
        }
    }

    fn left_over(&self) -> Option<&'static str> {
        match self {
            Self { release: true, .. } => Some("--release"),
            Self { port: Some(_), .. } => Some("--port"),
            Self { store: Some(_), .. } => Some("--store"),
            Self {
                filter: Some(_), ..
            } => Some("--filter"),
            Self { backends: true, .. } => Some("--backends"),
            Self { peers: true, .. } => Some("--peers"),
            Self { report: true, .. } => Some("--report"),
            _ if self.compared != Peers::default() => {
                Some("--apps, --scenarios or --reps without --peers")
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_line(line: &str) -> Result<Command, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse(&words)
    }

    #[test]
    fn each_command_is_read() {
        assert_eq!(parse_line(""), Ok(Command::Help));
        assert_eq!(parse_line("setup"), Ok(Command::Setup));
        let file = "report.json".into();
        assert_eq!(
            parse_line("replay report.json"),
            Ok(Command::Replay { file })
        );
        assert!(parse_line("replay").is_err() && parse_line("replay a b").is_err());
        assert_eq!(
            parse_line("build --release"),
            Ok(Command::Build { release: true })
        );
        assert_eq!(
            parse_line("serve --port=9000"),
            Ok(Command::Serve {
                how: How::Quick,
                port: 9000,
                store: None
            })
        );
        assert_eq!(
            parse_line("serve --release --store kept/agent.db"),
            Ok(Command::Serve {
                how: How::Optimised,
                port: DEFAULT_PORT,
                store: Some(PathBuf::from("kept/agent.db"))
            })
        );
        assert_eq!(
            parse_line("dev --port 9000"),
            Ok(Command::Serve {
                how: How::Live,
                port: 9000,
                store: None
            })
        );
        assert!(parse_line("dev --release").is_err());
        assert_eq!(parse_line("size"), Ok(Command::Size));
        assert_eq!(
            parse_line("test --filter unit,e2e -- --grep cancel"),
            Ok(Command::Test {
                backends: false,
                filter: Some("unit,e2e".to_owned()),
                rest: vec!["--grep".to_owned(), "cancel".to_owned()]
            })
        );
    }

    #[test]
    fn the_backends_are_a_choice_of_their_own() {
        assert_eq!(
            parse_line("test --backends --filter langgraph"),
            Ok(Command::Test {
                backends: true,
                filter: Some("langgraph".to_owned()),
                rest: Vec::new()
            })
        );
        let error = parse_line("bench --backends").unwrap_err();
        assert!(error.contains("--backends"));
    }

    #[test]
    fn what_to_measure_is_read() {
        let bench = |line: &str| match parse_line(line) {
            Ok(Command::Bench { what }) => what,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(bench("bench -- x"), Bench::Native(vec!["x".to_owned()]));
        assert_eq!(bench("bench --report"), Bench::Report);
        assert_eq!(
            bench("bench --peers --apps a,b --scenarios x --reps 2"),
            Bench::Peers(Peers {
                apps: Some("a,b".to_owned()),
                scenarios: Some("x".to_owned()),
                reps: Some(2),
            })
        );
        for wrong in [
            "bench --reps 2",
            "bench --peers --report",
            "bench --peers --reps x",
            "bench --peers -- x",
            "tidy --peers",
        ] {
            assert!(parse_line(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        assert!(parse_line("tset").unwrap_err().contains("tset"));
        assert!(parse_line("build --port 1").unwrap_err().contains("--port"));
        assert!(parse_line("serve --port x").unwrap_err().contains('x'));
        assert!(parse_line("serve --port").unwrap_err().contains("value"));
        assert!(
            parse_line("test --store x")
                .unwrap_err()
                .contains("--store")
        );
        assert!(parse_line("setup -- x").unwrap_err().contains("setup"));
    }
}
