//! Text search in a conversation: the person's messages, the agent's texts, and errors.
//!
//! [`fold`] says which characters count as equal.

mod excerpt;
mod fold;
mod plain;
mod words;

pub use excerpt::Excerpt;
pub use fold::fold;
pub use words::Words;

use crate::conversation::Conversation;
use crate::id::MessageId;
use crate::transcript::{Outcome, Turn};
use plain::plain;
use std::borrow::Cow;

/// A search query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query(Vec<char>);

/// A turn with matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The turn.
    pub turn: MessageId,
    /// The number of matches.
    pub times: usize,
}

impl Query {
    /// `None` if the query is blank.
    pub fn new(text: &str) -> Option<Self> {
        let folded: String = text.chars().flat_map(fold).collect();
        let folded: Vec<char> = folded.trim().chars().collect();
        (!folded.is_empty()).then_some(Self(folded))
    }

    /// The indices where matches begin in a folded text, without overlaps.
    pub fn places<'a>(&'a self, folded: &'a [char]) -> impl Iterator<Item = usize> + 'a {
        let mut from = 0;
        std::iter::from_fn(move || {
            let first = *self.0.first()?;
            loop {
                let rest = folded.get(from..)?;
                let place = from + rest.iter().position(|held| *held == first)?;
                from = place + 1;
                if folded[place..].starts_with(&self.0) {
                    from = place + self.0.len();
                    return Some(place);
                }
            }
        })
    }

    /// Whether a text has a match.
    pub fn is_in(&self, text: &str) -> bool {
        let folded: Vec<char> = text.chars().flat_map(fold).collect();
        self.places(&folded).next().is_some()
    }

    /// The length in folded characters.
    pub fn length(&self) -> usize {
        self.0.len()
    }

    /// The turns with matches, in order.
    pub fn find(&self, conversation: &Conversation) -> Vec<Found> {
        let mut folded = Vec::new();
        let turns = conversation.turns().iter();
        turns
            .filter_map(|turn| {
                let times = self.times(turn, &mut folded);
                let turn = turn.id.clone();
                (times > 0).then_some(Found { turn, times })
            })
            .collect()
    }

    fn times(&self, turn: &Turn, folded: &mut Vec<char>) -> usize {
        searched(turn)
            .map(|text| {
                folded.clear();
                folded.extend(text.chars().flat_map(fold));
                self.places(folded).count()
            })
            .sum()
    }
}

/// What is searched of a turn: the person's text, the agent's, and the error.
fn searched(turn: &Turn) -> impl Iterator<Item = Cow<'_, str>> {
    let said = turn.texts().map(|(_, text)| plain(text));
    let error = turn.outcome.iter().map(Outcome::message);
    let told = error.map(Cow::Borrowed);
    let asked = Cow::Borrowed(turn.text.as_str());
    std::iter::once(asked).chain(said).chain(told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::builder::{convo, text};

    fn times(query: &str, said: &str) -> usize {
        let convo = convo().user(said).running("m").build();
        let query = Query::new(query).expect("something is looked for");
        query.find(&convo).iter().map(|found| found.times).sum()
    }

    #[test]
    fn case_and_markdown_markers_are_ignored() {
        assert_eq!(times("bold word", "a **Bold** `WORD`, a bold word"), 2);
        assert_eq!(times("ÉTÉ", "l’été"), 1);
        assert_eq!(times("ΟΔΟΣ", "οδοσ"), 1);
        assert_eq!(times("straße", "STRASSE"), 0);
        assert_eq!(times("سلام", "السلام عليكم"), 1);
    }

    #[test]
    fn accents_and_vowel_marks_are_ignored() {
        assert_eq!(times("resume", "Résumé, re\u{301}sume\u{301}"), 2);
        assert_eq!(times("résumé", "RESUME"), 1);
        assert_eq!(times("tieng viet", "Tiếng Việt"), 1);
        assert_eq!(times("l'ete", "l’été"), 1);
        assert_eq!(times("محمد", "مُحَمَّد"), 1);
        assert_eq!(times("اسلام", "الإسلام"), 1);
        // Letters of their own stay apart.
        assert_eq!(times("o", "ø"), 0);
    }

    #[test]
    fn a_line_break_is_a_space_and_matches_do_not_overlap() {
        assert_eq!(times("one two", "one\ntwo"), 1);
        assert_eq!(times("aa", "aaaaa"), 2);
        assert_eq!(times("aab", "aaab"), 1);
    }

    #[test]
    fn a_blank_query_is_none() {
        assert_eq!(Query::new("  \n"), None);
        assert_eq!(Query::new("**"), None);
        assert_eq!(Query::new("* *"), None);
    }

    #[test]
    fn the_error_of_a_failed_turn_is_found() {
        let convo = convo().running("m1").failed().build();
        let found = Query::new("broken").expect("something").find(&convo);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].times, 1);
    }

    #[test]
    fn only_words_on_screen_are_found_in_an_answer() {
        let convo = convo()
            .user("[see](https://a.example)")
            .running("m1")
            .event(text("a", "[the docs](https://b.example) explain my\\_name"))
            .finished()
            .build();
        let times = |query: &str| {
            let found = Query::new(query).expect("something").find(&convo);
            found.iter().map(|held| held.times).sum::<usize>()
        };
        assert_eq!(times("docs explain my_name"), 1);
        assert_eq!(times("b.example"), 0);
        // A message is shown as it was typed.
        assert_eq!(times("](https://a"), 1);
    }

    #[test]
    fn texts_of_the_person_and_the_agent_are_searched_in_order() {
        let convo = convo()
            .user("needle")
            .running("m1")
            .event(text("a", "no needle here, but a Needle there"))
            .finished()
            .user("nothing")
            .running("m2")
            .event(text("b", "a needle"))
            .finished()
            .build();
        let found = Query::new("needle").expect("something").find(&convo);
        let found: Vec<_> = found
            .iter()
            .map(|held| (held.turn.as_str(), held.times))
            .collect();
        assert_eq!(found, [("m1", 3), ("m2", 1)]);
    }
}
