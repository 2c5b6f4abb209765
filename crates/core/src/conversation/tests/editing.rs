//! The editors of messages and interjections. The text of an editor that the program closes moves to
//! the composer, and the focus with it.

use crate::conversation::Conversation;
use crate::effect::{Announcement, ClosedEditor, Effect, FocusTarget};
use crate::id::MessageId;
use crate::input::{EditInput, Input, InterjectionInput, QueueInput};
use crate::run_event::RunEvent;
use crate::testing::builder::{ABLE, Convo, convo};
use crate::testing::inputs::replace;

fn begin(id: &str) -> Input {
    Input::Edit(EditInput::Begin(id.into()))
}

fn changed(id: &str, text: &str) -> Input {
    let (id, text) = (id.into(), text.into());
    Input::Edit(EditInput::Changed { id, text })
}

fn abandoned(id: &str) -> Input {
    Input::Edit(EditInput::Abandoned(id.into()))
}

fn draft<'a>(convo: &'a Convo, id: &str) -> Option<&'a str> {
    let edits = Conversation::edits(&convo.conversation);
    edits.get(&MessageId::from(id)).map(String::as_str)
}

/// An interjection that the agent has not read, whose editor is open with this text.
fn editing(text: &str) -> Convo {
    let said = convo().with_abilities(ABLE).running("m1");
    let said = said.interjecting("i", "the parser");
    said.given(begin("i")).given(changed("i", text))
}

fn delivered(convo: Convo) -> Convo {
    let id = "i".into();
    convo.event(RunEvent::InterjectionDelivered { id, step: None })
}

fn says_so(convo: &Convo) -> bool {
    let said = Effect::Announce(Announcement::EditorClosed);
    convo.last.effects.contains(&said)
}

fn takes_focus_from(convo: &Convo, editor: ClosedEditor) -> bool {
    let focus = Effect::Focus(FocusTarget::AfterEditor(editor));
    convo.last.effects.contains(&focus)
}

fn of(id: &str) -> ClosedEditor {
    ClosedEditor::Message(id.into())
}

#[test]
fn an_editor_begins_with_the_text_and_keeps_what_is_typed() {
    let open = convo().with_abilities(ABLE).running("m1");
    let open = open.interjecting("i", "the parser").given(begin("i"));
    assert_eq!(draft(&open, "i"), Some("the parser"));
    assert!(open.clone().given(begin("i")).was_refused());
    assert!(open.clone().given(begin("other")).was_refused());
    let typed = open.given(changed("i", "the lexer"));
    assert!(typed.last.changes.is_empty(), "the page shows it already");
    assert_eq!(draft(&typed, "i"), Some("the lexer"));
    let left = typed.given(abandoned("i"));
    assert_eq!(draft(&left, "i"), None);
    assert_eq!(left.conversation.composer(), "");
    assert!(left.given(abandoned("i")).was_refused());
}

fn restored(id: &str) -> Input {
    Input::Edit(EditInput::Restore(id.into()))
}

fn discarded(convo: &Convo) -> Vec<&str> {
    let all = convo.conversation.restorable();
    all.map(|held| held.text.as_str()).collect()
}

#[test]
fn what_was_not_saved_can_be_put_back() {
    let left = editing("the lexer").given(abandoned("i"));
    let said = Effect::Announce(Announcement::Discarded);
    assert!(left.last.effects.contains(&said));
    assert_eq!(discarded(&left), ["the lexer"]);
    // Opened again, the editor begins with the text as it is. What was discarded waits.
    let again = left.clone().given(begin("i"));
    assert_eq!(draft(&again, "i"), Some("the parser"));
    assert!(discarded(&again).is_empty());
    assert!(again.clone().given(restored("i")).was_refused());
    let other = again.given(changed("i", "both")).given(abandoned("i"));
    assert_eq!(discarded(&other), ["the lexer", "both"]);
    let back = other.given(restored("i"));
    assert_eq!(draft(&back, "i"), Some("both"));
    let first = back.given(changed("i", "the parser")).given(abandoned("i"));
    assert_eq!(discarded(&first), ["the lexer"], "nothing was changed");
    let read = delivered(first).given(restored("i"));
    assert_eq!(read.conversation.composer(), "the lexer");
    assert!(read.given(restored("i")).was_refused());
}

