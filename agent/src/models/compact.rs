//! Shortens a history to fit into a model's context.
//!
//! Only a copy is shortened, for one request: first old tool results, then old answers, then whole
//! old turns, and at last the results that the model has just got. One message replaces the dropped
//! turns: it has the beginning of each of their user messages, the names of their files, and the full
//! text of the interjections in their tool results. Every call that is left keeps its result. Tokens
//! are estimated: four bytes count as one, and an attachment counts as much as it costs a model
//! (`attachment.rs`).

use serde_json::Value;

use super::attachment::Attachment;
use crate::conversation::{Message, ToolResult, with_feedback};

const CHARACTERS_PER_TOKEN: usize = 4;
/// How many characters are kept of an old answer, or of a user message in a dropped turn. Longer
/// arguments of an old call are dropped as a whole.
const BEGINNING: usize = 200;
/// The cost of a message beyond its text.
const OVERHEAD: usize = 16;

/// The history, shortened to `tokens` if possible.
pub fn compact(history: &[Message], tokens: usize) -> Vec<Message> {
    let room = tokens.saturating_mul(CHARACTERS_PER_TOKEN);
    let mut history = history.to_vec();
    // The model works on the last turn, so the answers in it are kept.
    let last_turn = history
        .iter()
        .rposition(|message| matches!(message, Message::User { .. }))
        .unwrap_or_default();
    let last_asked = history
        .iter()
        .rposition(|message| matches!(message, Message::Assistant { .. }))
        .unwrap_or(history.len());
    shorten(&mut history, room, last_asked, forget_result);
    shorten(&mut history, room, last_turn, forget_answer);
    forget_turns(&mut history, room);
    clip_results(&mut history, room);
    history
}

/// Shortens the longest of the last results, of which the beginning is kept.
fn clip_results(history: &mut [Message], room: usize) {
    let size = total(history);
    if size <= room {
        return;
    }
    let last = history.iter_mut().rev().map_while(|message| match message {
        Message::Tool { result, .. } => Some(result),
        _ => None,
    });
    let mut last: Vec<&mut ToolResult> = last.collect();
    last.sort_by_key(|result| result.content.len());
    let long: usize = last.iter().map(|result| result.content.len()).sum();
    let mut room = room.saturating_sub(size - long);
    let mut left = last.len();
    for result in last {
        // What a short one leaves is for the longer ones.
        clip(result, (room / left).max(BEGINNING));
        room = room.saturating_sub(result.content.len());
        left -= 1;
    }
}

fn clip(result: &mut ToolResult, longest: usize) {
    const NOTE: &str = "\n[the rest is removed to save space]";
    if result.content.len() > longest {
        let end = longest.saturating_sub(NOTE.len());
        let kept = result
            .content
            .char_indices()
            .take_while(|(at, c)| at + c.len_utf8() <= end);
        let content = kept.map(|(_, c)| c).chain(NOTE.chars()).collect::<String>();
        *result = ToolResult::new(content, result.status);
    }
}

fn shorten(history: &mut [Message], room: usize, end: usize, forget: fn(&mut Message)) {
    let mut size = total(history);
    for message in history.iter_mut().take(end) {
        if size <= room {
            return;
        }
        let before = length(message);
        forget(message);
        size -= before.saturating_sub(length(message));
    }
}

fn forget_result(message: &mut Message) {
    if let Message::Tool { result, .. } = message {
        let note = format!(
            "[{} characters removed to save space]",
            result.content.len()
        );
        if note.len() < result.content.len() {
            *result = ToolResult::new(note, result.status);
        }
    }
}

fn forget_answer(message: &mut Message) {
    if let Message::Assistant { text, calls, .. } = message {
        if text.chars().count() > BEGINNING {
            *text = text.chars().take(BEGINNING).chain(['…']).collect();
        }
        for call in calls {
            if call.arguments.len() > BEGINNING {
                "{}".clone_into(&mut call.arguments);
            }
        }
    }
}

