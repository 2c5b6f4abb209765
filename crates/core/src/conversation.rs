//! One conversation: its transcript, queue, card and composer, and the reducer over them.
//!
//! This module decides; the shell performs the effects. The list of threads is in [`crate::chat`].
//! The table lists the transitions of the running card. Each row has a test in this module's tests.
//!
//! | in | input | to |
//! |---|---|---|
//! | running | cancel clicked | cancelling |
//! | cancelling | submit | running, with a new run; the old one is cancelled |
//! | cancelling | submit, blank | cancelling |
//! | cancelling | dismiss | paused with a queue, else hidden; the run is cancelled |
//! | cancelling | keep running | running |
//! | cancelling | the run ends | cancelling, over |
//! | cancelling, over | submit | running; the message goes ahead of the queue |
//! | cancelling, over | dismiss | paused with a queue, else hidden |
//! | running | the run ends, no queue | hidden |
//! | running | the run ends well, queue | running, with the next prompt |
//! | running | pause after this turn | the same; the queue will pause |
//! | running, pause asked for | the run ends well, queue | paused |
//! | running | the run fails or is lost, queue | paused |
//! | running, cancelling | replace | running, with a new run; the old one is cancelled |
//! | any, with an earlier turn | send again | running, with a new run; the old one is cancelled, the queue goes on after it |
//! | running, cancelling | stop | paused with a queue, else hidden |
//! | paused | resume clicked | resuming |
//! | resuming | submit | running |
//! | resuming | submit, blank | running, with the next prompt |
//! | paused, resuming | run next | running, with the next prompt |
//! | resuming | dismiss | paused |
//! | paused, resuming | a prompt is sent | the same; the prompt is queued |
//! | paused, resuming | the last prompt is removed | hidden |
//! | paused (editing) | the edit ends | running, with the next prompt |

mod active;
mod again;
mod always;
mod approve;
mod attach;
mod busy;
mod client_tools;
mod close;
mod discarded;
mod editing;
mod end;
mod flow;
mod interject;
mod offered;
mod offline;
mod past;
mod person;
mod queueing;
mod quiet;
mod rate;
mod reading;
mod recipient;
mod retries;
mod run;
mod sent;
mod share;
mod stop;
mod stopping;
mod tasks;
mod unheard;

#[cfg(test)]
mod tests;
pub(crate) mod whole;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::attachment::Attached;
use crate::card::Card;
use crate::change::Change;
use crate::composer::Composer;
use crate::id::{MessageId, ThreadId};
use crate::input::Input;
use crate::left_out::LeftOut;
use crate::queue::Queue;
use crate::rating::Ratings;
use crate::run_event::Abilities;
use crate::step::Step;
use crate::stored::is_default;
use crate::time::Millis;
use crate::transcript::Turn;

use offered::OfferedTools;
use recipient::Recipient;
use stopping::Stops;

pub use active::{Phase, Run, Voice};
pub use discarded::Discarded;
pub use interject::Posted;
pub use past::Past;
pub use stopping::{StopState, Stopping};

/// One conversation. Only [`apply`](Self::apply) changes it.
///
/// The stored form leaves out four parts:
///
/// - The turns: there are many, and finished turns do not change. So the shell stores each turn on
///   its own, and passes all turns to [`with_turns`](Self::with_turns).
/// - The composer: each page has its own (see [`Draft`](crate::sharing::Draft)).
/// - The past: a new page asks the backend for it again.
/// - The client tools: the embedder offers them again on each page load.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Conversation {
    thread: ThreadId,
    #[serde(skip)]
    turns: Vec<Turn>,
    queue: Queue,
    card: Card,
    #[serde(skip)]
    composer: Composer,
    active: Option<Run>,
    stopping: Stops,
    abilities: Abilities,
    /// Whether the backend has said what it can do, or has worked without saying so.
    #[serde(default, skip_serializing_if = "is_default")]
    introduced: bool,
    recipient: Recipient,
    #[serde(skip)]
    past: Past,
    /// Whether messages of the thread came from elsewhere. They are not stored here, so that a new
    /// page needs them again: without them the agent's history would begin later.
    #[serde(default, skip_serializing_if = "is_default")]
    begun_elsewhere: bool,
    /// The state the backend shares with the client, as JSON text; empty if it shares none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    state: String,
    /// What the protocol keeps for this thread; empty if nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    memory: String,
    /// The agent's title for the thread; empty if it gave none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(default, skip_serializing_if = "is_default")]
    ratings: Ratings,
    #[serde(default, skip_serializing_if = "is_default")]
    left_out: LeftOut,
    /// The tools that are always allowed in this thread.
    #[serde(default, skip_serializing_if = "is_default")]
    always: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    edits: BTreeMap<MessageId, String>,
    /// The text that moved from an editor to the composer, until the person goes on there.
    #[serde(default, skip_serializing_if = "is_default")]
    moved: Option<(MessageId, String)>,
    #[serde(default, skip_serializing_if = "is_default")]
    discarded: Vec<Discarded>,
    #[serde(skip)]
    tools: OfferedTools,
}

