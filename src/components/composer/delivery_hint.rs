//! Says what will happen to a message, before it is sent.
//!
//! Not responsible for the decision (see [`midturn_core::delivery`]).

use leptos::prelude::*;
use midturn_core::delivery::{DeliveryContext, DeliveryMode, DeliveryOutcome, Situation};
use midturn_core::id::{ActivityId, RunId};
use midturn_core::queue::Queue;
use midturn_core::run_event::{AnswerForm, Interrupt};
use midturn_core::transcript::{Activity, ActivityKind, ActivityStatus, Outcome, Target};

use crate::components::Ui;
use crate::i18n::Catalogue;
use crate::state::{ConversationCells, TargetView};

/// What the conversation is doing while a message is written.
pub(super) fn situation(cells: &ConversationCells) -> Situation {
    let waits = cells.is_waiting();
    let free = cells.queue.with(Queue::free);
    cells
        .card
        .with(|view| Situation::of(&view.card, waits, free))
}

/// What Enter does now.
pub(super) fn on_enter(situation: Situation, chosen: DeliveryMode) -> DeliveryMode {
    if situation.is_busy() {
        chosen
    } else {
        DeliveryMode::Queue
    }
}

/// What Enter with Ctrl or Cmd does now: interject if the agent is busy and Enter does not
/// interject, else queue.
pub(super) fn second(situation: Situation, chosen: DeliveryMode) -> DeliveryMode {
    match on_enter(situation, chosen) {
        DeliveryMode::Queue | DeliveryMode::Replace if situation.is_busy() => {
            DeliveryMode::Interject
        }
        DeliveryMode::Queue | DeliveryMode::Interject | DeliveryMode::Replace => {
            DeliveryMode::Queue
        }
    }
}

/// The run that a message would interject in or replace.
pub(super) fn run_of(cells: &ConversationCells) -> Option<RunId> {
    let at_work = cells.run.with(|run| run.as_ref().map(|run| run.id.clone()));
    at_work.or_else(|| {
        let last = cells.last.get()?;
        last.view.with(|view| {
            matches!(view.outcome, Some(Outcome::Waiting(_))).then(|| view.run.clone())
        })
    })
}

/// Says what will happen to a message with this delivery.
pub(super) fn delivery_hint(ui: &Ui, mode: DeliveryMode) -> String {
    let (texts, cells) = (ui.texts, &ui.cells);
    let speak = &texts.speak;
    let situation = situation(cells);
    let waits = situation == Situation::Waiting;
    let ahead = || cells.queue.with(Queue::free);
    let context = DeliveryContext {
        situation,
        native: cells.target.with(|view| view.native),
        // Asked only where it matters: the hint would follow every activity.
        work_under_way: mode == DeliveryMode::Interject
            && situation == Situation::Working
            && work_under_way(cells),
        after_response: ui.after_response.get(),
    };
    match context.outcome(mode) {
        DeliveryOutcome::Turn => String::new(),
        DeliveryOutcome::LastPrompt if situation == Situation::Resting => {
            texts.hint_queue_paused.to_owned()
        }
        DeliveryOutcome::LastPrompt if waits => speak.hint_queue_waiting(ahead()),
        DeliveryOutcome::LastPrompt => texts.hint_queue(ahead()),
        DeliveryOutcome::InPlaceOfAnswer if denies(cells) => {
            speak.hint_interject_waiting.to_owned()
        }
        DeliveryOutcome::InPlaceOfAnswer | DeliveryOutcome::Interjection => {
            interjection_hint(texts, cells, context)
        }
        DeliveryOutcome::FirstPrompt => speak.hint_next_turn.to_owned(),
        DeliveryOutcome::AnotherRun if context.work_under_way => {
            speak.hint_restart_tools.to_owned()
        }
        DeliveryOutcome::AnotherRun => speak.hint_restart_now.to_owned(),
        DeliveryOutcome::Replacement if denies(cells) => speak.hint_replace_waiting.to_owned(),
        DeliveryOutcome::Replacement => speak.hint_replace.to_owned(),
    }
}

