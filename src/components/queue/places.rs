//! Places in the queue: where a prompt is, where it lands when dropped, and which rows move.
//!
//! Not responsible for the order; the core keeps it.

use midturn_core::id::MessageId;
use midturn_core::queue::Queue;

/// The side of a row on which a dragged prompt would land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Above,
    Below,
}

impl Side {
    /// The side of the row at `to` on which a prompt from `from` lands. The prompt takes that row's
    /// place: if it comes from above, it lands below the row. `None` for the prompt's own place.
    pub(super) fn of(from: usize, to: usize) -> Option<Self> {
        match from.cmp(&to) {
            std::cmp::Ordering::Less => Some(Self::Below),
            std::cmp::Ordering::Greater => Some(Self::Above),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// The place of a prompt in the queue, from 0.
pub(super) fn place_of(queue: &Queue, id: &MessageId) -> Option<usize> {
    queue.prompts().iter().position(|prompt| prompt.id == *id)
}

/// The side of `row` on which the prompt `dragged` would land.
pub(super) fn side(queue: &Queue, dragged: &MessageId, row: &MessageId) -> Option<Side> {
    Side::of(place_of(queue, dragged)?, place_of(queue, row)?)
}

/// The place after a step from `place`; `None` beyond either end of `count` places.
pub(super) fn step(place: usize, by: isize, count: usize) -> Option<usize> {
    let to = place.checked_add_signed(by)?;
    (to < count).then_some(to)
}

/// The wanted items: first those in `held`, in the order of `held`, then the new ones.
pub(super) fn arrivals<T: PartialEq + Clone>(held: &[T], wanted: &[T]) -> Vec<T> {
    let stays = held.iter().filter(|one| wanted.contains(one));
    let comes = wanted.iter().filter(|one| !held.contains(one));
    stays.chain(comes).cloned().collect()
}

/// The moves that bring `held` into the order of `wanted`. Each move names the row to move, and the
/// row to insert it before (`None` for the end). If one row has changed its place, only that row
/// moves: a row that is not moved keeps its focus.
pub(super) fn moves<T: PartialEq + Clone>(held: &[T], wanted: &[T]) -> Vec<(T, Option<T>)> {
    let mut held: Vec<T> = held
        .iter()
        .filter(|one| wanted.contains(one))
        .cloned()
        .collect();
    let wanted: Vec<&T> = wanted.iter().filter(|one| held.contains(one)).collect();
    let mut moves = Vec::new();
    for (place, want) in wanted.iter().enumerate() {
        let Some(stands) = held.get(place).filter(|stands| stands != want) else {
            continue;
        };
        // If the next row is wanted here, the row that stands here moves down. Otherwise the wanted
        // row moves up to here.
        let goes_down = held.get(place + 1) == Some(*want);
        let row = if goes_down { stands } else { *want }.clone();
        held.retain(|one| *one != row);
        let to = wanted.iter().position(|one| **one == row);
        let to = to.unwrap_or(place).min(held.len());
        held.insert(to, row.clone());
        moves.push((row, held.get(to + 1).cloned()));
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::{Side, arrivals, moves, step};

    fn moved(held: &str, wanted: &str) -> String {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        let line = |(row, before): (char, Option<char>)| format!("{row}<{}", before.unwrap_or('.'));
        let moves = moves(&chars(held), &chars(wanted)).into_iter().map(line);
        moves.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn only_the_row_that_changed_its_place_moves() {
        assert_eq!(moved("abcd", "abcd"), "");
        assert_eq!(moved("abcd", "bcda"), "a<.");
        assert_eq!(moved("abcd", "bcad"), "a<d");
        assert_eq!(moved("abcd", "dabc"), "d<a");
        assert_eq!(moved("abcd", "acbd"), "b<d");
        assert_eq!(moved("abcd", "cd"), "");
    }

    #[test]
    fn the_moves_lead_from_any_order_to_any_other() {
        let orders = [
            "abcd", "bacd", "dcba", "cadb", "bdac", "dabc", "bcda", "cdab",
        ];
        for from in orders {
            for to in orders {
                let mut rows: Vec<char> = from.chars().collect();
                let wanted: Vec<char> = to.chars().collect();
                for (row, before) in moves(&rows, &wanted) {
                    rows.retain(|one| *one != row);
                    let at = rows.iter().position(|one| Some(*one) == before);
                    rows.insert(at.unwrap_or(rows.len()), row);
                }
                assert_eq!(rows, wanted, "{from} to {to}");
            }
        }
    }

    #[test]
    fn new_items_come_after_the_held_ones() {
        assert_eq!(arrivals(&[1, 2, 3], &[3, 4, 1]), [1, 3, 4]);
        assert_eq!(arrivals(&[], &[2, 1]), [2, 1]);
    }

    #[test]
    fn a_prompt_takes_the_place_of_the_one_it_is_dropped_on() {
        assert_eq!(Side::of(0, 2), Some(Side::Below));
        assert_eq!(Side::of(2, 0), Some(Side::Above));
        assert_eq!(Side::of(1, 1), None);
    }

    #[test]
    fn a_step_beyond_either_end_is_none() {
        assert_eq!(step(1, -1, 3), Some(0));
        assert_eq!(step(1, 1, 3), Some(2));
        assert_eq!(step(0, -1, 3), None);
        assert_eq!(step(2, 1, 3), None);
        assert_eq!(step(0, 1, 0), None);
    }
}
