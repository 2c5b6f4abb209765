//! A driver that does not answer keeps its thread until the person takes the thread over.

use super::{at, copied, did, driver, follower, found, hears, hello, look, page, words};
use crate::sharing::{
    Ask, Message, Place, Sharing, SharingEffect, SharingInput, Standing, TICK_MS,
};
use crate::time::Millis;

const STEAL: SharingEffect = SharingEffect::Lock(Ask::Steal);
const UNREACHABLE: SharingEffect = SharingEffect::Tell(Standing::Unreachable);

fn ticks(held: &mut Sharing, from: Millis, count: u64) -> Vec<SharingEffect> {
    let ticks = (0..count).map(|tick| from + tick * TICK_MS);
    ticks
        .flat_map(|now| held.apply(SharingInput::Tick, now))
        .collect()
}

/// A mirror that has told the person that its driver does not answer.
fn left() -> Sharing {
    let mut held = follower();
    assert!(ticks(&mut held, TICK_MS, 5).contains(&UNREACHABLE));
    held
}

fn pong() -> Message {
    let (at, kept) = (at(1, 3), at(1, 3));
    Message::Pong { at, kept }
}

#[test]
fn a_mirror_tells_of_a_silent_driver_once_and_steals_only_when_the_person_takes_over() {
    let mut held = left();
    let hour = ticks(&mut held, 6 * TICK_MS, 3_600);
    assert!(!hour.contains(&STEAL) && !hour.contains(&UNREACHABLE));
    assert_eq!(held.apply(SharingInput::TakeOver, 0), [STEAL]);
    assert_eq!(held.apply(SharingInput::TakeOver, 0), [], "once");
    let taken = SharingEffect::Look { by_hand: true };
    assert_eq!(held.apply(SharingInput::Granted, 0), [taken]);
    assert_eq!(held.apply(SharingInput::TakeOver, 0), []);
}

#[test]
fn a_driver_that_answers_is_not_told_of_and_cannot_be_taken_over() {
    let mut held = follower();
    for tick in 1..20 {
        let effects = held.apply(SharingInput::Tick, tick * TICK_MS);
        assert!(!effects.contains(&UNREACHABLE));
        hears(&mut held, pong());
        assert_eq!(held.apply(SharingInput::TakeOver, 0), []);
    }
    // The answer came while the person reached for the button.
    let mut held = left();
    let well = SharingEffect::Tell(Standing::Well);
    assert_eq!(hears(&mut held, pong()), [well]);
    assert_eq!(held.apply(SharingInput::TakeOver, 0), []);
}

#[test]
fn a_mirror_that_was_held_up_itself_waits_for_the_answers_first() {
    let mut held = follower();
    held.apply(SharingInput::Tick, TICK_MS);
    let effects = held.apply(SharingInput::Tick, 60 * TICK_MS);
    assert!(!effects.contains(&UNREACHABLE));
}

#[test]
fn a_mirror_without_a_copy_can_take_over_too() {
    let mut held = Sharing::new(page("me"));
    held.apply(SharingInput::Show, 0);
    held.apply(SharingInput::Taken, 0);
    assert!(ticks(&mut held, 0, 5).contains(&UNREACHABLE));
    assert_eq!(held.apply(SharingInput::TakeOver, 0), [STEAL]);
}

#[test]
fn without_locks_the_person_can_take_over_too() {
    let mut held = Sharing::new(page("me"));
    held.apply(SharingInput::Show, 0);
    held.apply(SharingInput::NoLocks, 0);
    hears(&mut held, Message::Driving { at: at(1, 0) });
    assert!(ticks(&mut held, 0, 5).contains(&UNREACHABLE));
    let taken = SharingEffect::Look { by_hand: true };
    assert_eq!(held.apply(SharingInput::TakeOver, 0), [taken]);
}