impl Conversation {
    /// An empty conversation.
    pub fn new(thread: ThreadId) -> Self {
        Self {
            thread,
            turns: Vec::new(),
            queue: Queue::default(),
            card: Card::default(),
            composer: Composer::default(),
            active: None,
            stopping: Stops::default(),
            abilities: Abilities::default(),
            introduced: false,
            recipient: Recipient::default(),
            past: Past::default(),
            begun_elsewhere: false,
            state: String::new(),
            memory: String::new(),
            title: String::new(),
            ratings: Ratings::default(),
            left_out: LeftOut::default(),
            always: Vec::new(),
            edits: BTreeMap::new(),
            moved: None,
            discarded: Vec::new(),
            tools: OfferedTools::default(),
        }
    }

    /// The same conversation, with the abilities that its backend is configured to have.
    #[must_use]
    pub fn with_abilities(mut self, abilities: Abilities) -> Self {
        self.abilities = abilities;
        self
    }

    /// Goes on with another backend, which is configured to have these abilities and has said nothing
    /// yet.
    pub(crate) fn meet(&mut self, abilities: Abilities) {
        self.abilities = abilities;
        self.introduced = false;
    }

    /// The same conversation, with a backend that has already said what it can do.
    #[cfg(any(test, feature = "testing"))]
    #[must_use]
    pub fn with_introduced_backend(mut self) -> Self {
        self.introduced = true;
        self
    }

    /// The same conversation, with the turns that were stored separately.
    #[must_use]
    pub fn with_turns(mut self, turns: Vec<Turn>) -> Self {
        self.turns = turns;
        self
    }

    /// The only entry point. Takes one input and its time; returns the changes and the effects.
    /// Late input, and input for another run, changes nothing and leaves a diagnostic. Perform
    /// every effect of one input before you pass the next input.
    pub fn apply(&mut self, input: Input, at: Millis) -> Step {
        let mut step = Step::default();
        match input {
            Input::ComposerChanged { text } => {
                self.moved = None;
                self.composer.typed(text);
            }
            Input::Restored => self.restored(at, &mut step),
            Input::PastWanted => self.past_wanted(&mut step),
            input => self.act(input, at, &mut step),
        }
        self.close_editors(&mut step);
        step
    }

