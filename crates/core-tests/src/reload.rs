//! A reload in every state of the card.

use crate::storage::Reload;
use midturn_core::card::{Card, PauseReason};
use midturn_core::control::CancelAnswer;
use midturn_core::conversation::Phase;
use midturn_core::effect::{Effect, Retry};
use midturn_core::input::Input;
use midturn_core::run_event::{Abilities, LostReason, OpenError, RunEvent};
use midturn_core::testing::builder::{
    CONTROLLED, Convo, ONLY_CANCEL, controlled, convo, run_of, text,
};
use midturn_core::testing::inputs::{retry_due, retry_later};
use midturn_core::testing::invariants;
use midturn_core::transcript::{Outcome, Stop};

/// The reload has no effects either.
#[test]
fn a_reload_without_a_run_changes_nothing() {
    let states = [
        (
            "hidden",
            convo().running("m1").finished().composing("draft"),
        ),
        (
            "over",
            convo()
                .running("m1")
                .queued(1)
                .cancelling("draft")
                .finished(),
        ),
        ("paused", convo().running("m1").queued(2).paused()),
        (
            "paused with a draft",
            convo()
                .running("m1")
                .queued(2)
                .resuming("draft")
                .given(Input::EditorDismiss),
        ),
        (
            "resuming",
            convo().running("m1").queued(2).resuming("draft"),
        ),
        (
            "held",
            convo()
                .running("m1")
                .queued(2)
                .editing("q1", "half")
                .finished(),
        ),
    ];
    for (name, before) in states {
        let after = before.clone().reloaded();
        assert_eq!(after.conversation, before.conversation, "{name}");
        assert_eq!(after.last.effects, [], "{name}");
    }
}

#[test]
fn an_active_run_is_rejoined_if_the_backend_can() {
    let states = [
        ("running", controlled().running("m1").queued(1)),
        (
            "cancelling",
            controlled().running("m1").queued(1).cancelling("draft"),
        ),
    ];
    for (name, before) in states {
        let before = before.event_of(run_of("m1"), Some(4), text("a", "x"));
        let after = before.clone().reloaded();
        assert_eq!(after.card(), before.card(), "{name}");
        assert_eq!(after.prompts(), ["q1"], "{name}");
        let due = retry_later("m1", Retry::Rejoin, 0);
        assert_eq!(after.outward(), [due], "{name}");
        let joined = after.given(retry_due("m1", Retry::Rejoin));
        assert_eq!(
            joined.outward(),
            [Effect::Rejoin {
                run: run_of("m1"),
                cursor: Some(4)
            }]
        );
    }
}

#[test]
fn a_run_being_sent_is_sent_again_if_the_backend_recognises_it() {
    let sent = controlled()
        .composing("x")
        .given(Input::Submit { id: "m1".into() });
    let refused = sent
        .clone()
        .event(RunEvent::OpenFailed(OpenError::Network(String::new())));
    for before in [sent, refused] {
        let due = before.reloaded().given(retry_due("m1", Retry::Open));
        assert_eq!(due.outward(), [Effect::OpenStream { run: run_of("m1") }]);
    }
}

fn stopped(convo: Convo) -> Convo {
    convo.running("m1").given(Input::Stop { run: run_of("m1") })
}

#[test]
fn an_unanswered_cancel_is_sent_again_after_a_reload() {
    for abilities in [CONTROLLED, ONLY_CANCEL] {
        let back = stopped(convo().with_abilities(abilities)).reloaded();
        let asked = Effect::SendCancel { run: run_of("m1") };
        assert!(
            back.outward().contains(&asked),
            "{abilities:?}: {:?}",
            back.last
        );
    }
    let answered = stopped(convo().with_abilities(ONLY_CANCEL))
        .reloaded()
        .answered("m1", CancelAnswer::Accepted);
    assert!(answered.conversation.stopping().is_empty());
}

fn interrupted(after: &Convo, name: &str) {
    let outcome = Outcome::Interrupted(LostReason::Reload);
    assert_eq!(after.turn("m1").outcome, Some(outcome), "{name}");
    assert_eq!(after.outward(), [], "{name}");
    assert_eq!(invariants::broken(&after.conversation), None, "{name}");
}

#[test]
fn without_rejoin_a_run_is_interrupted_and_its_queue_waits() {
    let running = convo()
        .running("m1")
        .queued(1)
        .cancelling("draft")
        .given(Input::KeepRunning);
    let after = running.reloaded();
    interrupted(&after, "running");
    let paused = Card::Paused {
        draft: "draft".into(),
        reason: PauseReason::Interrupted,
    };
    assert_eq!(*after.card(), paused);

    let after = convo()
        .running("m1")
        .queued(1)
        .composing("mine")
        .cancelling("draft")
        .reloaded();
    interrupted(&after, "cancelling");
    assert!(matches!(
        after.card(),
        Card::Paused {
            reason: PauseReason::Interrupted,
            ..
        }
    ));
    assert_eq!(after.conversation.composer(), "mine\ndraft");

    let after = convo().running("m1").cancelling("draft").reloaded();
    interrupted(&after, "cancelling without a queue");
    assert_eq!(*after.card(), Card::Hidden);
    assert_eq!(after.conversation.composer(), "draft");
}

#[test]
fn a_run_blocked_by_a_cancel_stays_blocked_after_a_reload() {
    for abilities in [CONTROLLED, ONLY_CANCEL] {
        let blocked = convo()
            .with_abilities(abilities)
            .running("m1")
            .cancelling("go")
            .given(Input::EditorSubmit { id: "m2".into() });
        let back = blocked.reloaded();
        assert_eq!(
            back.conversation.active().map(|run| run.phase),
            Some(Phase::Blocked),
            "{abilities:?}"
        );
        let answered = back.answered("m1", CancelAnswer::Accepted);
        assert!(
            answered
                .outward()
                .contains(&Effect::OpenStream { run: run_of("m2") }),
            "{abilities:?}"
        );
    }
}

#[test]
fn a_cancelled_run_is_rejoined_until_its_end() {
    let answered = controlled()
        .running("m1")
        .given(Input::Stop { run: run_of("m1") })
        .answered("m1", CancelAnswer::Accepted);
    let back = answered.reloaded();
    assert_eq!(back.acts(), [retry_later("m1", Retry::Rejoin, 0)]);
    let only_cancel = convo().with_abilities(ONLY_CANCEL);
    let answered = only_cancel
        .running("m1")
        .given(Input::Stop { run: run_of("m1") })
        .answered("m1", CancelAnswer::Accepted);
    let back = answered.reloaded();
    assert!(back.conversation.stopping().is_empty());
    assert_eq!(
        back.turn("m1").outcome,
        Some(Outcome::Cancelled(Stop::Confirmed))
    );
}

#[test]
fn a_request_on_its_way_is_sent_again_only_to_a_backend_that_recognises_it() {
    for (resend, what) in [(true, Retry::Open), (false, Retry::Rejoin)] {
        let opening = convo()
            .with_abilities(Abilities {
                rejoin: true,
                resend,
                ..Abilities::default()
            })
            .composing("hi")
            .given(Input::Submit { id: "m1".into() });
        let back = opening.reloaded();
        assert_eq!(back.outward(), [retry_later("m1", what, 0)]);
    }
}
