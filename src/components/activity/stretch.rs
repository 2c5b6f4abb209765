//! A stretch: the activities of a turn between two of its texts, and the place of the running card
//! among the stretches.
//!
//! Not responsible for which text an activity follows, which the core knows.

use leptos::prelude::*;

use crate::components::Ui;
use crate::state::{ActivityCell, TextCell, TurnSignals};

/// The activities before one text of a turn, or after its last.
#[derive(Clone, Copy)]
pub struct Stretch {
    /// The turn.
    pub turn: TurnSignals,
    /// The number of texts before it.
    pub index: usize,
    place: Memo<Place>,
}

/// Where the running card of a turn is, or the line with its outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The stretch: the last with activities.
    index: usize,
    /// Whether the turn has texts and no activities: then the card follows the text.
    bare: bool,
}

/// The place of the card in a turn. It stays while the card's editor is open: nobody loses the field
/// that they write in.
pub fn use_place(turn: TurnSignals) -> Memo<Place> {
    let cells = Ui::get().cells;
    let edits = Memo::new(move |_| {
        let id = turn.id.get_value();
        cells
            .card
            .with(|view| view.turn == Some(id) && view.card.editor().is_some())
    });
    Memo::new(move |held: Option<&Place>| match held {
        Some(held) if edits.get() => *held,
        _ => turn
            .texts
            .with(|texts| turn.activities.with(|all| place(texts, all))),
    })
}

fn place(texts: &[TextCell], all: &[ActivityCell]) -> Place {
    let last = last_stretch(texts, all);
    Place {
        index: last.unwrap_or(texts.len().saturating_sub(1)),
        bare: last.is_none() && !texts.is_empty(),
    }
}

/// The last stretch with activities, as the number of texts before it. Looks from the end, where it
/// is: a turn may have hundreds of texts and activities.
fn last_stretch(texts: &[TextCell], all: &[ActivityCell]) -> Option<usize> {
    let follows = |text: &TextCell| {
        all.iter()
            .rev()
            .any(|cell| cell.after.as_ref() == Some(&text.id))
    };
    let last = texts.iter().rposition(follows);
    last.map(|place| place + 1)
        .or_else(|| (!all.is_empty()).then_some(0))
}

/// The number of parts of a turn: each is a stretch and the text after it.
pub fn parts(turn: TurnSignals, card: Memo<Place>) -> usize {
    let card = card.get();
    turn.texts
        .with(|texts| turn.activities.with(|all| parts_of(texts, all, card)))
}

/// The card may stay in a stretch whose activities are gone, such as an interjection that was taken back.
fn parts_of(texts: &[TextCell], all: &[ActivityCell], card: Place) -> usize {
    let last = last_stretch(texts, all).unwrap_or(0);
    texts.len().max(last.max(card.index) + 1)
}

impl Stretch {
    /// A stretch of a turn.
    pub fn new(turn: TurnSignals, index: usize, place: Memo<Place>) -> Self {
        Self { turn, index, place }
    }

    /// Its activities. While the card stays at an earlier place, it has those that came since too.
    pub fn activities(self) -> Vec<ActivityCell> {
        let is_last = self.is_last();
        self.turn.texts.with(|texts| {
            // The text before this stretch; before the first there is none.
            let own = self
                .index
                .checked_sub(1)
                .and_then(|before| texts.get(before));
            let own = own.map(|text| &text.id);
            let later = texts
                .get(self.index..)
                .filter(|_| is_last)
                .unwrap_or_default();
            let is_here = |cell: &&ActivityCell| {
                let after = cell.after.as_ref();
                after == own || later.iter().any(|text| after == Some(&text.id))
            };
            self.turn
                .activities
                .with(|all| all.iter().filter(is_here).cloned().collect())
        })
    }

    /// Whether nothing is drawn of it.
    pub fn is_empty(self) -> bool {
        self.index > self.place.get().index || self.activities().is_empty()
    }

    /// Whether the turn's card is here, or the line with its outcome.
    pub fn is_last(self) -> bool {
        self.place.get().index == self.index
    }

    /// Whether no text follows it.
    pub fn is_at_end(self) -> bool {
        self.turn.texts.with(|texts| self.index >= texts.len())
    }

    /// Whether the card follows the text here.
    pub fn is_bare(self) -> bool {
        self.is_last() && self.place.get().bare
    }

    /// The id of its list.
    pub fn list_id(self) -> String {
        let turn = self.turn.id.with_value(|id| format!("steps-{id}"));
        match self.index {
            0 => turn,
            index => format!("{turn}-{index}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use midturn_core::id::MessageId;
    use midturn_core::transcript::Activity;

    use super::*;
    use crate::components::testing::{self, activity, step};

    fn cell(after: Option<&str>) -> ActivityCell {
        let after = after.map(MessageId::from);
        testing::cell(Activity {
            after,
            ..activity("a", step("n"))
        })
    }

    #[test]
    fn the_card_is_at_the_last_stretch_with_activities_else_below_the_text() {
        let text = |id: &str| TextCell::new(MessageId::from(id), "said");
        let at = |index, bare| Place { index, bare };
        let [one, two] = [text("1"), text("2")];
        assert_eq!(place(&[], &[]), at(0, false));
        assert_eq!(place(std::slice::from_ref(&one), &[]), at(0, true));
        assert_eq!(place(&[one.clone(), two.clone()], &[]), at(1, true));
        let texts = [one, two];
        assert_eq!(place(&texts, &[cell(None)]), at(0, false));
        assert_eq!(
            place(&texts, &[cell(Some("2")), cell(Some("1"))]),
            at(2, false)
        );
        assert_eq!(place(&texts, &[cell(Some("gone"))]), at(0, false));
    }

    #[test]
    fn the_part_with_the_card_is_there_as_long_as_the_card() {
        let texts = [TextCell::new(MessageId::from("1"), "said")];
        let card = place(&texts, &[cell(Some("1"))]);
        assert_eq!(parts_of(&texts, &[cell(Some("1"))], card), 2);
        assert_eq!(parts_of(&texts, &[], card), 2);
        assert_eq!(parts_of(&texts, &[], place(&texts, &[])), 1);
        assert_eq!(parts_of(&[], &[], place(&[], &[])), 1);
    }
}