/// Drops the oldest turns, and inserts one message with the person's words from them.
fn forget_turns(history: &mut Vec<Message>, room: usize) {
    let is_user = |message: &Message| matches!(message, Message::User { .. });
    let is_system = |message: &Message| matches!(message, Message::System { .. });
    let mut said = Vec::new();
    let start = history.iter().take_while(|m| is_system(m)).count();
    let mut size = total(history);
    while size > room {
        let mut turns = history.iter().enumerate().skip(start + 1);
        let Some((next, _)) = turns.find(|(_, message)| is_user(message)) else {
            break;
        };
        for message in history.drain(start..next) {
            size -= length(&message);
            said.extend(words_of_the_person(&message));
        }
    }
    if !said.is_empty() {
        let note = Message::user(
            "",
            format!(
                "[Earlier in this conversation I said: {}]",
                said.join(" / ")
            ),
        );
        history.insert(start, note);
    }
}

fn words_of_the_person(message: &Message) -> Vec<String> {
    match message {
        Message::User {
            text, attachments, ..
        } => {
            let files = attachments.iter().map(Attachment::new);
            let beginning = text.chars().take(BEGINNING).collect();
            std::iter::once(beginning)
                .chain(files.map(Attachment::mention))
                .filter(|words: &String| !words.is_empty())
                .collect()
        }
        Message::Tool { feedback, .. } => feedback.iter().map(|one| one.text.clone()).collect(),
        Message::System { .. } | Message::Assistant { .. } => Vec::new(),
    }
}

/// The estimated number of tokens of a history.
pub(super) fn tokens(history: &[Message]) -> usize {
    total(history).div_ceil(CHARACTERS_PER_TOKEN)
}

fn total(history: &[Message]) -> usize {
    history.iter().map(length).sum()
}

fn length(message: &Message) -> usize {
    OVERHEAD
        + match message {
            Message::System { text } => text.len(),
            Message::User {
                text, attachments, ..
            } => text.len() + size_of_all(attachments),
            Message::Assistant { text, calls, .. } => {
                let calls = calls.iter().map(|call| call.arguments.len() + OVERHEAD);
                text.len() + calls.sum::<usize>()
            }
            Message::Tool {
                result, feedback, ..
            } => {
                let files = feedback.iter().map(|said| size_of_all(&said.attachments));
                with_feedback(&result.content, feedback).len() + files.sum::<usize>()
            }
        }
}

