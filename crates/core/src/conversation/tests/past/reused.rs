//! Ids that come again among the loaded messages.

use super::{Read, calls, said, user};
use crate::history::{HistoryMessage, PastRest};
use crate::testing::builder::convo;
use crate::transcript::ActivityKind;

#[test]
fn ids_that_come_again_in_the_past_are_different_messages_and_calls() {
    let later = |id: &str, text: &str| match said(id) {
        HistoryMessage::Assistant { id, calls, .. } => HistoryMessage::Assistant {
            id,
            text: text.to_owned(),
            calls,
            encrypted: None,
        },
        other => other,
    };
    let found = |id: &str, content: &str| HistoryMessage::Tool {
        id: id.into(),
        call: "c".into(),
        content: content.to_owned(),
        attachments: Vec::new(),
        failed: false,
        encrypted: None,
    };
    let convo = convo().asking().page(
        None,
        vec![
            user("u1"),
            calls("a", &["c"]),
            found("r", "one"),
            calls("b", &["c"]),
            found("r", "two"),
            later("a", "other"),
            user("u2"),
            calls("a", &["c"]),
            later("a", "third"),
        ],
        PastRest::Nothing,
    );
    let texts = |turn: &str| {
        let texts = convo.turn(turn).texts().map(|(_, text)| text);
        texts.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(texts("u1"), "text of a, text of b, other");
    assert_eq!(texts("u2"), "third");
    let results: Vec<_> = convo
        .turn("u1")
        .activities
        .iter()
        .map(|held| match &held.kind {
            ActivityKind::Tool { result, .. } => {
                result.as_ref().map_or("", |held| held.content.as_str())
            }
            _ => panic!("only calls"),
        })
        .collect();
    assert_eq!(results, ["one", "two"]);
}
