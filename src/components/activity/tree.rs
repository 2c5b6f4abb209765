//! The order of nested activities: each below its parent.

use std::collections::HashMap;

use leptos::prelude::*;
use midturn_core::transcript::ActivityKind;

use crate::state::ActivityCell;

/// One row of the list.
pub(super) struct Row {
    /// The row's activity.
    pub(super) cell: ActivityCell,
    /// For a subagent: the call that started it, if both share this row.
    pub(super) call: Option<ActivityCell>,
    /// The number of the activity's ancestors.
    pub(super) depth: usize,
}

/// An activity's place in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place<'a> {
    id: &'a str,
    depth: usize,
}

/// The facts that the order depends on.
#[derive(Clone, Debug)]
struct Item<'a> {
    id: &'a str,
    parent: Option<String>,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Call,
    Agent,
    Other,
}

/// A call and the subagent that share a row.
#[derive(Clone, Copy)]
struct Pair<'a> {
    call: &'a str,
    agent: &'a str,
}

/// The rows in the order of the tree: an activity's children are below it, in the order in which
/// they began. A call that shares the row of its subagent has no row of its own.
pub(super) fn rows(all: &[ActivityCell]) -> Vec<Row> {
    let cells: HashMap<&str, &ActivityCell> =
        all.iter().map(|cell| (cell.id.as_str(), cell)).collect();
    let items = items(all);
    let pairs = pairs(&items);
    let places = arrange(merged(&items, &pairs)).into_iter();
    let row = |place: Place<'_>| {
        let pair = pairs.iter().find(|pair| pair.agent == place.id);
        Some(Row {
            cell: (*cells.get(place.id)?).clone(),
            call: pair.and_then(|pair| Some((*cells.get(pair.call)?).clone())),
            depth: place.depth,
        })
    };
    places.filter_map(row).collect()
}

/// The number of ancestors of an activity.
pub(super) fn depth(all: &[ActivityCell], cell: &ActivityCell) -> usize {
    let id = cell.id.as_str();
    let items = items(all);
    let places = arrange(merged(&items, &pairs(&items)));
    let place = places.into_iter().find(|held| held.id == id);
    place.map_or(0, |held| held.depth)
}

fn items(all: &[ActivityCell]) -> Vec<Item<'_>> {
    all.iter().map(item).collect()
}

fn item(cell: &ActivityCell) -> Item<'_> {
    cell.activity.with_untracked(|activity| Item {
        id: cell.id.as_str(),
        parent: activity.parent.as_ref().map(ToString::to_string),
        kind: match activity.kind {
            ActivityKind::Tool { .. } => Kind::Call,
            ActivityKind::Subagent { .. } => Kind::Agent,
            ActivityKind::Reasoning { .. }
            | ActivityKind::Step { .. }
            | ActivityKind::Approval { .. }
            | ActivityKind::Interjection(_)
            | ActivityKind::Note { .. } => Kind::Other,
        },
    })
}

/// The call that started this subagent; `None` if that call started other subagents too.
fn call<'a, 'b>(items: &'b [Item<'a>], agent: &Item<'a>) -> Option<&'b Item<'a>> {
    let parent = agent
        .parent
        .as_deref()
        .filter(|_| agent.kind == Kind::Agent)?;
    let is_its =
        |item: &&Item<'_>| item.kind == Kind::Agent && item.parent.as_deref() == Some(parent);
    let only = items.iter().filter(is_its).count() == 1;
    let is_call = |item: &&Item<'_>| item.kind == Kind::Call && item.id == parent;
    items.iter().find(is_call).filter(|_| only)
}

fn pairs<'a>(items: &[Item<'a>]) -> Vec<Pair<'a>> {
    let pair = |item: &Item<'a>| {
        let (call, agent) = (call(items, item)?.id, item.id);
        Some(Pair { call, agent })
    };
    items.iter().filter_map(pair).collect()
}

/// The ids and parents after merging each pair: the subagent takes the place of its call. Children
/// of either become children of the subagent.
fn merged<'a>(items: &[Item<'a>], pairs: &[Pair<'a>]) -> Vec<(&'a str, Option<String>)> {
    let one_of = |id: &str| {
        let pair = pairs.iter().find(|pair| pair.call == id)?;
        Some(pair.agent)
    };
    let mut rows = Vec::with_capacity(items.len());
    for item in items {
        if pairs.iter().any(|pair| pair.agent == item.id) {
            // The subagent is added at the place of its call.
            continue;
        }
        let parent = item.parent.as_deref();
        let parent = parent.map(|parent| one_of(parent).unwrap_or(parent).to_owned());
        rows.push((one_of(item.id).unwrap_or(item.id), parent));
    }
    rows
}

/// Places each activity below its parent. An activity whose parent is not earlier in the list
/// becomes a root, so that there are no cycles.
fn arrange<'a>(all: impl IntoIterator<Item = (&'a str, Option<String>)>) -> Vec<Place<'a>> {
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
    use super::{Item, Kind, arrange, merged, pairs};

    fn drawn(all: &[(&str, &str)]) -> String {
        let all = all.iter().map(|(id, parent)| {
            let parent = (!parent.is_empty()).then(|| (*parent).to_owned());
            (*id, parent)
        });
        let line = |held: &super::Place<'_>| ["-".repeat(held.depth), held.id.to_owned()].concat();
        arrange(all).iter().map(line).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_activity_is_below_its_parent() {
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
    fn an_activity_in_a_cycle_or_with_an_unknown_parent_becomes_a_root() {
        assert_eq!(drawn(&[("a", "b"), ("b", "a"), ("c", "x")]), "a -b c");
        assert_eq!(drawn(&[("a", "a")]), "a");
    }

    fn shown(all: &[(&str, &str, Kind)]) -> String {
        let item = |(id, parent, kind): &(&'static str, &str, Kind)| Item {
            id,
            parent: (!parent.is_empty()).then(|| (*parent).to_owned()),
            kind: *kind,
        };
        let all: Vec<(&'static str, &str, Kind)> = all
            .iter()
            .map(|(id, parent, kind)| (&*String::leak((*id).to_owned()), *parent, *kind))
            .collect();
        let items: Vec<_> = all.iter().map(item).collect();
        let places = arrange(merged(&items, &pairs(&items)));
        let line = |held: &super::Place<'_>| ["-".repeat(held.depth), held.id.to_owned()].concat();
        places.iter().map(line).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_subagent_takes_the_row_of_the_call_that_started_it() {
        use Kind::{Agent, Call, Other};
        let all = [
            ("before", "", Call),
            ("call", "", Call),
            ("after", "", Call),
            ("agent", "call", Agent),
            ("said", "call", Other),
            ("tool", "agent", Call),
            ("inner", "tool", Agent),
        ];
        assert_eq!(shown(&all), "before agent -said -inner after");
    }

    #[test]
    fn a_call_that_started_two_subagents_keeps_its_own_row() {
        use Kind::{Agent, Call, Other};
        let all = [
            ("call", "", Call),
            ("one", "call", Agent),
            ("two", "call", Agent),
            ("step", "", Other),
            ("three", "step", Agent),
        ];
        assert_eq!(shown(&all), "call -one -two step -three");
    }
}
