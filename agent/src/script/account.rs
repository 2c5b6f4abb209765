//! What a scripted agent says about its tools: no more than their results show.
//!
//! A person may stop one tool or one agent alone, or not allow a call. The agent then says so, says
//! what it does not know because of it, and reports the rest.

use serde_json::Value;

use super::beat::{Beat, Cue, Ended, call};
use crate::conversation::{ToolStatus, Unmade};

/// The longest quote of a person's words, in characters.
const LONGEST_QUOTE: usize = 160;

/// A piece of work, and what may be said about it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    /// The work as a noun in the singular: `the search`.
    pub(super) what: &'static str,
    /// A part of every result that shows `shows`; empty when every success shows it. Needed for
    /// agents: an agent that could not do its work still ends with an answer.
    pub(super) proof: &'static str,
    /// What the success shows, as a clause: `one caller depends on it`.
    pub(super) shows: &'static str,
    /// What follows when the work was not done, as a clause: `so I do not know who uses it`.
    pub(super) otherwise: &'static str,
}

/// A piece of work with one tool.
#[derive(Debug, Clone, Copy)]
pub(super) struct Errand {
    /// What the agent says before it, if the errand before went well.
    pub(super) says: &'static str,
    /// The tool, its argument, and the argument's value.
    pub(super) tool: (&'static str, &'static str, &'static str),
    /// As in [`Piece`].
    pub(super) what: &'static str,
    /// As in [`Piece`].
    pub(super) shows: &'static str,
    /// As in [`Piece`].
    pub(super) otherwise: &'static str,
}

impl Errand {
    /// The work. Whenever a tool succeeds, its result shows what it was to show.
    fn piece(&self) -> Piece {
        Piece {
            what: self.what,
            proof: "",
            shows: self.shows,
            otherwise: self.otherwise,
        }
    }

