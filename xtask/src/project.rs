//! Where things are: the root of the repository, cargo's target directory, `dist/`.
//!
//! Also makes commands that run in the root, with our own tools first on `PATH`. Runs nothing
//! itself but `cargo metadata`.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

/// The checked-out repository.
pub(crate) struct Project {
    root: PathBuf,
    target: PathBuf,
    path: OsString,
    /// Whether cargo must be told the target directory.
    is_copy: bool,
}

impl Project {
    /// Finds the root and the target directory.
    ///
    /// # Errors
    /// If cargo cannot read the workspace.
    pub(crate) fn open() -> Result<Self> {
        // Ask at run time: two checkouts may share a target directory, and thereby this program. A
        // path compiled into the program could be wrong.
        let metadata = crate::process::capture(Command::new("cargo").args([
            "metadata",
            "--format-version=1",
            "--no-deps",
        ]))?;
        let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
        let directory = |name: &str| {
            let path = metadata[name].as_str().map(PathBuf::from);
            path.with_context(|| format!("cargo does not say what its {name} is"))
        };
        let root = directory("workspace_root")?;
        Ok(Self {
            path: search_path(&root),
            target: directory("target_directory")?,
            root,
            is_copy: false,
        })
    }

    /// A copy of the repository, with the same tools.
    pub(crate) fn copied_to(&self, root: PathBuf, target: PathBuf) -> Self {
        Self {
            root,
            target,
            path: self.path.clone(),
            is_copy: true,
        }
    }

    /// The root of the repository.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Cargo's target directory.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// Scratch space of the xtask commands; may be deleted at any time.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.target.join("xtask")
    }

    /// The output of `build`.
    pub(crate) fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// The browser tests, and the JavaScript tools of a release.
    pub(crate) fn end2end(&self) -> PathBuf {
        self.root.join("end2end")
    }

    /// The modules that are loaded later, and the bundler of all JavaScript.
    pub(crate) fn extras(&self) -> PathBuf {
        self.root.join("extras")
    }

    /// Tools installed for this repository only.
    pub(crate) fn tools(&self) -> PathBuf {
        self.root.join(".tools")
    }

    /// A script of an installed npm package, for node.
    pub(crate) fn npm_script(&self, path: &str) -> PathBuf {
        self.end2end().join("node_modules").join(path)
    }

    /// A command that runs in the root, with `.tools/bin` first on `PATH`.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).env("PATH", &self.path);
        if self.is_copy {
            command.env("CARGO_TARGET_DIR", &self.target);
        }
        command
    }

    /// A command that runs a node script; the caller adds the arguments.
    pub(crate) fn node(&self, script: &Path) -> Command {
        let mut command = self.command("node");
        command.arg(script);
        command
    }

    /// Every executable of that name, in the order of `PATH`.
    pub(crate) fn find_all(&self, program: &str) -> Vec<PathBuf> {
        env::split_paths(&self.path)
            .map(|directory| directory.join(format!("{program}{}", env::consts::EXE_SUFFIX)))
            .filter(|path| path.is_file())
            .collect()
    }

    /// The text of a file, by its path from the root.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn read(&self, path: &str) -> Result<String> {
        std::fs::read_to_string(self.root.join(path)).with_context(|| format!("reading {path}"))
    }
}

fn search_path(root: &Path) -> OsString {
    let inherited = env::var_os("PATH").unwrap_or_default();
    let own = root.join(".tools").join("bin");
    env::join_paths(std::iter::once(own).chain(env::split_paths(&inherited))).unwrap_or(inherited)
}
