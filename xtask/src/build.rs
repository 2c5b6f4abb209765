//! `cargo xtask build`: compiles the WebAssembly program, splits it, and fills `dist/`. With
//! `--release`, it also builds one program out of page and agent.
//!
//! Trunk is not involved. The content of `dist/` is a public contract: the element (`midturn.js`),
//! the standalone page (`index.html`, `page.js`), the program of both (`midturn_bg.wasm`) and its
//! parts that are loaded on demand (`split_*.wasm`, `chunk_*.wasm`), the modules that an answer may
//! need (`extras/`), the ready themes (`themes/`), and everything in `public/`.

mod extras;
mod glue;
mod html;
mod layout;
mod package;
mod program;
mod shared;
mod size;
mod wasm;
mod weigh;

pub(crate) use extras::ENTRIES as EXTRAS;
pub(crate) use package::pack;
pub(crate) use size::within_budget;

use std::path::Path;

use anyhow::Result;

use crate::agent::{self, Profile};
use crate::project::Project;
use crate::steps::{Steps, note};
use crate::tools;

use program::Program;

const COMPILE: &str = "compile the page and the element to WebAssembly";
const BIND: &str = "divide the program, and write its JavaScript side (wasm-bindgen)";

/// The element with everything in one file, in `dist/`.
const WHOLE: &str = "midturn-inline.js";

/// Builds `dist/`, and with `release` the agent that contains it.
///
/// # Errors
/// If a step fails.
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

/// The number of steps of [`quick`].
pub(crate) const QUICK_STEPS: usize = 4;

/// Builds the page and the element into a directory, as fast as possible.
///
/// # Errors
/// If a step fails.
pub(crate) fn quick(project: &Project, dist: &Path, steps: &mut Steps) -> Result<()> {
    let program = Program::of(project);
    steps.run("check the tools", || {
        tools::rust::check_target(project)?;
        tools::node::ensure_extras(project)
    })?;
    steps.run(COMPILE, || wasm::compile(project, false))?;
    steps.run(BIND, || wasm::bind(project, false, &program))?;
    steps.run("put the files together", || {
        shared::join(&program)?;
        layout::write(project, false, &program, dist)
    })
}

/// Builds an optimised `dist/`, and the agent that contains it.
fn optimised(project: &Project) -> Result<()> {
    let program = Program::of(project);
    let title = "build: the page, the element and the agent, optimised";
    let mut steps = Steps::new(title, 7);
    steps.run("check the tools", || {
        tools::rust::check_target(project)?;
        // Installs binaryen.
        tools::node::ensure(project)?;
        tools::node::ensure_extras(project)
    })?;
    steps.run(COMPILE, || wasm::compile(project, true))?;
    steps.run(BIND, || wasm::bind(project, true, &program))?;
    steps.run("optimise (binaryen, as wasm-opt -Oz)", || {
        wasm::optimise(project, &program)
    })?;
    steps.run("put the files together", || {
        shared::join(&program)?;
        layout::write(project, true, &program, &project.dist())
    })?;
    let product = steps.run("compile the agent with the page inside", || {
        agent::build(project, Profile::Server)
    })?;
    note(&format!(
        "agent and page in one program: {}",
        product.display()
    ));
    // After the agent, which must not contain it.
    steps.run("put the element into one file", || {
        package::write_whole(project, &project.dist().join(WHOLE))
    })?;
    steps.finish("dist/ is ready");
    Ok(())
}

/// Builds the release and packs the npm package from it.
///
/// # Errors
/// If a step fails.
pub(crate) fn package(project: &Project) -> Result<()> {
    run(project, true)?;
    tools::node::ensure_packages(project)?;
    let (_, tarball) = pack(project)?;
    println!("{}", tarball.display());
    Ok(())
}

/// Builds the release of page and element, measures its size, and writes `docs/size.md`.
///
/// # Errors
/// If a step fails.
pub(crate) fn weigh(project: &Project) -> Result<()> {
    run(project, true)?;
    size::write(project, &Program::of(project))
}
