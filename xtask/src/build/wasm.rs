//! Compiles, binds and optimises the WebAssembly. Knows the tools' flags; not what is in `dist/`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::json;
use wasm_bindgen_cli_support::Bindgen;

use super::split::{self, Short};
use super::{Artifact, profile};
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

/// What dividing a program needs: names that tell generic functions apart, and who refers to what.
const DIVISIBLE: [&str; 2] = ["-Csymbol-mangling-version=v0", "-Clink-arg=--emit-relocs"];

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
    flags.extend(DIVISIBLE.map(str::to_owned));
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
        // The profile's names are made of the linker's.
        .demangle(!release)
        .generate(&output)
        .with_context(|| format!("wasm-bindgen, for {}", artifact.bin))
}

fn linked(project: &Project, release: bool, artifact: &Artifact) -> PathBuf {
    let profile = if release { "release" } else { "debug" };
    let directory = project.target().join(WASM).join(profile);
    directory.join(format!("{}.wasm", artifact.bin))
}

/// Divides the bound WebAssembly. The first part has the name that the whole had.
///
/// # Errors
/// When it cannot be divided.
pub(super) fn divide(project: &Project, artifact: &Artifact) -> Result<()> {
    let scratch = artifact.scratch(project);
    let bound = fs::read(scratch.join(artifact.wasm()))?;
    fs::write(scratch.join(artifact.whole()), &bound)?;
    let linked = fs::read(linked(project, true, artifact))?;
    let profile = profile::read(project, artifact)?;
    let mut short = Short::default();
    let parts = split::split(&bound, &linked, &profile, &mut short)
        .with_context(|| format!("dividing {}", artifact.wasm()))?;
    for (file, part) in artifact.parts().iter().zip(parts) {
        fs::write(scratch.join(file), part)?;
    }
    fs::write(artifact.names(project), short.told().to_string())?;
    Ok(())
}

/// Shrinks the parts in place, all at the same time, and keeps of each a copy that has the names of
/// its functions.
///
/// # Errors
/// When wasm-opt fails.
pub(super) fn optimise(project: &Project, artifacts: &[&Artifact]) -> Result<()> {
    let files = artifacts.iter().flat_map(|artifact| {
        let scratch = artifact.scratch(project);
        let parts = artifact.parts().into_iter();
        parts.map(move |part| scratch.join(part))
    });
    let files: Vec<PathBuf> = files.collect();
    at_once(&files, |file| optimise_one(project, file))
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
    let named = file.with_extension("named.wasm");
    capture(
        wasm_opt()
            .args(FEATURES)
            // Once more in another shape, which is half a percent.
            .args([
                "-Oz",
                "--flatten",
                "--rereloop",
                "-Oz",
                "-Oz",
                "-g",
                "--output",
            ])
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
