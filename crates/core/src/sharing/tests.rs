//! The sharing state of one page, step by step.
//!
//! Several pages together are tested in the driver's tests, `src/driver/tests/sharing`.

mod acts;
mod by_hand;

use super::{
    Ask, Epoch, FIND_MS, Message, Place, Sharing, SharingEffect, SharingInput, Standing, TICK_MS,
};
use crate::chat::{ChatInput, ThreadHead, ThreadState};
use crate::conversation::Conversation;
use crate::id::PageId;
use crate::recording::TimedInput;
use crate::sharing::Copied;

fn page(name: &str) -> PageId {
    name.into()
}

fn at(began: u64, seq: u64) -> Place {
    let epoch = Epoch { fence: 0, began };
    Place { epoch, seq }
}

fn found(stored: Place) -> SharingInput {
    SharingInput::Found { fence: 0, stored }
}

fn hears(sharing: &mut Sharing, message: Message) -> Vec<SharingEffect> {
    sharing.apply(SharingInput::Heard(message), 0)
}

/// An input whose content does not matter. Another number gives another input.
fn input(number: u8) -> ChatInput {
    ChatInput::Agent(number.to_string())
}

fn timed(number: u8) -> TimedInput {
    let input = input(number);
    TimedInput { at: 0, input }
}

/// A driver's copy of its thread. Another number gives another copy.
fn copied(number: u8) -> Box<Copied> {
    let head = ThreadHead {
        id: "t".into(),
        title: number.to_string(),
        named: false,
        updated_at: 0,
        deleted: false,
        deleted_at: 0,
        running: false,
        state: ThreadState::default(),
        agent: String::new(),
    };
    let conversation = Conversation::new("t".into());
    Box::new(Copied { head, conversation })
}

/// An act of the person that carries text.
fn words(number: u8) -> SharingInput {
    SharingInput::Acted {
        input: input(number),
        words: true,
    }
}

fn hello() -> SharingEffect {
    SharingEffect::Say(Message::Hello { page: page("me") })
}

fn look() -> SharingEffect {
    SharingEffect::Look { by_hand: false }
}

fn did(place: Place, by: &str, act: Option<u64>) -> Message {
    Message::Did {
        at: place,
        by: page(by),
        act,
        input: timed(7),
    }
}

/// A page that drives the thread, in epoch 2.
fn driver() -> Sharing {
    let mut held = Sharing::new(page("me"));
    assert_eq!(
        held.apply(SharingInput::Show, 0),
        [SharingEffect::Lock(Ask::IfFree)]
    );
    assert_eq!(held.apply(SharingInput::Granted, 0), [look()]);
    assert_eq!(held.apply(found(at(1, 9)), 0), [SharingEffect::Read]);
    held.apply(SharingInput::Ready, 0);
    assert_eq!(held.place(), Some(at(2, 0)));
    held
}

/// A mirror whose copy is from epoch 1, after three inputs.
fn follower() -> Sharing {
    let mut held = Sharing::new(page("me"));
    held.apply(SharingInput::Show, 0);
    let effects = held.apply(SharingInput::Taken, 0);
    assert_eq!(
        effects,
        [
            SharingEffect::Lock(Ask::Wait),
            hello(),
            SharingEffect::Watch(TICK_MS)
        ]
    );
    let copy = Message::Copy {
        to: page("me"),
        at: at(1, 3),
        base: Place::default(),
        copied: copied(1),
    };
    assert_eq!(hears(&mut held, copy), [SharingEffect::Mirror(copied(1))]);
    held
}

#[test]
fn a_driver_counts_all_inputs_and_sends_them_once_a_mirror_exists() {
    let mut held = driver();
    let applied = || SharingInput::Applied {
        by: page("me"),
        act: None,
        input: Some(timed(7)),
    };
    assert_eq!(held.apply(applied(), 0), []);
    let other = || Message::Hello { page: page("you") };
    assert_eq!(
        hears(&mut held, other()),
        [SharingEffect::Copy {
            to: page("you"),
            at: at(2, 1),
            base: at(1, 9),
        }]
    );
    let told = did(at(2, 2), "me", None);
    assert_eq!(held.apply(applied(), 0), [SharingEffect::Say(told)]);
}

#[test]
fn a_mirror_applies_inputs_in_order_and_asks_for_a_new_copy_after_a_gap() {
    let mut held = follower();
    let play = || {
        vec![SharingEffect::Play {
            input: timed(7),
            act: None,
        }]
    };
    assert_eq!(hears(&mut held, did(at(1, 4), "you", None)), play());
    assert_eq!(hears(&mut held, did(at(1, 4), "you", None)), []);
    assert_eq!(hears(&mut held, did(at(1, 6), "you", None)), [hello()]);
    assert_eq!(hears(&mut held, did(at(1, 7), "you", None)), []);
}

