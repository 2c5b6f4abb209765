//! The JavaScript that starts the WebAssembly, and what it must never contain.
//!
//! Each artifact is one file: wasm-bindgen's module and a start-up line, bundled (and, for a
//! release, minified) by esbuild, so that a first load is two requests.

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::json;

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

/// By its interface, because its executable is a script on one machine and a binary on another.
const ESBUILD: &str = "\
require('esbuild').buildSync(JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8')));";

/// Starts the standalone page.
pub(super) fn page_entry(root: &Path, module: &str) -> String {
    let page = root.join("src/page/start.js").display().to_string();
    format!(
        "import init from {module:?};\n\
         import {{ start }} from {page:?};\n\
         await start(init);\n"
    )
}

/// Registers `<midturn-chat>` when imported. On a server, where there are no elements, and where
/// another copy has registered it, nothing is loaded. `ready` settles when the element is there.
pub(super) fn element_entry(root: &Path, module: &str) -> String {
    let class = root.join("src/embed/element.js").display().to_string();
    format!(
        "import init, {{ mount }} from {module:?};\n\
         import {{ define }} from {class:?};\n\
         const needed = typeof customElements !== 'undefined' && \
         !customElements.get('midturn-chat');\n\
         export const ready = needed ? init().then(() => define(mount)) : Promise.resolve();\n"
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
    let module = format!("./{}", artifact.js());
    std::fs::write(&entry, (artifact.entry)(project.root(), &module))?;
    let options = json!({
        "entryPoints": [entry],
        "outfile": dist.join(artifact.js()),
        "bundle": true,
        "minify": release,
        "format": "esm",
        "target": "es2022",
        "charset": "utf8",
        "legalComments": "none",
        "logLevel": "warning",
    });
    let asked = scratch.join("bundle.json");
    std::fs::write(&asked, options.to_string())?;
    let mut command = project.command("node");
    command
        .args(["-e", ESBUILD])
        .arg(&asked)
        .current_dir(project.extras());
    capture(&mut command).context("esbuild").map(drop)
}

/// Looks for forbidden calls in what was written.
///
/// # Errors
/// Naming the file and the call.
pub(super) fn check(artifacts: &[&Artifact], dist: &Path) -> Result<()> {
    for artifact in artifacts {
        let file = dist.join(artifact.js());
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

/// The first forbidden call in a text.
pub(super) fn forbidden(text: &str) -> Option<&'static str> {
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
        let entry = element_entry(Path::new("root"), "./midturn.js");
        assert!(entry.contains("from \"./midturn.js\""));
        assert!(entry.contains("typeof customElements"));
        assert!(!entry.contains("await"));
    }
}
