//! Where mutations are made: a copy of the files, with a target directory of its own.
//!
//! Both stay, so that the next run compiles only what was changed.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::list::Mutation;
use crate::agent::{self, Profile};
use crate::build;
use crate::counts::Counts;
use crate::files;
use crate::project::Project;
use crate::steps::Steps;
use crate::suites::{Browser, Named};
use crate::tools;

/// The names of the files that the last run has copied.
const COPIED: &str = "copied";

/// The directories with packages of npm that tests need.
const PACKAGES: [&str; 2] = ["extras/node_modules", "end2end/node_modules"];

/// The copy, ready to run tests in.
pub(super) struct Place {
    copy: Project,
    /// What browser tests need, if there are any.
    browser: Option<Browser>,
}

impl Place {
    /// Makes the copy, and what these tests need.
    ///
    /// # Errors
    /// If files cannot be copied, or something cannot be installed or compiled.
    pub(super) fn prepare(project: &Project, tests: &[&Named]) -> Result<Self> {
        let place = project.target().join("mutants");
        let root = place.join("midturn");
        let names = files::copy_project(project, &root)?;
        remove_gone(&place.join(COPIED), &root, &names)?;
        let copy = project.copied_to(root, place.join("target"));
        if tests.iter().any(|test| test.needs_node()) {
            // In the project, because the links lead there.
            tools::node::ensure_extras(project)?;
            tools::node::ensure(project)?;
            for packages in PACKAGES {
                link(&project.root().join(packages), &copy.root().join(packages))?;
            }
        }
        let mut browser = None;
        if tests.iter().any(|test| test.is_in_browser()) {
            browser = Some(Browser {
                chromium: tools::browser::ensure(project)?,
                agent: agent::build(&copy, Profile::Dev)?,
            });
        }
        Ok(Self { copy, browser })
    }

    /// Builds the page, if there are browser tests.
    ///
    /// # Errors
    /// If it does not compile.
    pub(super) fn build(&self) -> Result<()> {
        if self.browser.is_none() {
            return Ok(());
        }
        let mut steps = Steps::new("the page, quick", build::QUICK_STEPS);
        build::quick(&self.copy, &self.copy.dist(), &mut steps)
    }

    /// Runs a test.
    ///
    /// # Errors
    /// If it does not compile, or ends before it has run.
    pub(super) fn run(&self, test: &Named) -> Result<Counts> {
        test.run(&self.copy, self.browser.as_ref())
    }

    /// Does something while a mutation is made.
    ///
    /// # Errors
    /// If the mutation cannot be made or taken back, or what is done fails.
    pub(super) fn with<T>(
        &self,
        mutation: &Mutation,
        action: impl FnOnce(&Self) -> Result<T>,
    ) -> Result<T> {
        let file = self.copy.root().join(&mutation.file);
        let before = self.copy.read(&mutation.file)?;
        fs::write(&file, mutation.make_in(&before)?)?;
        let outcome = action(self);
        // This gives the file a new time, so that cargo compiles it again.
        fs::write(&file, before).with_context(|| format!("restoring {}", mutation.file))?;
        outcome
    }
}

/// Removes the files that an earlier run has copied and that the project has no more: cargo finds
/// tests by their files.
fn remove_gone(list: &Path, root: &Path, names: &[String]) -> Result<()> {
    let before = fs::read_to_string(list).unwrap_or_default();
    for name in before.lines() {
        if !names.iter().any(|held| held == name) && root.join(name).is_file() {
            fs::remove_file(root.join(name)).with_context(|| format!("removing {name}"))?;
        }
    }
    fs::write(list, names.join("\n")).with_context(|| format!("writing {}", list.display()))
}

fn link(target: &Path, name: &Path) -> Result<()> {
    if name.exists() {
        return Ok(());
    }
    files::link(target, name)
}
