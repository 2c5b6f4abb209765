//! Files stay with their message, and are forgotten when nothing refers to them any more.

use crate::attachment::{Attachment, AttachmentInput, MessageContent};
use crate::change::Change;
use crate::effect::{Diagnostic, Effect};
use crate::history::HistoryMessage;
use crate::id::{AttachmentId, MessageId};
use crate::input::{Input, QueueInput};
use crate::queue::UNDOS;
use crate::testing::builder::{Convo, controlled, convo, file, run_of, text};
use crate::testing::inputs::{interject, try_again};

fn names(files: &[Attachment]) -> Vec<&str> {
    files.iter().map(|file| file.id.as_str()).collect()
}

fn composer(convo: &Convo) -> Vec<&str> {
    names(convo.conversation.attached().files())
}

fn forgotten(convo: &Convo) -> Vec<&str> {
    let effects = convo.last.effects.iter();
    let ids = effects.filter_map(|effect| match effect {
        Effect::ForgetAttachment { id } => Some(id.as_str()),
        _ => None,
    });
    ids.collect()
}

fn removed(id: &str) -> Input {
    Input::Attachment(AttachmentInput::Removed(id.into()))
}

#[test]
fn files_are_sent_with_the_text_of_the_composer() {
    let sent = convo()
        .composing("look")
        .attaching("f1")
        .attaching("f2")
        .given(Input::Submit { id: "m1".into() });
    assert_eq!(sent.turn("m1").text, "look");
    assert_eq!(names(&sent.turn("m1").attachments), ["f1", "f2"]);
    assert!(composer(&sent).is_empty());
    assert!(sent.last.changes.contains(&Change::Attached));
    let request = sent.conversation.request(&run_of("m1")).expect("a request");
    assert_eq!(
        request.messages,
        [HistoryMessage::User {
            id: "m1".into(),
            text: "look".into(),
            attachments: vec![file("f1"), file("f2")],
        }]
    );
}

#[test]
fn a_message_may_have_only_files() {
    let sent = convo()
        .attaching("f")
        .given(Input::Submit { id: "m1".into() });
    assert!(!sent.turn("m1").begins_with_agent());
    let request = sent.conversation.request(&run_of("m1")).expect("a request");
    assert_eq!(request.messages.len(), 1);
    let said = MessageContent::default();
    let nothing = sent.given(Input::Say {
        id: "m2".into(),
        said,
    });
    assert!(nothing.was_refused());
}

#[test]
fn later_requests_have_the_files_of_earlier_turns() {
    let later = convo()
        .attaching("f")
        .running("m1")
        .event(text("a", "seen"))
        .finished()
        .running("m2");
    let request = later.conversation.request(&run_of("m2")).expect("one");
    let HistoryMessage::User { attachments, .. } = &request.messages[0] else {
        panic!("{:?}", request.messages);
    };
    assert_eq!(names(attachments), ["f"]);
}

#[test]
fn a_prompt_keeps_its_files_in_the_queue_and_starts_with_them() {
    let queued = convo().running("m1").attaching("f").queued(1);
    assert_eq!(
        names(&queued.conversation.queue().prompts()[0].attachments),
        ["f"]
    );
    let id = "q2".into();
    let moved = queued.attaching("g").given(Input::Submit { id });
    let (id, to) = ("q1".into(), 1);
    let moved = moved.queue(QueueInput::Move { id, to });
    assert_eq!(moved.prompts(), ["q2", "q1"]);
    let (id, to) = ("q1".into(), 0);
    let run = moved
        .queue(QueueInput::Move { id, to })
        .queue(QueueInput::Edit("q1".into()))
        .queue(QueueInput::EditChanged("other".into()))
        .queue(QueueInput::EditDone)
        .finished();
    assert_eq!(run.turn("q1").text, "other");
    assert_eq!(names(&run.turn("q1").attachments), ["f"]);
}

#[test]
fn an_edited_prompt_with_files_may_be_blank() {
    let queued = convo().running("m1").attaching("f").queued(1);
    let edited = queued.editing("q1", " ").queue(QueueInput::EditDone);
    assert_eq!(edited.prompts(), ["q1"]);
    let started = edited.finished();
    assert_eq!(names(&started.turn("q1").attachments), ["f"]);
    assert_eq!(started.turn("q1").text, " ");
}

#[test]
fn replace_sends_files_and_interject_with_files_is_refused() {
    let at_work = controlled().running("m1").attaching("f").composing("now");
    let run = at_work.run();
    let refused = at_work.clone().given(interject(run.clone(), "m2"));
    assert_eq!(
        refused.last.effects,
        [Effect::Diagnose(Diagnostic::NotNow("interject with files"))]
    );
    assert_eq!(refused.conversation, at_work.conversation);
    let id = "m2".into();
    let replaced = at_work.given(Input::Replace { run, id });
    assert_eq!(names(&replaced.turn("m2").attachments), ["f"]);
    assert!(composer(&replaced).is_empty());
}

