//! Properties that hold in every state of the world.

use stateright::Property;

use super::request::{Request, Sent};
use super::server::{ServerEvent, ServerRun};
use super::world::{Setup, World};
use midturn_core::card::Card;
use midturn_core::conversation::{Conversation, Stopping};
use midturn_core::id::RunId;
use midturn_core::input::Input;
use midturn_core::testing::invariants;
use midturn_core::transcript::{Outcome, Stop, Turn};

pub(super) fn all() -> Vec<Property<Setup>> {
    vec![
        Property::always(
            "a cancel stops the run it names and no other",
            |_: &Setup, world: &World| !world.strayed && stopped_runs_were_asked_for(world),
        ),
        Property::always(
            "without the person, what waits goes on waiting",
            |_: &Setup, world: &World| !world.hurried,
        ),
        Property::always(
            "a run whose stop is confirmed makes no further step",
            |_: &Setup, world: &World| stops_are_true(world),
        ),
        Property::always("one run at work in a thread", |_: &Setup, world: &World| {
            !world.server.crowded
        }),
        Property::always(
            "a message is executed at most once",
            |_: &Setup, world: &World| executed_once(world),
        ),
        Property::always(
            "nothing is sent without a file that the person attached",
            |_: &Setup, world: &World| !world.careless,
        ),
        Property::always(
            "what was typed is still to be seen",
            |_: &Setup, world: &World| visible(world),
        ),
        Property::always(
            "the card is there exactly when it should be",
            |_: &Setup, world: &World| invariants::broken(&world.client).is_none(),
        ),
        Property::always(
            "what the agent says is applied once, in its own turn",
            |_: &Setup, world: &World| applied_once(world),
        ),
        Property::always(
            "no failure that a retry would have mended",
            |_: &Setup, world: &World| !world.controlled || nothing_failed(world),
        ),
        Property::always(
            "when all is quiet, all is settled",
            |_: &Setup, world: &World| !world.is_quiet() || settled(world),
        ),
        Property::always("no dead end", |_: &Setup, world: &World| {
            leads_on(&world.client, world.is_quiet())
        }),
    ]
}

fn run_of(turn: &Turn) -> RunId {
    RunId::of_attempt(&turn.id, 1)
}

/// Only runs that the person cancelled are stopped. Not checked for a plain backend, which also
/// stops runs that nobody reads.
fn stopped_runs_were_asked_for(world: &World) -> bool {
    let stopped = |held: &&ServerRun| held.is_stopped() || held.cancelled;
    !world.controlled
        || world
            .server
            .runs
            .iter()
            .filter(stopped)
            .all(|held| world.asked.contains(&held.run))
}

/// A run shown as stopped was told to stop, is over, or will never begin.
fn stops_are_true(world: &World) -> bool {
    let confirmed = |turn: &&Turn| turn.outcome == Some(Outcome::Cancelled(Stop::Confirmed));
    let coming = |run: &RunId| {
        let posts =
            |sent: &Sent| matches!(&sent.request, Request::Post { run: held, .. } if held == run);
        world.requests.iter().any(posts) && !world.server.refuses(run)
    };
    let stopped = |run: &RunId| match world.server.run(run) {
        Some(held) => held.cancelled || held.is_over(),
        None => !coming(run),
    };
    let accepted = |held: &Stopping| !held.state.is_answered() || stopped(&held.run);
    let turns = world.client.turns();
    turns
        .iter()
        .filter(confirmed)
        .all(|turn| stopped(&run_of(turn)))
        && world.client.stopping().iter().all(accepted)
}

fn words(typed: u8) -> impl Iterator<Item = String> {
    (1..=typed).map(|word| format!("w{word} "))
}

fn executed_once(world: &World) -> bool {
    words(world.typed).all(|word| {
        let runs = world
            .server
            .runs
            .iter()
            .filter(|held| held.text.contains(&word));
        runs.count() <= 1
    })
}

/// Each typed word is in exactly one place: composer, editor, queue, undo or transcript. A message
/// that was taken back before it was sent is in the transcript too.
fn visible(world: &World) -> bool {
    words(world.typed).all(|word| {
        let has = |text: &&str| text.contains(&word);
        let places = invariants::kept_texts(&world.client, true)
            .filter(has)
            .count();
        let turns = world.client.turns().iter();
        let unsent = turns
            .filter(|turn| turn.is_unsent() && has(&turn.text.as_str()))
            .count();
        places == 1 || places > 1 && places - unsent <= 1
    })
}

fn applied_once(world: &World) -> bool {
    world.client.turns().iter().all(|turn| {
        let run = run_of(turn);
        let said = world.server.run(&run).map_or(0, |held| {
            held.log
                .iter()
                .filter(|event| **event == ServerEvent::Text)
                .count()
        });
        let own = |id: &str| id == run.as_str();
        turn.texts()
            .all(|(id, text)| own(id.as_str()) && text.len() <= said)
            && turn
                .activities
                .iter()
                .all(|activity| own(activity.id.as_str()))
    })
}

fn nothing_failed(world: &World) -> bool {
    world.client.turns().iter().all(|turn| {
        !matches!(
            turn.outcome,
            Some(Outcome::Failed(_) | Outcome::Interrupted(_))
        )
    })
}

fn settled(world: &World) -> bool {
    let told = |turn: &Turn| {
        let held = world.server.run(&run_of(turn));
        match &turn.outcome {
            None | Some(Outcome::Cancelled(Stop::Requested)) => false,
            Some(Outcome::Completed) => {
                held.is_some_and(|held| held.log.last() == Some(&ServerEvent::Finished))
            }
            // A message may remain unexecuted only if the person cancelled its run.
            Some(Outcome::Cancelled(_)) => {
                !world.controlled || world.asked.contains(&run_of(turn)) || held.is_none()
            }
            Some(Outcome::Failed(_) | Outcome::Interrupted(_) | Outcome::Waiting(_)) => {
                !world.controlled
            }
        }
    };
    world.client.active().is_none()
        && world.client.stopping().is_empty()
        && world.client.turns().iter().all(told)
}

/// The person can always continue: stop the active run, or start the next one.
fn leads_on(client: &Conversation, quiet: bool) -> bool {
    let mut client = client.clone();
    let mut put = |input| {
        client.apply(input, 0);
        client.card().clone()
    };
    let fresh = || "fresh".into();
    match put(Input::ComposerChanged {
        text: "more".into(),
    }) {
        Card::Hidden => matches!(put(Input::Submit { id: fresh() }), Card::Running { .. }),
        Card::Running { run, .. } => {
            put(Input::CancelClicked { run });
            !quiet
                && matches!(
                    put(Input::EditorDismiss),
                    Card::Hidden | Card::Paused { .. }
                )
        }
        Card::Cancelling { over, .. } => {
            (over || !quiet)
                && matches!(
                    put(Input::EditorDismiss),
                    Card::Hidden | Card::Paused { .. }
                )
        }
        Card::Paused { .. } => {
            put(Input::ResumeClicked);
            matches!(
                put(Input::EditorSubmit { id: fresh() }),
                Card::Running { .. }
            )
        }
        Card::Resuming { .. } => {
            matches!(
                put(Input::EditorSubmit { id: fresh() }),
                Card::Running { .. }
            )
        }
    }
}
