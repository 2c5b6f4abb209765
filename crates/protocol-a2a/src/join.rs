//! The beginning of a joined stream: what it lacks, and what it has twice.
//!
//! A 0.3 server sends only what is new. What was missed is in the task, which is asked for right
//! after the join. Until the answer comes, the stream's items are held back. The newest of them may
//! be in the answer too, and the stores of some servers have those twice, so they are taken off the
//! answer's end before the held items are read.
//!
//! A 1.0 server begins with the task. Servers subscribe the stream before they read the task, so
//! what comes next may be the task's end once more. A 0.3 stream may do the same after the answer.

use super::wire::{Artifact, Part, Said, Task};

/// So many items are held back at most; then the answer is no longer waited for.
const MAX_HELD: usize = 2000;

/// So many chunks may be both in the answer and in the stream.
const MAX_COMMON: usize = 64;

/// So many pairs at least show that chunks were stored twice.
const MIN_PAIRS: usize = 3;

/// Items that wait for the task.
#[derive(Debug, Default)]
pub(super) struct Join {
    held: Vec<Said>,
}

impl Join {
    /// Holds an item back. Returns whether there is room for more.
    pub(super) fn hold(&mut self, said: Said) -> bool {
        self.held.push(said);
        self.held.len() < MAX_HELD
    }

    pub(super) fn into_held(self) -> Vec<Said> {
        self.held
    }

    /// Takes the chunks that are held here off the ends of the task's artifacts.
    pub(super) fn take_off(&self, task: &mut Task) {
        for artifact in &mut task.artifacts {
            let chunks = self.chunks_of(&artifact.id);
            let most = chunks.len().min(MAX_COMMON);
            let rest = (1..=most)
                .rev()
                .find_map(|count| without(artifact, &chunks[..count]));
            if let Some(rest) = rest {
                artifact.parts.truncate(rest);
            }
        }
    }

    /// The parts that the held items append to this artifact, up to where it begins anew.
    fn chunks_of(&self, id: &str) -> Vec<&Part> {
        let mut chunks = Vec::new();
        for said in &self.held {
            if let Said::Artifact(update) = said
                && update.artifact.id == id
            {
                if !update.append {
                    break;
                }
                chunks.extend(&update.artifact.parts);
            }
        }
        chunks
    }
}

/// Drops the second of each pair at the ends of the task's artifacts, where a 0.3 store has chunks
/// twice: once from the first stream and once from a joined one. Takes only a long run of pairs,
/// which no text has by itself.
pub(super) fn undouble(task: &mut Task) {
    for artifact in &mut task.artifacts {
        let parts = &artifact.parts;
        let pair = |end: &usize| *end >= 2 && parts.get(end - 1) == parts.get(end - 2);
        let ends: Vec<usize> = std::iter::successors(Some(parts.len()), |end| end.checked_sub(2))
            .take_while(pair)
            .collect();
        let last = parts.last();
        let differ = ends.iter().any(|end| parts.get(end - 1) != last);
        if ends.len() < MIN_PAIRS || !differ {
            continue;
        }
        let from = parts.len() - 2 * ends.len();
        let mut place = 0;
        artifact.parts.retain(|_| {
            place += 1;
            place <= from || (place - from) % 2 == 1
        });
    }
}

/// Finds out which chunks at the beginning of a joined stream the artifact has already, and which are
/// new. If the first new chunk is the same as the last one, it is taken for a repetition and lost: that
/// is much rarer than a chunk that comes twice.
#[derive(Debug)]
pub(super) struct Overlap {
    /// The last parts of the artifact.
    tail: Vec<Part>,
    /// The parts that have come.
    come: Vec<Part>,
    /// How many of these repeat the end of the tail, and are not new.
    known: usize,
}

impl Overlap {
    pub(super) fn of(artifact: &Artifact) -> Self {
        let from = artifact.parts.len().saturating_sub(MAX_COMMON);
        Self {
            tail: artifact.parts[from..].to_vec(),
            come: Vec::new(),
            known: 0,
        }
    }

    /// Reads the next part of the stream. Returns the new ones once it is clear which these are; then
    /// all that follow are new too.
    pub(super) fn read(&mut self, part: Part) -> Option<Vec<Part>> {
        self.come.push(part);
        let mut ends = (0..self.tail.len()).map(|from| &self.tail[from..]);
        if !ends.any(|end| end.starts_with(&self.come)) {
            return Some(self.rest());
        }
        if self.tail.ends_with(&self.come) {
            self.known = self.come.len();
        }
        None
    }

