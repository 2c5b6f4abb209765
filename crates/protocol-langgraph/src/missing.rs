//! The messages that the server lacks. It keeps a thread's messages itself, but loses what a stop
//! cut off: half a text, and the results of calls that were at work.

use std::collections::HashSet;

use midturn_core::history::HistoryMessage;

use super::memory::Memory;

/// The messages of a history that must be sent, in order.
///
/// The memory has the ids of the messages that the server got lately. All messages before the first
/// of these are older, and the server has them too. Without a memory, the server has everything up
/// to the agent's last message, except results that were made up for its last calls.
pub(super) fn missing<'h>(
    history: &'h [HistoryMessage],
    memory: &Memory,
) -> Vec<&'h HistoryMessage> {
    let ids: HashSet<&str> = memory.ids().map(String::as_str).collect();
    let has = |message: &HistoryMessage| ids.contains(message.id().as_str());
    let is_agents = |message: &HistoryMessage| !matches!(message, HistoryMessage::User { .. });
    let first = history.iter().position(has);
    let from = first.unwrap_or_else(|| history.iter().rposition(is_agents).map_or(0, |at| at + 1));
    let keeps = !memory.lost_run();
    let results = history
        .iter()
        .filter(|message| keeps && !message.is_made_up());
    let answered = results.filter_map(|message| match message {
        HistoryMessage::Tool { call, .. } => Some(call),
        _ => None,
    });
    let answered: HashSet<_> = answered.collect();
    let mut lost_calls = HashSet::new();
    let mut kept_calls = HashSet::new();
    let mut found = Vec::new();
    if first.is_none() && keeps {
        found.extend(made_up(history.get(..from).unwrap_or_default()));
    }
    for message in history.iter().skip(from).filter(|message| !has(message)) {
        match message {
            HistoryMessage::User { .. } => found.push(message),
            // Only the server runs tools, so it has this message: it was said in another browser. As
            // a text it would replace the calls, whose results would stay.
            HistoryMessage::Assistant { calls, .. }
                if calls.iter().any(|call| answered.contains(&call.id)) =>
            {
                kept_calls.extend(calls.iter().map(|call| &call.id));
            }
            HistoryMessage::Assistant { text, calls, .. } => {
                // The server does not have these calls, so it must not get their results.
                lost_calls.extend(calls.iter().map(|call| &call.id));
                if !text.is_empty() {
                    found.push(message);
                }
            }
            HistoryMessage::Tool { call, .. } => {
                let is_theirs = kept_calls.contains(call) && !message.is_made_up();
                if !lost_calls.contains(call) && !is_theirs {
                    found.push(message);
                }
            }
            HistoryMessage::Reasoning { .. } => {}
        }
    }
    if found.is_empty() {
        // The same message again, as after a failed run. The server knows it by its id.
        let last = history.iter().rfind(|message| !is_agents(message));
        found.extend(last);
    }
    found
}

/// The results that were made up for the agent's last calls. Another browser made these calls; there
/// they were stopped, or wait for the person. Models refuse a history in which they have no results.
fn made_up(known: &[HistoryMessage]) -> impl Iterator<Item = &HistoryMessage> {
    let is_agents = |message: &HistoryMessage| matches!(message, HistoryMessage::Assistant { .. });
    let last = known.iter().rposition(is_agents).unwrap_or(known.len());
    known.iter().skip(last).filter(|held| held.is_made_up())
}
