//! Joins events that arrived in one chunk, so that a burst costs one input, not a hundred.
//!
//! This module joins within a chunk only. Across chunks, the view batches by frame.

use midturn_core::run_event::RunEvent;

/// A run's event, with its cursor in the backend's log if it has one.
pub(super) type NumberedEvent = (RunEvent, Option<u64>);

/// Joins neighbouring events that extend the same text, or that replace the shared state. The
/// joined event has the last cursor. An event at or before the newest cursor so far stays apart: the
/// core drops it by its own cursor. `newest`: that of the stream's earlier events, which becomes
/// that of all events.
pub(super) fn join_deltas(
    events: Vec<NumberedEvent>,
    newest: &mut Option<u64>,
) -> Vec<NumberedEvent> {
    let mut joined: Vec<NumberedEvent> = Vec::with_capacity(events.len());
    // Whether the last joined event has been applied already.
    let mut is_old = false;
    for (event, cursor) in events {
        let repeats = cursor.is_some() && cursor <= *newest;
        match joined.last_mut().filter(|_| !is_old && !repeats) {
            Some((held, held_cursor)) if grows(held, &event) => {
                append(held, event);
                *held_cursor = cursor.or(*held_cursor);
            }
            _ => joined.push((event, cursor)),
        }
        is_old = repeats;
        *newest = cursor.max(*newest);
    }
    joined
}

fn grows(held: &RunEvent, next: &RunEvent) -> bool {
    if let (RunEvent::TextDelta { message: held, .. }, RunEvent::TextDelta { message: next, .. })
    | (
        RunEvent::ReasoningDelta { message: held, .. },
        RunEvent::ReasoningDelta { message: next, .. },
    ) = (held, next)
    {
        return held == next;
    }
    if let (RunEvent::ToolArgs { call: held, .. }, RunEvent::ToolArgs { call: next, .. }) =
        (held, next)
    {
        return held == next;
    }
    // Every state event has the whole shared state: the last one replaces the others.
    matches!((held, next), (RunEvent::State(_), RunEvent::State(_)))
}

fn append(held: &mut RunEvent, next: RunEvent) {
    if matches!(next, RunEvent::State(_)) {
        *held = next;
        return;
    }
    if let (
        RunEvent::TextDelta { delta: text, .. }
        | RunEvent::ReasoningDelta { delta: text, .. }
        | RunEvent::ToolArgs { delta: text, .. },
        RunEvent::TextDelta { delta, .. }
        | RunEvent::ReasoningDelta { delta, .. }
        | RunEvent::ToolArgs { delta, .. },
    ) = (held, next)
    {
        text.push_str(&delta);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(message: &str, delta: &str) -> RunEvent {
        RunEvent::TextDelta {
            message: message.into(),
            delta: delta.into(),
        }
    }

    fn args(call: &str, delta: &str) -> RunEvent {
        RunEvent::ToolArgs {
            call: call.into(),
            delta: delta.into(),
        }
    }

    #[test]
    fn adjacent_deltas_of_one_message_are_joined() {
        let events = vec![
            (text("m", "a"), Some(1)),
            (text("m", "b"), Some(2)),
            (text("n", "c"), None),
            (text("n", "d"), Some(4)),
            (text("m", "e"), None),
        ];
        let joined = join_deltas(events, &mut None);
        assert_eq!(
            joined,
            [
                (text("m", "ab"), Some(2)),
                (text("n", "cd"), Some(4)),
                (text("m", "e"), None),
            ]
        );
    }

    #[test]
    fn deltas_of_different_kinds_with_one_id_are_not_joined() {
        let reasoning = RunEvent::ReasoningDelta {
            message: "m".into(),
            delta: "b".into(),
        };
        let events = vec![
            (text("m", "a"), None),
            (reasoning, None),
            (args("m", "c"), None),
            (args("m", "d"), None),
        ];
        let joined = join_deltas(events.clone(), &mut None);
        assert_eq!(joined[..2], events[..2]);
        assert_eq!(joined[2..], [(args("m", "cd"), None)]);
    }

    #[test]
    fn applied_events_are_not_joined_with_new_ones() {
        let events = vec![(text("m", "a"), Some(1)), (text("m", "b"), Some(2))];
        assert_eq!(join_deltas(events.clone(), &mut Some(1)), events);
        let joined = join_deltas(events, &mut Some(0));
        assert_eq!(joined, [(text("m", "ab"), Some(2))]);
    }

    #[test]
    fn an_event_that_comes_twice_is_not_joined_with_itself() {
        let events = vec![
            (text("m", "a"), Some(1)),
            (text("m", "a"), Some(1)),
            (text("m", "b"), Some(2)),
            (text("m", "c"), Some(3)),
        ];
        let mut newest = None;
        assert_eq!(
            join_deltas(events, &mut newest),
            [
                (text("m", "a"), Some(1)),
                (text("m", "a"), Some(1)),
                (text("m", "bc"), Some(3)),
            ]
        );
        assert_eq!(newest, Some(3));
        // Also if it comes again in a later chunk.
        let events = vec![(text("m", "c"), Some(3)), (text("m", "d"), Some(4))];
        assert_eq!(join_deltas(events.clone(), &mut newest), events);
    }
}
