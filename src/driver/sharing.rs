//! Threads shared by several pages: performs the decisions of [`midturn_core::sharing`] with locks,
//! a channel and storage.
//!
//! The core decides which page drives a thread. The driver applies an input in this page, sends it
//! to the page that drives the thread, or drops it because it is too late.

mod begin;
mod route;

use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::history::PastState;
use midturn_core::id::ThreadId;
use midturn_core::recording::TimedInput;
use midturn_core::sharing::{Ask, Copied, Epoch, Message, Place, SharingEffect, SharingInput};

use super::adopt::Adopting;
use super::context::Context;
use super::deletions::Deletions;
use super::effects::Effects;
use super::letter::{Letter, Origin, Post};
use super::loading::Loading;
use super::pages::{Pages, Right, lock_name, place_text};
use super::requests::Requests;
use super::saving::Saving;
use super::shell::LockNews;
use super::storage::{Table, Write, fence_key};
use super::store::Store;
use super::tasks::Tasks;

/// The threads that this page shares with other pages.
pub(super) struct SharedThreads {
    pub(super) cx: Rc<Context>,
    pub(super) store: Rc<Store>,
    pub(super) requests: Rc<Requests>,
    pub(super) pages: Rc<Pages>,
    pub(super) saving: Rc<Saving>,
    pub(super) loading: Loading,
    pub(super) adopting: Rc<Adopting>,
    pub(super) deletions: Rc<Deletions>,
    pub(super) effects: Rc<Effects>,
    /// What is being read of threads.
    pub(super) reads: Tasks<()>,
}

impl SharedThreads {
    /// Makes this page known to other pages, and listens for news of their threads.
    pub(super) fn meet(self: &Rc<Self>) {
        let me = Rc::downgrade(self);
        self.pages.meet(move |input| {
            if let Some(me) = me.upgrade() {
                me.heard_of(input);
            }
        });
    }

    /// Takes an input of a thread's sharing.
    pub(super) fn take(self: &Rc<Self>, thread: &ThreadId, input: SharingInput) {
        self.pages.know(thread);
        #[cfg(test)]
        let input = self.pages.seeded_input(input);
        let at = self.cx.now();
        let effects = self
            .pages
            .with(thread, |shared| shared.sharing.apply(input, at));
        for effect in effects.unwrap_or_default() {
            self.perform(thread, effect);
        }
    }

    fn perform(self: &Rc<Self>, thread: &ThreadId, effect: SharingEffect) {
        match effect {
            SharingEffect::Lock(Ask::Steal) => self.steal(thread),
            SharingEffect::Lock(ask) => self.pages.ask_lock(thread, ask),
            SharingEffect::Unlock => self.pages.unlock(thread),
            SharingEffect::Say(message) => self.pages.say(thread, &message),
            SharingEffect::Look { by_hand } => self.look(thread, by_hand),
            SharingEffect::Read => self.get_ready(thread, true),
            SharingEffect::Keep => self.get_ready(thread, false),
            SharingEffect::Stop => {
                self.pages.lose(thread);
                self.saving.forget(thread);
                self.effects.leave(thread);
                self.cx.apply_now(ChatInput::Left(thread.clone()));
            }
            SharingEffect::Copy { to, at, base } => {
                if let Some(copied) = self.copied(thread).map(Box::new) {
                    let copy = Message::Copy {
                        to,
                        at,
                        base,
                        copied,
                    };
                    self.pages.say(thread, &copy);
                }
            }
            SharingEffect::GivenBack(act) => self.take_given(thread, act),
            SharingEffect::Mirror(copied) => self.mirror(thread, *copied),
            SharingEffect::Play { input, act } => {
                let TimedInput { at, input } = input;
                self.cx.inbox.put(Letter::Input(Post {
                    input,
                    urgent: act.is_some(),
                    from: Origin::Driver { act, at },
                }));
            }
            SharingEffect::Perform { page, act, input } => {
                self.cx.inbox.put(Letter::Input(Post {
                    input,
                    urgent: true,
                    from: Origin::Page { page, act },
                }));
            }
            SharingEffect::Tell(standing) => {
                let before = self.pages.with(thread, |held| {
                    std::mem::replace(&mut held.standing, standing)
                });
                if before != Some(standing) {
                    self.cx.shell.view.standing(thread, standing);
                }
            }
            SharingEffect::Outbox => {
                self.saving.mark_draft(thread);
                self.saving.save();
            }
            SharingEffect::Watch(ms) => self.pages.watch(thread, ms),
        }
    }

    /// A copy of a thread, for a page that follows this one.
    fn copied(&self, thread: &ThreadId) -> Option<Copied> {
        let chat = self.cx.chat();
        Some(Copied {
            head: chat.head(thread)?.clone(),
            conversation: chat.conversation(thread)?.clone(),
        })
    }

    /// Takes over a copy of the thread from the page that drives it.
    fn mirror(&self, thread: &ThreadId, copied: Copied) {
        let Copied { head, conversation } = copied;
        let past = conversation.past().clone();
        self.cx.push(ChatInput::Heard(head), false);
        let mirrored = ChatInput::Mirrored(Box::new(conversation));
        self.cx.push(mirrored, false);
        let first = self
            .pages
            .with(thread, |held| !std::mem::replace(&mut held.adopted, true));
        // Older messages are not sent from page to page: each page asks for them.
        match past {
            PastState::Asked { before: None, .. } => self.effects.past.want(thread.clone()),
            PastState::Unasked | PastState::Failed => self.effects.past.wanted(thread),
            PastState::Asked { .. } | PastState::More | PastState::Complete => {}
        }
        if first == Some(true) {
            self.adopting.follow(thread);
        }
    }

    /// Ends all work, and releases all locks and channels.
    pub(super) fn clear(&self) {
        self.reads.clear();
        self.adopting.clear();
        self.deletions.clear();
        self.pages.clear();
    }

    /// Gives an input to the sharing of every thread.
    pub(super) fn everywhere(&self, input: &SharingInput) {
        for thread in self.pages.threads() {
            self.pages.share(&thread, input.clone());
        }
    }

    /// Removes a deleted thread from storage, and tells the backend if the deletion was made in this
    /// page. Not if another page has the thread open: that page may still undo the deletion.
    pub(super) fn purge_if_free(self: &Rc<Self>, thread: &ThreadId) {
        let right = self.pages.right_to(thread);
        // Forget the sharing: a page that opens the thread again begins anew.
        let left = matches!(right, Right::All | Right::Head).then(|| self.pages.leave(thread));
        let held = left.filter(|_| right == Right::All);
        let (me, thread) = (self.clone(), thread.clone());
        self.cx.begin(async move {
            let lock = match held {
                Some(lock) => lock,
                None => match me.pages.lock(&lock_name(&thread), Ask::IfFree).await {
                    Some((LockNews::Granted, lock)) => Some(lock),
                    Some((LockNews::Taken | LockNews::Stolen, _)) => return,
                    // The browser has no locks.
                    None => None,
                },
            };
            let fence = me.fences(&thread).await.0 + 1;
            let began = me.cx.now();
            let epoch = Epoch { fence, began };
            let deleted = Write::Put {
                table: Table::Fences,
                key: fence_key(thread.as_str(), fence),
                value: place_text(Place { epoch, seq: 0 }),
            };
            me.saving.purge(&thread, deleted);
            me.deletions.settle_own(&thread);
            // The purge is one batch. It has begun, so the lock is no longer needed.
            drop(lock);
        });
    }
}
