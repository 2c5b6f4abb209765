//! The order of the list while a thread is being renamed.
//!
//! Not responsible for the usual order: that is the core's.

use midturn_core::id::ThreadId;

/// The threads of `now`: first the new ones, then those of `shown` in the order of `shown`. A moved
/// row would lose the focus and the typed title.
pub(super) fn held_order(shown: &[ThreadId], now: Vec<ThreadId>) -> Vec<ThreadId> {
    let stays = shown.iter().filter(|id| now.contains(id));
    let stays: Vec<_> = stays.cloned().collect();
    let new = now.into_iter().filter(|id| !shown.contains(id));
    new.chain(stays).collect()
}

#[cfg(test)]
mod tests {
    use super::held_order;
    use midturn_core::id::ThreadId;

    fn ids(ids: &[&str]) -> Vec<ThreadId> {
        ids.iter().map(|id| ThreadId::from(*id)).collect()
    }

    #[test]
    fn shown_threads_keep_their_order() {
        let held = held_order(&ids(&["a", "b", "c"]), ids(&["c", "a", "b"]));
        assert_eq!(held, ids(&["a", "b", "c"]));
    }

    #[test]
    fn new_threads_come_first_and_removed_threads_are_left_out() {
        let held = held_order(&ids(&["a", "b", "c"]), ids(&["n", "c", "a"]));
        assert_eq!(held, ids(&["n", "a", "c"]));
    }
}
