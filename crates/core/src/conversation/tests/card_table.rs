//! One row per transition of the running card. Rules outside the table are tested in `rules`.

mod cancelling;
mod over;
mod paused;
mod resuming;
mod running;

use crate::card::{Card, PauseReason};
use crate::effect::Effect;
use crate::input::Input;
use crate::run_event::RunEvent;
use crate::testing::builder::{Convo, convo, run_of};
use crate::testing::inputs::{of_run, try_again};
use crate::testing::invariants;
use crate::transcript::{Outcome, Stop};

struct Row {
    name: &'static str,
    from: Convo,
    input: Input,
    card: Card,
    /// Effects that must occur in this order, possibly with others between them.
    must: Vec<Effect>,
    /// Effects that must not occur.
    never: fn(&Effect) -> bool,
    /// Further checks of the row.
    also: fn(&Convo) -> bool,
}

fn check(rows: Vec<Row>) {
    for Row {
        name,
        from,
        input,
        card,
        must,
        never,
        also,
    } in rows
    {
        let after = from.given(input);
        assert_eq!(*after.card(), card, "{name}: the card");
        let mut effects = after.last.effects.iter();
        for effect in &must {
            assert!(
                effects.any(|held| held == effect),
                "{name}: {effect:?} in {:?}",
                after.last.effects
            );
        }
        let refused: Vec<_> = after
            .last
            .effects
            .iter()
            .filter(|effect| never(effect))
            .collect();
        assert!(refused.is_empty(), "{name}: {refused:?}");
        assert!(also(&after), "{name}: {after:#?}");
        assert_eq!(invariants::broken(&after.conversation), None, "{name}");
    }
}

fn running(id: &str) -> Card {
    running_with(id, "")
}

fn running_with(id: &str, draft: &str) -> Card {
    Card::Running {
        run: run_of(id),
        draft: draft.into(),
    }
}

fn resuming(draft: &str) -> Card {
    Card::Resuming {
        draft: draft.into(),
        reason: PauseReason::Cancelled,
    }
}

fn cancelling(id: &str, draft: &str, over: bool) -> Card {
    Card::Cancelling {
        run: run_of(id),
        draft: draft.into(),
        over,
    }
}

fn paused(reason: PauseReason) -> Card {
    Card::Paused {
        draft: String::new(),
        reason,
    }
}

fn submit() -> Input {
    Input::EditorSubmit { id: "new".into() }
}

fn ends(id: &str, event: RunEvent) -> Input {
    of_run(run_of(id), event)
}

fn open(id: &str) -> Effect {
    Effect::OpenStream { run: run_of(id) }
}

fn cancel(id: &str) -> Effect {
    Effect::SendCancel { run: run_of(id) }
}

fn abort(id: &str) -> Effect {
    Effect::AbortStream { run: run_of(id) }
}

fn opens_or_stops(effect: &Effect) -> bool {
    opens(effect) || stops(effect)
}

fn opens(effect: &Effect) -> bool {
    matches!(effect, Effect::OpenStream { .. })
}

fn stops(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::SendCancel { .. } | Effect::AbortStream { .. }
    )
}

fn composer_is(convo: &Convo, text: &str) -> bool {
    convo.conversation.composer() == text
}

fn cancelled(convo: &Convo, id: &str, known: Stop) -> bool {
    convo.turn(id).outcome == Some(Outcome::Cancelled(known))
}

/// Each row has a conversation and inputs that only other states of the card offer.
#[test]
fn controls_of_other_states_change_nothing() {
    let editor = || Input::EditorChanged { text: "x".into() };
    let cancel = || Input::CancelClicked { run: run_of("m1") };
    let hidden = || convo().running("m1").finished();
    let running = || convo().running("m1").queued(1);
    let paused = || convo().running("m1").queued(1).paused();
    let rows = [
        (
            hidden(),
            vec![
                cancel(),
                Input::ResumeClicked,
                editor(),
                submit(),
                Input::EditorDismiss,
                Input::KeepRunning,
                Input::Stop { run: run_of("m1") },
            ],
        ),
        (
            running(),
            vec![
                Input::ResumeClicked,
                editor(),
                submit(),
                Input::EditorDismiss,
                Input::KeepRunning,
                try_again("m1", "x"),
            ],
        ),
        (
            running().cancelling(""),
            vec![cancel(), Input::ResumeClicked],
        ),
        (
            paused(),
            vec![
                cancel(),
                editor(),
                submit(),
                Input::EditorDismiss,
                Input::KeepRunning,
            ],
        ),
        (
            paused().given(Input::ResumeClicked),
            vec![cancel(), Input::ResumeClicked, Input::KeepRunning],
        ),
    ];
    for (from, inputs) in rows {
        for input in inputs {
            let after = from.clone().given(input.clone());
            assert!(after.was_refused(), "{input:?}: {:?}", after.last);
            assert_eq!(after.conversation, from.conversation, "{input:?}");
        }
    }
}