#[test]
fn the_cards_editor_does_not_send_the_files_of_the_composer() {
    let after = convo()
        .running("m1")
        .attaching("f")
        .cancelling("instead")
        .given(Input::EditorSubmit { id: "m2".into() });
    assert!(after.turn("m2").attachments.is_empty());
    assert_eq!(composer(&after), ["f"]);
}

#[test]
fn a_message_sent_again_has_its_files() {
    let failed = convo().attaching("f").running("m1").failed();
    let again = failed.clone().given(try_again("m1", "m2"));
    assert_eq!(names(&again.turn("m2").attachments), ["f"]);
    let edited = failed
        .attaching("g")
        .given(Input::EditAgain { turn: "m1".into() });
    assert_eq!(composer(&edited), ["g", "f"]);
    // A second edit adds no file twice.
    let twice = edited.given(Input::EditAgain { turn: "m1".into() });
    assert_eq!(composer(&twice), ["g", "f"]);
}

#[test]
fn a_removed_file_can_be_restored_until_the_next_is_removed() {
    let three = convo().attaching("a").attaching("b").attaching("c");
    let off = three.given(removed("b"));
    assert_eq!(composer(&off), ["a", "c"]);
    assert!(forgotten(&off).is_empty());
    let back = off
        .clone()
        .given(Input::Attachment(AttachmentInput::Restored));
    assert_eq!(composer(&back), ["a", "b", "c"]);
    let next = off.given(removed("a"));
    assert_eq!(forgotten(&next), ["b"]);
    assert!(next.clone().given(removed("b")).was_refused());
}

#[test]
fn an_unreadable_file_is_removed_for_good_and_the_undo_stays() {
    let unreadable = |id: &str| Input::Attachment(AttachmentInput::Unreadable(id.into()));
    let off = convo().attaching("a").attaching("b").given(removed("a"));
    let lost = off.given(unreadable("b"));
    assert!(composer(&lost).is_empty());
    assert_eq!(forgotten(&lost), ["b"]);
    let back = lost.given(Input::Attachment(AttachmentInput::Restored));
    assert_eq!(composer(&back), ["a"]);
    // A file that was sent meanwhile stays with its message, which reports it as missing.
    let sent = back.given(Input::Submit { id: "m1".into() });
    let late = sent.given(unreadable("a"));
    assert!(late.was_refused());
    assert_eq!(names(&late.turn("m1").attachments), ["a"]);
}

#[test]
fn the_files_of_a_prompt_are_forgotten_once_it_cannot_be_restored() {
    let queued = convo().running("m1").attaching("f").queued(1);
    let gone = queued.queue(QueueInput::Remove("q1".into()));
    assert!(forgotten(&gone).is_empty());
    let back = gone.clone().queue(QueueInput::Restore);
    assert_eq!(
        names(&back.conversation.queue().prompts()[0].attachments),
        ["f"]
    );
    let mut next = gone;
    for more in 0..UNDOS {
        assert!(forgotten(&next).is_empty());
        let id = MessageId::from(format!("more-{more}"));
        next = next
            .composing("other")
            .given(Input::Submit { id: id.clone() })
            .queue(QueueInput::Remove(id));
    }
    assert_eq!(forgotten(&next), ["f"]);
}

#[test]
fn a_file_of_a_message_is_not_forgotten() {
    let edited = convo()
        .attaching("f")
        .running("m1")
        .failed()
        .given(Input::EditAgain { turn: "m1".into() })
        .given(removed("f"))
        .attaching("g")
        .given(removed("g"));
    assert!(forgotten(&edited).is_empty());
    let held: Vec<&AttachmentId> = edited.conversation.files().map(|file| &file.id).collect();
    assert_eq!(held.len(), 2, "{held:?}");
}

#[test]
fn a_pasted_file_becomes_text_after_what_is_written() {
    let made = |id: &str| {
        Input::Attachment(AttachmentInput::MadeText {
            id: id.into(),
            text: "pasted".into(),
        })
    };
    let convo = convo().composing("Look at").attaching("f").given(made("f"));
    assert_eq!(convo.conversation.composer(), "Look at\npasted");
    assert!(composer(&convo).is_empty());
    assert_eq!(convo.conversation.attached().removed(), None);
    assert!(convo.last.changes.contains(&Change::Composer));
    // A second press, or a file that has been sent meanwhile, adds nothing.
    let again = convo.given(made("f"));
    assert_eq!(again.conversation.composer(), "Look at\npasted");
}
