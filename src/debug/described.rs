//! Values as text for a reader: their `Debug` output, cut to a readable length.

use std::fmt::{self, Debug, Write};

use midturn_core::change::ChatChange;
use midturn_core::chat::{ChatEffect, ChatInput, ChatStep};
use midturn_core::input::Input;

use super::cut::beginning;
use super::entry::{Of, Taken, Told};

/// The greatest length of a described value, in bytes. Some values hold a whole history.
const MOST: usize = 2_000;

/// The beginning of a value's `Debug` output. The rest is never written.
fn described(value: &dyn Debug) -> String {
    let mut out = Limited(String::new());
    // Fails when the limit is reached.
    let _ = write!(out, "{value:?}");
    out.0
}

struct Limited(String);

impl Write for Limited {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        let room = MOST - self.0.len().min(MOST);
        if more.len() <= room {
            self.0.push_str(more);
            return Ok(());
        }
        self.0.push_str(&beginning(more, room));
        Err(fmt::Error)
    }
}

/// What is told of an input.
pub(super) fn told(taken: &Taken) -> &Told {
    taken.told(|taken, step| Told {
        input: input(taken),
        changes: changes(step),
        effects: effects(step),
    })
}

/// An input without its thread, because the panel and a report are about one thread. The content of
/// an event comes first, because people look for that.
fn input(input: &ChatInput) -> String {
    match input {
        ChatInput::In(_, Input::Run { run, cursor, event }) => {
            let place = cursor.map_or_else(String::new, |cursor| format!(", at {cursor}"));
            format!("Run {}, of {run}{place}", described(event))
        }
        ChatInput::In(_, input) => described(input),
        other => described(other),
    }
}

fn changes(step: &ChatStep) -> Vec<Of> {
    let of = |change: &ChatChange| match change {
        ChatChange::In(thread, change) => Of {
            thread: Some(thread.clone()),
            said: described(change),
        },
        ChatChange::Loaded(thread) => Of {
            thread: Some(thread.clone()),
            said: described(change),
        },
        ChatChange::Threads => Of {
            thread: None,
            said: described(change),
        },
    };
    step.changes.iter().map(of).collect()
}

fn effects(step: &ChatStep) -> Vec<Of> {
    let of = |effect: &ChatEffect| match effect {
        ChatEffect::In(thread, inner) => Of {
            thread: Some(thread.clone()),
            said: described(inner),
        },
        ChatEffect::Load(thread)
        | ChatEffect::Purge(thread)
        | ChatEffect::NoteDeletion(thread)
        | ChatEffect::DropDeletion(thread)
        | ChatEffect::Join(thread)
        | ChatEffect::Again(thread, _) => Of {
            thread: Some(thread.clone()),
            said: described(effect),
        },
    };
    step.effects.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::super::cut::MORE;
    use super::*;

    #[test]
    fn only_a_long_value_is_cut() {
        assert_eq!(described(&Some("é")), "Some(\"é\")");
        let long = described(&"é".repeat(MOST));
        assert!(long.len() <= MOST + MORE.len() && long.ends_with(MORE));
    }
}