    /// The new ones, if nothing more comes.
    pub(super) fn rest(&mut self) -> Vec<Part> {
        self.come.split_off(self.known)
    }
}

/// How many parts are left if these chunks, each once or twice, are the artifact's end.
fn without(artifact: &Artifact, chunks: &[&Part]) -> Option<usize> {
    let mut left = artifact.parts.len();
    for chunk in chunks.iter().rev() {
        let ends_with = |left: usize| left > 0 && artifact.parts.get(left - 1) == Some(*chunk);
        if !ends_with(left) {
            return None;
        }
        left -= 1;
        if ends_with(left) {
            left -= 1;
        }
    }
    Some(left)
}

#[cfg(test)]
mod tests {
    use super::super::wire::said;
    use super::*;

    fn task(words: &[&str]) -> Task {
        let parts: Vec<String> = words
            .iter()
            .map(|word| format!("{{\"text\":\"{word}\"}}"))
            .collect();
        let json = format!(
            "{{\"id\":\"t\",\"status\":{{}},\"artifacts\":[{{\"artifactId\":\"a\",\"parts\":[{}]}}]}}",
            parts.join(",")
        );
        match said(&json) {
            Some(Said::Task(task)) => task,
            other => panic!("{other:?}"),
        }
    }

    fn rest(words: &[&str], held: &[&str]) -> String {
        let mut join = Join::default();
        for word in held {
            let json = format!(
                "{{\"kind\":\"artifact-update\",\"append\":true,\
                 \"artifact\":{{\"artifactId\":\"a\",\"parts\":[{{\"text\":\"{word}\"}}]}}}}"
            );
            assert!(join.hold(said(&json).unwrap()));
        }
        let mut task = task(words);
        join.take_off(&mut task);
        task.artifacts[0].text()
    }

    #[test]
    fn chunks_that_the_stream_has_too_are_taken_off() {
        assert_eq!(rest(&["1", "2", "3"], &["3", "4"]), "12");
        assert_eq!(rest(&["1", "2", "3"], &["2", "3"]), "1");
        assert_eq!(rest(&["1", "2", "3"], &["4"]), "123");
        assert_eq!(rest(&["1", "2", "3"], &[]), "123");
        assert_eq!(rest(&["1"], &["1"]), "");
    }

    #[test]
    fn the_stream_may_begin_with_the_end_of_the_artifact() {
        for (tail, come, new) in [
            ("1 2 3", "3 4 5", "45"),
            ("1 2 3", "2 3 4", "4"),
            ("1 2 3", "4 3", "43"),
            // Not the end of the artifact, only alike.
            ("1 2 3", "1 4", "14"),
            ("1 2 3", "2 3", ""),
            ("1 2 3", "2", "2"),
            ("1 2 2", "2 2 3", "3"),
            ("1 2 2", "2 3", "3"),
            ("1 2 1 2", "1 2 4", "4"),
            ("1 2 1 2", "1 2 1 4", "14"),
            ("", "1 2", "12"),
        ] {
            let words = |text: &str| {
                let words: Vec<_> = text.split_whitespace().collect();
                task(&words).artifacts.remove(0)
            };
            let mut overlap = Overlap::of(&words(tail));
            let mut found = words("");
            let mut told = false;
            for part in words(come).parts {
                if told {
                    found.parts.push(part);
                } else if let Some(parts) = overlap.read(part) {
                    told = true;
                    found.parts.extend(parts);
                }
            }
            if !told {
                found.parts.extend(overlap.rest());
            }
            assert_eq!(found.text(), new, "{tail} | {come}");
        }
    }

    #[test]
    fn a_run_of_pairs_at_the_end_was_stored_twice() {
        for (words, expected) in [
            ("0 1 2 2 3 3 4 4", "01234"),
            ("1 1 2 2", "1122"),
            ("1 1 1 1 1 1", "111111"),
            ("1 1 2 2 3 3 4", "1122334"),
            ("", ""),
        ] {
            let words: Vec<_> = words.split_whitespace().collect();
            let mut task = task(&words);
            undouble(&mut task);
            assert_eq!(task.artifacts[0].text(), expected);
        }
    }

    #[test]
    fn chunks_that_the_store_has_twice_are_taken_off_twice() {
        assert_eq!(rest(&["1", "2", "3", "3", "4", "4"], &["3", "4"]), "12");
        assert_eq!(rest(&["1", "2", "3", "3", "4"], &["3", "4", "5"]), "12");
    }
}
