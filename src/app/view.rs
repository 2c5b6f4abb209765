//! The view that the driver publishes to. Updates the cells once a frame for the backend's inputs,
//! and immediately for a person's inputs.

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use midturn_core::change::ChatChange;
use midturn_core::chat::Chat;
use midturn_core::effect::{Announcement, FocusTarget};
use midturn_core::id::ThreadId;
use midturn_core::sharing::Standing;
use midturn_core::transcript::Question;

use crate::driver::{Driver, Notice, View};
use crate::hooks::{
    Announcer, FocusTargets, after_frame, focus_later, later, leave_editor, return_focus,
};
use crate::i18n::{Catalogue, Locale};
use crate::state::Bridge;

/// Milliseconds between the updates of a hidden page, which gets no frames.
const HIDDEN: u32 = 250;

/// Callback for what happens unseen: the thread, its title, and what happened.
type Unseen = Box<dyn Fn(&ThreadId, &str, &str)>;

/// Callback for all changes, with the chat after them.
type Changed = Box<dyn Fn(&Chat, &[ChatChange])>;

/// Cells, focus, announcements and notices of one element.
pub(super) struct AppView {
    /// The cells.
    pub(super) bridge: Rc<Bridge>,
    /// Set after the driver was made: making the driver needs this view.
    driver: RefCell<Option<Driver>>,
    this: RefCell<Weak<Self>>,
    scheduled: Cell<bool>,
    thread: RefCell<Option<ThreadId>>,
    /// The elements of the thread on screen that can get the focus.
    targets: Cell<Option<FocusTargets>>,
    texts: Cell<&'static Catalogue>,
    /// Callback for what happens unseen.
    unseen: RefCell<Option<Unseen>>,
    changed: RefCell<Option<Changed>>,
    /// Announces to screen reader users.
    pub(super) announcer: Announcer,
    /// Messages to the person about the page itself.
    pub(super) notices: RwSignal<Vec<Notice>>,
}

impl AppView {
    pub(super) fn new() -> Self {
        Self {
            bridge: Rc::default(),
            driver: RefCell::default(),
            this: RefCell::default(),
            scheduled: Cell::new(false),
            thread: RefCell::default(),
            targets: Cell::new(None),
            texts: Cell::new(Locale::default().catalogue()),
            unseen: RefCell::default(),
            changed: RefCell::default(),
            announcer: Announcer::default(),
            notices: RwSignal::default(),
        }
    }

    pub(super) fn attach(self: &Rc<Self>, driver: Driver) {
        *self.this.borrow_mut() = Rc::downgrade(self);
        let read = driver.clone();
        let look = move |look: &mut dyn FnMut(&Chat)| read.read(look);
        self.bridge.read_from(Some(Rc::new(look)));
        *self.driver.borrow_mut() = Some(driver);
    }

    /// Drops the driver, which holds this view: otherwise both would keep each other alive.
    pub(super) fn detach(&self) {
        self.driver.take();
        self.bridge.read_from(None);
    }

    pub(super) fn look_at(
        &self,
        thread: &ThreadId,
        texts: &'static Catalogue,
        targets: FocusTargets,
    ) {
        *self.thread.borrow_mut() = Some(thread.clone());
        self.targets.set(Some(targets));
        self.texts.set(texts);
    }

    pub(super) fn on_unseen(&self, call: Unseen) {
        *self.unseen.borrow_mut() = Some(call);
    }

    pub(super) fn on_change(&self, call: Changed) {
        *self.changed.borrow_mut() = Some(call);
    }

    fn schedule(&self) {
        if self.scheduled.replace(true) {
            return;
        }
        let this = self.this.borrow().clone();
        let flush = move || {
            if let Some(view) = this.upgrade() {
                view.flush();
            }
        };
        if is_hidden() {
            later(HIDDEN, flush);
        } else {
            after_frame(flush);
        }
    }

    /// Updates the cells now if that waits for a frame: a page that has just been hidden gets none, and
    /// would save up all changes until it is shown again.
    pub(super) fn catch_up(&self) {
        if self.scheduled.get() {
            self.flush();
        }
    }

    fn flush(&self) {
        self.scheduled.set(false);
        let driver = self.driver.borrow().clone();
        if let Some(driver) = driver {
            driver.read(|chat| self.bring(chat));
        }
    }

    fn bring(&self, chat: &Chat) {
        if let Some(targets) = self.targets.get() {
            return_focus(targets);
        }
        self.bridge.flush(chat);
    }

    fn is_shown(&self, thread: &ThreadId) -> bool {
        self.thread.borrow().as_ref() == Some(thread)
    }
}

