//! The matches of a search, counted through the whole thread.

use midturn_core::find::Found;
use midturn_core::id::MessageId;

/// The turns that have matches, in the order of the thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Matches(Vec<Found>);

impl Matches {
    pub(super) fn new(found: Vec<Found>) -> Self {
        Self(found)
    }

    /// How many matches there are.
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|held| held.times).sum()
    }

    /// The turn of a match, and the match's index in that turn.
    pub(super) fn at(&self, mut place: usize) -> Option<(MessageId, usize)> {
        for held in &self.0 {
            if place < held.times {
                return Some((held.turn.clone(), place));
            }
            place -= held.times;
        }
        None
    }

    /// The number of matches before those of `turn`; all matches if `turn` has none.
    pub(super) fn before(&self, turn: &MessageId) -> usize {
        let before = self.0.iter().take_while(|held| held.turn != *turn);
        before.map(|held| held.times).sum()
    }

    /// The index of the first match in `turn` or after it, in the order of `turns`; else 0.
    pub(super) fn first_from(&self, turns: &[MessageId], turn: &MessageId) -> usize {
        // `self.0` and `turns` are both in the order of the thread.
        let mut held = self.0.iter().peekable();
        let mut before = 0;
        for above in turns.iter().take_while(|held| *held != turn) {
            if let Some(found) = held.next_if(|held| held.turn == *above) {
                before += found.times;
            }
        }
        if held.peek().is_some() { before } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::Matches;
    use midturn_core::find::Found;
    use midturn_core::id::MessageId;

    fn turns(ids: &[&str]) -> Vec<MessageId> {
        ids.iter().map(|id| MessageId::from(*id)).collect()
    }

    /// Two matches in "b", one in "d".
    fn matches() -> Matches {
        let found = |turn: &str, times| Found {
            turn: MessageId::from(turn),
            times,
        };
        Matches::new(vec![found("b", 2), found("d", 1)])
    }

    #[test]
    fn match_indices_run_through_the_whole_thread() {
        let matches = matches();
        assert_eq!(matches.count(), 3);
        assert_eq!(matches.at(1), Some((MessageId::from("b"), 1)));
        assert_eq!(matches.at(2), Some((MessageId::from("d"), 0)));
        assert_eq!(matches.at(3), None);
        assert_eq!(matches.before(&MessageId::from("d")), 2);
    }

    #[test]
    fn a_search_starts_in_the_turn_in_view_and_wraps() {
        let (matches, all) = (matches(), turns(&["a", "b", "c", "d", "e"]));
        let first = |turn: &str| matches.first_from(&all, &MessageId::from(turn));
        assert_eq!(first("a"), 0);
        assert_eq!(first("b"), 0);
        assert_eq!(first("c"), 2);
        assert_eq!(first("d"), 2);
        assert_eq!(first("e"), 0);
        assert_eq!(
            Matches::default().first_from(&all, &MessageId::from("c")),
            0
        );
    }
}
