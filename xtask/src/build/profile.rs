//! The committed profile (`xtask/profile/`), and how it is taken: a page and an element that tell
//! which functions run are used in Chromium as a person would use them.
//!
//! Not responsible for what is done there (`end2end/profile.mjs`), nor for what a profile means.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result, ensure};

use super::split::Profile;
use super::{Artifact, ELEMENT, PAGE, layout, wasm};
use crate::agent;
use crate::process::capture;
use crate::project::Project;
use crate::steps::{Steps, note};
use crate::tools;

/// The files, of the first part first, and what their first lines say.
const FILES: [(&str, &str); 2] = [
    (
        "start",
        "# What runs until a chat can be written in. Taken by `cargo xtask size --profile`.\n",
    ),
    (
        "reading",
        "# What draws a conversation, beyond `start`. Taken by `cargo xtask size --profile`.\n",
    ),
];

/// Each program has its own: what the page's router needs at the start, the element does not.
fn path(artifact: &Artifact, file: &str) -> String {
    format!("xtask/profile/{}/{file}.txt", artifact.name)
}

/// Reads that of a program.
///
/// # Errors
/// When a file is not there.
pub(super) fn read(project: &Project, artifact: &Artifact) -> Result<Profile> {
    let files: Result<Vec<_>> = FILES
        .iter()
        .map(|(file, _)| project.read(&path(artifact, file)))
        .collect();
    Ok(Profile::read(files?.iter().map(String::as_str)))
}

/// Takes it anew.
///
/// # Errors
/// When the programs do not compile, or the browser does not come to the end.
pub(crate) fn take(project: &Project) -> Result<()> {
    let artifacts = [&PAGE, &ELEMENT];
    let mut steps = Steps::new("profile: which functions a start needs", 4);
    let chromium = steps.run("check the tools", || {
        tools::rust::ensure_target(project)?;
        tools::node::ensure(project)?;
        tools::node::ensure_extras(project)?;
        tools::browser::ensure(project)
    })?;
    let agent = steps.run("compile", || {
        wasm::compile(project, true, &artifacts)?;
        wasm::bind_all(project, true, &artifacts)?;
        // As when Playwright is run by hand.
        match std::env::var_os("MIDTURN_AGENT_BIN") {
            Some(agent) => Ok(agent.into()),
            None => agent::build(project, agent::Profile::Dev),
        }
    })?;
    let dist = project.scratch().join("marked");
    let names = steps.run("write what tells which functions run", || {
        layout::write_marked(project, &artifacts, &dist)
    })?;
    let printed = steps.run("use it", || {
        capture(
            project
                .node(&project.end2end().join("profile.mjs"))
                .current_dir(project.end2end())
                .env("MIDTURN_DIST", &dist)
                .env("MIDTURN_AGENT_BIN", agent)
                .env(tools::browser::VARIABLE, chromium),
        )
    })?;
    // For each file, for each artifact, the numbers of functions.
    let seen: Vec<Vec<Vec<usize>>> =
        serde_json::from_str(&printed).context("what the browser has seen")?;
    ensure!(
        seen.len() == FILES.len(),
        "the browser has seen {} parts",
        seen.len()
    );
    for (which, (artifact, names)) in artifacts.into_iter().zip(&names).enumerate() {
        let mut known = BTreeSet::new();
        for ((file, header), of_artifacts) in FILES.iter().zip(&seen) {
            let numbers = of_artifacts.get(which).context("what was seen of it")?;
            let seen = numbers.iter().filter_map(|number| names.get(*number));
            let mut lines: BTreeSet<_> = seen.collect();
            lines.retain(|name| known.insert(*name));
            let path = project.root().join(path(artifact, file));
            let mut text = (*header).to_owned();
            for line in &lines {
                text += line;
                text.push('\n');
            }
            fs::create_dir_all(path.parent().context("a directory")?)?;
            fs::write(path, text)?;
            note(&format!(
                "{}, {file}: {} functions",
                artifact.name,
                lines.len()
            ));
        }
    }
    steps.finish("xtask/profile/ is written: build anew");
    Ok(())
}
