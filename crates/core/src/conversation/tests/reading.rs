//! A message is sent once its files are read. A file that cannot be read holds it back.

use crate::attachment::MessageContent;
use crate::conversation::Phase;
use crate::effect::{Announcement, Effect, FocusTarget};
use crate::history::HistoryMessage;
use crate::input::{Input, QueueInput, UnsentInput};
use crate::run_event::RunEvent;
use crate::testing::builder::{Convo, controlled, convo, file, run_of};
use crate::testing::inputs::{of_run, replace, retry_due, try_again};
use crate::transcript::{Outcome, Stop};

/// A message with the files `f` and `g` is submitted.
fn submitted() -> Convo {
    let written = convo().composing("look").attaching("f").attaching("g");
    written.given(Input::Submit { id: "m1".into() })
}

fn read(file: &str, found: bool) -> Input {
    Input::FileRead {
        run: run_of("m1"),
        file: file.into(),
        found,
    }
}

fn without() -> Input {
    let run = run_of("m1");
    Input::Unsent(UnsentInput::SendWithout { run })
}

fn editing() -> Input {
    let run = run_of("m1");
    Input::Unsent(UnsentInput::KeepEditing { run })
}

fn opens(convo: &Convo) -> bool {
    let mut effects = convo.last.effects.iter();
    effects.any(|effect| matches!(effect, Effect::OpenStream { .. }))
}

fn announced(convo: &Convo, wanted: &Announcement) -> bool {
    let mut effects = convo.last.effects.iter();
    effects.any(|effect| matches!(effect, Effect::Announce(said) if said == wanted))
}

fn names(files: &[&str]) -> Vec<String> {
    files.iter().map(|file| (*file).to_owned()).collect()
}

#[test]
fn a_message_is_sent_once_all_its_files_are_read() {
    let waits = submitted();
    assert_eq!(
        waits.last.effects,
        [Effect::ReadFiles { run: run_of("m1") }]
    );
    assert_eq!(waits.phase(), Some(Phase::Reading));
    let (unread, lost) = waits.conversation.awaited_files();
    assert_eq!((unread.len(), lost.len()), (2, 0));
    assert_eq!(unread[0], file("f").name);
    let one = waits.given(read("g", true));
    assert!(!opens(&one));
    assert_eq!(one.conversation.awaited_files().0, [file("f").name]);
    let both = one.given(read("f", true));
    assert!(opens(&both));
    assert_eq!(both.phase(), Some(Phase::Opening { attempt: 1 }));
    // A late answer changes nothing.
    assert!(both.given(read("f", false)).was_refused());
}

#[test]
fn a_message_without_files_is_sent_at_once() {
    let sent = convo()
        .composing("look")
        .given(Input::Submit { id: "m1".into() });
    assert!(opens(&sent));
}

#[test]
fn a_file_that_cannot_be_read_holds_the_message_back_and_is_named() {
    let held = submitted().given(read("f", false));
    let name = file("f").name;
    assert!(announced(&held, &Announcement::FileLost { name }));
    let held = held.given(read("g", true));
    assert!(!opens(&held));
    assert_eq!(held.phase(), Some(Phase::Reading));
    let (unread, lost) = held.conversation.awaited_files();
    assert_eq!(
        (names(&unread), names(&lost)),
        (vec![], vec![file("f").name])
    );
    // Nothing but the person sends it.
    for input in [
        Input::Online,
        retry_due("m1", crate::effect::Retry::Open),
        of_run(run_of("m1"), RunEvent::Opened),
    ] {
        let later = held.clone().given(input);
        assert!(!opens(&later));
        assert_eq!(later.conversation, held.conversation);
    }
    // Another page may have been slow to store it.
    assert!(opens(&held.given(read("f", true))));
}

#[test]
fn the_person_sends_it_without_the_lost_file() {
    let held = submitted().given(read("f", false));
    assert!(!opens(&held.clone().given(without())), "the other is read");
    let sent = held.given(read("g", true)).given(without());
    assert!(opens(&sent));
    let forgotten = Effect::ForgetAttachment { id: "f".into() };
    assert!(sent.last.effects.contains(&forgotten));
    let request = sent.conversation.request(&run_of("m1")).expect("one");
    let said = HistoryMessage::User {
        id: "m1".into(),
        text: "look".into(),
        attachments: vec![file("g")],
    };
    assert_eq!(request.messages, [said]);
    assert!(sent.given(without()).was_refused());
}

