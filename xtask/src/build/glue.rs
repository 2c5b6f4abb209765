//! The JavaScript that starts the WebAssembly, and the calls that it must never contain.
//!
//! Page and element have one file each: wasm-bindgen's module and a start-up line, bundled by
//! esbuild, and minified for a release.

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::program::Program;
use crate::process::capture;
use crate::project::Project;

/// Calls that turn text into markup or code. A strict content security policy with trusted types
/// refuses them, and a model's text must never reach one.
const FORBIDDEN: [&str; 7] = [
    "innerHTML",
    "outerHTML",
    "insertAdjacentHTML",
    "document.write",
    "createContextualFragment",
    "eval(",
    "new Function",
];

/// A node program that calls esbuild through its JavaScript interface: esbuild's executable is a
/// script on some machines and a binary on others.
const ESBUILD: &str = "\
require('esbuild').buildSync(JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8')));";

/// The page's file.
pub(super) const PAGE: &str = "page.js";

/// The element's file.
pub(super) const ELEMENT: &str = "midturn.js";

/// An entry point of the program.
pub(super) struct Entry {
    /// The name of the JavaScript file.
    name: &'static str,
    /// Makes the module that starts the program, from the root of the repository and the path of
    /// the wasm-bindgen module.
    write: fn(&Path, &str) -> String,
}

/// The standalone page, and the element.
pub(super) const ENTRIES: [Entry; 2] = [
    Entry {
        name: PAGE,
        write: page_entry,
    },
    Entry {
        name: ELEMENT,
        write: element_entry,
    },
];

/// The module that starts the standalone page.
fn page_entry(root: &Path, module: &str) -> String {
    let page = root.join("src/page/start.js").display().to_string();
    format!(
        "import init, {{ open_page }} from {module:?};\n\
         import {{ start }} from {page:?};\n\
         await start(() => init().then(open_page));\n"
    )
}

/// The module that registers `<midturn-chat>` when imported. It loads nothing on a server, which
/// has no custom elements, or if another copy has registered the element. `ready` resolves when the
/// element is defined.
fn element_entry(root: &Path, module: &str) -> String {
    let class = root.join("src/embed/element.js").display().to_string();
    format!(
        "import init, {{ mount, speak }} from {module:?};\n\
         import {{ define }} from {class:?};\n\
         const needed = typeof customElements !== 'undefined' && \
         !customElements.get('midturn-chat');\n\
         export const ready = needed ? init().then(() => define(mount, speak)) : Promise.resolve();\n"
    )
}

/// Writes the JavaScript file of one entry point into `dist`.
///
/// # Errors
/// If esbuild fails.
pub(super) fn bundle(
    project: &Project,
    release: bool,
    program: &Program,
    entry: &Entry,
    dist: &Path,
) -> Result<()> {
    let source = program.file(&format!("entry-{}", entry.name));
    let module = format!("./{}", Program::JS);
    std::fs::write(&source, (entry.write)(project.root(), &module))?;
    let options = json!({
        "entryPoints": [source],
        "outfile": dist.join(entry.name),
        "bundle": true,
        "minify": release,
        "format": "esm",
        "target": "es2022",
        "charset": "utf8",
        "legalComments": "none",
        "logLevel": "warning",
    });
    let asked = program.file(&format!("{}.bundle.json", entry.name));
    std::fs::write(&asked, options.to_string())?;
    let mut command = project.command("node");
    command
        .args(["-e", ESBUILD])
        .arg(&asked)
        .current_dir(project.extras());
    capture(&mut command).context("esbuild").map(drop)
}

/// Looks for forbidden calls in the written files.
///
/// # Errors
/// If there is one; the error names the file and the call.
pub(super) fn check(dist: &Path) -> Result<()> {
    for Entry { name, .. } in &ENTRIES {
        let file = dist.join(name);
        let text = std::fs::read_to_string(&file)
            .with_context(|| format!("reading {}", file.display()))?;
        if let Some(call) = forbidden(&text) {
            bail!(
                "{name} contains `{call}`, which the page's content security policy refuses: find \
                 the Rust code that calls it (an attribute or macro that renders markup from \
                 text) and build the nodes instead"
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
