//! Tests the released program while `dist/` is moved away: the program must contain the page.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::How;
use super::cargo::count;
use crate::agent::{self, Given};
use crate::counts::Counts;
use crate::process::{self, capture, tee};
use crate::project::Project;
use crate::tools;

/// Starts the program that `build --release` made, opens its page in a browser, sends a message and waits
/// for the answer.
///
/// # Errors
/// If there is no such program, or no answer.
pub(super) fn run(project: &Project, _how: &How<'_>) -> Result<Counts> {
    let product = built(project)?;
    tools::node::ensure(project)?;
    let chromium = tools::browser::ensure(project)?;
    let _aside = Aside::put(&project.dist(), &project.scratch().join("dist"))?;
    let any_port = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let given = Given {
        store: project.scratch().join("product/agent.db"),
        cors: Vec::new(),
    };
    let (_agent, address) = agent::start(project, &product, any_port, &given, None)?;
    process::run(
        project
            .node(&project.end2end().join("newcomer.mjs"))
            .arg(format!("http://{address}"))
            .current_dir(project.end2end())
            .env(tools::browser::VARIABLE, chromium),
    )?;
    Ok(Counts::ONE_PASSED)
}

/// Lints the code that is compiled only with the page, and runs the tests of the program over HTTP.
///
/// # Errors
/// If there is no such program, there is a warning, or the tests do not compile.
pub(super) fn tests(project: &Project, _how: &How<'_>) -> Result<Counts> {
    let product = built(project)?;
    lint(project)?;
    let test = compile(project)?;
    let aside = Aside::put(&project.dist(), &project.scratch().join("dist"))?;
    let mut command = project.command(&test);
    command
        .env("MIDTURN_PRODUCT", product)
        .env("MIDTURN_DIST", &aside.place);
    let (status, output) = tee(&mut command)?;
    let mut counts = count(&output);
    ensure!(
        status.success() || counts.failed > 0,
        "the test of the program ended with {status}"
    );
    counts += Counts::ONE_PASSED;
    Ok(counts)
}

fn built(project: &Project) -> Result<PathBuf> {
    let product = agent::product(project);
    ensure!(
        product.is_file() && project.dist().join("index.html").is_file(),
        "there is no program with the page inside: run `cargo xtask build --release`"
    );
    Ok(product)
}

/// clippy for the code that is compiled only with the page.
fn lint(project: &Project) -> Result<()> {
    let of = ["--package", "midturn-agent", "--features", "page"];
    process::run(
        project
            .command("cargo")
            .arg("clippy")
            .args(of)
            .args(["--lib", "--test", "product", "--", "-D", "warnings"]),
    )
}

/// Compiles the test program. It is run without cargo, which would look for `dist/`.
fn compile(project: &Project) -> Result<String> {
    let arguments = [
        "test",
        "--no-run",
        "--message-format=json-render-diagnostics",
    ];
    let of = ["--package", "midturn-agent", "--features", "page"];
    let messages = capture(
        project
            .command("cargo")
            .args(arguments)
            .args(of)
            .args(["--test", "product"]),
    )?;
    executable(&messages, "product").context("cargo does not say where the test program is")
}

fn executable(messages: &str, target: &str) -> Option<String> {
    let messages = messages.lines();
    let mut messages =
        messages.filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let of_target = messages
        .find(|message| message["target"]["name"] == target && message["executable"].is_string())?;
    of_target["executable"].as_str().map(str::to_owned)
}

/// A directory that is moved away until this is dropped.
struct Aside {
    from: PathBuf,
    place: PathBuf,
}

impl Aside {
    fn put(from: &Path, place: &Path) -> Result<Self> {
        if place.exists() {
            fs::remove_dir_all(place).context("clearing the place for dist/")?;
        }
        let parent = place.parent().context("it is inside of target/")?;
        fs::create_dir_all(parent)?;
        fs::rename(from, place).context("putting dist/ aside")?;
        Ok(Self {
            from: from.to_owned(),
            place: place.to_owned(),
        })
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if let Err(error) = fs::rename(&self.place, &self.from) {
            eprintln!("dist/ stays in {}: {error}", self.place.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::executable;

    #[test]
    fn the_test_program_is_read_from_the_messages_of_cargo() {
        let messages = r#"
{"reason":"compiler-artifact","target":{"name":"midturn-agent"},"executable":"/a"}
{"reason":"compiler-artifact","target":{"name":"product"},"executable":null}
{"reason":"compiler-artifact","target":{"name":"product"},"executable":"/b"}
not JSON"#;
        assert_eq!(executable(messages, "product").as_deref(), Some("/b"));
        assert_eq!(executable(messages, "other"), None);
    }
}
