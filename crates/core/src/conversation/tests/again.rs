//! A message of an earlier turn is sent again, and the conversation goes on from there.

use crate::card::Card;
use crate::change::Change;
use crate::history::{HistoryMessage, PastRest};
use crate::id::{MessageId, RunId};
use crate::input::{Input, QueueInput};
use crate::run_event::{RunEvent, SnapshotMessage};
use crate::testing::builder::{Convo, asks, controlled, convo, file, question, run_of, text, user};
use crate::transcript::{Outcome, Stop};

fn again(turn: &str, id: &str, text: &str) -> Input {
    Input::SendAgain {
        turn: turn.into(),
        id: id.into(),
        text: text.into(),
    }
}

/// Three turns that are over.
fn three() -> Convo {
    ["m1", "m2", "m3"].iter().fold(convo(), |convo, id| {
        let answer = format!("answer to {id}");
        convo
            .running(id)
            .event(text(&format!("a-{id}"), &answer))
            .finished()
    })
}

/// The ids of the person's messages in the request of the active run.
fn told(convo: &Convo) -> Vec<String> {
    let request = convo.request();
    let id = |message: &HistoryMessage| match message {
        HistoryMessage::User { id, .. } => Some(id.to_string()),
        _ => None,
    };
    request.messages.iter().filter_map(id).collect()
}

fn left_out(convo: &Convo) -> Vec<&str> {
    let (turns, out) = (
        convo.conversation.turns().iter(),
        convo.conversation.left_out(),
    );
    let left = turns.filter(|turn| out.has(&turn.id));
    left.map(|turn| turn.id.as_str()).collect()
}

#[test]
fn the_conversation_goes_on_from_the_message() {
    let after = three().given(again("m2", "new", "another question"));
    assert_eq!(after.run(), run_of("new"));
    assert_eq!(after.turn("new").text, "another question");
    assert_eq!(left_out(&after), ["m2", "m3"], "kept, and left out");
    assert_eq!(told(&after), ["m1", "new"]);
    assert!(after.last.changes.contains(&Change::LeftOut));
    let next = after.finished().running("next");
    assert_eq!(told(&next), ["m1", "new", "next"]);
}

#[test]
fn the_files_of_the_message_go_with_it() {
    let sent = convo()
        .composing("look")
        .attaching("f")
        .given(Input::Submit { id: "m1".into() });
    let after = sent.finished().given(again("m1", "new", ""));
    assert_eq!(after.turn("new").attachments, [file("f")]);
}

#[test]
fn what_runs_is_cancelled_in_the_same_step_and_the_queue_goes_on_after_it() {
    let running = three().running("m4").queued(1);
    let after = running.given(again("m1", "new", "again"));
    assert!(matches!(after.card(), Card::Running { run, .. } if *run == run_of("new")));
    assert_eq!(
        after.turn("m4").outcome,
        Some(Outcome::Cancelled(Stop::Unknown))
    );
    assert_eq!(left_out(&after), ["m1", "m2", "m3", "m4"]);
    assert_eq!(after.prompts().len(), 1);
    let next = after.finished();
    assert!(next.prompts().is_empty());
    assert_eq!(told(&next).len(), 2, "the new message and the prompt");
}

#[test]
fn the_new_turn_waits_for_the_answer_to_the_cancel() {
    let running = controlled().running("m1").event(RunEvent::Started);
    let after = running.given(again("m1", "new", "again"));
    assert_eq!(
        after.turn("m1").outcome,
        Some(Outcome::Cancelled(Stop::Requested))
    );
    assert!(after.turn("new").outcome.is_none());
}

#[test]
fn a_draft_of_the_card_is_kept() {
    let paused = three().running("m4").queued(1).resuming("a draft");
    let after = paused.given(again("m4", "new", "again"));
    assert!(matches!(after.card(), Card::Running { draft, .. } if draft == "a draft"));
    let cancelling = three().running("m4").cancelling("a draft");
    let after = cancelling.given(again("m4", "new", "again"));
    assert_eq!(after.conversation.composer(), "a draft");
}

