//! The JavaScript that starts the WebAssembly, and the calls that it must never contain.
//!
//! Page and element have one file each: wasm-bindgen's module and a start-up line, bundled by
//! esbuild (`bundle.mjs`), and minified for a release. `inline.js` also contains what the others load.

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};

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

/// The node program that calls esbuild, from the root of the repository.
const BUNDLER: &str = "xtask/src/build/bundle.mjs";

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
    /// Whether it names the parts that only the standalone page loads.
    has_page: bool,
}

/// The standalone page, and the element.
pub(super) const ENTRIES: [Entry; 2] = [
    Entry {
        name: PAGE,
        write: page_entry,
        has_page: true,
    },
    Entry {
        name: ELEMENT,
        write: element_entry,
        // `dist/` has the files in any case.
        has_page: true,
    },
];

/// The package's module, which has no side effect: whoever imports it defines the element.
pub(super) const PACKAGED: Entry = Entry {
    name: "program.js",
    write: packaged_entry,
    has_page: false,
};

/// The element with everything in one file.
const WHOLE: Entry = Entry {
    name: "inline.js",
    write: element_entry,
    has_page: false,
};

/// The module that starts the standalone page: it registers `<midturn-chat>`, of which the page
/// consists, and opens the page once the program is loaded.
fn page_entry(root: &Path, module: &str) -> String {
    let page = root.join("src/page/start.js").display().to_string();
    class_entry(root, module)
        + &format!(
            "import {{ open_page }} from {module:?};\n\
             import {{ load as loadModule, start }} from {page:?};\n\
             defineMidturnChat();\n\
             await start(() => load().then(() => open_page(loadModule)));\n"
        )
}

/// The module that registers `<midturn-chat>` when imported. On a server, which has no custom
/// elements, it does nothing. The program is loaded when an element needs it.
fn element_entry(root: &Path, module: &str) -> String {
    class_entry(root, module) + "defineMidturnChat();\n"
}

/// The module of the element's class, which is not registered.
fn class_entry(root: &Path, module: &str) -> String {
    let [class, error, base] = ["element", "error", "base"].map(|name| {
        let file = root.join(format!("src/embed/{name}.js"));
        file.display().to_string()
    });
    let first = Program::WASM.trim_end_matches(".wasm");
    format!(
        "import init, {{ mount, speak }} from {module:?};\n\
         import {{ fileAt }} from {base:?};\n\
         import {{ defineMidturnChat, loadWith }} from {class:?};\n\
         export {{ defineMidturnChat, MidturnChat }} from {class:?};\n\
         export {{ MidturnError }} from {error:?};\n\
         const load = () => init({{ module_or_path: fileAt({first:?}) }});\n\
         loadWith(() => load().then(() => ({{ mount, speak }})));\n"
    )
}

/// The class, and the names that the package's React and Vue components need.
fn packaged_entry(root: &Path, module: &str) -> String {
    let class = root.join("src/embed/element.js").display().to_string();
    let properties = root.join("src/embed/properties.js").display().to_string();
    class_entry(root, module)
        + &format!(
            "export {{ METHODS }} from {class:?};\n\
             export {{ ATTRIBUTES, PROPERTIES, propertyOf }} from {properties:?};\n"
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
    let mut options = options(release, &dist.join(entry.name));
    // Each is a file of its own, loaded when it is needed.
    options["external"] = json!(["./extras/*"]);
    ask(project, program, entry, options, &Value::Null)
}

/// Writes the element with everything in one file: the program and its parts, and the extras, which
/// are taken from a directory that has them with import statements.
///
/// # Errors
/// If the program has not been built, esbuild fails, or the file contains a forbidden call.
pub(super) fn bundle_whole(
    project: &Project,
    program: &Program,
    extras: &Path,
    file: &Path,
) -> Result<()> {
    let mut files = program.parts_of_element()?;
    files.push(Program::WASM.to_owned());
    let files: Map<String, Value> = files
        .iter()
        .map(|name| {
            let stem = name.trim_end_matches(".wasm").to_owned();
            (stem, json!(program.file(name)))
        })
        .collect();
    let whole = json!({
        "files": files,
        "extras": extras,
        "inlined": project.root().join("src/embed/inlined.js"),
    });
    ask(project, program, &WHOLE, options(true, file), &whole)?;
    check_file(file)
}

/// The options of esbuild for all entries.
fn options(release: bool, file: &Path) -> Value {
    json!({
        "outfile": file,
        "bundle": true,
        "minify": release,
        "format": "esm",
        "target": "es2022",
        "charset": "utf8",
        "legalComments": "none",
        "logLevel": "warning",
    })
}

fn ask(
    project: &Project,
    program: &Program,
    entry: &Entry,
    mut options: Value,
    whole: &Value,
) -> Result<()> {
    let source = program.file(&format!("entry-{}", entry.name));
    let module = format!("./{}", Program::JS);
    std::fs::write(&source, (entry.write)(project.root(), &module))?;
    options["entryPoints"] = json!([source]);
    let base = project.root().join("src/embed/base.js");
    let without = if entry.has_page {
        Vec::new()
    } else {
        program.parts_of_page()?
    };
    let without: Vec<&str> = without
        .iter()
        .map(|name| name.trim_end_matches(".wasm"))
        .collect();
    let asked = json!({ "options": options, "base": base, "without": without, "whole": whole });
    let file = program.file(&format!("{}.bundle.json", entry.name));
    std::fs::write(&file, asked.to_string())?;
    let mut command = project.node(&project.root().join(BUNDLER));
    command.arg(&file).current_dir(project.extras());
    capture(&mut command).context("esbuild").map(drop)
}

/// Looks for forbidden calls in the written files.
///
/// # Errors
/// If there is one; the error names the file and the call.
pub(super) fn check(dist: &Path) -> Result<()> {
    ENTRIES
        .iter()
        .try_for_each(|entry| check_file(&dist.join(entry.name)))
}

fn check_file(file: &Path) -> Result<()> {
    let text =
        std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    if let Some(call) = forbidden(&text) {
        bail!(
            "{} contains `{call}`, which the page's content security policy refuses: find the \
             code that calls it (an attribute or macro that renders markup from text) and build \
             the nodes instead",
            file.display()
        );
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
    fn the_element_is_defined_before_its_program_is_loaded() {
        let entry = element_entry(Path::new("root"), "./midturn.js");
        assert!(entry.contains("from \"./midturn.js\""));
        assert!(entry.contains("fileAt(\"midturn_bg\")"));
        assert!(entry.ends_with("defineMidturnChat();\n"));
        assert!(!entry.contains("await"));
    }
}
