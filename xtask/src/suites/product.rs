//! Tests the released program, which contains the page, over HTTP.

use anyhow::{Result, ensure};

use super::How;
use super::cargo::counted;
use crate::agent;
use crate::counts::Counts;
use crate::process;
use crate::project::Project;

/// The code that is compiled only with the page.
const WITH_PAGE: [&str; 6] = [
    "--package",
    "midturn-agent",
    "--features",
    "page",
    "--test",
    "product",
];

/// Lints the code that is compiled only with the page, and runs the tests of the program.
///
/// # Errors
/// If there is no such program, there is a warning, or the tests do not compile.
pub(super) fn run(project: &Project, _how: &How<'_>) -> Result<Counts> {
    let product = agent::product(project);
    ensure!(
        product.is_file() && project.dist().join("index.html").is_file(),
        "there is no program with the page inside: run `cargo xtask build --release`"
    );
    let mut lint = project.command("cargo");
    lint.arg("clippy").args(WITH_PAGE);
    process::run(lint.args(["--lib", "--", "-D", "warnings"]))?;
    let mut test = project.command("cargo");
    test.arg("test").args(WITH_PAGE);
    let mut counts = counted(test.env("MIDTURN_PRODUCT", product))?;
    counts += Counts::ONE_PASSED;
    Ok(counts)
}
