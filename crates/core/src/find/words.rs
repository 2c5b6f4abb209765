//! A search that takes words in any order, for the list of threads.

use super::{Excerpt, Query, searched};
use crate::transcript::Turn;

/// What is searched for over all threads: a text matches if it has the query as it is written, or
/// each word of it anywhere. A turn matches likewise, with its texts taken together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    whole: Query,
    each: Vec<Query>,
}

impl Words {
    /// `None` if the text is blank.
    pub fn new(text: &str) -> Option<Self> {
        let whole = Query::new(text)?;
        let each = text.split_whitespace().filter_map(Query::new).collect();
        Some(Self { whole, each })
    }

    /// Whether a text matches.
    pub fn are_in(&self, text: &str) -> bool {
        self.each.iter().all(|word| word.is_in(text))
    }

    /// The words around the first match in a turn, if the turn matches. Where the query does not
    /// stand as it is written, the match is its longest word.
    pub fn excerpt(&self, turn: &Turn) -> Option<Excerpt> {
        let found = |word: &Query| searched(turn).any(|text| word.is_in(&text));
        if !self.each.iter().all(found) {
            return None;
        }
        let longest = || self.each.iter().max_by_key(|word| word.length());
        let whole = self.whole.excerpt(turn);
        whole.or_else(|| longest()?.excerpt(turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::builder::{convo, text};

    fn found(query: &str) -> Option<String> {
        let convo = convo()
            .user("How is the retry limit set?")
            .running("m")
            .event(text("a", "The file retry.rs has a **limit** of five."))
            .build();
        let turn = convo.turns().first().expect("there is one");
        let words = Words::new(query).expect("something is looked for");
        words.excerpt(turn).map(|found| found.found)
    }

    #[test]
    fn a_turn_with_each_word_is_found_in_any_order() {
        assert_eq!(found("limit  retry").as_deref(), Some("retry"));
        // One stands in the message, the other in the answer.
        assert_eq!(found("how five").as_deref(), Some("five"));
        assert_eq!(found("retry absent"), None);
    }

    #[test]
    fn the_words_as_they_are_written_come_first() {
        assert_eq!(found("limit of").as_deref(), Some("limit of"));
        assert_eq!(found("retry limit").as_deref(), Some("retry limit"));
    }

    #[test]
    fn a_title_has_each_word() {
        let words = Words::new("limit retry").expect("something is looked for");
        assert!(words.are_in("Retry limits"));
        assert!(!words.are_in("Retry"));
        assert_eq!(Words::new(" ** "), None);
    }
}
