//! `cargo xtask build`: compiles both WebAssembly programs, lays out `dist/`, and with `--release`
//! makes one program out of page and agent.
//!
//! Trunk takes no part in it. What lies in `dist/` afterwards is a public contract: the
//! standalone page (`index.html`, `page.js`, `page_bg.wasm`), the element (`midturn.js`,
//! `midturn_bg.wasm`), what an answer may need later (`extras/`), and everything in `public/`.

mod extras;
mod glue;
mod html;
mod layout;
mod size;
mod wasm;
mod weigh;

pub(crate) use extras::ENTRIES as EXTRAS;

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::agent::{self, Profile};
use crate::project::Project;
use crate::steps::{Steps, note};
use crate::tools;

/// One WebAssembly program and the names it gets in `dist/`.
pub(crate) struct Artifact {
    /// The binary of the root package.
    bin: &'static str,
    /// `NAME.js` and `NAME_bg.wasm`.
    name: &'static str,
    /// The module that starts it, given the root of the repository and the path of the wasm-bindgen
    /// module.
    entry: fn(&Path, &str) -> String,
}

/// The standalone page.
const PAGE: Artifact = Artifact {
    bin: "midturn-page",
    name: "page",
    entry: glue::page_entry,
};

/// The embeddable element.
const ELEMENT: Artifact = Artifact {
    bin: "midturn-element",
    name: "midturn",
    entry: glue::element_entry,
};

const COMPILE: &str = "compile the page and the element to WebAssembly";
const BIND: &str = "write the JavaScript side (wasm-bindgen)";

impl Artifact {
    fn js(&self) -> String {
        format!("{}.js", self.name)
    }

    fn wasm(&self) -> String {
        format!("{}_bg.wasm", self.name)
    }

    /// Where its intermediate files lie.
    fn scratch(&self, project: &Project) -> PathBuf {
        project.scratch().join(self.name)
    }
}

/// Builds `dist/`, and with `release` the agent that has it inside.
///
/// # Errors
/// When a step fails; with `release` also when the element is over its size budget.
pub(crate) fn run(project: &Project, release: bool) -> Result<()> {
    if release {
        optimised(project)
    } else {
        let title = "build: the page and the element, quick";
        let mut steps = Steps::new(title, QUICK_STEPS);
        quick(project, &project.dist(), &mut steps)?;
        steps.finish("dist/ is ready");
        Ok(())
    }
}

/// How many steps [`quick`] has.
pub(crate) const QUICK_STEPS: usize = 4;

/// Builds the page and the element into a directory, as fast as it goes.
///
/// # Errors
/// When a step fails.
pub(crate) fn quick(project: &Project, dist: &Path, steps: &mut Steps) -> Result<()> {
    let artifacts = [&PAGE, &ELEMENT];
    steps.run("check the tools", || {
        tools::rust::check_target(project)?;
        tools::node::ensure_extras(project)
    })?;
    steps.run(COMPILE, || wasm::compile(project, false, &artifacts))?;
    steps.run(BIND, || wasm::bind_all(project, false, &artifacts))?;
    steps.run("put the files together", || {
        layout::write(project, false, &artifacts, dist)
    })
}

/// Builds `dist/` optimised, and the agent that has it inside.
fn optimised(project: &Project) -> Result<()> {
    let artifacts = [&PAGE, &ELEMENT];
    let title = "build: the page, the element and the agent, optimised";
    let mut steps = Steps::new(title, 7);
    steps.run("check the tools", || {
        tools::rust::check_target(project)?;
        // For wasm-opt.
        tools::node::ensure(project)?;
        tools::node::ensure_extras(project)
    })?;
    steps.run(COMPILE, || wasm::compile(project, true, &artifacts))?;
    steps.run(BIND, || wasm::bind_all(project, true, &artifacts))?;
    steps.run("optimise (wasm-opt -Oz)", || {
        wasm::optimise(project, &artifacts)
    })?;
    steps.run("put the files together", || {
        layout::write(project, true, &artifacts, &project.dist())
    })?;
    steps.run("measure the first load", || {
        size::check(project, &ELEMENT, &PAGE)
    })?;
    let product = steps.run("compile the agent with the page inside", || {
        agent::build(project, Profile::Server)
    })?;
    note(&format!(
        "agent and page in one program: {}",
        product.display()
    ));
    steps.finish("dist/ is ready");
    Ok(())
}

/// Builds the release of page and element, weighs it, and writes `docs/size.md`.
///
/// # Errors
/// When a step fails, or the element is over its budget.
pub(crate) fn weigh(project: &Project) -> Result<()> {
    run(project, true)?;
    size::write(project, &ELEMENT)
}
