//! What will happen to a message, said before it is sent.
//!
//! Not responsible for the decision: this module only reads the card and the turn as the core will.

use leptos::prelude::*;
use midturn_core::card::Card;
use midturn_core::id::{ActivityId, RunId};
use midturn_core::queue::Queue;
use midturn_core::transcript::{ActivityKind, ActivityStatus, Outcome, Target};

use super::delivery::DeliveryMode;
use crate::components::Ui;
use crate::i18n::Catalogue;
use crate::preferences::OnEnter;
use crate::state::{ConversationCells, TargetView, TurnCell};

/// The state of the conversation while a message is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Situation {
    /// No turn: a message starts one.
    Idle,
    /// The agent works.
    Working,
    /// The agent waits for an answer.
    Waiting,
    /// The queue waits for the person to resume it.
    Resting,
}

impl Situation {
    pub(super) fn of(cells: &ConversationCells) -> Self {
        cells.card.with(|view| match view.card {
            Card::Running { .. } | Card::Cancelling { over: false, .. } => Self::Working,
            _ if cells.is_waiting() => Self::Waiting,
            Card::Hidden => Self::Idle,
            Card::Cancelling { over: true, .. } | Card::Paused { .. } | Card::Resuming { .. } => {
                Self::Resting
            }
        })
    }

    /// Whether a turn is open, so that a message can interject in it or replace it.
    pub(super) fn is_busy(self) -> bool {
        matches!(self, Self::Working | Self::Waiting)
    }

    /// What Enter does now.
    pub(super) fn on_enter(self, chosen: OnEnter) -> DeliveryMode {
        if self.is_busy() {
            chosen.into()
        } else {
            DeliveryMode::Queue
        }
    }

    /// What Enter with Ctrl or Cmd does now: the other of queueing and interjecting.
    pub(super) fn second(self, chosen: OnEnter) -> DeliveryMode {
        match self.on_enter(chosen) {
            DeliveryMode::Queue | DeliveryMode::Replace if self.is_busy() => {
                DeliveryMode::Interject
            }
            DeliveryMode::Queue | DeliveryMode::Interject | DeliveryMode::Replace => {
                DeliveryMode::Queue
            }
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

/// What will happen to a message with this delivery.
pub(super) fn delivery_hint(ui: &Ui, delivery: DeliveryMode) -> String {
    let (texts, cells) = (ui.texts, &ui.cells);
    let situation = Situation::of(cells);
    let ahead = || cells.queue.with(Queue::len);
    match (delivery, situation) {
        (_, Situation::Idle) => String::new(),
        (_, Situation::Resting) => (texts.hint_queue_paused)(ahead()),
        (DeliveryMode::Queue, Situation::Working) => (texts.hint_queue)(ahead()),
        (DeliveryMode::Queue, Situation::Waiting) => (texts.speak.hint_queue_waiting)(ahead()),
        (DeliveryMode::Interject, Situation::Waiting) => {
            texts.speak.hint_interject_waiting.to_owned()
        }
        (DeliveryMode::Interject, Situation::Working) => cells.target.with(|view| {
            if view.native && view.target.is_several() {
                return (texts.speak.hint_interject_several)(&name(texts, view));
            }
            let tools = works(cells, &view.target);
            if ui.after_response.get() && !tools {
                return if view.native {
                    (texts.speak.hint_interject_after)(&name(texts, view))
                } else {
                    texts.speak.hint_next_turn.to_owned()
                };
            }
            match (view.native, tools) {
                (true, true) => (texts.speak.hint_interject_tools)(&name(texts, view)),
                (true, false) => (texts.speak.hint_interject_now)(&name(texts, view)),
                (false, true) => texts.speak.hint_restart_tools.to_owned(),
                (false, false) => texts.speak.hint_restart_now.to_owned(),
            }
        }),
        (DeliveryMode::Replace, Situation::Waiting) => texts.speak.hint_replace_waiting.to_owned(),
        (DeliveryMode::Replace, Situation::Working) => texts.speak.hint_replace.to_owned(),
    }
}

/// The placeholder of the empty field: what Enter will do with the text.
pub(super) fn placeholder(
    texts: &Catalogue,
    cells: &ConversationCells,
    delivery: DeliveryMode,
) -> String {
    let speak = &texts.speak;
    let said = match (delivery, Situation::of(cells)) {
        (_, Situation::Idle) => texts.composer_placeholder,
        (_, Situation::Resting) => texts.composer_placeholder_paused,
        (DeliveryMode::Queue, Situation::Working) => texts.composer_placeholder_queue,
        (DeliveryMode::Queue, Situation::Waiting) => speak.placeholder_queue_waiting,
        (DeliveryMode::Interject, Situation::Working) => {
            let named = |view: &TargetView| (speak.placeholder_interject)(&name(texts, view));
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

/// Whether the target waits for tools: an interjection then arrives together with their results.
/// For several targets, checks the main agent.
pub(super) fn works(cells: &ConversationCells, target: &Target) -> bool {
    let Some(turn) = cells.last.get() else {
        return false;
    };
    let inside = target.agent();
    tools_at_work(&turn, |parent| parent == inside)
}

fn tools_at_work(turn: &TurnCell, within: impl Fn(Option<&ActivityId>) -> bool) -> bool {
    turn.activities.with(|all| {
        all.iter().any(|cell| {
            cell.activity.with(|held| {
                held.status == ActivityStatus::Running
                    && matches!(held.kind, ActivityKind::Tool { .. })
                    && within(held.parent.as_ref())
            })
        })
    })
}
