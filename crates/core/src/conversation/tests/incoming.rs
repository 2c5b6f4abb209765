//! Files from a backend: kept in their place, and sent back with the next request.

use crate::attachment::{Attachment, AttachmentInput};
use crate::effect::Effect;
use crate::history::{HistoryMessage, PastRest};
use crate::input::Input;
use crate::run_event::{RunEvent, SnapshotMessage};
use crate::testing::builder::{Convo, convo, file, run_of, tool};
use crate::testing::events::failure;
use crate::testing::incoming::{came, tool_files};
use crate::testing::inputs::try_again;
use crate::transcript::{ActivityKind, Turn};

fn messages(convo: &Convo, message: &str) -> Vec<HistoryMessage> {
    let request = convo.conversation.request(&run_of(message));
    request.expect("a request").messages
}

fn of_results(messages: &[HistoryMessage]) -> Vec<(&str, &[Attachment])> {
    let results = messages.iter().filter_map(|message| match message {
        HistoryMessage::Tool {
            content,
            attachments,
            ..
        } => Some((content.as_str(), attachments.as_slice())),
        _ => None,
    });
    results.collect()
}

fn of_person(messages: &[HistoryMessage]) -> Vec<&[Attachment]> {
    let said = messages.iter().filter_map(|message| match message {
        HistoryMessage::User { attachments, .. } => Some(attachments.as_slice()),
        _ => None,
    });
    said.collect()
}

fn shown(turn: &Turn) -> &[Attachment] {
    turn.activities
        .iter()
        .find_map(|activity| match &activity.kind {
            ActivityKind::Tool {
                result: Some(result),
                ..
            } => Some(result.attachments.as_slice()),
            _ => None,
        })
        .expect("a result")
}

/// A conversation whose first message was loaded from the past and has a picture.
fn with_past() -> Convo {
    let said = HistoryMessage::User {
        id: "u".into(),
        text: "look here".to_owned(),
        attachments: vec![came("u#0", 4)],
    };
    convo().given(Input::PastWanted).given(Input::PastLoaded {
        before: None,
        messages: vec![said],
        rest: PastRest::Nothing,
    })
}

#[test]
fn the_files_of_a_result_are_kept_and_sent_back() {
    let files = vec![came("c#0", 0), came("c#1", 3)];
    let later = convo()
        .running("m1")
        .event(tool("c"))
        .event(tool_files("c", "two", files.clone()))
        .finished()
        .running("m2");
    assert_eq!(shown(later.turn("m1")), files);
    assert_eq!(of_results(&messages(&later, "m2")), [("two", &files[..])]);
}

#[test]
fn a_result_from_a_snapshot_has_its_files() {
    let snapshot = vec![
        SnapshotMessage::User {
            id: "m1".into(),
            text: String::new(),
        },
        SnapshotMessage::Tool {
            id: "r".into(),
            call: "c".into(),
            content: String::new(),
            attachments: vec![came("c#0", 0)],
            failed: false,
        },
    ];
    let merged = convo()
        .running("m1")
        .event(tool("c"))
        .event(RunEvent::Snapshot(snapshot));
    assert_eq!(shown(merged.turn("m1")), [came("c#0", 0)]);
}

#[test]
fn messages_of_the_past_are_sent_back_with_their_files() {
    let later = with_past().running("m1");
    let sent = messages(&later, "m1");
    assert_eq!(of_person(&sent)[0], [came("u#0", 4)]);
}

#[test]
fn a_past_message_with_only_files_is_a_user_message() {
    let said = HistoryMessage::User {
        id: "u".into(),
        text: String::new(),
        attachments: vec![came("u#0", 0)],
    };
    let later = convo()
        .given(Input::PastWanted)
        .given(Input::PastLoaded {
            before: None,
            messages: vec![said],
            rest: PastRest::Nothing,
        })
        .running("m1");
    assert!(!later.turn("u").begins_with_agent());
    assert_eq!(of_person(&messages(&later, "m1")).len(), 2);
}

#[test]
fn bytes_of_files_from_a_backend_are_not_kept() {
    let later = with_past().attaching("own");
    let held: Vec<_> = later.conversation.files().cloned().collect();
    assert_eq!(held, [file("own")]);
    // The file from the backend is put into the composer and removed. Removing `own` then ends the
    // undo for the backend's file. No effect follows, because no bytes of that file are kept.
    let id = came("u#0", 0).id;
    let removed = later
        .given(Input::EditAgain { turn: "u".into() })
        .given(Input::Attachment(AttachmentInput::Removed(id)))
        .given(Input::Attachment(AttachmentInput::Removed("own".into())));
    let forgets = |effect: &Effect| matches!(effect, Effect::ForgetAttachment { .. });
    assert!(!removed.last.effects.iter().any(forgets));
}

#[test]
fn an_edited_message_has_the_files_from_the_backend_after_its_text() {
    let edited = with_past().given(Input::EditAgain { turn: "u".into() });
    let composed = edited.conversation.attached().files();
    let place = |file: &Attachment| file.came.as_ref().and_then(|came| came.at);
    assert_eq!(composed.iter().map(place).collect::<Vec<_>>(), [None]);
    let sent = edited
        .given(Input::ComposerChanged {
            text: "see".to_owned(),
        })
        .given(Input::Submit { id: "m1".into() });
    let failed = sent.event(failure(""));
    let again = failed.given(try_again("m1", "m2"));
    let said = messages(&again, "m2");
    let of_all = of_person(&said);
    assert_eq!(of_all[0], [came("u#0", 4)]);
    assert_eq!(of_all[1].len(), 1);
    assert_eq!(of_all[1], of_all[2]);
    assert_eq!(place(&of_all[2][0]), None);
}
