//! What a person can do, as components say it.
//!
//! Not responsible for what it leads to. Fresh ids are made here, at the moment of the act, so
//! that a message keeps one id from then on.

use std::rc::Rc;

use leptos::prelude::*;
use midturn_core::attachment::AttachmentInput;
use midturn_core::chat::ChatInput;
use midturn_core::id::{ActivityId, MessageId, RunId, ThreadId};
use midturn_core::input::{Input, InterjectionInput, QueueInput};
use midturn_core::transcript::{Answer, AnswerDraft, Target};

type Dispatch = Rc<dyn Fn(ChatInput)>;
type FreshId = Rc<dyn Fn() -> MessageId>;

/// What can be done to threads, whichever is on screen.
#[derive(Clone, Copy)]
pub struct ThreadActions {
    dispatch: StoredValue<Dispatch, LocalStorage>,
    fresh: StoredValue<FreshId, LocalStorage>,
}

impl ThreadActions {
    /// Inputs go to `dispatch`; `fresh` makes an id that nobody has used. Both are held by the
    /// current owner.
    pub fn new(dispatch: Dispatch, fresh: FreshId) -> Self {
        Self {
            dispatch: StoredValue::new_local(dispatch),
            fresh: StoredValue::new_local(fresh),
        }
    }

    /// What can be done in one thread.
    pub fn within(self, thread: ThreadId) -> Actions {
        Actions {
            all: self,
            thread: StoredValue::new(thread),
        }
    }

    /// Without an effect once its owner has ended.
    fn send(&self, input: ChatInput) {
        if let Some(dispatch) = self.dispatch.try_get_value() {
            dispatch(input);
        }
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
}

/// The one way out of a component: what a person can do in the thread on screen.
#[derive(Clone, Copy)]
pub struct Actions {
    all: ThreadActions,
    thread: StoredValue<ThreadId>,
}

impl Actions {
    /// The thread.
    pub fn thread(&self) -> ThreadId {
        self.thread.get_value()
    }

    /// What can be done to any thread.
    pub fn all(&self) -> ThreadActions {
        self.all
    }

    fn within(&self, input: Input) {
        if let Some(thread) = self.thread.try_get_value() {
            self.all.send(ChatInput::In(thread, input));
        }
    }

    fn with_id(&self, input: impl FnOnce(MessageId) -> Input) {
        if let Some(fresh) = self.all.fresh.try_get_value() {
            self.within(input(fresh()));
        }
    }

    /// The composer's text changed.
    pub fn compose(&self, text: String) {
        self.within(Input::ComposerChanged { text });
    }

    /// Something was done to the files in the composer.
    pub fn attachment(&self, input: AttachmentInput) {
        self.within(Input::Attachment(input));
    }

    /// The composer is submitted.
    pub fn submit(&self) {
        self.with_id(|id| Input::Submit { id });
    }

    /// Stop was pressed.
    pub fn stop(&self, run: RunId) {
        self.within(Input::Stop { run });
    }

    /// Replace was pressed.
    pub fn replace(&self, run: RunId) {
        self.with_id(|id| Input::Replace { run, id });
    }

    /// The card's Cancel was pressed.
    pub fn cancel(&self, run: RunId) {
        self.within(Input::CancelClicked { run });
    }

    /// The card's Resume was pressed.
    pub fn resume(&self) {
        self.within(Input::ResumeClicked);
    }

    /// The text of the card's editor changed.
    pub fn edit(&self, text: String) {
        self.within(Input::EditorChanged { text });
    }

    /// The card's editor is submitted.
    pub fn submit_editor(&self) {
        self.with_id(|id| Input::EditorSubmit { id });
    }

    /// The card's editor is dismissed.
    pub fn dismiss_editor(&self) {
        self.within(Input::EditorDismiss);
    }

    /// "Keep running" was pressed.
    pub fn keep_running(&self) {
        self.within(Input::KeepRunning);
    }

    /// Something was done to the queue.
    pub fn queue(&self, input: QueueInput) {
        self.within(Input::Queue(input));
    }

    /// Interject was pressed.
    pub fn interject(&self, run: RunId) {
        self.with_id(|id| Input::Interject { run, id });
    }

    /// The composer's text goes to the agent when it has said what it says now.
    pub fn interject_after(&self, run: RunId) {
        self.with_id(|id| Input::InterjectAfter { run, id });
    }

    /// The person chose who gets the next interjection.
    pub fn choose_target(&self, target: Target) {
        self.within(Input::TargetChosen { target });
    }

    /// Something was done to an interjection.
    pub fn interjection(&self, input: InterjectionInput) {
        self.within(Input::Interjection(input));
    }

    /// A question of the agent was answered.
    pub fn answer(&self, turn: MessageId, interrupt: String, answer: Answer) {
        self.within(Input::Answer {
            turn,
            interrupt,
            answer,
        });
    }

    /// What the person is writing as an answer is now this.
    pub fn draft_answer(&self, turn: MessageId, interrupt: String, draft: AnswerDraft) {
        self.within(Input::AnswerDraft {
            turn,
            interrupt,
            draft,
        });
    }

    /// One task of a run is to stop.
    pub fn stop_task(&self, run: RunId, task: ActivityId) {
        self.within(Input::StopTask { run, task });
    }

    /// What is being stopped is to stop at once: a task, or the run.
    pub fn force(&self, run: RunId, task: Option<ActivityId>) {
        self.within(Input::Force { run, task });
    }

    /// "Edit and resend" was pressed.
    pub fn edit_again(&self, turn: MessageId) {
        self.within(Input::EditAgain { turn });
    }

    /// A message that was not typed is sent.
    pub fn say(&self, text: String) {
        let said = text.into();
        self.with_id(|id| Input::Say { id, said });
    }

    /// More of what was said before is wanted.
    pub fn past(&self) {
        self.within(Input::PastWanted);
    }

    /// "Try again" was pressed.
    pub fn try_again(&self, turn: MessageId) {
        self.with_id(|id| Input::TryAgain { turn, id });
    }
}
