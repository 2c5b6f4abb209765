//! Compiles, binds and optimises the WebAssembly. Knows the tools' flags; not what is in `dist/`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde_json::json;

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
        command.args(["--release", "--config", &remap_paths(project)]);
    }
    run(&mut command)
}

/// Panic messages name source files. Without the machine's own directories they are shorter, and
/// two machines build the same bytes.
fn remap_paths(project: &Project) -> String {
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
    let flags = json!(flags);
    // An array of strings is written the same in TOML and JSON. Given so, and not in the
    // environment, it adds to what the configuration files say.
    format!("target.{WASM}.rustflags={flags}")
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
        fs::remove_dir_all(&output)?;
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

/// Also gives imports and exports short names, of which wasm-bindgen's are long and end in a
/// hash; the JavaScript side is told of them.
fn optimise_one(project: &Project, artifact: &Artifact) -> Result<()> {
    let file = artifact.scratch(project).join(artifact.wasm());
    let before = fs::metadata(&file)?.len();
    let names = capture(
        project
            .node(&project.npm_script("binaryen/bin/wasm-opt"))
            .args(FEATURES)
            // Once more in another shape, which is half a percent.
            .args(["-Oz", "--flatten", "--rereloop", "-Oz", "-Oz"])
            .arg("--minify-imports-and-exports-and-modules")
            .args(["--strip-debug", "--strip-producers"])
            .args(["--strip-target-features", "--output"])
            .arg(&file)
            .arg(&file),
    )
    .context("wasm-opt")?;
    fs::write(artifact.names(project), names)?;
    let after = fs::metadata(&file)?.len();
    note(&format!("{}: {before} → {after} bytes", artifact.wasm()));
    Ok(())
}