#[test]
fn what_was_discarded_goes_when_the_editor_is_saved_or_nobody_wants_it() {
    let forget = || Input::Edit(EditInput::Forget);
    let left = editing("the lexer").given(abandoned("i"));
    let saved = left.clone().given(begin("i")).given(changed("i", "both"));
    let saved = saved.given(Input::Interjection(InterjectionInput::Revise {
        id: "i".into(),
        text: "both".into(),
    }));
    assert!(saved.conversation.discarded().is_empty());
    let open = left.clone().given(begin("i"));
    assert!(open.given(forget()).was_refused(), "its editor is open");
    let forgotten = left.given(forget());
    assert!(forgotten.conversation.discarded().is_empty());
}

#[test]
fn what_was_not_saved_of_a_queued_prompt_can_be_put_back() {
    let queue = |convo: Convo, input| convo.given(Input::Queue(input));
    let open = queue(
        convo().running("m1").queued(2),
        QueueInput::Edit("q1".into()),
    );
    let written = queue(open, QueueInput::EditChanged("more".into()));
    let left = queue(written, QueueInput::EditAbandoned);
    assert_eq!(discarded(&left), ["more"]);
    let back = left.clone().given(restored("q1"));
    let edit = back.conversation.queue().edit();
    let edit = edit.map(|edit| (edit.id.as_str(), edit.draft.as_str()));
    assert_eq!(edit, Some(("q1", "more")));
    assert!(
        back.last
            .effects
            .contains(&Effect::Focus(FocusTarget::Prompt))
    );
    let gone = queue(left, QueueInput::RunNow("q1".into())).finished();
    assert_eq!(discarded(&gone), ["more"]);
}

#[test]
fn when_the_agent_has_read_it_the_words_and_the_focus_move_to_the_composer() {
    let read = delivered(editing("the lexer").composing("and"));
    assert_eq!(draft(&read, "i"), None);
    assert_eq!(read.conversation.composer(), "and\nthe lexer");
    assert!(takes_focus_from(&read, of("i")));
    assert!(says_so(&read));
    // Only a true transition says so.
    assert!(!says_so(&delivered(read)));
}

#[test]
fn an_unchanged_text_is_not_doubled_but_the_focus_moves() {
    let read = delivered(editing("the parser"));
    assert_eq!(read.conversation.composer(), "");
    assert!(takes_focus_from(&read, of("i")));
    assert!(!says_so(&read));
}

#[test]
fn a_key_that_was_on_its_way_continues_the_text_in_the_composer() {
    let read = delivered(editing("the lex").composing("and"));
    let late = read
        .given(changed("i", "the lexe"))
        .given(changed("i", "the lexer"));
    assert_eq!(late.conversation.composer(), "and\nthe lexer");
    // Once the person has gone on in the composer, a late key changes nothing.
    let gone_on = late.composing("and the lexer, please");
    assert!(gone_on.given(changed("i", "x")).was_refused());
}

#[test]
fn saving_uses_the_text_once() {
    let id = "i".into();
    let text = "the lexer".into();
    let saved = editing("the lexer");
    let saved = saved.given(Input::Interjection(InterjectionInput::Revise { id, text }));
    assert_eq!(draft(&saved, "i"), None);
    let read = delivered(saved);
    assert_eq!(read.conversation.composer(), "the lexer");
}

#[test]
fn the_end_of_the_turn_and_a_stop_close_the_editor_too() {
    let run = editing("x").run();
    for closed in [
        editing("the lexer").finished(),
        editing("the lexer").failed(),
        editing("the lexer").given(Input::Stop { run }),
    ] {
        assert_eq!(draft(&closed, "i"), None);
        assert_eq!(closed.conversation.composer(), "the lexer");
        assert!(takes_focus_from(&closed, of("i")));
        assert!(says_so(&closed));
    }
}

