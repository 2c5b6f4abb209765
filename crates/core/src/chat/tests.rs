//! Tests of the list of threads.

mod early;
mod titles;

use super::{Chat, ChatInput, ChatStep, ThreadHead, ThreadState, UNDOABLE_MS};
use crate::change::{Change, ChatChange};
use crate::chat::ChatEffect;
use crate::control::CancelAnswer;
use crate::conversation::Conversation;
use crate::effect::Effect;
use crate::id::ThreadId;
use crate::input::Input;
use crate::run_event::{Abilities, FinishOutcome, RunEvent};
use crate::testing::builder::{CONTROLLED, question, run_of};
use crate::testing::inputs::of_run;

fn opened(thread: &str) -> Chat {
    let mut chat = Chat::new(CONTROLLED);
    chat.apply(ChatInput::Open(thread.into()), 1);
    let empty = Conversation::new(thread.into());
    chat.apply(ChatInput::Loaded(Box::new(empty)), 1);
    chat
}

fn send(chat: &mut Chat, thread: &str, text: &str, at: u64) -> ChatStep {
    let thread = ThreadId::from(thread);
    chat.apply(
        ChatInput::In(thread.clone(), Input::ComposerChanged { text: text.into() }),
        at,
    );
    let id = format!("{thread}-{at}").as_str().into();
    chat.apply(ChatInput::In(thread, Input::Submit { id }), at)
}

fn type_in(chat: &mut Chat, text: &str) {
    let input = Input::ComposerChanged { text: text.into() };
    let step = chat.apply(ChatInput::In("t".into(), input), 2);
    assert_eq!(step, ChatStep::default(), "the field has it already");
}

fn composer(chat: &Chat) -> &str {
    chat.conversation(&"t".into())
        .map_or("", Conversation::composer)
}

fn titles(chat: &Chat) -> Vec<&str> {
    chat.heads()
        .into_iter()
        .map(|head| head.title.as_str())
        .collect()
}

#[test]
fn opening_a_thread_loads_it_from_storage() {
    let mut chat = Chat::new(CONTROLLED);
    let step = chat.apply(ChatInput::Open("t".into()), 1);
    assert_eq!(step.effects, [ChatEffect::Load("t".into())]);
    assert!(chat.heads().is_empty(), "a blank thread is not listed");
}

#[test]
fn a_loaded_thread_is_not_replaced_by_the_stored_one() {
    let mut chat = opened("t");
    send(&mut chat, "t", "hello", 5);
    let stored = Conversation::new("t".into());
    let step = chat.apply(ChatInput::Loaded(Box::new(stored)), 6);
    assert_eq!(step, ChatStep::default());
    assert_eq!(
        chat.conversation(&"t".into())
            .map(|held| held.turns().len()),
        Some(1)
    );
}

#[test]
fn a_thread_that_this_page_left_is_replaced_by_the_stored_one() {
    let mut chat = opened("t");
    send(&mut chat, "t", "hello", 5);
    chat.apply(ChatInput::Left("t".into()), 6);
    let text = "typed".to_owned();
    let typed = Input::ComposerChanged { text };
    chat.apply(ChatInput::In("t".into(), typed), 6);
    let mut stored = Conversation::new("t".into());
    let text = "left".to_owned();
    let _ = stored.apply(Input::ComposerChanged { text }, 1);
    chat.apply(ChatInput::Loaded(Box::new(stored)), 7);
    let held = chat.conversation(&"t".into()).unwrap();
    assert!(held.turns().is_empty());
    // The composer has the text typed in this page, then the stored text.
    assert_eq!(held.composer(), "typed\nleft");
}

