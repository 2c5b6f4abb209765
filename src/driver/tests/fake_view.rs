//! A view that records what it receives, and has the composer's field.

use std::cell::{Cell, RefCell};

use midturn_core::change::{Change, ChatChange};
use midturn_core::chat::Chat;
use midturn_core::effect::{Announcement, FocusTarget};
use midturn_core::id::ThreadId;
use midturn_core::sharing::Standing;

use crate::driver::{Driver, Notice, View};

/// Called when the driver publishes changes to the view.
type OnPublish = Box<dyn FnMut(&Driver, &[ChatChange])>;

#[derive(Default)]
pub(super) struct FakeView {
    pub(super) published: RefCell<Vec<(Vec<ChatChange>, bool)>>,
    pub(super) focused: RefCell<Vec<(ThreadId, FocusTarget)>>,
    pub(super) announced: RefCell<Vec<(ThreadId, Announcement)>>,
    pub(super) notices: RefCell<Vec<Notice>>,
    pub(super) standing: RefCell<Vec<(ThreadId, Standing)>>,
    pub(super) on_publish: RefCell<Option<OnPublish>>,
    pub(super) driver: RefCell<Option<Driver>>,
    /// The text in the composer's field on screen: typed, or shown since by the program.
    pub(super) field: RefCell<String>,
    inside: Cell<bool>,
}

impl View for FakeView {
    fn publish(&self, chat: &Chat, changes: &[ChatChange], urgent: bool) {
        assert!(!self.inside.replace(true), "published inside a publication");
        for change in changes {
            if let ChatChange::Loaded(thread) | ChatChange::In(thread, Change::Composer) = change
                && let Some(conversation) = chat.conversation(thread)
            {
                self.field.replace(conversation.composer().to_owned());
            }
        }
        self.published.borrow_mut().push((changes.to_vec(), urgent));
        let hook = self.on_publish.take();
        if let (Some(mut hook), Some(driver)) = (hook, self.driver.borrow().clone()) {
            hook(&driver, changes);
            self.on_publish.replace(Some(hook));
        }
        self.inside.set(false);
    }

    fn focus(&self, thread: &ThreadId, target: &FocusTarget) {
        self.focused
            .borrow_mut()
            .push((thread.clone(), target.clone()));
    }

    fn announce(&self, thread: &ThreadId, announcement: &Announcement) {
        self.announced
            .borrow_mut()
            .push((thread.clone(), announcement.clone()));
    }

    fn standing(&self, thread: &ThreadId, standing: Standing) {
        self.standing.borrow_mut().push((thread.clone(), standing));
    }

    fn notice(&self, notice: Notice) {
        self.notices.borrow_mut().push(notice);
    }
}
