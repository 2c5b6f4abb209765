//! Compiles, binds and optimises the WebAssembly. Knows the tools' flags; not what is in `dist/`.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

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
        command.arg("--release");
        command.env("CARGO_ENCODED_RUSTFLAGS", remap_paths(project));
    }
    run(&mut command)
}

/// Panic messages name source files. Without the machine's own directories they are shorter, and
/// two machines build the same bytes.
fn remap_paths(project: &Project) -> OsString {
    let cargo_home = std::env::var_os("CARGO_HOME").map_or_else(
        || {
            let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
            PathBuf::from(home.unwrap_or_default()).join(".cargo")
        },
        PathBuf::from,
    );
    let mut flags = OsString::from("--remap-path-prefix=");
    flags.push(project.root());
    flags.push("=.\u{1f}--remap-path-prefix=");
    flags.push(cargo_home.join("registry").join("src"));
    flags.push("=crates");
    flags
}

/// Writes the JavaScript module and the bound WebAssembly into the artifact's scratch directory.
///
/// # Errors
/// When wasm-bindgen fails.
pub(super) fn bind(project: &Project, release: bool, artifact: &Artifact) -> Result<()> {
    let profile = if release { "release" } else { "debug" };
    let input = project
        .target()
        .join(WASM)
        .join(profile)
        .join(format!("{}.wasm", artifact.bin));
    let output = artifact.scratch(project);
    // What an earlier version of the program needed must not linger.
    if output.exists() {
        std::fs::remove_dir_all(&output)?;
    }
    let mut command = project.command("wasm-bindgen");
    command
        .args(["--target", "web", "--no-typescript", "--out-name"])
        .arg(artifact.name)
        .arg("--out-dir")
        .arg(&output)
        .arg(&input);
    run(&mut command)
}

/// Shrinks the WebAssembly in place, all at the same time.
///
/// # Errors
/// When wasm-opt fails.
pub(super) fn optimise(project: &Project, artifacts: &[&Artifact]) -> Result<()> {
    std::thread::scope(|scope| {
        let running: Vec<_> = artifacts
            .iter()
            .map(|artifact| scope.spawn(|| optimise_one(project, artifact)))
            .collect();
        for thread in running {
            match thread.join() {
                Ok(result) => result?,
                Err(_) => bail!("a thread that ran wasm-opt panicked"),
            }
        }
        Ok(())
    })
}

fn optimise_one(project: &Project, artifact: &Artifact) -> Result<()> {
    let file = artifact.scratch(project).join(artifact.wasm());
    let before = std::fs::metadata(&file)?.len();
    capture(
        project
            .node(&project.npm_script("binaryen/bin/wasm-opt"))
            .args(FEATURES)
            .args(["-Oz", "--strip-debug", "--strip-producers", "--output"])
            .arg(&file)
            .arg(&file),
    )
    .context("wasm-opt")?;
    let after = std::fs::metadata(&file)?.len();
    note(&format!("{}: {before} → {after} bytes", artifact.wasm()));
    Ok(())
}
