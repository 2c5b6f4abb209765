//! The suites, in the order in which they run.

use super::{
    Suite, cargo, consumers, engines, extras, fuzz, growth, newcomer, package, playwright, product,
    trunk,
};
use crate::{build, tidy};

/// The suite of a backend that is not our own.
macro_rules! backend {
    ($name:literal, $server:literal) => {
        Suite {
            name: $name,
            what: concat!("Playwright, against ", $server),
            run: |project, how| playwright::backend(project, $name, how),
        }
    };
}

/// The suite of an app that uses the npm package.
macro_rules! consumer {
    ($name:literal, $what:literal) => {
        Suite {
            name: $name,
            what: $what,
            run: |project, how| consumers::one(project, $name, how),
        }
    };
}

/// What guards a merge. The cheapest come first, so that mistakes are found early. "newcomer" runs beside
/// those before it: see `beside`.
pub(crate) const GATE: &[Suite] = &[
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
        what: "all crates and targets compile under clippy, warnings denied",
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
        name: NEWCOMER,
        what: "a copy of the files, no WebAssembly target, `cargo xtask serve --release`, a browser, a message, an answer",
        run: newcomer::optimised,
    },
    Suite {
        name: "size",
        what: "the first load keeps to its budget",
        run: |project, _| build::within_budget(project),
    },
    Suite {
        name: "extras",
        what: "highlighting, formulas and diagrams (node --test)",
        run: extras::run,
    },
    Suite {
        name: "package",
        what: "the npm package, under node",
        run: package::run,
    },
    Suite {
        name: "e2e",
        what: "Playwright, against dist/ and real agents",
        run: playwright::run,
    },
    REACT,
];

/// The suite that another process runs while those before it go on. It makes the build that those
/// after it test.
pub(super) const NEWCOMER: &str = "newcomer";

/// What `--all` adds, beside the backends and the apps.
pub(crate) const REST: &[Suite] = &[
    Suite {
        name: "newcomer-cold",
        what: "the README's first command, `cargo xtask serve`, with nothing compiled",
        run: newcomer::quick,
    },
    Suite {
        name: "growth",
        what: "how costs grow, in instructions (valgrind)",
        run: growth::run,
    },
    Suite {
        name: "product",
        what: "the code that is compiled only with the page: clippy, and tests of the program over HTTP",
        run: product::run,
    },
    Suite {
        name: "angular",
        what: "the recipe for Angular, compiled by Angular",
        run: package::angular,
    },
    Suite {
        name: "trunk",
        what: "the page as Trunk builds it for live reload",
        run: trunk::run,
    },
    Suite {
        name: "oldest",
        what: "some of the e2e flows in the oldest supported Chromium",
        run: playwright::oldest,
    },
    Suite {
        name: "webkit",
        what: "page and element in WebKit, the engine of Safari",
        run: engines::webkit,
    },
    Suite {
        name: "firefox",
        what: "page and element in Firefox",
        run: engines::firefox,
    },
    Suite {
        name: "fuzz",
        what: "the stream parser, alone and with the core, and the readers of all protocols, under a fuzzer",
        run: fuzz::run,
    },
];

/// The backends that are not our own.
pub(crate) const BACKENDS: &[Suite] = &[
    backend!("pydantic-ai", "pydantic-ai's AG-UI server"),
    backend!("langgraph", "LangGraph through ag-ui-langgraph"),
    backend!("llamaindex", "LlamaIndex's AG-UI router"),
    backend!("langgraph-api", "the LangGraph API's own server"),
    backend!(
        "ai-sdk",
        "a route of the AI SDK that ends with its connection"
    ),
    backend!(
        "ai-sdk-resumable",
        "a route of the AI SDK whose streams can be joined again"
    ),
    backend!("openai-chat", "a server of Chat Completions"),
    backend!("openai-responses", "a server of Responses"),
    backend!(
        "openai-background",
        "a server of Responses, with runs in the background"
    ),
    backend!("a2a", "a server of A2A 1.0"),
    backend!("a2a-compat", "a server of A2A 1.0, in the words of 0.3"),
    backend!("a2a-v03", "a server of A2A 0.3"),
];

/// The apps that use the npm package.
pub(crate) const CONSUMERS: &[Suite] = &[
    REACT,
    consumer!("vite-vue", "an app of Vue, built by Vite"),
    consumer!("vite-svelte", "an app of Svelte, built by Vite"),
    consumer!("webpack", "an app without a framework, built by webpack"),
    consumer!(
        "next",
        "an app of Next.js, with a page that is rendered on the server"
    ),
    consumer!(
        "plain",
        "a page without a bundler, of another origin than the package's files"
    ),
];

/// The app that is tested before a merge.
const REACT: Suite = consumer!(
    "vite-react",
    "an app of React that uses the npm package, built by Vite"
);