    /// Handles every input except the composer's text, the restore and the request for the past.
    fn act(&mut self, input: Input, at: Millis, step: &mut Step) {
        match input {
            Input::Attachment(input) => {
                self.letting_go(step, |held, step| held.composer.attach(input, step));
            }
            Input::Recall(to) => self.recall(to, step),
            Input::Submit { id } => self.submit(id, at, step),
            Input::Stop { run } => self.stop(&run, at, step),
            Input::Replace { run, id } => self.replace(&run, id, at, step),
            Input::Interject { run, id } => self.interject(&run, &id, at, step),
            Input::InterjectAfter { run, id } => self.interject_after(&run, id, at, step),
            Input::TargetChosen { target } => self.choose_target(target, step),
            Input::Interjection(input) => self.interjection_input(input, at, step),
            Input::Answer {
                turn,
                interrupt,
                answer,
            } => self.answer(&turn, &interrupt, answer, at, step),
            Input::Always(input) => self.always_input(input, at, step),
            Input::AnswerDraft {
                turn,
                interrupt,
                draft,
            } => self.answer_draft(&turn, &interrupt, draft, step),
            Input::StopTask { run, task } => self.stop_task(&run, &task, at, step),
            Input::Force { run, task } => self.force(run, task, at, step),
            Input::EditAgain { turn } => self.edit_again(&turn, step),
            Input::Say { id, said } => self.say(id, said, at, step),
            Input::By { said, input } => self.by(said, *input, at, step),
            Input::Kept { said } => self.composer.keep(said, step),
            Input::CancelClicked { run } => self.cancel_clicked(&run, step),
            Input::ResumeClicked => self.resume_clicked(step),
            Input::EditorChanged { text } => self.editor_changed(text, step),
            Input::EditorSubmit { id } => self.editor_submit(id, at, step),
            Input::EditorDismiss => self.editor_dismiss(at, step),
            Input::KeepRunning => self.keep_running(step),
            Input::Edit(input) => self.edit_input(input, at, step),
            Input::Unsent(input) => self.unsent_input(input, at, step),
            Input::FileRead { run, file, found } => self.file_read(&run, &file, found, step),
            Input::Queue(input) => {
                self.letting_go(step, |held, step| held.queue_input(input, at, step));
            }
            Input::Rate { turn, rating } => self.rate(turn, rating, step),
            Input::SendAgain { turn, id, text } => self.send_again(&turn, id, &text, at, step),
            Input::TryAgain { turn, id } => self.try_again(&turn, id, at, step),
            Input::Run { run, cursor, event } => self.run_event(&run, cursor, event, at, step),
            Input::CancelAnswered { run, answer } => {
                self.cancel_answered(&run, &answer, at, step);
            }
            Input::InterjectionAnswered { run, id, answer } => {
                self.interjection_answered(&run, &id, answer, at, step);
            }
            Input::TaskStopAnswered { run, task, answer } => {
                self.task_stop_answered(&run, &task, &answer, at, step);
            }
            Input::ToolsOffered(tools) => self.tools.offer(tools),
            Input::StateGiven { state } => self.share(state, step),
            Input::ToolAnswered {
                run,
                call,
                content,
                failed,
            } => self.tool_answered(&run, &call, content, failed, at, step),
            Input::RetryDue { run, what } => self.retry_due(&run, what, at, step),
            Input::Online => self.online(step),
            Input::ComposerChanged { .. } | Input::Restored | Input::PastWanted => {}
            Input::PastLoaded {
                before,
                messages,
                rest,
            } => self.past_loaded(before.as_ref(), messages, rest, at, step),
            Input::PastFailed { before } => self.past_failed(before.as_ref(), step),
            Input::PastGone => self.past.gone(step),
        }
    }

    /// The conversation's id.
    pub fn thread(&self) -> &ThreadId {
        &self.thread
    }

    /// The turns, oldest first.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// One turn.
    pub fn turn(&self, id: &MessageId) -> Option<&Turn> {
        self.turns.iter().rev().find(|turn| turn.id == *id)
    }

    /// The turn that contains a message, from the person or the agent.
    pub fn turn_with(&self, message: &MessageId) -> Option<&MessageId> {
        let has =
            |turn: &&Turn| turn.id == *message || turn.message_ids().any(|held| held == message);
        self.turns.iter().rev().find(has).map(|turn| &turn.id)
    }

    /// The queued prompts.
    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// The running card.
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// The turn the card is attached to: the last one.
    pub fn card_turn(&self) -> Option<&MessageId> {
        self.card
            .is_visible()
            .then(|| self.turns.last().map(|turn| &turn.id))
            .flatten()
    }

    /// The composer's text.
    pub fn composer(&self) -> &str {
        self.composer.text()
    }

    /// The files in the composer.
    pub fn attached(&self) -> &Attached {
        self.composer.attached()
    }

    /// The active run, if any. While there is one, the conversation's run status is "running".
    pub fn active(&self) -> Option<&Run> {
        self.active.as_ref()
    }

    /// Cancelled runs that have not ended: the backend has not answered the cancel, or has answered
    /// but not ended the run.
    pub fn stopping(&self) -> &[Stopping] {
        self.stopping.all()
    }

    /// The state the backend shares with the client, as JSON text; empty if it shares none.
    pub fn state(&self) -> &str {
        &self.state
    }

    /// What the protocol keeps for this thread; empty if nothing.
    pub fn memory(&self) -> &str {
        &self.memory
    }

    /// The agent's title for the thread, one line; empty if it gave none.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Sets the shared state.
    fn share(&mut self, state: String, step: &mut Step) {
        if self.state != state {
            self.state = state;
            step.change(Change::State);
        }
    }

    /// The backend's abilities, as far as they are known.
    pub fn abilities(&self) -> Abilities {
        self.abilities
    }
}
