//! Finds the recorded streams, and reads them.

use std::fs;
use std::path::{Path, PathBuf};

use midturn_protocol::agui::{Item, reader};

/// One recorded body.
pub(crate) struct Recording {
    /// `framework/scenario`.
    pub(crate) name: String,
    pub(crate) body: Vec<u8>,
}

pub(crate) fn own(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(below)
}

/// A file or folder of the larger corpus next to the project; `None` if it is not there. Only a
/// part of that corpus is in the repository.
pub(crate) fn shared(below: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared")
        .join(below);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: no {}", path.display());
    None
}

pub(crate) fn recordings(root: &Path) -> Vec<Recording> {
    let mut found = Vec::new();
    for folder in fs::read_dir(root).unwrap() {
        let folder = folder.unwrap().path();
        if !folder.is_dir() {
            continue;
        }
        for file in fs::read_dir(&folder).unwrap() {
            let file = file.unwrap().path();
            if file.extension().is_some_and(|extension| extension == "sse") {
                let framework = folder.file_name().unwrap().to_str().unwrap();
                let scenario = file.file_stem().unwrap().to_str().unwrap();
                found.push(Recording {
                    name: format!("{framework}/{scenario}"),
                    body: fs::read(&file).unwrap(),
                });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(!found.is_empty());
    found
}

/// The items of a body that is read in these chunks.
pub(crate) fn read<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<Item> {
    let mut stream = reader();
    let mut items: Vec<Item> = chunks
        .into_iter()
        .flat_map(|chunk| stream.push(chunk))
        .collect();
    items.extend(stream.finish());
    items
}
