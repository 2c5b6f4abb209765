//! Bugs of the client, to prove that the exploration catches them. The reducer itself is unchanged:
//! each bug changes its inputs, or adds inputs that neither the person nor the backend sent.

use midturn_core::control::CancelAnswer;
use midturn_core::conversation::Conversation;
use midturn_core::effect::Effect;
use midturn_core::id::{MessageId, RunId};
use midturn_core::input::Input;
use midturn_core::run_event::{OpenError, RunEvent};
use midturn_core::step::Step;
use midturn_core::testing::events::refused;
use midturn_core::testing::inputs::of_run;

/// A bug of the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ClientBug {
    /// A request whose answer was lost is sent again under a new message id and run id.
    NoIdempotencyKey,
    /// A late finish of a cancelled run starts the queue.
    LateFinishStartsQueue,
    /// Events of an old run are applied to the active run.
    StaleEventsApplied,
    /// A repeated event is applied twice.
    ReplayNotDeduplicated,
    /// An unanswered cancel is not retried.
    CancelNotRetried,
    /// The next message is sent before the cancel is answered.
    SendBeforeCancelAnswered,
    /// A file that cannot be read does not hold its message back.
    SendWithoutAsking,
}

/// Applies an input, with the bug if there is one.
pub(super) fn apply(client: &mut Conversation, bug: Option<ClientBug>, input: Input) -> Step {
    match bug {
        None => client.apply(input, 0),
        Some(ClientBug::NoIdempotencyKey) => with_new_key(client, input),
        Some(ClientBug::LateFinishStartsQueue) => starting_queue(client, input),
        Some(ClientBug::StaleEventsApplied) => {
            let input = to_active_run(client, input);
            client.apply(input, 0)
        }
        Some(ClientBug::SendWithoutAsking) => client.apply(as_read(input), 0),
        Some(ClientBug::ReplayNotDeduplicated) => client.apply(without_cursor(input), 0),
        Some(ClientBug::CancelNotRetried) => client.apply(as_cancelled(input), 0),
        Some(ClientBug::SendBeforeCancelAnswered) => answering_cancels(client, input),
    }
}

/// Makes a lost answer fail the turn, and sends the turn's message again under a new id.
fn with_new_key(client: &mut Conversation, input: Input) -> Step {
    let Input::Run { run, cursor, event } = input else {
        return client.apply(input, 0);
    };
    let turn = client.active().filter(|active| active.id == run);
    let turn = turn.map(|active| active.turn.clone());
    let (RunEvent::OpenFailed(OpenError::Network(_)), Some(turn)) = (&event, turn) else {
        return client.apply(Input::Run { run, cursor, event }, 0);
    };
    let event = refused(400);
    let failed = Input::Run { run, cursor, event };
    let id = MessageId::from(format!("{turn}'"));
    all(client, [failed, Input::TryAgain { turn, id }])
}

fn starting_queue(client: &mut Conversation, input: Input) -> Step {
    let late = match &input {
        Input::Run {
            run,
            event: RunEvent::Finished(_),
            ..
        } => is_stopping(client, run),
        _ => false,
    };
    let mut step = client.apply(input, 0);
    if late && client.active().is_none() {
        let id = MessageId::from("unused");
        add(
            &mut step,
            all(client, [Input::ResumeClicked, Input::EditorSubmit { id }]),
        );
    }
    step
}

fn to_active_run(client: &Conversation, input: Input) -> Input {
    match (input, client.active()) {
        (Input::Run { run, event, .. }, Some(active))
            if active.id != run && !is_stopping(client, &run) =>
        {
            of_run(active.id.clone(), event)
        }
        (input, _) => input,
    }
}

fn without_cursor(input: Input) -> Input {
    match input {
        Input::Run { run, event, .. } => of_run(run, event),
        input => input,
    }
}

fn as_read(input: Input) -> Input {
    match input {
        Input::FileRead { run, file, .. } => Input::FileRead {
            run,
            file,
            found: true,
        },
        input => input,
    }
}

fn as_cancelled(input: Input) -> Input {
    match input {
        Input::CancelAnswered {
            run,
            answer: CancelAnswer::Unreachable,
        } => Input::CancelAnswered {
            run,
            answer: CancelAnswer::Unknown,
        },
        input => input,
    }
}

fn answering_cancels(client: &mut Conversation, input: Input) -> Step {
    let mut step = client.apply(input, 0);
    let sent = |effect: &Effect| match effect {
        Effect::SendCancel { run } => Some(run.clone()),
        _ => None,
    };
    let runs: Vec<RunId> = step.effects.iter().filter_map(sent).collect();
    for run in runs {
        let answer = CancelAnswer::Accepted;
        add(
            &mut step,
            client.apply(Input::CancelAnswered { run, answer }, 0),
        );
    }
    step
}

fn is_stopping(client: &Conversation, run: &RunId) -> bool {
    client.stopping().iter().any(|held| held.run == *run)
}

fn all(client: &mut Conversation, inputs: impl IntoIterator<Item = Input>) -> Step {
    let mut step = Step::default();
    for input in inputs {
        add(&mut step, client.apply(input, 0));
    }
    step
}

fn add(step: &mut Step, more: Step) {
    step.changes.extend(more.changes);
    step.effects.extend(more.effects);
}
