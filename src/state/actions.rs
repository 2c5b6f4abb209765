//! What a person can do, as components say it.
//!
//! Not responsible for what it leads to. Fresh ids are made here, at the moment of the act, so
//! that a message keeps one id from then on.

use std::rc::Rc;

use midturn_core::attachment::AttachmentInput;
use midturn_core::chat::ChatInput;
use midturn_core::id::{ActivityId, MessageId, RunId, ThreadId};
use midturn_core::input::{Input, InterjectionInput, QueueInput};
use midturn_core::transcript::{Answer, AnswerDraft, Target};

type Dispatch = Rc<dyn Fn(ChatInput)>;
type FreshId = Rc<dyn Fn() -> MessageId>;

/// The one way out of a component: a handle that sends inputs.
#[derive(Clone)]
pub struct Actions {
    dispatch: Dispatch,
    fresh: FreshId,
}

impl Actions {
    /// Inputs go to `dispatch`; `fresh` makes an id that nobody has used.
    pub fn new(dispatch: Dispatch, fresh: FreshId) -> Self {
        Self { dispatch, fresh }
    }

    fn send(&self, input: ChatInput) {
        (self.dispatch)(input);
    }

    fn within(&self, thread: &ThreadId, input: Input) {
        self.send(ChatInput::In(thread.clone(), input));
    }

    fn with_id(&self, thread: &ThreadId, input: impl FnOnce(MessageId) -> Input) {
        self.within(thread, input((self.fresh)()));
    }

    /// A thread is wanted on screen.
    pub fn open(&self, thread: &ThreadId) {
        self.send(ChatInput::Open(thread.clone()));
    }

    /// A thread gets another title.
    pub fn rename(&self, thread: &ThreadId, title: String) {
        self.send(ChatInput::Rename {
            thread: thread.clone(),
            title,
        });
    }

    /// A thread is deleted.
    pub fn delete(&self, thread: &ThreadId) {
        self.send(ChatInput::Delete(thread.clone()));
    }

    /// A deleted thread is wanted back.
    pub fn undelete(&self, thread: &ThreadId) {
        self.send(ChatInput::Undelete(thread.clone()));
    }

    /// A deletion can no longer be undone.
    pub fn forget(&self, thread: &ThreadId) {
        self.send(ChatInput::Forget(thread.clone()));
    }

    /// The composer's text changed.
    pub fn compose(&self, thread: &ThreadId, text: String) {
        self.within(thread, Input::ComposerChanged { text });
    }

    /// Something was done to the files in the composer.
    pub fn attachment(&self, thread: &ThreadId, input: AttachmentInput) {
        self.within(thread, Input::Attachment(input));
    }

    /// The composer is submitted.
    pub fn submit(&self, thread: &ThreadId) {
        self.with_id(thread, |id| Input::Submit { id });
    }

    /// Stop was pressed.
    pub fn stop(&self, thread: &ThreadId, run: RunId) {
        self.within(thread, Input::Stop { run });
    }

    /// Replace was pressed.
    pub fn replace(&self, thread: &ThreadId, run: RunId) {
        self.with_id(thread, |id| Input::Replace { run, id });
    }

    /// The card's Cancel was pressed.
    pub fn cancel(&self, thread: &ThreadId, run: RunId) {
        self.within(thread, Input::CancelClicked { run });
    }

    /// The card's Resume was pressed.
    pub fn resume(&self, thread: &ThreadId) {
        self.within(thread, Input::ResumeClicked);
    }

    /// The text of the card's editor changed.
    pub fn edit(&self, thread: &ThreadId, text: String) {
        self.within(thread, Input::EditorChanged { text });
    }

    /// The card's editor is submitted.
    pub fn submit_editor(&self, thread: &ThreadId) {
        self.with_id(thread, |id| Input::EditorSubmit { id });
    }

    /// The card's editor is dismissed.
    pub fn dismiss_editor(&self, thread: &ThreadId) {
        self.within(thread, Input::EditorDismiss);
    }

    /// "Keep running" was pressed.
    pub fn keep_running(&self, thread: &ThreadId) {
        self.within(thread, Input::KeepRunning);
    }

    /// Something was done to the queue.
    pub fn queue(&self, thread: &ThreadId, input: QueueInput) {
        self.within(thread, Input::Queue(input));
    }

    /// Interject was pressed.
    pub fn interject(&self, thread: &ThreadId, run: RunId) {
        self.with_id(thread, |id| Input::Interject { run, id });
    }

    /// The composer's text goes to the agent when it has said what it says now.
    pub fn interject_after(&self, thread: &ThreadId, run: RunId) {
        self.with_id(thread, |id| Input::InterjectAfter { run, id });
    }

    /// The person chose who gets the next interjection.
    pub fn choose_target(&self, thread: &ThreadId, target: Target) {
        self.within(thread, Input::TargetChosen { target });
    }

    /// Something was done to an interjection.
    pub fn interjection(&self, thread: &ThreadId, input: InterjectionInput) {
        self.within(thread, Input::Interjection(input));
    }

    /// A question of the agent was answered.
    pub fn answer(&self, thread: &ThreadId, turn: MessageId, interrupt: String, answer: Answer) {
        self.within(
            thread,
            Input::Answer {
                turn,
                interrupt,
                answer,
            },
        );
    }

    /// What the person is writing as an answer is now this.
    pub fn draft_answer(
        &self,
        thread: &ThreadId,
        turn: MessageId,
        interrupt: String,
        draft: AnswerDraft,
    ) {
        self.within(
            thread,
            Input::AnswerDraft {
                turn,
                interrupt,
                draft,
            },
        );
    }

    /// One task of a run is to stop.
    pub fn stop_task(&self, thread: &ThreadId, run: RunId, task: ActivityId) {
        self.within(thread, Input::StopTask { run, task });
    }

    /// What is being stopped is to stop at once: a task, or the run.
    pub fn force(&self, thread: &ThreadId, run: RunId, task: Option<ActivityId>) {
        self.within(thread, Input::Force { run, task });
    }

    /// "Edit and resend" was pressed.
    pub fn edit_again(&self, thread: &ThreadId, turn: MessageId) {
        self.within(thread, Input::EditAgain { turn });
    }

    /// A message that was not typed is sent.
    pub fn say(&self, thread: &ThreadId, text: String) {
        let said = text.into();
        self.with_id(thread, |id| Input::Say { id, said });
    }

    /// More of what was said before is wanted.
    pub fn past(&self, thread: &ThreadId) {
        self.within(thread, Input::PastWanted);
    }

    /// "Try again" was pressed.
    pub fn try_again(&self, thread: &ThreadId, turn: MessageId) {
        self.with_id(thread, |id| Input::TryAgain { turn, id });
    }
}