#[test]
fn the_turns_of_a_stored_thread_that_replaces_a_copy_are_told_as_renewed() {
    let mut chat = opened("t");
    send(&mut chat, "t", "hello", 5);
    let mut elsewhere = opened("t");
    send(&mut elsewhere, "t", "hello", 5);
    let run = run_of("t-5");
    let ends = RunEvent::Finished(FinishOutcome::Success);
    for event in [RunEvent::Started, ends] {
        elsewhere.apply(ChatInput::In("t".into(), of_run(run.clone(), event)), 6);
    }
    chat.apply(ChatInput::Left("t".into()), 6);
    let stored = elsewhere.conversation(&"t".into()).unwrap().clone();
    let step = chat.apply(ChatInput::Loaded(Box::new(stored)), 7);
    // A view has the turn with this id on screen, without its end.
    let renewed = Change::TurnRenewed("t-5".into());
    let renewed = ChatChange::In("t".into(), renewed);
    assert!(step.changes.contains(&renewed), "{:?}", step.changes);
}

#[test]
fn that_the_backend_keeps_the_history_is_known_from_its_run_and_after_a_reload() {
    let mut chat = opened("t");
    send(&mut chat, "t", "hello", 5);
    let keeps = Abilities {
        keeps_history: true,
        ..CONTROLLED
    };
    let said = of_run(run_of("t-5"), RunEvent::Abilities(keeps));
    chat.apply(ChatInput::In("t".into(), said), 6);
    let held = chat.conversation(&"t".into()).unwrap().clone();
    assert!(held.abilities().keeps_history);
    let mut chat = Chat::new(CONTROLLED);
    chat.apply(ChatInput::Open("t".into()), 7);
    chat.apply(ChatInput::Loaded(Box::new(held)), 7);
    let loaded = chat.conversation(&"t".into()).unwrap();
    assert!(loaded.abilities().keeps_history);
}

#[test]
fn what_one_agent_could_do_is_not_expected_of_the_next() {
    let mut chat = opened("t");
    chat.apply(ChatInput::Agent("/one".to_owned()), 4);
    send(&mut chat, "t", "hello", 5);
    let event = |event| of_run(run_of("t-5"), event);
    let able = Abilities {
        interject: true,
        keeps_history: true,
        ..CONTROLLED
    };
    let done = RunEvent::Finished(FinishOutcome::Success);
    for said in [RunEvent::Started, RunEvent::Abilities(able), done] {
        chat.apply(ChatInput::In("t".into(), event(said)), 6);
    }
    let abilities = |chat: &Chat| chat.conversation(&"t".into()).map(Conversation::abilities);
    chat.apply(ChatInput::Agent("/two".to_owned()), 7);
    assert_eq!(abilities(&chat), Some(able), "nothing was sent to it yet");
    send(&mut chat, "t", "and you?", 8);
    assert_eq!(abilities(&chat), Some(CONTROLLED), "as configured");
}

#[test]
fn the_configured_abilities_are_given_to_a_loaded_thread() {
    let chat = opened("t");
    assert_eq!(
        chat.conversation(&"t".into()).map(Conversation::abilities),
        Some(CONTROLLED)
    );
}

#[test]
fn the_first_message_sets_the_title_unless_the_person_chose_one() {
    let mut chat = opened("t");
    send(&mut chat, "t", "  hello there\nsecond line", 5);
    assert_eq!(titles(&chat), ["hello there"]);
    chat.apply(
        ChatInput::Rename {
            thread: "t".into(),
            title: " mine ".into(),
        },
        6,
    );
    assert_eq!(titles(&chat), ["mine"]);
    chat.apply(
        ChatInput::Rename {
            thread: "t".into(),
            title: " ".into(),
        },
        7,
    );
    assert_eq!(titles(&chat), ["hello there"]);
}

#[test]
fn the_thread_last_used_is_first() {
    let mut chat = opened("a");
    chat.apply(ChatInput::Open("b".into()), 1);
    chat.apply(
        ChatInput::Loaded(Box::new(Conversation::new("b".into()))),
        1,
    );
    send(&mut chat, "a", "one", 5);
    send(&mut chat, "b", "two", 6);
    assert_eq!(titles(&chat), ["two", "one"]);
}

