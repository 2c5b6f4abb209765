//! The JavaScript that starts the WebAssembly, and what it must never contain.
//!
//! Each artifact is one file: wasm-bindgen's module and a start-up line, bundled (and, for a
//! release, minified) by esbuild, so that a first load is two requests.

use std::path::Path;

use anyhow::{Context, Result, bail};

use super::Artifact;
use crate::process::capture;
use crate::project::Project;

/// Ways from text to markup or code. A page under a strict content security policy with trusted
/// types refuses them, and text of a model must never reach one.
const FORBIDDEN: [&str; 7] = [
    "innerHTML",
    "outerHTML",
    "insertAdjacentHTML",
    "document.write",
    "createContextualFragment",
    "eval(",
    "new Function",
];

/// Starts the standalone page.
pub(super) fn page_entry(module: &str) -> String {
    format!("import init from {module:?};\nawait init();\n")
}

/// Registers `<midturn-chat>` when imported. On a server, where there are no elements, and where
/// another copy has registered it, nothing is loaded. `ready` settles when the element is there.
pub(super) fn element_entry(module: &str) -> String {
    format!(
        "import init from {module:?};\n\
         const needed = typeof customElements !== 'undefined' && \
         !customElements.get('midturn-chat');\n\
         export const ready = needed ? init().then(() => undefined) : Promise.resolve();\n"
    )
}

/// Writes the artifact's one JavaScript file into `dist`.
///
/// # Errors
/// When esbuild fails.
pub(super) fn bundle(
    project: &Project,
    release: bool,
    artifact: &Artifact,
    dist: &Path,
) -> Result<()> {
    let scratch = artifact.scratch(project);
    let entry = scratch.join("entry.js");
    let text = (artifact.entry)(&format!("./{}", artifact.js()));
    std::fs::write(&entry, text)?;
    let mut command = project.node(&project.npm_script("esbuild/bin/esbuild"));
    command
        .arg(&entry)
        .args(["--bundle", "--format=esm", "--target=es2022"])
        .args([
            "--charset=utf8",
            "--legal-comments=none",
            "--log-level=warning",
        ])
        .arg(format!(
            "--outfile={}",
            dist.join(artifact.js()).to_string_lossy()
        ));
    if release {
        command.arg("--minify");
    }
    capture(&mut command).context("esbuild").map(drop)
}

/// Looks for forbidden calls in what was written.
///
/// # Errors
/// Naming the file and the call.
pub(super) fn check(project: &Project, artifacts: &[&Artifact]) -> Result<()> {
    for artifact in artifacts {
        let file = project.dist().join(artifact.js());
        let text = std::fs::read_to_string(&file)
            .with_context(|| format!("reading {}", file.display()))?;
        if let Some(call) = forbidden(&text) {
            bail!(
                "{} contains `{call}`, which the page's content security policy refuses: find \
                 the Rust code that calls it (an attribute or macro that renders markup from \
                 text) and build the nodes instead",
                artifact.js()
            );
        }
    }
    Ok(())
}

fn forbidden(text: &str) -> Option<&'static str> {
    FORBIDDEN.into_iter().find(|call| text.contains(call))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_calls_are_found() {
        assert_eq!(forbidden("node.innerHTML = text"), Some("innerHTML"));
        assert_eq!(forbidden("return eval(x)"), Some("eval("));
        assert_eq!(
            forbidden("new Function('return this')"),
            Some("new Function")
        );
        assert_eq!(forbidden("node.textContent = text"), None);
    }

    #[test]
    fn the_element_loads_nothing_where_it_cannot_be_registered() {
        let entry = element_entry("./midturn.js");
        assert!(entry.contains("import init from \"./midturn.js\""));
        assert!(entry.contains("typeof customElements"));
        assert!(!entry.contains("await"));
    }
}