#[test]
fn after_a_take_over_late_news_of_the_former_driver_changes_nothing() {
    let mut held = left();
    for input in [
        SharingInput::TakeOver,
        SharingInput::Granted,
        found(at(1, 3)),
        SharingInput::Ready,
    ] {
        held.apply(input, 0);
    }
    let before = held.clone();
    let late = [
        Message::Driving { at: at(1, 0) },
        did(at(1, 4), "you", None),
        pong(),
    ];
    for message in late {
        assert_eq!(hears(&mut held, message), []);
    }
    assert_eq!(held.apply(SharingInput::Granted, 0), []);
    assert_eq!(held.apply(SharingInput::TakeOver, 0), []);
    assert_eq!(held, before);
}

#[test]
fn a_driver_that_hears_of_the_page_that_took_over_mirrors_before_it_loses_the_lock() {
    let mut held = driver();
    let effects = hears(&mut held, Message::Driving { at: at(3, 0) });
    assert_eq!(effects[0], SharingEffect::Stop);
    assert_eq!(effects[2], hello());
    let before = held.clone();
    assert_eq!(held.apply(SharingInput::Stolen, 0), [], "late news");
    assert_eq!(held, before);
}

#[test]
fn a_driver_does_not_yield_to_one_that_lost_the_thread_before_even_if_that_one_began_later() {
    let mut held = left();
    held.apply(SharingInput::TakeOver, 0);
    held.apply(SharingInput::Granted, 0);
    let (fence, stored) = (1, at(1, 3));
    held.apply(SharingInput::Found { fence, stored }, 0);
    held.apply(SharingInput::Ready, 70);
    assert_eq!(hears(&mut held, Message::Driving { at: at(90, 0) }), []);
    assert!(held.is_driving());
}

/// Every input that another page, the browser, storage or a timer may cause.
fn without_a_person() -> Vec<SharingInput> {
    let copy = Message::Copy {
        to: page("me"),
        at: at(1, 3),
        base: Place::default(),
        copied: copied(1),
    };
    let messages = [
        Message::Hello { page: page("you") },
        copy,
        did(at(1, 4), "you", None),
        Message::Ping,
        pong(),
        Message::Driving { at: at(4, 0) },
    ];
    let mut all = vec![
        SharingInput::Show,
        SharingInput::Granted,
        SharingInput::Taken,
        SharingInput::NoLocks,
        SharingInput::Stolen,
        found(at(1, 3)),
        SharingInput::Ready,
        SharingInput::Tick,
        SharingInput::Suspend,
        SharingInput::Resume,
        words(5),
    ];
    all.extend(messages.map(SharingInput::Heard));
    all
}

/// Applies every sequence of this many inputs. `told`: whether the person sees that the driver does
/// not answer.
fn explore(held: &Sharing, told: bool, now: Millis, depth: u32) {
    let takes = held.clone().apply(SharingInput::TakeOver, now);
    let steals = takes.contains(&STEAL) || takes.contains(&SharingEffect::Look { by_hand: true });
    assert!(told || !steals, "{held:?}");
    if depth == 0 {
        return;
    }
    let mut inputs = without_a_person();
    inputs.push(SharingInput::TakeOver);
    for input in inputs {
        let by_hand = input == SharingInput::TakeOver;
        let mut next = held.clone();
        let effects = next.apply(input, now);
        assert!(by_hand || !effects.contains(&STEAL), "{held:?}");
        let mut told = told;
        for effect in &effects {
            if let SharingEffect::Tell(standing) = effect {
                told = *standing == Standing::Unreachable;
            }
        }
        explore(&next, told, now + TICK_MS, depth - 1);
    }
}

#[test]
fn no_sequence_of_inputs_steals_a_lock_without_the_person() {
    let new = Sharing::new(page("me"));
    for (held, told) in [
        (new, false),
        (driver(), false),
        (follower(), false),
        (left(), true),
    ] {
        explore(&held, told, 10 * TICK_MS, 4);
    }
}

#[test]
fn the_first_look_of_a_page_that_was_given_the_lock_is_not_by_hand() {
    let mut held = left();
    assert_eq!(held.apply(SharingInput::Granted, 0), [look()]);
}
