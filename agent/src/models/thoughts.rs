//! The reasoning that some APIs want back, in their own form.
//!
//! An endpoint that reasons between tool calls wants to see its reasoning again with the results.
//! The history has no place for it, so it is kept here: by thread, and by the first tool call that
//! followed it. Only a complete response is kept, so that reasoning without its signature is never
//! sent back; of Chat Completions also what came before the first call. Reasoning is lost with the
//! process. Most endpoints take a request without it; `DeepSeek` refuses it while its model thinks.

use std::sync::Arc;

use indexmap::IndexMap;
use parking_lot::Mutex;
use serde_json::Value;

/// How many responses are kept, of all threads. The reasoning of a turn's earlier responses is
/// needed as long as the turn goes on, by some endpoints as long as the thread does.
const MOST: usize = 1_000;

/// The thread, and the id of the response's first tool call.
type Place = (String, String);

/// The kept reasoning, as one thread sees it. Clones share it.
#[derive(Debug, Clone, Default)]
pub(super) struct Thoughts {
    thread: String,
    /// The oldest comes first.
    kept: Arc<Mutex<IndexMap<Place, Vec<Value>>>>,
}

impl Thoughts {
    /// The same memory, for another thread.
    pub(super) fn of_thread(&self, thread: &str) -> Self {
        Self {
            thread: thread.to_owned(),
            kept: Arc::clone(&self.kept),
        }
    }

    /// Keeps the reasoning before a call. No reasoning is worth keeping too: it is known then that
    /// nothing is missing.
    pub(super) fn keep(&self, first_call: String, thoughts: Vec<Value>) {
        let place = (self.thread.clone(), first_call);
        let mut kept = self.kept.lock();
        kept.insert(place, thoughts);
        if kept.len() > MOST {
            kept.shift_remove_index(0);
        }
    }

    /// Forgets the reasoning of the thread. Returns whether there was any.
    pub(super) fn forget(&self) -> bool {
        let mut kept = self.kept.lock();
        let before = kept.len();
        kept.retain(|(thread, _), _| *thread != self.thread);
        kept.len() < before
    }

    /// The reasoning before a call; `None` if it is not known.
    pub(super) fn before(&self, first_call: &str) -> Option<Vec<Value>> {
        let place = (self.thread.clone(), first_call.to_owned());
        self.kept.lock().get(&place).cloned()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn threads_do_not_see_each_others_reasoning() {
        let all = Thoughts::default();
        let (one, two) = (all.of_thread("1"), all.of_thread("2"));
        one.keep("call".to_owned(), vec![json!("secret")]);
        assert_eq!(two.before("call"), None);
        assert_eq!(
            all.of_thread("1").before("call"),
            Some(vec![json!("secret")])
        );
        assert!(!two.forget() && one.forget() && !one.forget());
        assert_eq!(one.before("call"), None);
    }

    #[test]
    fn the_oldest_reasoning_is_forgotten() {
        let thoughts = Thoughts::default();
        for call in 0..=MOST {
            thoughts.keep(call.to_string(), Vec::new());
        }
        assert_eq!(thoughts.before("0"), None);
        assert_eq!(thoughts.before("1"), Some(Vec::new()));
        assert_eq!(thoughts.before(&MOST.to_string()), Some(Vec::new()));
    }
}
