//! The tests of the npm package, as it is put together from the last build.

use anyhow::Result;

use super::How;
use super::extras::node_tests;
use crate::build;
use crate::counts::Counts;
use crate::project::Project;
use crate::tools;

/// Packs the package, and runs its tests under node.
///
/// # Errors
/// If there is no build, the packages cannot be installed, or node writes no report.
pub(super) fn run(project: &Project, _how: &How<'_>) -> Result<Counts> {
    tests_in(project, "packages/tests")
}

/// Compiles the recipe for Angular with Angular, which is installed for this alone.
///
/// # Errors
/// If there is no build, the packages cannot be installed, or node writes no report.
pub(super) fn angular(project: &Project, _how: &How<'_>) -> Result<Counts> {
    tools::node::ensure_angular(project)?;
    tests_in(project, "packages/angular")
}

/// Packs the package, and runs the tests of a directory.
fn tests_in(project: &Project, directory: &str) -> Result<Counts> {
    tools::node::ensure_extras(project)?;
    tools::node::ensure_packages(project)?;
    let (package, tarball) = build::pack(project)?;
    let tests = project.root().join(directory);
    let variables = [
        ("MIDTURN_PACKAGE", package.as_path()),
        ("MIDTURN_TARBALL", tarball.as_path()),
    ];
    node_tests(project, &tests, &variables)
}
