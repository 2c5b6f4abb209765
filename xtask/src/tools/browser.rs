//! A Chromium for the browser tests: an installed one, else the distribution's, else Playwright's.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::{node, system};
use crate::process::{capture, run};
use crate::project::Project;
use crate::steps::note;

/// Names of Chromium's executable. First the one without a window's own controls, which are a page too and
/// take as long as the page that is tested: with it, the browser tests take two thirds of the time.
const NAMES: [&str; 5] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// The distribution's packages, the better first.
const PACKAGES: [&str; 2] = ["chromium-headless-shell", "chromium"];

/// The environment variable that names the browser, for this program and for the tests.
pub(crate) const VARIABLE: &str = "MIDTURN_CHROMIUM";

/// Finds or installs a Chromium.
///
/// # Errors
/// If there is no Chromium, and none can be installed.
pub(crate) fn ensure(project: &Project) -> Result<PathBuf> {
    if let Some(path) = find(project) {
        note(&format!("Chromium: present at {}", path.display()));
        return Ok(path);
    }
    for package in PACKAGES {
        if system::may_install(project) && system::install(project, package, "Chromium").is_ok() {
            if let Some(path) = find(project) {
                return Ok(path);
            }
            note(&format!("what {package} has installed does not start"));
        }
    }
    note("Chromium: downloading Playwright's");
    run(project
        .node(&project.npm_script("@playwright/test/cli.js"))
        .args(["install", "chromium"]))?;
    find(project).context("no Chromium was found after installing one")
}

/// The oldest Chromium that the README promises, from an npm package. `None` except on Linux on
/// x86-64.
///
/// # Errors
/// If the package cannot be installed, or its Chromium cannot be unpacked.
pub(crate) fn oldest(project: &Project) -> Result<Option<PathBuf>> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Ok(None);
    }
    let place = project.end2end().join("oldest");
    node::packages_in(project, &place)?;
    let path = capture(&mut project.node(&place.join("inflate.mjs")))?;
    Ok(Some(PathBuf::from(path.trim())))
}

fn find(project: &Project) -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    let on_path = NAMES.iter().flat_map(|name| project.find_all(name));
    named
        .into_iter()
        .chain(on_path)
        .chain(playwright(project).ok())
        .find(|path| starts(project, path))
}

/// Whether the browser starts. Some distributions have a script in its place that only says how to
/// install the browser.
fn starts(project: &Project, path: &std::path::Path) -> bool {
    capture(project.command(&path.to_string_lossy()).arg("--version")).is_ok()
}

fn playwright(project: &Project) -> Result<PathBuf> {
    let script = "console.log(require('@playwright/test').chromium.executablePath())";
    let path = capture(
        project
            .command("node")
            .args(["-e", script])
            .current_dir(project.end2end()),
    )?;
    let path = PathBuf::from(path.trim());
    if !path.is_file() {
        bail!("Playwright has not downloaded its Chromium");
    }
    Ok(path)
}