#[test]
fn a_message_of_nothing_but_a_lost_file_is_not_sent_without_it() {
    let held = convo()
        .composing("")
        .attaching("f")
        .given(Input::Submit { id: "m1".into() })
        .given(read("f", false));
    assert!(held.conversation.is_nothing_without());
    assert!(held.given(without()).was_refused());
}

#[test]
fn the_person_goes_on_editing_and_nothing_is_sent() {
    let held = submitted().given(read("f", false)).given(read("g", true));
    let back = held.composing("more").given(editing());
    assert_eq!(back.conversation.composer(), "more\nlook");
    assert_eq!(back.conversation.attached().files(), [file("g")]);
    assert_eq!(back.phase(), None);
    let unsent = Some(Outcome::Cancelled(Stop::Unsent));
    assert_eq!(back.turn("m1").outcome, unsent);
    assert!(announced(&back, &Announcement::NotSent));
    assert!(
        back.last
            .effects
            .contains(&Effect::Focus(FocusTarget::Composer))
    );
    assert!(back.given(editing()).was_refused());
}

#[test]
fn a_stop_before_the_files_are_read_sends_nothing_then_or_later() {
    for convo in [submitted(), submitted().given(read("f", false))] {
        let stopped = convo.given(Input::Stop { run: run_of("m1") });
        let unsent = Some(Outcome::Cancelled(Stop::Unsent));
        assert_eq!(stopped.turn("m1").outcome, unsent);
        assert!(announced(&stopped, &Announcement::NotSent));
        assert!(!stopped.last.effects.iter().any(|effect| matches!(
            effect,
            Effect::AbortStream { .. } | Effect::SendCancel { .. }
        )));
        let late = stopped
            .clone()
            .given(read("f", true))
            .given(read("g", true));
        assert_eq!(late.conversation, stopped.conversation);
        // The agent is not told of it with the next message either.
        let next = stopped.running("m2");
        let request = next.conversation.request(&run_of("m2")).expect("one");
        assert_eq!(request.messages.len(), 1);
    }
}

#[test]
fn the_cards_cancel_and_a_replacement_send_nothing_of_it_either() {
    let run = run_of("m1");
    let dismissed = submitted()
        .given(Input::CancelClicked { run: run.clone() })
        .given(Input::EditorDismiss);
    let unsent = Some(Outcome::Cancelled(Stop::Unsent));
    assert_eq!(dismissed.turn("m1").outcome, unsent);
    let id = "m2".into();
    let replaced = submitted()
        .composing("other")
        .given(Input::Replace { run, id });
    assert_eq!(replaced.turn("m1").outcome, unsent);
    assert!(opens(&replaced), "nothing of it has to stop");
}

#[test]
fn a_message_that_was_not_sent_can_be_tried_again() {
    let stopped = submitted().given(Input::Stop { run: run_of("m1") });
    let again = stopped.given(try_again("m1", "m2"));
    assert_eq!(again.phase(), Some(Phase::Reading));
    let asked = Effect::ReadFiles { run: run_of("m2") };
    assert!(again.last.effects.contains(&asked));
}

#[test]
fn a_new_page_asks_for_the_files_again() {
    let held = submitted().given(read("f", false));
    let restored = held.given(Input::Restored);
    assert_eq!(
        restored.last.effects,
        [Effect::ReadFiles { run: run_of("m1") }]
    );
    assert_eq!(restored.conversation.awaited_files().0.len(), 2);
    let lost = restored.given(read("g", false)).given(read("f", true));
    assert!(!opens(&lost));
    assert_eq!(lost.conversation.awaited_files().1, [file("g").name]);
}

#[test]
fn a_read_message_still_waits_for_the_answer_to_a_stop() {
    let next = controlled().running("m0").attaching("f").composing("other");
    let run = next.run();
    let replaced = next.given(replace(run.clone(), "m1"));
    let read = replaced.given(read("f", true));
    assert_eq!(read.phase(), Some(Phase::Blocked));
    assert!(!opens(&read));
    let answer = crate::control::CancelAnswer::Unknown;
    assert!(opens(&read.given(Input::CancelAnswered { run, answer })));
}

#[test]
fn a_prompt_and_a_message_of_the_embedder_wait_for_their_files_too() {
    let queued = convo().running("m0").attaching("f").queued(1).finished();
    assert_eq!(queued.phase(), Some(Phase::Reading));
    let said = MessageContent {
        text: "look".into(),
        attachments: vec![file("f")],
    };
    let id = "m1".into();
    let said = convo().given(Input::Say { id, said });
    assert_eq!(said.phase(), Some(Phase::Reading));
    let paused = said.given(Input::Queue(QueueInput::RunNext));
    assert!(paused.was_refused());
}
