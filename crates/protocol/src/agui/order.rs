//! The open steps, reasoning spans and subagents. Used only to report events out of order. Messages
//! and calls are tracked in `streams`.

use super::out::Out;
use crate::diagnostic::Kind;

/// What is open in the current run.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// One text for each open thing: its kind, and its owner, name or id.
    open: Vec<String>,
    /// Whether the run was read from its start. Else an end without a start is no deviation.
    from_start: bool,
}

impl Order {
    /// Resets for a new run, in which nothing is open.
    pub(crate) fn run_started(&mut self) {
        self.open.clear();
        self.from_start = true;
    }

    /// Records that an event of type `kind` opens something. Reports a second opening.
    pub(crate) fn begin(&mut self, kind: &str, what: &[&str], out: &mut Out) {
        let what = what.join(" ");
        if self.open.contains(&what) {
            out.note_once(Kind::OutOfOrder, &format!("{kind} of what is open"));
        } else {
            self.open.push(what);
        }
    }

    /// Records that an event of type `kind` closes something. Reports a close of what is not open,
    /// if the run was read from its start.
    pub(crate) fn end(&mut self, kind: &str, what: &[&str], out: &mut Out) {
        let what = what.join(" ");
        match self.open.iter().position(|held| *held == what) {
            Some(place) => {
                self.open.swap_remove(place);
            }
            None if self.from_start => {
                out.note_once(Kind::OutOfOrder, &format!("{kind} of what is not open"));
            }
            None => {}
        }
    }

    /// Whether anything is open.
    pub(crate) fn any_open(&self) -> bool {
        !self.open.is_empty()
    }
}