#[test]
fn a_new_driver_keeps_its_copy_unless_the_stored_state_is_newer() {
    for (stored, effect) in [
        (at(0, 0), SharingEffect::Keep),
        (at(0, 9), SharingEffect::Keep),
        (at(1, 3), SharingEffect::Keep),
        (at(1, 4), SharingEffect::Read),
        (at(2, 0), SharingEffect::Read),
    ] {
        let mut held = follower();
        assert_eq!(held.apply(SharingInput::Granted, 0), [look()]);
        assert_eq!(held.apply(found(stored), 0), [effect]);
    }
}

#[test]
fn the_epoch_of_a_driver_is_later_than_those_before_even_if_the_clock_is_not() {
    for (now, epoch) in [(0, 2), (2, 2), (70, 70)] {
        let mut held = follower();
        held.apply(SharingInput::Granted, 0);
        held.apply(found(at(1, 3)), 0);
        held.apply(SharingInput::Ready, now);
        assert_eq!(held.place(), Some(at(epoch, 0)));
    }
}

#[test]
fn a_driver_that_loses_its_lock_mirrors_and_keeps_unstored_acts() {
    let mut held = driver();
    assert_eq!(held.apply(words(5), 0), []);
    assert_eq!(
        held.apply(SharingInput::Stolen, 0),
        [
            SharingEffect::Stop,
            SharingEffect::Lock(Ask::Wait),
            hello(),
            SharingEffect::Watch(TICK_MS),
            SharingEffect::Outbox,
        ]
    );
    assert!(held.is_following());
    assert_eq!(held.outbox().len(), 1);
}

#[test]
fn a_stored_act_leaves_the_outbox() {
    let mut held = driver();
    held.apply(words(5), 0);
    held.apply(SharingInput::Kept(at(2, 0)), 0);
    assert_eq!(held.outbox().len(), 1, "it comes after that");
    held.apply(SharingInput::Kept(at(2, 1)), 0);
    assert!(held.outbox().is_empty());
}

#[test]
fn a_page_that_only_joins_a_thread_waits_for_the_lock_without_messages() {
    let mut held = Sharing::new(page("me"));
    assert_eq!(
        held.apply(SharingInput::Join, 0),
        [SharingEffect::Lock(Ask::IfFree)]
    );
    assert_eq!(
        held.apply(SharingInput::Taken, 0),
        [SharingEffect::Lock(Ask::Wait)]
    );
    assert_eq!(
        held.apply(SharingInput::Show, 0),
        [hello(), SharingEffect::Watch(TICK_MS)]
    );
}

#[test]
fn without_locks_a_page_drives_only_if_no_other_page_answers() {
    let asks = || {
        let mut held = Sharing::new(page("me"));
        held.apply(SharingInput::Show, 0);
        let effects = held.apply(SharingInput::NoLocks, 0);
        assert_eq!(effects[0], hello());
        held
    };
    let mut alone = asks();
    assert_eq!(alone.apply(SharingInput::Tick, TICK_MS), [look()]);
    let mut second = asks();
    let copy = Message::Copy {
        to: page("me"),
        at: at(1, 3),
        base: Place::default(),
        copied: copied(1),
    };
    let effects = hears(&mut second, copy);
    assert!(effects.contains(&SharingEffect::Tell(Standing::Reader)));
    assert!(effects.contains(&SharingEffect::Mirror(copied(1))));
    for tick in 1..60 {
        let effects = second.apply(SharingInput::Tick, tick * TICK_MS);
        assert!(
            !effects
                .iter()
                .any(|effect| matches!(effect, SharingEffect::Lock(_)))
        );
    }
}

#[test]
fn without_locks_a_page_that_resumes_drives_again_unless_another_page_answers() {
    let resumed = || {
        let mut held = Sharing::new(page("me"));
        held.apply(SharingInput::Show, 0);
        held.apply(SharingInput::NoLocks, 0);
        held.apply(SharingInput::Tick, FIND_MS);
        let (fence, stored) = (0, Place::default());
        held.apply(SharingInput::Found { fence, stored }, FIND_MS);
        held.apply(SharingInput::Ready, FIND_MS);
        assert!(held.is_driving());
        held.apply(SharingInput::Suspend, 1_000);
        assert_eq!(held.apply(SharingInput::Resume, 2_000)[0], hello());
        held
    };
    let mut alone = resumed();
    let effects = alone.apply(SharingInput::Tick, 2_000 + FIND_MS);
    assert_eq!(effects, [look()]);
    let mut second = resumed();
    let at = at(3, 0);
    hears(&mut second, Message::Driving { at });
    assert!(second.is_following());
}
