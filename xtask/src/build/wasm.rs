//! Compiles, splits, binds and optimises the WebAssembly.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::json;
use wasm_bindgen_cli_support::Bindgen;

use super::program::{BIN, LOADER, Program};
use crate::process::{capture, run};
use crate::project::Project;
use crate::steps::note;
use crate::tools::rust::WASM;

/// The node program that optimises, from the root of the repository.
const OPTIMISER: &str = "xtask/src/build/optimise.mjs";

/// Makes symbol names contain the crate of a generic function, for the table by crate in
/// `docs/size.md`.
const NAMES: &str = "-Csymbol-mangling-version=v0";

/// Compiles the program, with the information for splitting it.
///
/// # Errors
/// If it does not compile.
pub(super) fn compile(project: &Project, release: bool) -> Result<()> {
    let mut command = project.command("cargo");
    command.args(["build", "--package", "midturn", "--target", WASM]);
    command.args(["--bin", BIN, "--features", "parts"]);
    if release {
        command.args(["--release", "--config", &flags()]);
    }
    run(&mut command)
}

/// The rustc flags. They remove the machine's directory of crates from the source paths in panic messages:
/// the paths are shorter, and two machines build the same bytes. The paths of this repository are relative
/// already, and those of the standard library are virtual. So the flags are the same in another checkout,
/// which can use what was compiled in this one.
fn flags() -> String {
    let cargo_home = std::env::var_os("CARGO_HOME").map_or_else(
        || {
            let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
            PathBuf::from(home.unwrap_or_default()).join(".cargo")
        },
        PathBuf::from,
    );
    let mut flags = Vec::new();
    // One directory for each registry.
    let registries = fs::read_dir(cargo_home.join("registry").join("src"));
    for registry in registries.into_iter().flatten().flatten() {
        flags.push(format!(
            "--remap-path-prefix={}=crates",
            registry.path().display()
        ));
    }
    flags.sort();
    flags.push(NAMES.to_owned());
    let flags = json!(flags);
    // JSON, because an array of strings looks the same in TOML. `--config` adds to the flags in the
    // configuration files; the environment variable `RUSTFLAGS` would replace them.
    format!("target.{WASM}.rustflags={flags}")
}

/// Splits the program, and writes its JavaScript module and WebAssembly into its directory.
///
/// # Errors
/// If the program cannot be split, or wasm-bindgen fails.
pub(super) fn bind(project: &Project, release: bool, program: &Program) -> Result<()> {
    let output = program.directory();
    // Removes files of an earlier build.
    if output.exists() {
        fs::remove_dir_all(&output)?;
    }
    let first = program.file("first.wasm");
    divide(&linked(project, release), &first, program)?;
    Bindgen::new()
        .web(true)?
        .input_path(&first)
        .out_name(Program::NAME)
        // The parts import these exports.
        .keep_lld_exports(true)
        .typescript(false)
        // The module loads its WebAssembly from its own directory.
        .omit_default_module_path(false)
        // For a release, keep the mangled names: the table by crate needs them.
        .demangle(!release)
        .generate(&output)
        .context("wasm-bindgen")
}

/// Writes the first file, the parts, and the module that loads them.
fn divide(linked: &Path, first: &Path, program: &Program) -> Result<()> {
    let output = &program.directory();
    let linked = fs::read(linked).with_context(|| format!("reading {}", linked.display()))?;
    let main_module = format!("./{}", Program::JS);
    let mut options = wasm_split_cli_support::Options::new(&linked);
    options.output_dir = output;
    options.main_out_path = first;
    options.main_module = &main_module;
    let divided = wasm_split_cli_support::transform(options)
        .map_err(|error| anyhow!("dividing the program: {error:#}"))?;
    // The build's hash is in the names: otherwise a page opened before an update could load and run
    // a part of another build.
    let mut hasher = DefaultHasher::new();
    linked.hash(&mut hasher);
    let named = |stem: &str| format!("{stem}_{:016x}.wasm", hasher.finish());
    let loader = output.join(LOADER);
    let mut text = fs::read_to_string(&loader)?;
    for part in divided.split_modules {
        let stem = part.file_stem().unwrap_or_default().to_string_lossy();
        let name = named(&stem);
        text = text.replace(&format!("\"./{stem}.wasm\""), &format!("\"./{name}\""));
        fs::rename(&part, part.with_file_name(&name))?;
    }
    fs::write(&loader, text)?;
    let needed = divided.prefetch_map.into_iter().map(|(part, stems)| {
        let files = stems.iter().map(|stem| named(stem)).collect();
        (part, files)
    });
    program.write_parts(&needed.collect())
}

fn linked(project: &Project, release: bool) -> PathBuf {
    let profile = if release { "release" } else { "debug" };
    let directory = project.target().join(WASM).join(profile);
    directory.join(format!("{BIN}.wasm"))
}

/// Optimises all files of the program in place. Keeps a copy of each with the names of its functions.
///
/// # Errors
/// If binaryen fails.
pub(super) fn optimise(project: &Project, program: &Program) -> Result<()> {
    // Two processes: the first file takes longer than all others together.
    let lists = [
        ("first", vec![Program::WASM.to_owned()]),
        ("parts", program.parts()?),
    ];
    at_once(&lists, |(list, names)| {
        optimise_some(project, program, list, names)
    })
}

/// Runs `work` for each item in a separate thread.
fn at_once<T: Sync>(things: &[T], work: impl Fn(&T) -> Result<()> + Sync) -> Result<()> {
    std::thread::scope(|scope| {
        let work = &work;
        let running: Vec<_> = things
            .iter()
            .map(|thing| scope.spawn(move || work(thing)))
            .collect();
        for thread in running {
            match thread.join() {
                Ok(result) => result?,
                Err(_) => bail!("a thread of the build panicked"),
            }
        }
        Ok(())
    })
}

fn optimise_some(project: &Project, program: &Program, list: &str, names: &[String]) -> Result<()> {
    let sizes = || -> Result<u64> {
        let sizes = names.iter().map(|name| fs::metadata(program.file(name)));
        sizes.map(|size| Ok(size?.len())).sum()
    };
    let before = sizes()?;
    let files: Vec<_> = names
        .iter()
        .map(|name| json!({ "file": program.file(name), "named": program.named(name) }))
        .collect();
    let asked = program.file(&format!("{list}.optimise.json"));
    fs::write(&asked, json!(files).to_string())?;
    let mut command = project.node(&project.root().join(OPTIMISER));
    command.arg(&asked).current_dir(project.end2end());
    capture(&mut command).context("binaryen")?;
    note(&format!("{list}: {before} → {} bytes", sizes()?));
    Ok(())
}