#[test]
fn a_text_that_cannot_be_sent_moves_to_the_composer() {
    let gone = three().given(again("gone", "new", "edited"));
    assert!(gone.conversation.active().is_none());
    assert_eq!(gone.conversation.composer(), "edited");
    let twice = three().given(again("m2", "new", "again")).finished();
    let twice = twice.given(again("m3", "newer", "edited"));
    assert!(
        twice.conversation.active().is_none(),
        "it is left out already"
    );
    assert_eq!(twice.conversation.composer(), "edited");
    let blank = three().given(again("m2", "new", " "));
    assert!(blank.conversation.active().is_none());
    assert_eq!(left_out(&blank), [""; 0]);
}

#[test]
fn turns_can_be_left_out_again_and_again() {
    let once = three().given(again("m3", "b3", "x")).finished();
    let twice = once.given(again("m2", "b2", "y")).finished();
    assert_eq!(left_out(&twice), ["m2", "m3", "b3"]);
    let third = twice.given(again("b2", "c2", "z"));
    assert_eq!(told(&third), ["m1", "c2"]);
}

#[test]
fn a_turn_of_the_agents_own_cannot_be_sent_again() {
    let message = |id: &str| HistoryMessage::Assistant {
        id: id.into(),
        text: "hello".into(),
        calls: Vec::new(),
        encrypted: None,
    };
    let begun = convo().given(Input::PastWanted).given(Input::PastLoaded {
        before: None,
        messages: vec![message("h1")],
        rest: PastRest::Nothing,
    });
    let first: MessageId = begun.conversation.turns()[0].id.clone();
    let after = begun.given(again(first.as_str(), "new", "x"));
    assert!(after.conversation.active().is_none());
    assert_eq!(left_out(&after), [""; 0]);
}

#[test]
fn a_question_that_is_left_open_is_closed_as_the_conversation_was() {
    let asked = three().running("m4").event(asks(vec![question("i", None)]));
    let after = asked.given(again("m2", "new", "again"));
    // One run closes the question, and the message goes in the next.
    assert_eq!(after.run(), RunId::of_attempt(&"m4".into(), 2));
    assert_eq!(told(&after), ["m1", "m2", "m3", "m4"]);
    let next = after
        .event(RunEvent::Opened)
        .event(RunEvent::Started)
        .finished();
    assert_eq!(next.run(), run_of("new"));
    assert_eq!(told(&next), ["m1", "new"]);
}

#[test]
fn turns_are_part_of_the_conversation_while_the_message_in_their_place_is_removed() {
    let asked = three().running("m4").event(asks(vec![question("i", None)]));
    let waits = asked.given(again("m2", "new", "again"));
    assert_eq!(waits.prompts(), ["new"]);
    let removed = waits.queue(QueueInput::Remove("new".into()));
    assert_eq!(left_out(&removed), [""; 0]);
    let next = removed.clone().event(RunEvent::Opened).finished();
    assert_eq!(told(&next.running("m5")), ["m1", "m2", "m3", "m4", "m5"]);
    let back = removed.queue(QueueInput::Restore);
    assert_eq!(left_out(&back), ["m2", "m3", "m4"]);
    let next = back.event(RunEvent::Opened).finished();
    assert_eq!(told(&next), ["m1", "new"]);
}

#[test]
fn a_message_that_is_left_out_is_not_missed_in_the_backends_list() {
    let asked = convo().running("m1").event(asks(vec![question("i", None)]));
    let after = asked.given(again("m1", "new", "text of m1"));
    let sent = after
        .event(RunEvent::Opened)
        .event(RunEvent::Started)
        .finished();
    let list: Vec<SnapshotMessage> = vec![user("other", "text of m1")];
    let heard = sent
        .event(RunEvent::Started)
        .event(text("a", "x"))
        .event(RunEvent::Snapshot(list))
        .finished();
    assert!(heard.conversation.active().is_none(), "it was heard");
}