#[test]
fn taking_it_back_keeps_both_texts() {
    let back = editing("the lexer");
    let back = back.given(Input::Interjection(InterjectionInput::TakeBack("i".into())));
    let back = delivered(back);
    assert!(back.conversation.composer().contains("the lexer"));
}

#[test]
fn the_editor_of_a_message_closes_when_its_turn_is_left_out() {
    let two = convo().running("m1").finished().running("m2").finished();
    let open = two
        .given(begin("m1"))
        .given(changed("m1", "first"))
        .given(begin("m2"))
        .given(changed("m2", "other"));
    let again = open.given(Input::SendAgain {
        turn: "m1".into(),
        id: "m3".into(),
        text: "first".into(),
    });
    assert!(again.conversation.edits().is_empty());
    assert_eq!(again.conversation.composer(), "other");
    assert!(takes_focus_from(&again, of("m2")));
    assert!(!takes_focus_from(&again, of("m1")), "its text was sent");
    assert!(again.given(begin("m1")).was_refused());
}

#[test]
fn the_cards_editor_and_that_of_a_prompt_follow_the_same_rule() {
    // The embedder sends while the editor is open over a turn that has ended.
    let over = convo().running("m1").cancelling("instead").finished();
    let said = over.given(Input::Say {
        id: "m2".into(),
        said: "from the host".to_owned().into(),
    });
    let kept = said.conversation.card().editor().is_some();
    assert!(kept || said.conversation.composer() == "instead");

    let resuming = convo().running("m1").queued(1).resuming("first this");
    let empty = resuming.queue(QueueInput::Remove("q1".into()));
    assert_eq!(empty.conversation.composer(), "first this");
    assert!(takes_focus_from(&empty, ClosedEditor::Card));
    assert!(says_so(&empty));
}

#[test]
fn code_that_sends_its_own_text_gives_back_the_text_of_the_editor_that_it_closes() {
    let open = || convo().running("m1").cancelling("do X instead");
    let by = |run: &str| {
        let run = run.into();
        let input = Box::new(replace(run, "m2"));
        let said = "from the host".to_owned().into();
        Input::By { said, input }
    };
    let given = |text: &str, refused| {
        let said = text.to_owned().into();
        Effect::GiveBack { said, refused }
    };
    let sent = open().given(by(open().run().as_str()));
    assert_eq!(sent.turn("m2").text, "from the host");
    assert_eq!(sent.conversation.composer(), "");
    let effects = sent.outward();
    assert!(effects.contains(&given("do X instead", false)));
    // The run that it names is not at work.
    let late = open().given(by("other.1"));
    assert_eq!(late.outward(), [given("from the host", true)]);
    assert_eq!(late.conversation.card().editor(), Some("do X instead"));
}

#[test]
fn the_edit_of_a_prompt_that_the_agent_got_after_all_is_not_lost() {
    // The agent reports an interjection as undelivered, and then as delivered.
    let queued = convo().with_abilities(ABLE).running("m1");
    let queued = queued
        .interjecting("i", "the parser")
        .event(RunEvent::InterjectionUndelivered { id: "i".into() });
    assert_eq!(queued.prompts(), ["i"]);
    let read = delivered(queued.editing("i", "the lexer"));
    assert!(read.prompts().is_empty());
    assert_eq!(read.conversation.composer(), "the lexer");
    assert!(takes_focus_from(&read, ClosedEditor::Prompt));
    assert!(says_so(&read));
}

#[test]
fn trying_again_as_it_was_keeps_what_is_in_the_editor() {
    let open = convo().running("m1").failed();
    let open = open.given(begin("m1")).given(changed("m1", "other"));
    let text = open.turn("m1").text.clone();
    let again = open.given(Input::SendAgain {
        turn: "m1".into(),
        id: "m2".into(),
        text,
    });
    assert!(again.conversation.edits().is_empty());
    assert_eq!(again.conversation.composer(), "other");
    assert!(says_so(&again));
}
