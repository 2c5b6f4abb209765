//! The person stops, queues, replaces and edits while a message is sent again.

use super::{BOTH, DELIVERED, How, WORDS, again, answered, asking, deaf, delivery, saying, users};
use crate::card::Card;
use crate::effect::Effect;
use crate::input::Input;
use crate::run_event::RunEvent;
use crate::testing::builder::{run_of, text};
use crate::testing::inputs::replace;
use crate::transcript::{Delivery, Outcome, Stop, Undelivered};

#[test]
fn a_stop_marks_an_undelivered_message_as_stopped() {
    let stopped = Delivery::Undelivered(Undelivered::Stopped);
    let sent = saying(asking(), How::Interject, WORDS);
    let alone = sent.clone().event(RunEvent::Opened);
    let open = answered(sent);
    let unheard = deaf(How::Interject);
    let mended = unheard.clone().finished();
    let heard = mended
        .clone()
        .event(RunEvent::Opened)
        .event(text("d", "So."));
    for (name, convo, expected) in [
        ("while the answer goes alone", alone, stopped.clone()),
        ("its run has shown something", open, DELIVERED),
        ("unheard", unheard, stopped.clone()),
        ("under way again", mended, stopped),
        ("heard", heard, DELIVERED),
    ] {
        let run = convo.run();
        let stopped = convo.queued(1).given(Input::Stop { run: run.clone() });
        assert_eq!(delivery(&stopped), expected, "{name}");
        assert_eq!(stopped.outward(), [Effect::AbortStream { run }], "{name}");
        assert_eq!(
            stopped.turn("m1").outcome,
            Some(Outcome::Cancelled(Stop::Unknown)),
            "{name}"
        );
        assert_eq!(stopped.prompts(), ["q1"], "{name}");
        assert!(matches!(stopped.card(), Card::Paused { .. }), "{name}");
    }
}

#[test]
fn the_queue_waits_for_the_run_that_sends_the_message_again() {
    for how in BOTH {
        let mended = deaf(how).queued(1).finished();
        assert_eq!(mended.run(), again(how));
        assert_eq!(mended.prompts(), ["q1"], "{how:?}");
        let next = mended
            .event(RunEvent::Opened)
            .event(text("d", "So."))
            .finished();
        assert_eq!(next.run(), run_of("q1"), "{how:?}");
    }
}

#[test]
fn the_run_that_sends_the_message_again_can_be_replaced() {
    for how in BOTH {
        let mended = deaf(how)
            .finished()
            .event(RunEvent::Opened)
            .event(text("d", "So."));
        let run = mended.run();
        let replaced = mended
            .composing("no, that")
            .given(replace(run.clone(), "m3"));
        let expected = [
            Effect::AbortStream { run },
            Effect::OpenStream { run: run_of("m3") },
        ];
        assert_eq!(replaced.outward(), expected, "{how:?}");
        let asked = replaced.request();
        assert_eq!(users(&asked), ["text of m1", WORDS, "no, that"], "{how:?}");
    }
}

#[test]
fn an_open_editor_stays_open_when_the_message_is_sent_again() {
    let mended = deaf(How::Replace).cancelling("draft").finished();
    assert!(
        matches!(mended.card(), Card::Cancelling { run, draft, over: false }
            if *run == again(How::Replace) && draft == "draft")
    );
}
