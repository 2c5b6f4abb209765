//! The cells of one turn: one signal for each value that changes on its own.
//!
//! [`super::turns`] updates them.

use leptos::prelude::*;
use midturn_core::attachment::Attachment;
use midturn_core::id::{ActivityId, MessageId, RunId};
use midturn_core::run_event::Limit;
use midturn_core::time::Millis;
use midturn_core::transcript::{Activity, Entry, Outcome, Turn, Writing};

/// The cells of one turn.
#[derive(Clone)]
pub struct TurnCell {
    /// The turn.
    pub id: MessageId,
    /// The person's message.
    pub text: String,
    /// The files of the message. Change only where it is sent without lost ones.
    pub attachments: ArcRwSignal<Vec<Attachment>>,
    /// The state of the turn as a whole.
    pub view: ArcRwSignal<TurnView>,
    /// The agent's texts. Changes only when a text is added.
    pub texts: ArcRwSignal<Vec<TextCell>>,
    /// The activities. Changes only when an activity is added or moved.
    pub activities: ArcRwSignal<Vec<ActivityCell>>,
}

/// The cells of a turn as `Copy` handles, for the components of its row. They end with the owner
/// they were made under.
#[derive(Clone, Copy)]
pub struct TurnSignals {
    /// The turn.
    pub id: StoredValue<MessageId>,
    /// The person's message.
    pub text: StoredValue<String>,
    /// The files of the message.
    pub attachments: RwSignal<Vec<Attachment>>,
    /// The state of the turn as a whole.
    pub view: RwSignal<TurnView>,
    /// The agent's texts. Changes only when a text is added.
    pub texts: RwSignal<Vec<TextCell>>,
    /// The activities. Changes only when an activity is added or moved.
    pub activities: RwSignal<Vec<ActivityCell>>,
}

impl TurnCell {
    /// Cells with the values of a turn in the core.
    pub(super) fn of(turn: &Turn) -> Self {
        let texts = turn
            .texts()
            .map(|(id, text)| TextCell::new(id.clone(), text))
            .collect();
        let of = |activity| ActivityCell::of(turn, activity);
        let activities = turn.activities.iter().map(of).collect();
        Self {
            id: turn.id.clone(),
            text: turn.text.clone(),
            attachments: ArcRwSignal::new(turn.attachments.clone()),
            view: ArcRwSignal::new(TurnView::of(turn)),
            texts: ArcRwSignal::new(texts),
            activities: ArcRwSignal::new(activities),
        }
    }

    /// Handles that end with the current owner.
    pub fn signals(&self) -> TurnSignals {
        TurnSignals {
            id: StoredValue::new(self.id.clone()),
            text: StoredValue::new(self.text.clone()),
            attachments: self.attachments.clone().into(),
            view: self.view.clone().into(),
            texts: self.texts.clone().into(),
            activities: self.activities.clone().into(),
        }
    }
}

impl TurnSignals {
    /// Whether the turn has a message of the person. A turn that the agent began has none.
    pub fn speaks(&self) -> bool {
        let text = self.text.with_value(|text| !text.is_empty());
        text || self.attachments.with_untracked(|files| !files.is_empty())
    }
}

/// The state of a turn as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that is so of a turn or not"
)]
pub struct TurnView {
    /// When the turn began.
    pub started_at: Millis,
    /// When the turn ended.
    pub ended_at: Option<Millis>,
    /// How the turn ended.
    pub outcome: Option<Outcome>,
    /// How many activities of the turn finished.
    pub steps: usize,
    /// The turn's last run.
    pub run: RunId,
    /// The turn's interruptions.
    pub ledger: Vec<Entry>,
    /// The last run ended well without showing anything.
    pub unanswered: bool,
    /// The last run ended well with a call whose result never came.
    pub open_call: bool,
    /// What cut off the answer of a turn that ended well.
    pub limit: Option<Limit>,
    /// A cancel cut the agent's text off.
    pub cut_off: bool,
    /// The agent has ended its text, and nothing has followed yet.
    pub text_ended: bool,
}

impl TurnView {
    /// Whether the turn did not end well, or showed nothing.
    pub fn fails(&self) -> bool {
        let failed = matches!(
            self.outcome,
            Some(Outcome::Failed(_) | Outcome::Interrupted(_))
        );
        failed || self.unanswered || self.open_call || self.limit.is_some()
    }

    /// The state of a turn in the core.
    pub(super) fn of(turn: &Turn) -> Self {
        Self {
            started_at: turn.started_at,
            ended_at: turn.ended_at,
            outcome: turn.outcome.clone(),
            steps: turn.finished_steps(),
            run: turn.last_run(),
            ledger: turn.ledger.clone(),
            unanswered: turn.unanswered,
            open_call: turn.ends_with_open_call(),
            limit: turn.ended_by_limit(),
            cut_off: turn.is_cut_off(),
            text_ended: turn.writing == Writing::Ended,
        }
    }
}

/// One text of the agent.
#[derive(Clone)]
pub struct TextCell {
    /// The agent's message.
    pub id: MessageId,
    /// The text so far.
    pub text: ArcRwSignal<String>,
    /// How often the text was replaced. In between, it only grows.
    pub replaced: ArcRwSignal<usize>,
}

impl TextCell {
    /// A cell with this text.
    pub fn new(id: MessageId, text: &str) -> Self {
        Self {
            id,
            text: ArcRwSignal::new(text.to_owned()),
            replaced: ArcRwSignal::default(),
        }
    }

    /// Appends what the text has more than before.
    pub(super) fn grow(&self, now: &str) {
        let before = self.text.with_untracked(String::len);
        if let Some(more) = now.get(before..).filter(|more| !more.is_empty()) {
            self.text.update(|text| text.push_str(more));
        }
    }

    /// Replaces the text. Who follows it hears of the replacement first.
    pub(super) fn replace(&self, now: &str) {
        self.replaced.update(|count| *count += 1);
        self.text.set(now.to_owned());
    }
}

/// One activity.
#[derive(Clone)]
pub struct ActivityCell {
    /// The activity's id.
    pub id: ActivityId,
    /// The text that its stretch follows; `None` for the stretch before all texts.
    pub after: Option<MessageId>,
    /// The activity.
    pub activity: ArcRwSignal<Activity>,
}

impl ActivityCell {
    /// A cell with the value of an activity in the core.
    pub(super) fn of(turn: &Turn, activity: &Activity) -> Self {
        Self {
            id: activity.id.clone(),
            after: turn.stretch_of(activity).cloned(),
            activity: ArcRwSignal::new(activity.clone()),
        }
    }
}