#[test]
fn deleting_a_thread_stops_its_run_and_can_be_undone() {
    let mut chat = opened("t");
    send(&mut chat, "t", "hello", 5);
    let step = chat.apply(ChatInput::Delete("t".into()), 6);
    let run = crate::id::RunId::of_attempt(&"t-5".into(), 1);
    assert!(
        step.effects
            .contains(&ChatEffect::In("t".into(), Effect::SendCancel { run }))
    );
    let noted = ChatEffect::NoteDeletion("t".into());
    assert!(step.effects.contains(&noted));
    assert!(chat.heads().is_empty());
    let step = chat.apply(ChatInput::Undelete("t".into()), 7);
    assert_eq!(step.effects, [ChatEffect::DropDeletion("t".into())]);
    assert_eq!(titles(&chat), ["hello"]);
    // The time for an undo is over, but the deletion was undone: nothing is forgotten.
    let step = chat.apply(ChatInput::Forget("t".into()), 8);
    assert_eq!(step, ChatStep::default());
}

#[test]
fn a_final_deletion_forgets_the_thread_and_closes_its_streams() {
    let mut chat = opened("t");
    send(&mut chat, "t", "hello", 5);
    let run = crate::id::RunId::of_attempt(&"t-5".into(), 1);
    chat.apply(ChatInput::Delete("t".into()), 6);
    let step = chat.apply(ChatInput::Forget("t".into()), 7);
    let hangs_up = ChatEffect::In("t".into(), Effect::AbortStream { run });
    assert_eq!(step.effects, [hangs_up, ChatEffect::Purge("t".into())]);
    assert_eq!(chat.head(&"t".into()), None);
}

#[test]
fn a_deleted_thread_that_was_opened_again_is_not_forgotten() {
    let mut chat = opened("t");
    send(&mut chat, "t", "hello", 5);
    chat.apply(ChatInput::Delete("t".into()), 6);
    chat.apply(ChatInput::Open("t".into()), 7);
    let step = chat.apply(ChatInput::Forget("t".into()), 8);
    assert_eq!(step, ChatStep::default());
    type_in(&mut chat, "a draft");
    assert_eq!(composer(&chat), "a draft");
}

#[test]
fn writing_in_a_deleted_thread_undoes_the_deletion() {
    let mut chat = opened("t");
    send(&mut chat, "t", "hello", 5);
    chat.apply(ChatInput::Delete("t".into()), 6);
    let step = send(&mut chat, "t", "once more", 7);
    assert_eq!(titles(&chat), ["hello"]);
    assert!(step.effects.contains(&ChatEffect::DropDeletion("t".into())));
}

#[test]
fn a_thread_that_was_deleted_before_the_reload_is_purged() {
    let head = |id: &str, deleted, deleted_at| ThreadHead {
        id: id.into(),
        title: id.into(),
        named: false,
        updated_at: 3,
        deleted,
        deleted_at,
        running: false,
        state: ThreadState::default(),
        agent: String::new(),
    };
    let mut chat = Chat::new(CONTROLLED);
    let (kept, gone) = (head("kept", false, 0), head("gone", true, 9));
    // In another page, this deletion may still be undone.
    let undoable = head("undoable", true, 10);
    let listed = ChatInput::Listed(vec![kept, gone, undoable]);
    let step = chat.apply(listed, UNDOABLE_MS + 9);
    assert_eq!(step.effects, [ChatEffect::Purge("gone".into())]);
    assert_eq!(step.changes, [ChatChange::Threads]);
    assert_eq!(titles(&chat), ["kept"]);
    chat.apply(ChatInput::Heard(head("undoable", false, 10)), 70_000);
    assert_eq!(titles(&chat).len(), 2);
}

#[test]
fn an_input_for_an_unknown_thread_only_leaves_a_diagnostic() {
    let mut chat = Chat::new(CONTROLLED);
    let step = chat.apply(ChatInput::In("t".into(), Input::KeepRunning), 1);
    assert_eq!(step.changes, []);
    assert!(matches!(
        step.effects.as_slice(),
        [ChatEffect::In(_, Effect::Diagnose(_))]
    ));
}

/// The threads that a step joins.
fn joined(step: &ChatStep) -> Vec<&str> {
    let mut joined = Vec::new();
    for effect in &step.effects {
        if let ChatEffect::Join(thread) = effect {
            joined.push(thread.as_str());
        }
    }
    joined
}