/// Whether a decision waits, which a message would deny. A question for words only stays without an
/// answer.
fn denies(cells: &ConversationCells) -> bool {
    let decides = |held: &Interrupt| matches!(held.form, AnswerForm::Decision { .. });
    cells.last.get().is_some_and(|last| {
        last.view.with(|view| match &view.outcome {
            Some(Outcome::Waiting(asked)) => asked.iter().any(decides),
            _ => false,
        })
    })
}

fn interjection_hint(
    texts: &Catalogue,
    cells: &ConversationCells,
    context: DeliveryContext,
) -> String {
    let speak = &texts.speak;
    cells.target.with(|view| {
        let name = name(texts, view);
        let hint = if view.target.is_several() {
            speak.hint_interject_several
        } else if context.work_under_way {
            speak.hint_interject_tools
        } else if context.after_response {
            speak.hint_interject_after
        } else {
            speak.hint_interject_now
        };
        hint.say(&name)
    })
}

/// The placeholder of the empty field: what Enter will do with the text.
pub(super) fn placeholder(
    texts: &Catalogue,
    cells: &ConversationCells,
    delivery: DeliveryMode,
) -> String {
    let speak = &texts.speak;
    let said = match (delivery, situation(cells)) {
        (_, Situation::Idle) => texts.composer_placeholder,
        (_, Situation::Resting) => texts.composer_placeholder_paused,
        (DeliveryMode::Queue, Situation::Working) => texts.composer_placeholder_queue,
        (DeliveryMode::Queue, Situation::Waiting) => speak.placeholder_queue_waiting,
        (DeliveryMode::Interject, Situation::Working) => {
            let named = |view: &TargetView| speak.placeholder_interject(&name(texts, view));
            return cells.target.with(named);
        }
        (DeliveryMode::Interject, Situation::Waiting) => speak.placeholder_interject_waiting,
        (DeliveryMode::Replace, Situation::Working) => speak.placeholder_replace,
        (DeliveryMode::Replace, Situation::Waiting) => speak.placeholder_replace_waiting,
    };
    said.to_owned()
}

/// The name of an interjection's recipient; all names if there are several.
pub(super) fn name(texts: &Catalogue, view: &TargetView) -> String {
    let main = || texts.speak.main_agent.to_owned();
    let name_of = |id: &ActivityId| {
        let agent = view.agents.iter().find(|agent| agent.id == *id);
        agent.map_or_else(main, |agent| agent.name.clone())
    };
    match &view.target {
        Target::Root => main(),
        Target::Agent(id) => name_of(id),
        Target::All => texts.speak.all_agents.to_owned(),
        Target::Several { root, agents } => {
            let root = root.then(main);
            let names: Vec<String> = root.into_iter().chain(agents.iter().map(name_of)).collect();
            names.join(texts.speak.comma)
        }
    }
}

/// Whether an interjection would wait for the results of running work. An agent that accepts
/// interjections inside a run receives one with the results of its own tools. For several
/// recipients, the main agent's tools count. Any other agent receives an interjection when no tool
/// or subagent of the turn is running.
pub(super) fn work_under_way(cells: &ConversationCells) -> bool {
    let Some(turn) = cells.last.get() else {
        return false;
    };
    let (native, target) = cells.target.with(|view| (view.native, view.target.clone()));
    let counts = |held: &Activity| {
        let own_tool = held.status == ActivityStatus::Running
            && matches!(held.kind, ActivityKind::Tool { .. })
            && held.parent.as_ref() == target.agent();
        if native {
            own_tool
        } else {
            held.is_under_way()
        }
    };
    turn.activities
        .with(|all| all.iter().any(|cell| cell.activity.with(counts)))
}