impl View for AppView {
    fn publish(&self, chat: &Chat, changes: &[ChatChange], urgent: bool) {
        if self.bridge.collect(changes) {
            if urgent {
                self.bring(chat);
            } else {
                self.schedule();
            }
        }
        if let Some(call) = self.changed.borrow().as_ref() {
            call(chat, changes);
        }
    }

    fn focus(&self, thread: &ThreadId, target: &FocusTarget) {
        if let (true, Some(targets)) = (self.is_shown(thread), self.targets.get()) {
            match target {
                FocusTarget::AfterEditor(editor) => leave_editor(targets, editor),
                target => focus_later(targets, target),
            }
        }
    }

    fn announce(&self, thread: &ThreadId, announcement: &Announcement) {
        let shown = self.is_shown(thread);
        if shown {
            self.announcer.say(words(self.texts.get(), announcement));
        }
        if is_end(announcement)
            && (!shown || is_hidden())
            && let Some(call) = self.unseen.borrow().as_ref()
        {
            let title = self.bridge.threads.with_untracked(|threads| {
                let item = threads.iter().find(|item| item.id == *thread);
                item.map(|item| item.title.clone())
            });
            let said = words(self.texts.get(), announcement);
            call(thread, &title.unwrap_or_default(), &said);
        }
    }

    fn standing(&self, thread: &ThreadId, standing: Standing) {
        // The button that takes the thread over goes with its line.
        if let Some(targets) = self.targets.get() {
            return_focus(targets);
        }
        let cells = self.bridge.conversation(thread);
        cells.standing.set_if_new(standing);
    }

    fn notice(&self, notice: Notice) {
        self.notices.update(|notices| {
            if !notices.contains(&notice) {
                notices.push(notice);
            }
        });
    }
}

fn is_hidden() -> bool {
    web_sys::window()
        .and_then(|window| window.document())
        .is_some_and(|document| document.hidden())
}

/// Whether an announcement says that a turn ended by itself or waits for the person.
fn is_end(announcement: &Announcement) -> bool {
    matches!(
        announcement,
        Announcement::Finished
            | Announcement::Unanswered
            | Announcement::Limited(_)
            | Announcement::FinishedWhileEditing
            | Announcement::Failed
            | Announcement::Interrupted
            | Announcement::Waiting { .. }
    )
}

fn words(texts: &Catalogue, announcement: &Announcement) -> String {
    match announcement {
        Announcement::Started => texts.announce_started.to_owned(),
        Announcement::Finished => texts.announce_finished.to_owned(),
        Announcement::Unanswered => texts.ends.unanswered.to_owned(),
        Announcement::Limited(limit) => texts.ends.cut_off_by(*limit).to_owned(),
        Announcement::FinishedWhileEditing => texts.announce_finished_editing.to_owned(),
        Announcement::Cancelled { steps } => texts.announce_cancelled(*steps),
        Announcement::Failed => texts.announce_failed.to_owned(),
        Announcement::Interrupted => texts.announce_interrupted.to_owned(),
        Announcement::Quiet => texts.announce_quiet.to_owned(),
        Announcement::Waiting { questions } => asked(texts, questions),
        Announcement::Queued { ahead } => texts.announce_queued(*ahead),
        Announcement::Paused { prompts } => texts.announce_paused(*prompts),
        Announcement::Moved { place, of } => texts.announce_moved(*place, *of),
        Announcement::Removed => texts.announce_removed.to_owned(),
        Announcement::Discarded => texts.discarded_edit.to_owned(),
        Announcement::Restored => texts.announce_restored.to_owned(),
        Announcement::Held => texts.acts.held.to_owned(),
        Announcement::Released => texts.acts.released.to_owned(),
        Announcement::Interjected => texts.speak.announce_interjected.to_owned(),
        Announcement::Delivered => texts.speak.announce_delivered.to_owned(),
        Announcement::QueuedInstead => texts.speak.announce_queued_instead.to_owned(),
        Announcement::NotDelivered => texts.speak.announce_not_delivered.to_owned(),
        Announcement::TargetEnded { name } => texts.speak.announce_target_ended(name),
        Announcement::EditorClosed => texts.speak.announce_editor_closed.to_owned(),
        Announcement::NotSent => texts.attach.not_sent.to_owned(),
        Announcement::FileLost { name } => texts.attach.lost(name),
        Announcement::AnswersNotSent => texts.speak.announce_answers_not_sent.to_owned(),
    }
}

/// What the agent asks, each question in a sentence.
fn asked(texts: &Catalogue, questions: &[Question]) -> String {
    let sentence = |question: &Question| {
        let tool = question.tool.as_deref();
        let allow = || tool.map(|tool| texts.questions.allow_call.of(tool));
        let said = question.message.clone().or_else(allow);
        said.unwrap_or_else(|| texts.announce_waiting.to_owned())
    };
    questions.iter().map(sentence).collect::<Vec<_>>().join(" ")
}
