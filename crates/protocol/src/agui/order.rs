//! What is open besides messages and calls: steps, spans of reasoning, subagents. Only to tell
//! where a backend's events are out of order: nothing is decided by it.
//!
//! Not responsible for the order of messages and calls, which `streams` knows.

use super::out::Out;
use crate::diagnostic::Kind;

/// What is open in a run that was read from its start.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// Each as its kind, its owner and its name.
    open: Vec<String>,
    from_start: bool,
}

impl Order {
    /// A run starts: nothing is open.
    pub(crate) fn run_started(&mut self) {
        self.open.clear();
        self.from_start = true;
    }

    /// Something begins, by an event of this type.
    pub(crate) fn begin(&mut self, kind: &str, what: &[&str], out: &mut Out) {
        let what = what.join(" ");
        if self.open.contains(&what) {
            out.note_once(Kind::OutOfOrder, &[kind, " of what is open"].concat());
        } else {
            self.open.push(what);
        }
    }

    /// Something ends.
    pub(crate) fn end(&mut self, kind: &str, what: &[&str], out: &mut Out) {
        let what = what.join(" ");
        match self.open.iter().position(|held| *held == what) {
            Some(place) => {
                self.open.swap_remove(place);
            }
            None if self.from_start => {
                out.note_once(Kind::OutOfOrder, &[kind, " of what is not open"].concat());
            }
            None => {}
        }
    }

    /// Whether anything has not ended.
    pub(crate) fn any_open(&self) -> bool {
        !self.open.is_empty()
    }
}
