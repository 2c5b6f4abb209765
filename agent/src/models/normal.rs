//! Repairs a history so that a model accepts it: every tool call has one result, directly after it.
//!
//! A client sends the history, and may have lost, doubled or moved parts of it. An endpoint would
//! refuse such a history at every attempt. Messages of the person are kept, even when the result
//! that carried them is dropped.

use std::collections::{BTreeMap, BTreeSet};

use crate::conversation::{Interjection, Message, ToolResult};

/// Each call's result, with the interjections that it carries.
type Results = BTreeMap<String, (ToolResult, Vec<Interjection>)>;

/// The history, with one result after each call. A valid history is returned unchanged.
pub(super) fn normal(history: &[Message]) -> Vec<Message> {
    let calls = calls(history);
    let (mut results, order) = results(history, &calls);
    let mut seen = BTreeSet::new();
    let mut normal = Vec::with_capacity(history.len());
    for message in history {
        match message {
            Message::System { .. } | Message::User { .. } => normal.push(message.clone()),
            Message::Assistant { id, text, calls } => {
                // A repeated call is dropped.
                let calls: Vec<_> = calls
                    .iter()
                    .filter(|call| seen.insert(call.id.as_str()))
                    .cloned()
                    .collect();
                let mut ids: Vec<String> = calls.iter().map(|call| call.id.clone()).collect();
                if !text.is_empty() || !calls.is_empty() {
                    normal.push(Message::assistant(id.clone(), text.clone(), calls));
                }
                ids.sort_by_key(|id| order.get(id).copied().unwrap_or(usize::MAX));
                normal.extend(ids.into_iter().map(|call_id| {
                    let known = results.remove(&call_id);
                    let (result, feedback) = known.unwrap_or_else(|| (missing(), Vec::new()));
                    Message::Tool {
                        call_id,
                        result,
                        feedback,
                    }
                }));
            }
            Message::Tool {
                call_id, feedback, ..
            } if !calls.contains(call_id.as_str()) => {
                normal.extend(feedback.iter().cloned().map(Message::from));
            }
            Message::Tool { .. } => {}
        }
    }
    normal
}

fn calls(history: &[Message]) -> BTreeSet<&str> {
    let calls = history.iter().filter_map(|message| match message {
        Message::Assistant { calls, .. } => Some(calls),
        _ => None,
    });
    calls.flatten().map(|call| call.id.as_str()).collect()
}

/// The first result of each call, with the interjections of all its results, and the results'
/// order.
fn results(history: &[Message], calls: &BTreeSet<&str>) -> (Results, BTreeMap<String, usize>) {
    let mut results = Results::new();
    let mut order = BTreeMap::new();
    for (place, message) in history.iter().enumerate() {
        if let Message::Tool {
            call_id,
            result,
            feedback,
        } = message
            && calls.contains(call_id.as_str())
        {
            order.entry(call_id.clone()).or_insert(place);
            let (_, said) = results
                .entry(call_id.clone())
                .or_insert_with(|| (result.clone(), Vec::new()));
            for one in feedback {
                if !said.iter().any(|known| known.id == one.id) {
                    said.push(one.clone());
                }
            }
        }
    }
    (results, order)
}

fn missing() -> ToolResult {
    ToolResult::cancelled("No result: it has been lost.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversation::ToolCall;

    fn user(text: &str) -> Message {
        Message::user(text, text)
    }

    fn asks(ids: &[&str]) -> Message {
        let calls = ids.iter().map(|id| ToolCall::new(*id, "x", "{}"));
        Message::assistant("m", "", calls.collect())
    }

    fn result(id: &str, content: &str, said: Option<&str>) -> Message {
        Message::Tool {
            call_id: id.to_owned(),
            result: ToolResult::ok(content),
            feedback: Vec::from_iter(said.map(|text| Interjection::new(text, text))),
        }
    }

    fn lost(id: &str) -> Message {
        Message::Tool {
            call_id: id.to_owned(),
            result: missing(),
            feedback: Vec::new(),
        }
    }

    #[test]
    fn a_valid_history_is_not_changed() {
        let history = [
            user("hi"),
            asks(&["a", "b"]),
            result("b", "2", None),
            result("a", "1", Some("quick")),
            user("and"),
        ];
        assert_eq!(normal(&history), history);
    }

    #[test]
    fn results_without_a_call_are_dropped_and_their_interjections_kept() {
        let history = [user("hi"), result("a", "1", Some("quick")), user("and")];
        assert_eq!(normal(&history), [user("hi"), user("quick"), user("and")]);
    }

    #[test]
    fn the_first_of_two_results_is_kept_with_the_interjections_of_both() {
        let history = [
            asks(&["a"]),
            result("a", "1", None),
            result("a", "2", Some("quick")),
        ];
        assert_eq!(
            normal(&history),
            [asks(&["a"]), result("a", "1", Some("quick"))]
        );
    }

    #[test]
    fn results_are_moved_after_their_call_and_missing_results_are_added() {
        let history = [
            result("a", "1", None),
            user("hi"),
            asks(&["a", "b", "c"]),
            user("and"),
            result("c", "3", None),
        ];
        let expected = [
            user("hi"),
            asks(&["a", "b", "c"]),
            result("a", "1", None),
            result("c", "3", None),
            lost("b"),
            user("and"),
        ];
        assert_eq!(normal(&history), expected);
    }

    #[test]
    fn a_repeated_call_is_dropped() {
        let history = [
            asks(&["a"]),
            result("a", "1", None),
            asks(&["a"]),
            user("hi"),
        ];
        let expected = [asks(&["a"]), result("a", "1", None), user("hi")];
        assert_eq!(normal(&history), expected);
    }
}
