//! The order of a turn in a file, which is that of the screen.

use midturn_core::transcript::{Activity, Turn};

/// Something in a turn.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece<'a> {
    /// A text of the agent.
    Text(&'a str),
    /// An activity, and in how many others it is.
    Activity(&'a Activity, usize),
}

/// The pieces of a turn: its texts, each with the activities that follow it.
pub(super) fn pieces(turn: &Turn) -> Vec<Piece<'_>> {
    let placed = |activity| (turn.stretch_of(activity), activity);
    let activities: Vec<_> = turn.activities.iter().map(placed).collect();
    let after = |text| {
        let here = activities.iter().filter(move |(after, _)| *after == text);
        rows(here.map(|(_, activity)| *activity))
    };
    let mut pieces = after(None);
    for (id, text) in turn.texts() {
        if !text.trim().is_empty() {
            pieces.push(Piece::Text(text));
        }
        pieces.extend(after(Some(id)));
    }
    pieces
}

/// Activities, each below the one that contains it. Without that one before it, it is in none: a
/// backend may name parents in a circle.
fn rows<'a>(activities: impl Iterator<Item = &'a Activity>) -> Vec<Piece<'a>> {
    let mut rows: Vec<(&Activity, usize)> = Vec::new();
    for activity in activities {
        let parent = activity.parent.as_ref();
        let above = rows.iter().rposition(|(row, _)| Some(&row.id) == parent);
        let (mut at, mut depth) = (rows.len(), 0);
        if let Some(above) = above {
            depth = rows[above].1 + 1;
            let below = rows[above + 1..].iter();
            at = above + 1 + below.take_while(|(_, held)| *held >= depth).count();
        }
        rows.insert(at, (activity, depth));
    }
    let piece = |(activity, depth)| Piece::Activity(activity, depth);
    rows.into_iter().map(piece).collect()
}
