//! The order of the list while its rows may not move: while a thread is being renamed or its menu is open,
//! and while the person points at them.
//!
//! Not responsible for the usual order: that is the core's.

use std::collections::BTreeSet;

use midturn_core::id::ThreadId;

use super::groups::When;

/// A thread with its group.
pub(super) type Placed = (When, ThreadId);

/// The threads of `now`: first the new ones, then those of `shown` in the order and the groups of
/// `shown`. A moved row would lose the focus, the typed title and the press that is meant for it.
pub(super) fn held_order(shown: &[Placed], now: &[Placed]) -> Vec<Placed> {
    let there = ids(now);
    let stays = shown.iter().filter(|(_, id)| there.contains(id));
    let stays: Vec<_> = stays.cloned().collect();
    let known = ids(shown);
    let new = now.iter().filter(|(_, id)| !known.contains(id));
    new.cloned().chain(stays).collect()
}

fn ids(all: &[Placed]) -> BTreeSet<&ThreadId> {
    all.iter().map(|(_, id)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::{Placed, When, held_order};
    use midturn_core::id::ThreadId;

    fn ids(when: When, ids: &[&str]) -> Vec<Placed> {
        ids.iter().map(|id| (when, ThreadId::from(*id))).collect()
    }

    #[test]
    fn shown_threads_keep_their_order_and_group() {
        let shown = ids(When::Older, &["a", "b", "c"]);
        let held = held_order(&shown, &ids(When::Today, &["c", "a", "b"]));
        assert_eq!(held, shown);
    }

    #[test]
    fn new_threads_come_first_and_removed_threads_are_left_out() {
        let shown = ids(When::Today, &["a", "b", "c"]);
        let held = held_order(&shown, &ids(When::Today, &["n", "c", "a"]));
        assert_eq!(held, ids(When::Today, &["n", "a", "c"]));
    }
}
