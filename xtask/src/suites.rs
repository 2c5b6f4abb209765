//! `cargo xtask test`: everything that CI checks, cheapest first, with counts; or the browser flows
//! against other backends, if asked for.
//!
//! Each suite is a function from the project to its [`Counts`]. A failed suite does not prevent the
//! next from running. The last line of the output is the sum.

mod cargo;
mod changed;
mod consumers;
mod extras;
mod fuzz;
mod growth;
mod newcomer;
mod package;
mod pages;
mod playwright;
mod product;
mod report;

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::children;
use crate::counts::Counts;
use crate::project::Project;
use crate::steps::Steps;
use crate::tidy;
use report::Report;

/// A suite's function: takes the project, and arguments for its test program.
type Run = fn(&Project, &[String]) -> Result<Counts>;

/// One suite.
pub(crate) struct Suite {
    name: &'static str,
    what: &'static str,
    run: Run,
}

/// What CI checks. "newcomer" runs first, before another suite has installed anything. Then the
/// cheapest come first, so that mistakes are found early.
pub(crate) const CI: &[Suite] = &[
    Suite {
        name: "newcomer",
        what: "a fresh clone, `cargo xtask serve`, a browser, a message, an answer",
        run: newcomer::run,
    },
    Suite {
        name: "fmt",
        what: "the format of the code (cargo fmt --check)",
        run: cargo::format,
    },
    Suite {
        name: "tidy",
        what: "the rules a compiler does not check",
        run: |project, _| tidy::suite(project),
    },
    Suite {
        name: "clippy",
        what: "clippy, all crates and targets, warnings denied",
        run: cargo::clippy,
    },
    Suite {
        name: "clippy-wasm",
        what: "clippy for the browser's target, warnings denied",
        run: cargo::clippy_wasm,
    },
    Suite {
        name: "unit",
        what: "unit, property and model tests (cargo test)",
        run: cargo::tests,
    },
    Suite {
        name: "growth",
        what: "how costs grow, in instructions (valgrind)",
        run: growth::run,
    },
    Suite {
        name: "extras",
        what: "highlighting, formulas and diagrams (node --test)",
        run: extras::run,
    },
    Suite {
        name: "build",
        what: "the optimised build, within its size budget, and the agent with it inside",
        run: pages::optimised,
    },
    Suite {
        name: "product",
        what: "the agent with the page embedded, in a directory without dist/",
        run: product::run,
    },
    Suite {
        name: "package",
        what: "the npm package, under node",
        run: package::run,
    },
    Suite {
        name: "trunk",
        what: "the page as Trunk builds it for live reload",
        run: pages::trunk,
    },
    Suite {
        name: "e2e",
        what: "Playwright, against dist/ and real agents",
        run: playwright::run,
    },
    Suite {
        name: "consumers",
        what: "three apps that use the npm package, built and in a browser",
        run: consumers::some,
    },
    Suite {
        name: "oldest",
        what: "some of the e2e flows in the oldest supported Chromium",
        run: playwright::oldest,
    },
    Suite {
        name: "fuzz",
        what: "the stream parser, alone and with the core, and the readers of all protocols, under a fuzzer",
        run: fuzz::run,
    },
];

/// The backends that are not our own. CI tests the first of them, within `e2e`.
pub(crate) const BACKENDS: &[Suite] = &[
    Suite {
        name: "pydantic-ai",
        what: "Playwright, against pydantic-ai's AG-UI server",
        run: |project, rest| playwright::backend(project, "pydantic-ai", rest),
    },
    Suite {
        name: "langgraph",
        what: "Playwright, against LangGraph through ag-ui-langgraph",
        run: |project, rest| playwright::backend(project, "langgraph", rest),
    },
    Suite {
        name: "llamaindex",
        what: "Playwright, against LlamaIndex's AG-UI router",
        run: |project, rest| playwright::backend(project, "llamaindex", rest),
    },
    Suite {
        name: "langgraph-api",
        what: "Playwright, against the LangGraph API's own server",
        run: |project, rest| playwright::backend(project, "langgraph-api", rest),
    },
    Suite {
        name: "langgraph-events",
        what: "Playwright, against the same server, by its thread event protocol",
        run: |project, rest| playwright::backend(project, "langgraph-events", rest),
    },
    Suite {
        name: "ai-sdk",
        what: "Playwright, against a route of the AI SDK that ends with its connection",
        run: |project, rest| playwright::backend(project, "ai-sdk", rest),
    },
    Suite {
        name: "ai-sdk-resumable",
        what: "Playwright, against a route of the AI SDK whose streams can be joined again",
        run: |project, rest| playwright::backend(project, "ai-sdk-resumable", rest),
    },
    Suite {
        name: "openai-chat",
        what: "Playwright, against a server of Chat Completions",
        run: |project, rest| playwright::backend(project, "openai-chat", rest),
    },
    Suite {
        name: "openai-responses",
        what: "Playwright, against a server of Responses",
        run: |project, rest| playwright::backend(project, "openai-responses", rest),
    },
    Suite {
        name: "openai-background",
        what: "Playwright, against a server of Responses, with runs in the background",
        run: |project, rest| playwright::backend(project, "openai-background", rest),
    },
    Suite {
        name: "a2a",
        what: "Playwright, against a server of A2A 1.0",
        run: |project, rest| playwright::backend(project, "a2a", rest),
    },
    Suite {
        name: "a2a-compat",
        what: "Playwright, against a server of A2A 1.0, in the words of 0.3",
        run: |project, rest| playwright::backend(project, "a2a-compat", rest),
    },
    Suite {
        name: "a2a-v03",
        what: "Playwright, against a server of A2A 0.3",
        run: |project, rest| playwright::backend(project, "a2a-v03", rest),
    },
];

