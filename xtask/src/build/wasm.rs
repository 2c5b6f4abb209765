//! Compiles, binds and optimises the WebAssembly. Knows the tools' flags; not what is in `dist/`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::json;
use wasm_bindgen_cli_support::Bindgen;

use super::Artifact;
use crate::process::{capture, run};
use crate::project::Project;
use crate::steps::note;
use crate::tools::rust::WASM;

/// What rustc's code for the target uses, and browsers of the last years have.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Names that say which crate a generic function is from, for the table by crate.
const NAMES: &str = "-Csymbol-mangling-version=v0";

/// Compiles the programs in one go.
///
/// # Errors
/// When they do not compile.
pub(super) fn compile(project: &Project, release: bool, artifacts: &[&Artifact]) -> Result<()> {
    let mut command = project.command("cargo");
    command.args(["build", "--package", "midturn", "--target", WASM]);
    for artifact in artifacts {
        command.args(["--bin", artifact.bin]);
    }
    if release {
        command.args(["--release", "--config", &flags(project)]);
    }
    run(&mut command)
}

/// Panic messages name source files. Without the machine's own directories they are shorter, and
/// two machines build the same bytes.
fn flags(project: &Project) -> String {
    let cargo_home = std::env::var_os("CARGO_HOME").map_or_else(
        || {
            let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
            PathBuf::from(home.unwrap_or_default()).join(".cargo")
        },
        PathBuf::from,
    );
    let mut flags = vec![format!(
        "--remap-path-prefix={}=.",
        project.root().display()
    )];
    // Where rustup keeps the sources of the standard library, which rustc looks up there.
    if let Ok(sysroot) = capture(project.command("rustc").args(["--print", "sysroot"])) {
        flags.push(format!(
            "--remap-path-prefix={}/lib/rustlib/src/rust=rust",
            sysroot.trim()
        ));
    }
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
    // An array of strings is written the same in TOML and JSON. Given so, and not in the
    // environment, it adds to what the configuration files say.
    format!("target.{WASM}.rustflags={flags}")
}

/// Writes the JavaScript modules and the bound WebAssembly into the artifacts' scratch directories,
/// all at the same time.
///
/// # Errors
/// When wasm-bindgen fails.
pub(super) fn bind_all(project: &Project, release: bool, artifacts: &[&Artifact]) -> Result<()> {
    at_once(artifacts, |artifact| bind(project, release, artifact))
}

fn bind(project: &Project, release: bool, artifact: &Artifact) -> Result<()> {
    let input = linked(project, release, artifact);
    let output = artifact.scratch(project);
    // What an earlier version of the program needed must not linger.
    if output.exists() {
        fs::remove_dir_all(&output)?;
    }
    Bindgen::new()
        .web(true)?
        .input_path(&input)
        .out_name(artifact.name)
        .typescript(false)
        // The module finds its WebAssembly beside itself.
        .omit_default_module_path(false)
        // The table by crate reads the linker's names.
        .demangle(!release)
        .generate(&output)
        .with_context(|| format!("wasm-bindgen, for {}", artifact.bin))
}

fn linked(project: &Project, release: bool, artifact: &Artifact) -> PathBuf {
    let profile = if release { "release" } else { "debug" };
    let directory = project.target().join(WASM).join(profile);
    directory.join(format!("{}.wasm", artifact.bin))
}

/// Shrinks the programs in place, all at the same time, and keeps of each a copy that has the names
/// of its functions.
///
/// # Errors
/// When wasm-opt fails.
pub(super) fn optimise(project: &Project, artifacts: &[&Artifact]) -> Result<()> {
    at_once(artifacts, |artifact| {
        optimise_one(project, &artifact.scratch(project).join(artifact.wasm()))
    })
}

/// The copy of a program that has the names of its functions.
pub(super) fn named(file: &Path) -> PathBuf {
    file.with_extension("named.wasm")
}

/// Does the same to several things, each in a thread of its own.
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

fn optimise_one(project: &Project, file: &Path) -> Result<()> {
    let before = fs::metadata(file)?.len();
    let wasm_opt = || project.node(&project.npm_script("binaryen/bin/wasm-opt"));
    let named = named(file);
    capture(
        wasm_opt()
            .args(FEATURES)
            .args(["-Oz", "-g", "--output"])
            .arg(&named)
            .arg(file),
    )
    .context("wasm-opt")?;
    capture(
        wasm_opt()
            .args(FEATURES)
            .args(["--strip-debug", "--strip-producers"])
            .args(["--strip-target-features", "--output"])
            .arg(file)
            .arg(&named),
    )
    .context("wasm-opt")?;
    let after = fs::metadata(file)?.len();
    let name = file.file_name().unwrap_or_default().display();
    note(&format!("{name}: {before} → {after} bytes"));
    Ok(())
}
