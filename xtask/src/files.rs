//! Copies directories and files.

use std::fs::{self, File};
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::process::capture;
use crate::project::Project;

/// Copies the content of a directory into another, which is created if needed.
///
/// # Errors
/// If something cannot be read or written.
pub(crate) fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("making {}", to.display()))?;
    let entries = fs::read_dir(from).with_context(|| format!("reading {}", from.display()))?;
    for entry in entries {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)
                .with_context(|| format!("copying {}", entry.path().display()))?;
        }
    }
    Ok(())
}

/// Copies the files that git has, and those that it would add: what is ignored, a clone has not.
/// Returns their names.
///
/// New files keep their times, so that cargo knows what it has compiled. A file that replaces
/// another one gets a new time, so that cargo compiles it. Equal files are left alone.
///
/// # Errors
/// If git cannot list the files, or something cannot be read or written.
pub(crate) fn copy_project(project: &Project, copy: &Path) -> Result<Vec<String>> {
    let mut list = project.command("git");
    list.args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let list = capture(&mut list).context("only what git has can be copied")?;
    // A file that was deleted is still in git's index.
    let names = list.split_terminator('\0');
    let names = names.filter(|name| project.root().join(name).is_file());
    let names: Vec<String> = names.map(str::to_owned).collect();
    ensure!(!names.is_empty(), "git has no files");
    for name in &names {
        copy_file(&project.root().join(name), &copy.join(name))
            .with_context(|| format!("copying {name}"))?;
    }
    Ok(names)
}

fn copy_file(from: &Path, to: &Path) -> Result<()> {
    let content = fs::read(from)?;
    let before = fs::read(to).ok();
    if before.as_ref() == Some(&content) {
        return Ok(());
    }
    fs::create_dir_all(to.parent().context("it is inside of the copy")?)?;
    // Copies the permissions too.
    fs::copy(from, to)?;
    if before.is_none() {
        let time = fs::metadata(from)?.modified()?;
        File::options().write(true).open(to)?.set_modified(time)?;
    }
    Ok(())
}

/// Makes a link to a file or a directory.
///
/// # Errors
/// If it cannot be made.
#[cfg(unix)]
pub(crate) fn link(target: &Path, name: &Path) -> Result<()> {
    std::os::unix::fs::symlink(target, name)
        .with_context(|| format!("linking {}", target.display()))
}

/// Fails: links are only made on systems that have them for everybody.
///
/// # Errors
/// Always.
#[cfg(not(unix))]
pub(crate) fn link(_target: &Path, _name: &Path) -> Result<()> {
    anyhow::bail!("this needs a system with symbolic links: Linux or macOS")
}