/// The list entry of a thread whose run is at work.
fn at_work(thread: &str, updated_at: u64) -> ThreadHead {
    ThreadHead {
        id: thread.into(),
        title: thread.to_owned(),
        named: false,
        updated_at,
        deleted: false,
        deleted_at: 0,
        running: true,
        state: ThreadState::default(),
        agent: "/agui".to_owned(),
    }
}

#[test]
fn runs_of_the_list_are_joined_a_few_at_a_time() {
    let mut chat = Chat::new(CONTROLLED);
    chat.apply(ChatInput::Agent("/agui".to_owned()), 1);
    let ids = ["a", "b", "c", "d", "e"].into_iter().zip(1..);
    let listed = ids.map(|(id, at)| at_work(id, at)).collect();
    let step = chat.apply(ChatInput::Listed(listed), 10);
    assert_eq!(joined(&step), ["e", "d", "c"], "the most recent first");

    // One of them is at work.
    let mut running = opened("e");
    send(&mut running, "e", "hello", 5);
    let running = running.conversation(&"e".into()).cloned().expect("loaded");
    let run = running.active().map(|run| run.id.clone()).expect("runs");
    let step = chat.apply(ChatInput::Loaded(Box::new(running)), 11);
    assert_eq!(joined(&step), Vec::<&str>::new());

    // Its run ends, and the next one takes its place.
    let cancel = ChatInput::In("e".into(), Input::Stop { run: run.clone() });
    let step = chat.apply(cancel, 12);
    assert_eq!(
        joined(&step),
        Vec::<&str>::new(),
        "the stop is not confirmed"
    );
    let answer = CancelAnswer::Unknown;
    let answered = ChatInput::In("e".into(), Input::CancelAnswered { run, answer });
    assert_eq!(joined(&chat.apply(answered, 13)), ["b"]);

    // The person deletes the last one: it is not joined when another run is over.
    chat.apply(ChatInput::Delete("a".into()), 14);
    let over = Conversation::new("d".into());
    let step = chat.apply(ChatInput::Loaded(Box::new(over)), 15);
    assert_eq!(joined(&step), Vec::<&str>::new());
}

#[test]
fn a_run_that_ends_in_another_page_makes_room_for_the_next() {
    let mut chat = Chat::new(CONTROLLED);
    chat.apply(ChatInput::Agent("/agui".to_owned()), 1);
    let ids = ["a", "b", "c", "d"].into_iter().zip(1..);
    let listed = ids.map(|(id, at)| at_work(id, at)).collect();
    let step = chat.apply(ChatInput::Listed(listed), 10);
    assert_eq!(joined(&step), ["d", "c", "b"]);
    // Another page drives this thread: here it is in the list alone.
    let over = ThreadHead {
        running: false,
        ..at_work("c", 3)
    };
    assert_eq!(joined(&chat.apply(ChatInput::Heard(over), 11)), ["a"]);
}

#[test]
fn the_list_says_what_waits_for_the_person_before_its_thread_is_loaded() {
    let mut chat = opened("t");
    send(&mut chat, "t", "write it", 5);
    let event = |event| of_run(run_of("t-5"), event);
    let head = |chat: &Chat| chat.head(&"t".into()).cloned().expect("listed");
    assert_eq!(head(&chat).state, ThreadState::Running);
    let asks = RunEvent::Finished(FinishOutcome::Interrupt(vec![question("a", None)]));
    for said in [RunEvent::Started, asks] {
        let before = head(&chat);
        let step = chat.apply(ChatInput::In("t".into(), event(said)), 6);
        let is_told = step.changes.contains(&ChatChange::Threads);
        assert!(is_told || head(&chat) == before, "else it is not stored");
    }
    let left = head(&chat);
    assert_eq!(left.state, ThreadState::Waiting);
    let mut next = Chat::new(CONTROLLED);
    next.apply(ChatInput::Listed(vec![left]), 7);
    assert_eq!(next.state_of(&head(&next)), ThreadState::Waiting);
}
