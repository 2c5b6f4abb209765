//! The order of nested activities: each below the one it happened inside of.
//!
//! Not responsible for drawing them.

use crate::state::ActivityCell;

/// Where an activity stands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place<'a> {
    id: &'a str,
    depth: usize,
}

/// The ids in the order of the tree: what belongs to one activity stands below it, in the order it
/// began.
pub(super) fn in_order(all: &[ActivityCell]) -> Vec<String> {
    let nested = all.iter().map(|cell| (cell.id.as_str(), parent(cell)));
    let places = arrange(nested);
    places.into_iter().map(|held| held.id.to_owned()).collect()
}

/// How many activities this one is inside of.
pub(super) fn depth(all: &[ActivityCell], cell: &ActivityCell) -> usize {
    if parent(cell).is_none() {
        return 0;
    }
    let id = cell.id.as_str();
    let nested = all.iter().map(|cell| (cell.id.as_str(), parent(cell)));
    let places = arrange(nested);
    let place = places.into_iter().find(|held| held.id == id);
    place.map_or(0, |held| held.depth)
}

fn parent(cell: &ActivityCell) -> Option<String> {
    cell.activity.with_untracked(|activity| {
        let parent = activity.parent.as_ref();
        parent.map(|parent| parent.as_str().to_owned())
    })
}

/// One whose parent is not there yet is inside of nothing, so that no circle can be.
fn arrange<'a>(all: impl Iterator<Item = (&'a str, Option<String>)>) -> Vec<Place<'a>> {
    let mut places: Vec<Place<'a>> = Vec::new();
    for (id, parent) in all {
        let above = parent.and_then(|parent| places.iter().rposition(|held| held.id == parent));
        let (at, depth) = match above {
            None => (places.len(), 0),
            Some(above) => {
                let depth = places[above].depth + 1;
                let below = places[above + 1..].iter();
                let inside = below.take_while(|held| held.depth >= depth).count();
                (above + 1 + inside, depth)
            }
        };
        places.insert(at, Place { id, depth });
    }
    places
}

#[cfg(test)]
mod tests {
    use super::arrange;

    fn drawn(all: &[(&str, &str)]) -> String {
        let all = all.iter().map(|(id, parent)| {
            let parent = (!parent.is_empty()).then(|| (*parent).to_owned());
            (*id, parent)
        });
        let line = |held: &super::Place<'_>| ["-".repeat(held.depth), held.id.to_owned()].concat();
        arrange(all).iter().map(line).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_stands_below_the_one_it_is_inside_of() {
        let all = [
            ("a", ""),
            ("b", ""),
            ("a1", "a"),
            ("b1", "b"),
            ("a2", "a"),
            ("b11", "b1"),
            ("a11", "a1"),
            ("c", ""),
        ];
        assert_eq!(drawn(&all), "a -a1 --a11 -a2 b -b1 --b11 c");
    }

    #[test]
    fn a_circle_and_a_stranger_are_inside_of_nothing() {
        assert_eq!(drawn(&[("a", "b"), ("b", "a"), ("c", "x")]), "a -b c");
        assert_eq!(drawn(&[("a", "a")]), "a");
    }
}