    fn call(&self) -> Beat {
        let (tool, argument, value) = self.tool;
        call(tool, Value::from_iter([(argument, value)]))
    }
}

/// The words and the call of the errand that comes next; `None` when all have been tried.
pub(super) fn next_errand(
    cue: &Cue,
    errands: &[Errand],
    speak: fn(&str) -> Vec<Beat>,
) -> Option<Vec<Beat>> {
    let errand = errands.get(cue.round())?;
    let failed = cue.results().iter().find(|ended| !ended.is_ok());
    let before = cue.round().checked_sub(1).and_then(|at| errands.get(at));
    let says = match (failed, before) {
        (Some(ended), Some(before)) => {
            let lack = lack(before.what, ended);
            format!("{lack}. I go on with {}.", errand.what)
        }
        _ => errand.says.to_owned(),
    };
    let mut beats = speak(&says);
    beats.push(errand.call());
    Some(beats)
}

/// The report after all errands: `all_well` if each was a success.
pub(super) fn report_errands(all_well: &str, errands: &[Errand], cue: &Cue) -> String {
    let pieces: Vec<Piece> = errands.iter().map(Errand::piece).collect();
    report(all_well, &pieces, &cue.all_results())
}

/// The report on these pieces of work, given how each ended: `all_well` if each was a success.
/// Otherwise what is missing, then what was found.
pub(super) fn report(all_well: &str, pieces: &[Piece], ended: &[&Ended]) -> String {
    let mut sentences = Vec::new();
    let mut found = Vec::new();
    let mut reports = Vec::new();
    for (place, piece) in pieces.iter().enumerate() {
        match ended.get(place) {
            Some(ended) if !ended.is_ok() => {
                let lack = lack(piece.what, ended);
                sentences.push(format!("{lack}, {}.", piece.otherwise));
            }
            Some(ended) if !ended.result.content.contains(piece.proof) => {
                let content = ended.result.content.trim();
                reports.push(format!("{} reports: {content}", capitalised(piece.what)));
            }
            Some(_) => found.push(piece.shows),
            None => sentences.push(format!(
                "I have no result of {}, {}.",
                piece.what, piece.otherwise
            )),
        }
    }
    if found.len() == pieces.len() {
        return all_well.to_owned();
    }
    if !found.is_empty() {
        sentences.push(format!("{}.", capitalised(&listed(&found))));
    }
    let first = sentences.join(" ");
    let first = std::iter::once(first).filter(|text| !text.is_empty());
    first.chain(reports).collect::<Vec<_>>().join("\n\n")
}

/// Why a piece of work was not done, as a sentence without its full stop.
pub(super) fn lack(what: &str, ended: &Ended) -> String {
    let why = ended.unmade();
    match (ended.result.status, why) {
        (_, Some(Unmade::Denied(Some(reason)))) => {
            format!("You did not allow {what} ({})", quote(reason))
        }
        (_, Some(Unmade::Replaced)) => format!("You wrote to me instead of allowing {what}"),
        (_, Some(Unmade::Dismissed)) => {
            format!("You closed the question about {what} without an answer")
        }
        (_, Some(Unmade::Stopped(Some(reached)))) => {
            // Progress messages begin with a verb: Running tests/client.rs.
            let place = reached.split_once(' ').map_or(reached, |(_, place)| place);
            format!("You stopped {what} at {place}")
        }
        (_, Some(Unmade::Stopped(None) | Unmade::Interrupted { .. })) => {
            format!("You stopped {what}")
        }
        (ToolStatus::Denied, _) => format!("You did not allow {what}"),
        (ToolStatus::Cancelled, _) => format!("I have no result of {what}"),
        (ToolStatus::Error | ToolStatus::Ok, _) => {
            let content = &ended.result.content;
            let line = content.lines().next().unwrap_or_default().trim();
            let line = line.trim_end_matches('.');
            format!("{} ended with an error ({line})", capitalised(what))
        }
    }
}

/// A person's words as a quote in one line.
pub(super) fn quote(words: &str) -> String {
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut short: String = line.chars().take(LONGEST_QUOTE).collect();
    if short.len() < line.len() {
        short.truncate(short.trim_end().len());
        short.push('…');
    }
    format!("*{}*", short.replace('*', "\\*"))
}

/// The words that the person sent to an agent in the middle of its work; empty if there are none.
pub(super) fn noted(said: &[String]) -> String {
    if said.is_empty() {
        return String::new();
    }
    let quotes: Vec<String> = said.iter().map(|words| quote(words)).collect();
    format!("Noted: {}.\n\n", quotes.join(", "))
}

/// Clauses as one: `a, b, and c`.
pub(super) fn listed(clauses: &[&str]) -> String {
    match clauses {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [before @ .., last] => format!("{}, and {last}", before.join(", ")),
    }
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(characters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversation::ToolResult;

    fn ended(result: ToolResult) -> Ended {
        Ended {
            name: "run_command".to_owned(),
            arguments: Value::Null,
            result,
        }
    }

    #[test]
    fn a_lack_says_who_or_what_is_behind_it() {
        let error = ToolResult::error("sh: foo: not found.\nmore");
        let lost = ToolResult::cancelled("No result: the call was interrupted.");
        for (result, says) in [
            (Unmade::Stopped(None).result(), "You stopped the test run"),
            (
                Unmade::Stopped(Some("Running doc tests")).result(),
                "You stopped the test run at doc tests",
            ),
            (
                Unmade::Denied(None).result(),
                "You did not allow the test run",
            ),
            (
                Unmade::Denied(Some("too slow")).result(),
                "You did not allow the test run (*too slow*)",
            ),
            (
                Unmade::Dismissed.result(),
                "You closed the question about the test run without an answer",
            ),
            (lost, "I have no result of the test run"),
            (
                error,
                "The test run ended with an error (sh: foo: not found)",
            ),
        ] {
            assert_eq!(lack("the test run", &ended(result)), says);
        }
    }

    #[test]
    fn a_quote_is_one_short_line() {
        assert_eq!(quote(" one\n  two "), "*one two*");
        assert_eq!(quote("a * b"), "*a \\* b*");
        let long = quote(&"word ".repeat(200));
        assert!(long.chars().count() < LONGEST_QUOTE + 5, "{long}");
        assert!(long.ends_with("…*"), "{long}");
    }

    #[test]
    fn clauses_are_listed_as_in_a_sentence() {
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b"]), "a, and b");
        assert_eq!(listed(&["a", "b", "c"]), "a, b, and c");
    }
}
