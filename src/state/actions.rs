//! The actions of a person, as components call them.
//!
//! A message's id is made here, at the moment of the action, so that the message keeps that id from
//! then on.

use std::rc::Rc;

use leptos::prelude::*;
use midturn_core::attachment::AttachmentInput;
use midturn_core::chat::ChatInput;
use midturn_core::composer::Recall;
use midturn_core::id::{ActivityId, MessageId, RunId, ThreadId};
use midturn_core::input::{
    AlwaysInput, EditInput, Input, InterjectionInput, QueueInput, UnsentInput,
};
use midturn_core::rating::Rating;
use midturn_core::transcript::{Answer, AnswerDraft, Target};

type Dispatch = Rc<dyn Fn(ChatInput)>;
type FreshId = Rc<dyn Fn() -> MessageId>;
type TakeOver = Rc<dyn Fn(&ThreadId)>;

/// Actions in the thread on screen: a component's only way to change the chat. They do nothing once the
/// owner under which they were made has ended.
#[derive(Clone, Copy)]
pub struct Actions {
    dispatch: StoredValue<Dispatch, LocalStorage>,
    fresh: StoredValue<FreshId, LocalStorage>,
    taking: StoredValue<TakeOver, LocalStorage>,
    thread: StoredValue<ThreadId>,
}

impl Actions {
    /// Sends inputs to `dispatch`. `fresh` returns an unused id. `taking` takes the thread over from
    /// another page.
    pub fn new(thread: ThreadId, dispatch: Dispatch, fresh: FreshId, taking: TakeOver) -> Self {
        Self {
            dispatch: StoredValue::new_local(dispatch),
            fresh: StoredValue::new_local(fresh),
            taking: StoredValue::new_local(taking),
            thread: StoredValue::new(thread),
        }
    }

    /// The thread.
    pub fn thread(&self) -> ThreadId {
        self.thread.get_value()
    }

    fn send(&self, input: impl FnOnce(ThreadId) -> ChatInput) {
        if let (Some(dispatch), Some(thread)) =
            (self.dispatch.try_get_value(), self.thread.try_get_value())
        {
            dispatch(input(thread));
        }
    }

    fn within(&self, input: Input) {
        self.send(|thread| ChatInput::In(thread, input));
    }

    fn with_id(&self, input: impl FnOnce(MessageId) -> Input) {
        if let Some(fresh) = self.fresh.try_get_value() {
            self.within(input(fresh()));
        }
    }

    /// Opens the thread on screen.
    pub fn open(&self) {
        self.send(ChatInput::Open);
    }

    /// Takes the thread over from a page that does not answer.
    pub fn take_over(&self) {
        if let (Some(taking), Some(thread)) =
            (self.taking.try_get_value(), self.thread.try_get_value())
        {
            taking(&thread);
        }
    }

    /// Sets the composer's text.
    pub fn compose(&self, text: String) {
        self.within(Input::ComposerChanged { text });
    }

    /// Brings back what was sent before.
    pub fn recall(&self, to: Recall) {
        self.within(Input::Recall(to));
    }

    /// Changes the files in the composer.
    pub fn attachment(&self, input: AttachmentInput) {
        self.within(Input::Attachment(input));
    }

    /// Submits the composer.
    pub fn submit(&self) {
        self.with_id(|id| Input::Submit { id });
    }

    /// Opens, changes or leaves the editor of a message or an interjection.
    pub fn edit_message(&self, input: EditInput) {
        self.within(Input::Edit(input));
    }

    /// Decides about a message that waits for a file which cannot be read.
    pub fn unsent(&self, input: UnsentInput) {
        self.within(Input::Unsent(input));
    }

    /// Reports a press on Stop.
    pub fn stop(&self, run: RunId) {
        self.within(Input::Stop { run });
    }

    /// Reports a press on Replace.
    pub fn replace(&self, run: RunId) {
        self.with_id(|id| Input::Replace { run, id });
    }

    /// Reports a press on the card's Cancel.
    pub fn cancel(&self, run: RunId) {
        self.within(Input::CancelClicked { run });
    }

    /// Reports a press on the card's Resume.
    pub fn resume(&self) {
        self.within(Input::ResumeClicked);
    }

    /// Sets the text of the card's editor.
    pub fn edit(&self, text: String) {
        self.within(Input::EditorChanged { text });
    }

    /// Submits the card's editor.
    pub fn submit_editor(&self) {
        self.with_id(|id| Input::EditorSubmit { id });
    }

    /// Dismisses the card's editor.
    pub fn dismiss_editor(&self) {
        self.within(Input::EditorDismiss);
    }

    /// Reports a press on "Keep running".
    pub fn keep_running(&self) {
        self.within(Input::KeepRunning);
    }

    /// Changes the queue.
    pub fn queue(&self, input: QueueInput) {
        self.within(Input::Queue(input));
    }

    /// Reports a press on Interject.
    pub fn interject(&self, run: RunId) {
        self.with_id(|id| Input::Interject { run, id });
    }

    /// Interjects the composer's text after the agent's current response.
    pub fn interject_after(&self, run: RunId) {
        self.with_id(|id| Input::InterjectAfter { run, id });
    }

    /// Chooses who gets the next interjection.
    pub fn choose_target(&self, target: Target) {
        self.within(Input::TargetChosen {
            target: Some(target),
        });
    }

    /// Changes an interjection.
    pub fn interjection(&self, input: InterjectionInput) {
        self.within(Input::Interjection(input));
    }

    /// Answers a question of the agent.
    pub fn answer(&self, turn: MessageId, interrupt: String, answer: Answer) {
        self.within(Input::Answer {
            turn,
            interrupt,
            answer,
        });
    }

    /// Changes what is always allowed in this thread.
    pub fn always(&self, input: AlwaysInput) {
        self.within(Input::Always(input));
    }

    /// Sets the person's draft of an answer.
    pub fn draft_answer(&self, turn: MessageId, interrupt: String, draft: AnswerDraft) {
        self.within(Input::AnswerDraft {
            turn,
            interrupt,
            draft,
        });
    }

    /// Stops one task of a run.
    pub fn stop_task(&self, run: RunId, task: ActivityId) {
        self.within(Input::StopTask { run, task });
    }

    /// Forces a stop that is under way: of a task, or of the run.
    pub fn force(&self, run: RunId, task: Option<ActivityId>) {
        self.within(Input::Force { run, task });
    }

    /// Reports a press on "Edit and resend".
    pub fn edit_again(&self, turn: MessageId) {
        self.within(Input::EditAgain { turn });
    }

    /// Sends a message that was not typed in the composer.
    pub fn say(&self, text: String) {
        let said = text.into();
        self.with_id(|id| Input::Say { id, said });
    }

    /// Loads more older messages.
    pub fn past(&self) {
        self.within(Input::PastWanted);
    }

    /// Rates a turn, or takes its rating back.
    pub fn rate(&self, turn: MessageId, rating: Option<Rating>) {
        self.within(Input::Rate { turn, rating });
    }

    /// Sends the message of a turn again, with this text: the conversation goes on from there.
    pub fn send_again(&self, turn: MessageId, text: String) {
        self.with_id(|id| Input::SendAgain { turn, id, text });
    }

    /// Reports a press on "Try again".
    pub fn try_again(&self, turn: MessageId) {
        self.with_id(|id| Input::TryAgain { turn, id });
    }
}
