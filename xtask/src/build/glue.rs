//! The JavaScript that starts the WebAssembly, and what it must never contain.
//!
//! Each artifact is one file: wasm-bindgen's module and a start-up line, bundled (and, for a
//! release, minified) by esbuild, so that a first load is two requests.

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::{Artifact, names, split};
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
const options = JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8'));
if (options.mangleProps) options.mangleProps = new RegExp(options.mangleProps);
require('esbuild').buildSync(options);";

/// Starts the standalone page, and asks for the browser's language. A setting may name another, which
/// the program then asks for under the name that `src/page/language.rs` knows.
pub(super) fn page_entry(root: &Path, module: &str, program: &str) -> String {
    let locale = root.join("src/embed/locale.js").display().to_string();
    format!(
        "import * as bound from {module:?};\n\
         import {{ browserLocale }} from {locale:?};\n{program}\
         guard(document);\n\
         globalThis.midturnLanguage = language;\n\
         const started = start();\n\
         language(browserLocale());\n\
         await started;\n"
    )
}

/// Registers `<midturn-chat>` when imported. On a server, where there are no elements, and where
/// another copy has registered it, nothing is loaded. `ready` settles when the element is there. The
/// languages of the elements that are on the page come with the start.
pub(super) fn element_entry(root: &Path, module: &str, program: &str) -> String {
    let class = root.join("src/embed/element.js").display().to_string();
    let locale = root.join("src/embed/locale.js").display().to_string();
    format!(
        "import * as bound from {module:?};\n\
         import {{ mount }} from {module:?};\n\
         import {{ define }} from {class:?};\n\
         import {{ localeOf }} from {locale:?};\n{program}\
         const needed = typeof customElements !== 'undefined' && \
         !customElements.get('midturn-chat');\n\
         export const ready = needed ? \
         start().then(() => define(mount, guard, intent, language)) : Promise.resolve();\n\
         if (needed) for (const host of document.querySelectorAll('midturn-chat')) \
         language(localeOf(host));\n"
    )
}

/// What fetches and starts a program of one file: `start`, and nothing that has to wait.
const WHOLE: &str = "\
const start = bound.default, guard = () => {}, intent = () => {}, language = () => {};\n";

/// The same for one that tells which functions have run: those that wait for a language too.
const MARKED: &str = "\
globalThis.marks = new Uint8Array(65536);
const guard = () => {}, intent = () => {}, language = async (tag) => tag;
const start = async () => {
  const given = { ...bound.imports(), l: { mark: (number) => { marks[number] = 1; } } };
  const file = fetch(new URL('NAME', import.meta.url));
  const { instance, module } = await WebAssembly.instantiateStreaming(file, given);
  // As the loader of parts does.
  const { exports } = instance;
  exports.partsAreComing();
  globalThis.program = bound.finalize(instance, module);
  setTimeout(exports.partsAreThere, globalThis.partsAfter, 0);
};
";

/// The same for a program in parts. The number is of this build.
fn in_parts(root: &Path, artifact: &Artifact, build: u64) -> String {
    let loader = root.join("src/embed/parts.js").display().to_string();
    let url = |(part, file): (usize, &String)| match part {
        // Its name is told to the page before the JavaScript has been read.
        0 => format!("new URL('{file}', import.meta.url)"),
        _ => format!("new URL('{file}?{build:x}', import.meta.url)"),
    };
    let urls: Vec<_> = artifact.parts().iter().enumerate().map(url).collect();
    let (chain, sides) = urls.split_at(split::PARTS);
    let sides = split::SIDES.iter().zip(sides);
    let sides: Vec<_> = sides
        .map(|((tag, _), url)| format!("{tag}: {url}"))
        .collect();
    format!(
        "import {{ program }} from {loader:?};\n\
         const {{ start, guard, intent, language }} = program([{}], {{ {} }}, bound);\n",
        chain.join(", "),
        sides.join(", "),
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
    let mut module = format!("./{}", artifact.js());
    let mut program = WHOLE.to_owned();
    if release {
        module = format!("./{}", open(&scratch, artifact)?);
        program = in_parts(project.root(), artifact, build_number(&scratch, artifact)?);
    }
    let text = (artifact.entry)(project.root(), &module, &program);
    let names = release.then(|| artifact.names(project));
    write(project, artifact, &text, names.as_deref(), dist)
}

/// Writes JavaScript that tells in `marks` which functions have run.
///
/// # Errors
/// When esbuild fails.
pub(super) fn bundle_marked(project: &Project, artifact: &Artifact, dist: &Path) -> Result<()> {
    let module = format!("./{}", open(&artifact.scratch(project), artifact)?);
    let program = MARKED.replace("NAME", &artifact.wasm());
    let text = (artifact.entry)(project.root(), &module, &program);
    write(project, artifact, &text, None, dist)
}

/// Minifies when there are short names.
fn write(
    project: &Project,
    artifact: &Artifact,
    text: &str,
    names: Option<&Path>,
    dist: &Path,
) -> Result<()> {
    let scratch = artifact.scratch(project);
    let entry = scratch.join("entry.js");
    std::fs::write(&entry, text)?;
    let mut options = json!({
        "entryPoints": [entry],
        "outfile": dist.join(artifact.js()),
        "bundle": true,
        "minify": names.is_some(),
        "format": "esm",
        "target": "es2022",
        "charset": "utf8",
        "legalComments": "none",
        "logLevel": "warning",
    });
    if let Some(names) = names {
        let names = std::fs::read_to_string(names)?;
        let module = format!("./{}_bg.js", artifact.name);
        names::Names::read(&names, &module)?.put_into(&mut options);
    }
    let asked = scratch.join("bundle.json");
    std::fs::write(&asked, options.to_string())?;
    let mut command = project.command("node");
    command
        .args(["-e", ESBUILD])
        .arg(&asked)
        .current_dir(project.extras());
    capture(&mut command).context("esbuild").map(drop)
}

/// A copy of wasm-bindgen's module that also exports what its own start uses: the imports, and what
/// is to be done with an instance.
pub(super) fn open(scratch: &Path, artifact: &Artifact) -> Result<String> {
    let mut text = std::fs::read_to_string(scratch.join(artifact.js()))?;
    text += "\nexport { __wbg_get_imports as imports, __wbg_finalize_init as finalize };\n";
    let name = format!("{}_open.js", artifact.name);
    std::fs::write(scratch.join(&name), text)?;
    Ok(name)
}

/// Differs between builds, so that no cache gives a part of another one.
fn build_number(scratch: &Path, artifact: &Artifact) -> Result<u64> {
    let whole = std::fs::read(scratch.join(artifact.whole()))?;
    Ok(split::fingerprint(&whole))
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
        let entry = element_entry(Path::new("root"), "./midturn.js", WHOLE);
        assert!(entry.contains("import * as bound from \"./midturn.js\""));
        assert!(entry.contains("typeof customElements"));
        assert!(!entry.contains("await"));
    }

    #[test]
    fn later_parts_have_the_number_of_their_build() {
        let text = in_parts(Path::new("root"), &super::super::ELEMENT, 255);
        assert!(text.contains("'midturn_bg.wasm'"));
        assert!(text.contains("'midturn_reading.wasm?ff'"));
        assert!(text.contains("fr: new URL('midturn_fr.wasm?ff'"));
    }
}
