//! The intended differences from the reference client, each with its reason.
//!
//! A rule changes the reference client's result as its reason says. A rule may order and divide
//! texts as our result does. It may copy a text from our result only if the events, the request or
//! the reference client's result have the same text, apart from the order of its characters and the
//! spaces around it.

mod made_up;
mod recorded;

use std::collections::BTreeMap;

use serde_json::Value;

use crate::reduced::Reduced;

/// One difference.
pub(crate) struct Rule {
    pub(crate) name: &'static str,
    pub(crate) why: &'static str,
    /// Whether generated streams show the difference. Then at least one must, so that an unused
    /// rule is noticed. Other rules are only for recordings.
    pub(crate) made_up: bool,
    make: fn(&mut Value, &Seen<'_>),
}

/// The data that a rule may use.
pub(crate) struct Seen<'a> {
    pub(crate) request: &'a Value,
    pub(crate) events: &'a [Value],
    pub(crate) ours: &'a Reduced,
    pub(crate) made_up: bool,
}

pub(crate) const RULES: &[Rule] = &[
    Rule {
        name: "late error",
        why: "a turn that was cancelled, or that asks, stays as it ended",
        made_up: true,
        make: made_up::late_error,
    },
    Rule {
        name: "old interrupt",
        why: "CUSTOM on_interrupt is a question, though the run then ends like a success",
        made_up: false,
        make: recorded::old_interrupt,
    },
    Rule {
        name: "closed",
        why: "a turn whose questions nobody answers is one that the person left",
        made_up: false,
        make: recorded::closed,
    },
    Rule {
        name: "earlier",
        why: "what a snapshot says of earlier turns changes nothing: they are over",
        made_up: false,
        make: recorded::earlier,
    },
    Rule {
        name: "echo",
        why: "what the backend says in another role than the assistant's is no answer",
        made_up: true,
        make: made_up::echo,
    },
    Rule {
        name: "nobody's result",
        why: "a result without a call is a step without a name, which no request repeats",
        made_up: true,
        make: made_up::nobodys_result,
    },
    Rule {
        name: "sent again",
        why: "a call that is sent again after its approval keeps its arguments",
        made_up: true,
        make: made_up::sent_again,
    },
    Rule {
        name: "not introduced",
        why: "the words of a subagent that was never introduced are shown with the answer",
        made_up: true,
        make: made_up::not_introduced,
    },
    Rule {
        name: "subagent's words",
        why: "what a subagent says is one text, in the order it came",
        made_up: true,
        make: made_up::helpers_words,
    },
    Rule {
        name: "trimmed",
        why: "the spaces around a text stay where only the snapshot has cut them",
        made_up: true,
        make: made_up::trimmed,
    },
    Rule {
        name: "blank",
        why: "a message that says nothing is not kept",
        made_up: true,
        make: made_up::blank,
    },
    Rule {
        name: "order of results",
        why: "each result stands right after the message with its call, in the order of the calls",
        made_up: true,
        make: made_up::order_of_results,
    },
    Rule {
        name: "kept",
        why: "what was seen stays, though a snapshot leaves it out",
        made_up: false,
        make: recorded::kept,
    },
    Rule {
        name: "own message",
        why: "a call that named no message has one of its own, whatever a snapshot says",
        made_up: false,
        make: recorded::own_message,
    },
    Rule {
        name: "in place",
        why: "a message that a snapshot gives another id stays where it was streamed",
        made_up: false,
        make: recorded::in_place,
    },
];

/// The names of the rules that make the two results equal.
///
/// # Errors
/// Both results as text, if no rules make them equal.
pub(crate) fn explain(found: &Value, seen: &Seen<'_>) -> Result<Vec<&'static str>, String> {
    let with = |rules: &[&Rule]| {
        let mut found = found.clone();
        for rule in rules {
            (rule.make)(&mut found, seen);
        }
        Reduced::of_reference(&found)
    };
    let mut used: Vec<&Rule> = Vec::new();
    if with(&used) == *seen.ours {
        return Ok(Vec::new());
    }
    used.extend(RULES.iter().filter(|rule| rule.made_up || !seen.made_up));
    let theirs = with(&used);
    if theirs != *seen.ours {
        let (ours, theirs) = (print(seen.ours), print(&theirs));
        return Err(format!("we have\n{ours}the reference has\n{theirs}"));
    }
    for rule in RULES {
        let fewer: Vec<&Rule> = used
            .iter()
            .copied()
            .filter(|held| held.name != rule.name)
            .collect();
        if with(&fewer) == *seen.ours {
            used = fewer;
        }
    }
    Ok(used.into_iter().map(|rule| rule.name).collect())
}

/// A result as text, one line for each entry.
fn print(reduced: &Reduced) -> String {
    let Reduced {
        messages,
        helpers,
        notes,
        asks,
        end,
    } = reduced;
    let mut lines: Vec<String> = messages.iter().map(|held| format!("{held:?}")).collect();
    lines.extend(helpers.iter().map(|(id, held)| format!("{id} {held:?}")));
    lines.extend(notes.iter().map(|held| format!("{held:?}")));
    lines.extend(asks.iter().map(|held| format!("{held:?}")));
    lines.push(format!("{end:?}"));
    lines.iter().flat_map(|line| ["    ", line, "\n"]).collect()
}

/// How often each rule was used.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) equal: usize,
    pub(crate) different: usize,
    pub(crate) rules: BTreeMap<&'static str, usize>,
}

impl Tally {
    pub(crate) fn add(&mut self, rules: &[&'static str]) {
        if rules.is_empty() {
            self.equal += 1;
        } else {
            self.different += 1;
        }
        for rule in rules {
            *self.rules.entry(rule).or_default() += 1;
        }
    }

    /// Prints the table.
    pub(crate) fn tell(&self, what: &str) {
        let Self {
            equal, different, ..
        } = self;
        let tried = equal + different;
        crate::tell(&format!(
            "{what}: {tried} tried, {equal} equal to the reference, {different} different with a reason"
        ));
        for rule in RULES {
            if let Some(count) = self.rules.get(rule.name) {
                crate::tell(&format!("{count:>9} {}: {}", rule.name, rule.why));
            }
        }
    }
}

fn messages(found: &mut Value) -> &mut Vec<Value> {
    found["messages"].as_array_mut().unwrap()
}