/// The apps that use the npm package.
pub(crate) const CONSUMERS: &[Suite] = &[
    Suite {
        name: "vite-react",
        what: "an app of React, built by Vite",
        run: |project, rest| consumers::one(project, "vite-react", rest),
    },
    Suite {
        name: "vite-vue",
        what: "an app of Vue, built by Vite",
        run: |project, rest| consumers::one(project, "vite-vue", rest),
    },
    Suite {
        name: "vite-svelte",
        what: "an app of Svelte, built by Vite",
        run: |project, rest| consumers::one(project, "vite-svelte", rest),
    },
    Suite {
        name: "webpack",
        what: "an app without a framework, built by webpack",
        run: |project, rest| consumers::one(project, "webpack", rest),
    },
    Suite {
        name: "next",
        what: "an app of Next.js, with a page that is rendered on the server",
        run: |project, rest| consumers::one(project, "next", rest),
    },
    Suite {
        name: "plain",
        what: "a page without a bundler, of another origin than the package's files",
        run: |project, rest| consumers::one(project, "plain", rest),
    },
];

/// The suites of [`CI`] that run before a commit.
const CHECK: &str = "fmt,tidy,clippy,clippy-wasm";

/// The unit tests that run before a commit.
const CHANGED: Suite = Suite {
    name: "changed",
    what: "unit tests of the crates that were changed since the last commit",
    run: changed::run,
};

/// Runs the checks before a commit: faster than all of CI by minutes.
///
/// # Errors
/// If git or cargo cannot list the changes, or the person stops it.
pub(crate) fn check(project: &Project) -> Result<ExitCode> {
    let mut suites = choose(CI, Some(CHECK))?;
    if changed::any(project)? {
        suites.push(&CHANGED);
    }
    run_all(project, &suites, &[])
}

/// Runs some of the suites: all of them, or those that the filter names.
///
/// # Errors
/// If the filter names an unknown suite.
pub(crate) fn run(
    project: &Project,
    suites: &'static [Suite],
    filter: Option<&str>,
    rest: &[String],
) -> Result<ExitCode> {
    run_all(project, &choose(suites, filter)?, rest)
}

/// Runs the suites of the apps that use the npm package, and prints them as a table.
///
/// # Errors
/// If the filter names an unknown suite.
pub(crate) fn run_consumers(
    project: &Project,
    filter: Option<&str>,
    rest: &[String],
) -> Result<ExitCode> {
    let chosen = choose(CONSUMERS, filter)?;
    consumers::begin(project)?;
    let code = run_all(project, &chosen, rest)?;
    println!("\n{}", consumers::table(project, &chosen)?);
    Ok(code)
}

fn run_all(project: &Project, suites: &[&Suite], rest: &[String]) -> Result<ExitCode> {
    let mut report = Report::default();
    let mut steps = Steps::new("test", suites.len());
    for suite in suites {
        let counts = steps.run(&format!("{}: {}", suite.name, suite.what), || {
            (suite.run)(project, rest)
        });
        report.add(suite.name, counts);
        if children::stopped() {
            bail!("stopped");
        }
    }
    steps.finish("\nall suites ran");
    println!("{report}");
    Ok(if report.passed() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn choose(suites: &'static [Suite], filter: Option<&str>) -> Result<Vec<&'static Suite>> {
    let Some(filter) = filter else {
        return Ok(suites.iter().collect());
    };
    let wanted: Vec<&str> = filter.split(',').map(str::trim).collect();
    if let Some(unknown) = wanted
        .iter()
        .find(|name| !suites.iter().any(|suite| suite.name == **name))
    {
        bail!("there is no suite `{unknown}`, only {}", names(suites));
    }
    Ok(suites
        .iter()
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
    use super::{BACKENDS, CHECK, CI, Suite, choose};
    use crate::tools::{backends, python};

    fn chosen(suites: &'static [Suite], filter: Option<&str>) -> Vec<&'static str> {
        let suites = choose(suites, filter).expect("the names are known");
        suites.iter().map(|suite| suite.name).collect()
    }

    #[test]
    fn a_filter_keeps_the_order_of_the_suites() {
        assert_eq!(chosen(CI, Some("e2e, fmt")), ["fmt", "e2e"]);
        assert_eq!(chosen(CI, None).len(), CI.len());
    }

    #[test]
    fn backends_and_ci_suites_cannot_be_mixed() {
        assert_eq!(chosen(BACKENDS, Some("langgraph")), ["langgraph"]);
        assert!(choose(CI, Some("langgraph")).is_err());
        assert!(choose(BACKENDS, Some("fmt")).is_err());
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
    fn ci_includes_every_check_before_a_commit() {
        assert_eq!(chosen(CI, Some(CHECK)).join(","), CHECK);
    }

    #[test]
    fn an_unknown_suite_is_named() {
        let error = choose(CI, Some("unit,e3e"))
            .err()
            .map(|error| error.to_string());
        assert!(error.is_some_and(|error| error.contains("e3e")));
    }
}