fn size_of_all(attachments: &[Value]) -> usize {
    let lengths = attachments
        .iter()
        .map(Attachment::new)
        .map(Attachment::length);
    lengths.sum()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::conversation::{Interjection, ToolCall};

    fn turn(id: &str, said: &str) -> Vec<Message> {
        vec![
            Message::user("u", format!("question {id}")),
            Message::assistant(
                format!("m{id}"),
                "a".repeat(2_000),
                vec![ToolCall::new(id, "read_file", "{\"path\":\"a\"}")],
            ),
            Message::Tool {
                call_id: id.to_owned(),
                result: ToolResult::ok("r".repeat(10_000)),
                feedback: vec![Interjection::new(format!("i{id}"), said)],
            },
        ]
    }

    fn three_turns() -> Vec<Message> {
        let mut history = vec![Message::System {
            text: "be kind".to_owned(),
        }];
        for (id, said) in [("1", "mind the queue"), ("2", "no tests"), ("3", "hurry")] {
            history.extend(turn(id, said));
        }
        history
    }

    fn all_text(history: &[Message]) -> String {
        format!("{history:?}")
    }

    fn assert_valid(history: &[Message]) {
        for (index, message) in history.iter().enumerate() {
            if let Message::Assistant { calls, .. } = message {
                for call in calls {
                    let answered = history[index..]
                        .iter()
                        .any(|m| matches!(m, Message::Tool { call_id, .. } if *call_id == call.id));
                    assert!(answered, "{} has lost its result", call.id);
                }
            }
            if let Message::Tool { call_id, .. } = message {
                let asked = history[..index].iter().any(|m| {
                    matches!(m, Message::Assistant { calls, .. }
                        if calls.iter().any(|call| call.id == *call_id))
                });
                assert!(asked, "{call_id} has lost its call");
            }
        }
    }

    #[test]
    fn a_history_that_fits_is_not_changed() {
        let history = three_turns();
        assert_eq!(compact(&history, 100_000), history);
    }

    #[test]
    fn interjections_survive_history_compaction_at_every_size() {
        let history = three_turns();
        for tokens in [0, 100, 500, 1_000, 2_600, 4_000, 6_000, 9_000] {
            let short = compact(&history, tokens);
            assert_valid(&short);
            assert!(total(&short) <= total(&history));
            let text = all_text(&short);
            for said in [
                "mind the queue",
                "no tests",
                "hurry",
                "question 1",
                "be kind",
            ] {
                assert!(text.contains(said), "{said} is lost at {tokens}");
            }
        }
    }

    #[test]
    fn old_results_are_removed_first_and_the_last_turns_result_is_kept() {
        let short = compact(&three_turns(), 6_700);
        let results: Vec<bool> = short
            .iter()
            .filter_map(|message| match message {
                Message::Tool { result, .. } => Some(result.content.contains("removed")),
                _ => None,
            })
            .collect();
        assert_eq!(results, [true, false, false]);
        let short = compact(&three_turns(), 3_600);
        let text = all_text(&short);
        assert!(text.contains(&"r".repeat(10_000)), "the model is at this");
    }

    fn with_photograph(mut history: Vec<Message>) -> Vec<Message> {
        let data = "A".repeat(1_000_000);
        let photograph = json!({
            "type": "image", "metadata": {"filename": "beach.png"},
            "source": {"type": "data", "value": data, "mimeType": "image/png"},
        });
        history.push(Message::User {
            id: "u".to_owned(),
            text: "what is this?".to_owned(),
            attachments: vec![photograph],
        });
        history
    }

    #[test]
    fn a_photograph_does_not_displace_the_conversation() {
        let history = with_photograph(three_turns());
        assert_eq!(compact(&history, 100_000), history);
    }

    #[test]
    fn the_names_of_dropped_files_are_kept() {
        let mut history = with_photograph(three_turns());
        history.extend(turn("4", "and now?"));
        let text = all_text(&compact(&history, 1_000));
        assert!(text.contains("[Attached image beach.png]"), "{text}");
        assert!(!text.contains("AAAA"));
    }

    #[test]
    fn the_last_results_are_shortened_when_nothing_else_is_left() {
        let calls = ["1", "2", "3"].map(|id| ToolCall::new(id, "read_file", "{}"));
        let mut history = vec![
            Message::user("u", "look"),
            Message::assistant("m", "", calls.to_vec()),
        ];
        for (id, content) in [
            ("1", "ab".repeat(20_000)),
            ("2", "short".to_owned()),
            ("3", "é".repeat(20_000)),
        ] {
            history.push(Message::Tool {
                call_id: id.to_owned(),
                result: ToolResult::ok(content),
                feedback: vec![Interjection::new(id, "hurry")],
            });
        }
        let short = compact(&history, 2_000);
        assert_valid(&short);
        assert!(
            (7_900..=8_000).contains(&total(&short)),
            "{}",
            total(&short)
        );
        let contents = short.iter().filter_map(|message| match message {
            Message::Tool { result, .. } => Some(result.content.as_str()),
            _ => None,
        });
        let note = "\n[the rest is removed to save space]";
        let is_clipped = |content: &str| content.len() > 3_000 && content.ends_with(note);
        let contents: Vec<_> = contents.collect();
        assert!(is_clipped(contents[0]) && contents[1] == "short" && is_clipped(contents[2]));
        assert!(all_text(&short).matches("hurry").count() == 3);
    }

    #[test]
    fn a_history_of_one_turn_keeps_all_messages_at_any_limit() {
        let short = compact(&turn("1", "hurry"), 10);
        assert_eq!(short.len(), 3);
        assert_valid(&short);
    }
}
