//! The words around a match, for a list of what was found.

use super::fold::is_mark;
use super::{Query, fold, searched};
use crate::id::MessageId;
use crate::transcript::Turn;

/// How many characters are shown before a match, so that it is in view in a narrow list.
const BEFORE: usize = 16;

/// How many characters are shown behind a match.
const AFTER: usize = 80;

/// A match in a turn, with the words around it: on one line, without markdown markers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The turn.
    pub turn: MessageId,
    /// What stands before the match. Begins with "…" if the text does not begin there.
    pub before: String,
    /// What matches, as it is written.
    pub found: String,
    /// What stands behind the match. Ends with "…" if the text does not end there.
    pub after: String,
}

impl Query {
    /// The first match in a turn: in the person's text, else in the agent's, else in the error.
    pub fn excerpt(&self, turn: &Turn) -> Option<Excerpt> {
        searched(turn).find_map(|text| self.around(&turn.id, &text))
    }

    fn around(&self, turn: &MessageId, text: &str) -> Option<Excerpt> {
        // Nearly all texts have no match.
        if !self.is_in(text) {
            return None;
        }
        let mut shown = Vec::new();
        let mut folded = Vec::new();
        // The index in `shown` of what a folded character was made of.
        let mut origins = Vec::new();
        for char in text.chars() {
            let held = folded.len();
            folded.extend(fold(char));
            if folded.len() > held || is_mark(char) {
                origins.resize(folded.len(), shown.len());
                shown.push(if char.is_whitespace() { ' ' } else { char });
            }
        }
        let place = self.places(&folded).next()?;
        let start = *origins.get(place)?;
        let last = origins.get(place + self.length() - 1)? + 1;
        let marks = shown[last..].iter().take_while(|char| is_mark(**char));
        let end = last + marks.count();
        let from = word_start(&shown, start);
        let until = shown.len().min(end + AFTER);
        let (before, after) = (line(&shown[from..start]), line(&shown[end..until]));
        let (cut, rest) = (from > 0, until < shown.len());
        Some(Excerpt {
            turn: turn.clone(),
            before: format!("{}{}", if cut { "…" } else { "" }, before.trim_start()),
            found: line(&shown[start..end]),
            after: format!("{}{}", after.trim_end(), if rest { "…" } else { "" }),
        })
    }
}

/// Where the words before a match begin: at a whole word, if one begins in reach.
fn word_start(shown: &[char], start: usize) -> usize {
    let Some(far) = start.checked_sub(BEFORE).filter(|far| *far > 0) else {
        return 0;
    };
    let space = shown[far - 1..start].iter().position(|char| *char == ' ');
    space.map_or(far, |space| far + space)
}

/// The characters with one space in place of several.
fn line(chars: &[char]) -> String {
    let mut line = String::new();
    for char in chars {
        if *char != ' ' || !line.ends_with(' ') {
            line.push(*char);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::builder::{convo, text};

    fn excerpt(query: &str, said: &str) -> Option<[String; 3]> {
        let convo = convo().user(said).running("m").build();
        let turn = convo.turns().first().expect("there is one");
        let found = Query::new(query).expect("something is looked for");
        let Excerpt {
            before,
            found,
            after,
            ..
        } = found.excerpt(turn)?;
        Some([before, found, after])
    }

    fn is(query: &str, said: &str, expected: [&str; 3]) {
        let found = excerpt(query, said);
        assert_eq!(
            found,
            Some(expected.map(str::to_owned)),
            "{query} in {said}"
        );
    }

    #[test]
    fn a_short_text_is_shown_whole_and_as_it_is_written() {
        is("NEEDLE", "A Needle here", ["A ", "Needle", " here"]);
        is("needle", "needle", ["", "needle", ""]);
        is("ΟΔΟΣ", "ἡ ὁδοσ, οδοσ", ["ἡ ὁδοσ, ", "οδοσ", ""]);
        is("عليكم", "السلام عليكم ورحمة", ["السلام ", "عليكم", " ورحمة"]);
    }

    #[test]
    fn lines_are_one_line_and_markers_are_left_out() {
        is(
            "two",
            "one\n\n  **two**  `three`",
            ["one ", "two", " three"],
        );
        is("one two", "**one\ntwo**", ["", "one two", ""]);
    }

    #[test]
    fn what_is_far_from_the_match_is_cut_at_words() {
        let said = format!(
            "{} and then a needle {}",
            "far ".repeat(20),
            "near ".repeat(40)
        );
        let [before, found, after] = excerpt("needle", &said).expect("it is there");
        assert_eq!(
            (before.as_str(), found.as_str()),
            ("…far and then a ", "needle")
        );
        assert!(
            after.ends_with('…') && after.chars().count() <= AFTER + 1,
            "{after}"
        );
        // A script without spaces is cut anywhere.
        let [before, ..] = excerpt("界", &format!("{}界", "世".repeat(40))).expect("it is there");
        assert_eq!(before, format!("…{}", "世".repeat(BEFORE)));
    }

    #[test]
    fn a_letter_that_folds_to_several_is_shown_once() {
        is("i̇x", "aİxb", ["a", "İx", "b"]);
    }

    #[test]
    fn accents_and_vowel_marks_are_shown_and_belong_to_the_match() {
        is(
            "cafe",
            "un cafe\u{301} noir",
            ["un ", "cafe\u{301}", " noir"],
        );
        is("محمد", "هُوَ مُحَمَّدٌ هنا", ["هُوَ ", "مُحَمَّدٌ", " هنا"]);
    }

    #[test]
    fn the_agent_s_text_is_searched_behind_the_person_s() {
        let convo = convo()
            .user("said")
            .running("m")
            .event(text("a", "Told this"))
            .build();
        let turn = convo.turns().first().expect("there is one");
        let told = Query::new("told").and_then(|query| query.excerpt(turn));
        assert_eq!(
            told.map(|told| (told.turn, told.after)),
            Some(("m".into(), " this".to_owned()))
        );
        assert_eq!(
            Query::new("neither").and_then(|query| query.excerpt(turn)),
            None
        );
    }
}
