//! The order of the interjections in a transcript.

use super::*;

fn event(custom: Custom) -> Event {
    Event {
        kind: EventKind::Custom(custom),
        timestamp: 0,
        subagent_run_id: None,
        metadata: None,
    }
}

fn said(id: &str, parent: &str) -> Event {
    event(Custom::Interjection {
        id: id.to_owned(),
        message: "m".to_owned(),
        attachments: Vec::new(),
        parent_id: parent.to_owned(),
        target_agent: "x".to_owned(),
        fallback_from: None,
    })
}

fn delivered(id: &str) -> Event {
    event(Custom::Delivered {
        id: id.to_owned(),
        tool_call_id: None,
        after_id: None,
        step: 2,
    })
}

#[test]
fn a_passed_up_interjection_follows_the_earlier_messages_of_its_new_agent() {
    let transcript = Transcript::of(&[
        said("i1", "call"),
        said("i2", "root"),
        said("i1", "root"),
        delivered("i2"),
        delivered("i1"),
    ]);
    let order: Vec<_> = transcript.interjections().iter().map(|s| &s.id).collect();
    assert_eq!(order, ["i2", "i1"]);
}
