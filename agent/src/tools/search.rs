//! Searches for a text in every file, one directory per step.
//!
//! Each step is short, so that a stopped search leaves nothing running. Links are not followed.
//! Hidden directories, and those that hold what a tool has fetched or made, are searched only if the
//! call names them. The text is not a pattern.

use std::collections::VecDeque;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cap_std::fs::Dir;
use futures_util::StreamExt;
use futures_util::stream;
use serde_json::Value;
use tokio::time::Instant;

use super::{Outcome, REPORT_EVERY, answer, finished, text};
use crate::runtime::{ToolItem, ToolStream};

/// The most hits returned.
const MOST_HITS: usize = 200;
/// In bytes; larger files are skipped.
const LARGEST_FILE: u64 = 1024 * 1024;
/// The most characters shown of a line.
const LONGEST_LINE: usize = 300;

struct Search {
    root: Arc<Dir>,
    query: String,
    todo: VecDeque<PathBuf>,
    searched: usize,
    hits: Vec<String>,
    reported: Option<Instant>,
}

pub(super) fn stream(root: Arc<Dir>, arguments: &Value) -> ToolStream {
    let query = match text(arguments, "query") {
        Ok(query) if !query.is_empty() => query.to_owned(),
        Ok(_) => return answer(Err("`query` must not be empty.".to_owned())),
        Err(error) => return answer(Err(error)),
    };
    let start = PathBuf::from(arguments["path"].as_str().unwrap_or("."));
    let search = Search {
        root,
        query,
        todo: VecDeque::from([start]),
        searched: 0,
        hits: Vec::new(),
        reported: None,
    };
    stream::unfold(Some(search), |search| async move {
        let mut search = search?;
        loop {
            let stepped = tokio::task::spawn_blocking(move || search.step()).await;
            search = match stepped {
                Ok((search, None)) => search,
                Ok((_, Some(outcome))) => return Some((finished(outcome), None)),
                Err(error) => {
                    let broke = format!("The search broke: {error}");
                    return Some((finished(Err(broke)), None));
                }
            };
            if search
                .reported
                .is_none_or(|at| at.elapsed() >= REPORT_EVERY)
            {
                search.reported = Some(Instant::now());
                return Some((search.progress(), Some(search)));
            }
        }
    })
    .boxed()
}

impl Search {
    /// Searches one place. Returns the outcome after the last one.
    fn step(mut self) -> (Self, Option<Outcome>) {
        let Some(place) = self.todo.pop_front() else {
            let hits = self.hits_in_words();
            return (self, Some(Ok(hits)));
        };
        if let Err(error) = self.look_into(&place)
            // Unreadable places are skipped, except the one that the call named.
            && self.searched == 0
        {
            let error = format!("{} cannot be searched: {error}", place.display());
            return (self, Some(Err(error)));
        }
        self.searched += 1;
        if self.hits.len() >= MOST_HITS {
            self.todo.clear();
        }
        (self, None)
    }

    fn look_into(&mut self, place: &Path) -> std::io::Result<()> {
        if !self.root.metadata(place)?.is_dir() {
            return self.look_at(place);
        }
        let mut entries = Vec::new();
        for entry in self.root.read_dir(place)? {
            let entry = entry?;
            entries.push((entry.file_name(), entry.file_type()?));
        }
        entries.sort_by(|one, other| one.0.cmp(&other.0));
        for (name, kind) in entries {
            let path = place.join(&name);
            let path = path.strip_prefix(".").unwrap_or(&path).to_owned();
            if kind.is_dir() {
                if !self.is_left_out(&name.to_string_lossy(), &path) {
                    self.todo.push_back(path);
                }
            } else if kind.is_file() {
                // Skip files that cannot be read.
                let _ = self.look_at(&path);
            }
        }
        Ok(())
    }

    /// Whether a directory is hidden, or holds what a tool has fetched or made. Caches have a file that
    /// says so; cargo writes it into `target`.
    fn is_left_out(&self, name: &str, path: &Path) -> bool {
        name.starts_with('.')
            || name == "node_modules"
            || self.root.exists(path.join("CACHEDIR.TAG"))
    }

    fn look_at(&mut self, path: &Path) -> std::io::Result<()> {
        // Checked before opening: opening a pipe may block for ever.
        let about = self.root.metadata(path)?;
        if !about.is_file() || about.len() > LARGEST_FILE {
            return Ok(());
        }
        let file = self.root.open(path)?;
        let mut content = String::new();
        file.take(LARGEST_FILE).read_to_string(&mut content)?;
        for (index, line) in content.lines().enumerate() {
            if self.hits.len() < MOST_HITS && line.contains(&self.query) {
                let line: String = line.trim().chars().take(LONGEST_LINE).collect();
                self.hits
                    .push(format!("{}:{}: {line}", path.display(), index + 1));
            }
        }
        Ok(())
    }

    fn progress(&self) -> ToolItem {
        let all = self.searched + self.todo.len();
        #[expect(clippy::cast_precision_loss, reason = "a rough share of small numbers")]
        let fraction = self.searched as f64 / all.max(1) as f64;
        ToolItem::Progress {
            fraction,
            message: format!(
                "{} places searched, {} hits",
                self.searched,
                self.hits.len()
            ),
        }
    }

    fn hits_in_words(&self) -> String {
        if self.hits.is_empty() {
            return format!("No matches for \"{}\".", self.query);
        }
        let mut lines = self.hits.join("\n");
        if self.hits.len() == MOST_HITS {
            lines.push_str("\n[There may be more]");
        }
        lines
    }
}

#[cfg(test)]
mod tests;
