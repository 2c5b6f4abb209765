//! Threads shared by several pages: performs the decisions of [`midturn_core::sharing`] with locks,
//! a channel and storage.
//!
//! The core decides which page drives a thread. The driver applies an input in this page, sends it
//! to the page that drives the thread, or drops it because it is too late.

mod adopt;
mod begin;
mod fence;
mod route;
#[cfg(test)]
pub(super) mod seeded;
#[cfg(target_arch = "wasm32")]
mod web;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::id::{PageId, RunId, ThreadId};
use midturn_core::recording::TimedInput;
use midturn_core::sharing::{Ask, Copied, Message, Sharing, SharingEffect, SharingInput, Standing};

use super::Runtime;
use super::letter::{Letter, Origin};
use super::shell::{Channel, LockNews};
use super::storage::{read_record, record, when_readable};
use crate::transport::OnDrop;

pub(super) use fence::Right;
#[cfg(target_arch = "wasm32")]
pub use web::WebPeers;

/// The channel for titles and deletions, whichever page has the thread open.
const HEADS: &str = "midturn";

/// What this page knows of the other pages.
#[derive(Default)]
pub(super) struct Pages {
    id: OnceCell<PageId>,
    /// This page's lock. Held while the page lives, so that other pages know that it does.
    alive: RefCell<Option<OnDrop>>,
    /// The pages in this tab before a reload; `None` if unknown.
    before: RefCell<Option<Vec<PageId>>>,
    heads: RefCell<Option<Rc<dyn Channel>>>,
    threads: RefCell<Vec<Shared>>,
    locks: Cell<u64>,
    #[cfg(test)]
    seeded: Cell<Option<seeded::SharingBug>>,
}

/// A thread that this page shows or drives.
struct Shared {
    thread: ThreadId,
    sharing: Sharing,
    channel: Option<Rc<dyn Channel>>,
    /// The handle of the lock or of its request. `serial` identifies the request; 0 once it is over.
    lock: Option<OnDrop>,
    serial: u64,
    timer: Option<OnDrop>,
    standing: Standing,
    /// How many guarded writes are under way.
    writing: usize,
    /// A guarded write failed, and its content is not written again yet.
    behind: bool,
    /// Runs whose requests wait for the guarded writes.
    gated: Vec<RunId>,
    /// This page has looked for what closed pages left in their composers.
    adopted: bool,
    /// Timers that end the wait for pages that may be closing.
    adopting: Vec<OnDrop>,
}

fn lock_name(thread: &ThreadId) -> String {
    ["midturn:thread:", thread.as_str()].concat()
}

fn page_lock(page: &PageId) -> String {
    ["midturn:page:", page.as_str()].concat()
}

impl Runtime {
    /// This page's id.
    pub(super) fn page(&self) -> PageId {
        let fresh = || self.shell.clock.fresh_id().into();
        self.pages.id.get_or_init(fresh).clone()
    }

    /// Makes this page known to other pages, and listens for news of their threads.
    pub(super) fn meet_pages(&self) {
        let me = self.me.clone();
        let heard = Box::new(move |text: String| {
            let me = me.clone();
            when_readable(Box::new(move || {
                let told = read_record::<TimedInput>(text.as_bytes());
                if let (Some(me), Ok(TimedInput { input, .. })) = (me.upgrade(), told) {
                    me.heard_of(input);
                }
            }));
        });
        let channel = self.shell.peers.join(HEADS, heard);
        self.pages.heads.replace(channel);
        let before = self.shell.peers.arrive(&self.page());
        self.pages.before.replace(before);
        let name = page_lock(&self.page());
        let lock = self.shell.peers.lock(&name, Ask::Wait, Box::new(|_| ()));
        self.pages.alive.replace(lock);
    }

    /// Puts an input of a thread's sharing into the inbox, and drains the inbox.
    pub(super) fn share(&self, thread: &ThreadId, input: SharingInput) {
        self.put(Letter::Sharing(thread.clone(), input));
        self.drain();
    }

    pub(super) fn take_sharing(&self, thread: &ThreadId, input: SharingInput) {
        self.know(thread);
        #[cfg(test)]
        let input = self.seeded_input(input);
        let at = self.shell.clock.now_ms();
        let effects = self.with_shared(thread, |shared| shared.sharing.apply(input, at));
        for effect in effects.unwrap_or_default() {
            self.perform_sharing(thread, effect);
        }
    }

    /// Joins a thread's channel, unless this page has joined it.
    fn know(&self, thread: &ThreadId) {
        if self.with_shared(thread, |_| ()).is_some() {
            return;
        }
        let (me, about) = (self.me.clone(), thread.clone());
        let heard = Box::new(move |text: String| {
            let (me, about) = (me.clone(), about.clone());
            when_readable(Box::new(move || {
                // A message of another version cannot be read: ignore it.
                let message = read_record::<Message>(text.as_bytes());
                if let (Some(me), Ok(message)) = (me.upgrade(), message) {
                    me.share(&about, SharingInput::Heard(message));
                }
            }));
        });
        let channel = self.shell.peers.join(&lock_name(thread), heard);
        self.pages.threads.borrow_mut().push(Shared {
            thread: thread.clone(),
            sharing: Sharing::new(self.page()),
            channel,
            lock: None,
            serial: 0,
            timer: None,
            standing: Standing::Well,
            writing: 0,
            behind: false,
            gated: Vec::new(),
            adopted: false,
            adopting: Vec::new(),
        });
    }

    fn with_shared<R>(&self, thread: &ThreadId, with: impl FnOnce(&mut Shared) -> R) -> Option<R> {
        let mut threads = self.pages.threads.borrow_mut();
        let shared = threads.iter_mut().find(|held| held.thread == *thread)?;
        Some(with(shared))
    }

    fn perform_sharing(&self, thread: &ThreadId, effect: SharingEffect) {
        match effect {
            // Before: the page that hangs is refused even if this page ends now.
            SharingEffect::Lock(Ask::Steal) => {
                self.put_up_fence(thread, |me, thread| {
                    // Unless that page has closed meanwhile, and this one has its lock.
                    if me.right_to(thread) == Right::None {
                        me.ask_lock(thread, Ask::Steal);
                    }
                });
            }
            SharingEffect::Lock(ask) => self.ask_lock(thread, ask),
            SharingEffect::Unlock => drop(self.with_shared(thread, |held| {
                held.serial = 0;
                held.lock.take()
            })),
            SharingEffect::Say(message) => self.say(thread, &message),
            SharingEffect::Look { by_hand: false } => self.look(thread),
            // After: another page may have had the lock in between.
            SharingEffect::Look { by_hand: true } => self.put_up_fence(thread, Self::look),
            SharingEffect::Read => self.with_control(thread, Self::load),
            SharingEffect::Keep => self.with_control(thread, Self::keep),
            SharingEffect::Stop => {
                self.with_shared(thread, |held| {
                    held.serial = 0;
                    held.writing = 0;
                    held.behind = false;
                    held.gated.clear();
                });
                self.saving.forget(thread);
                self.leave_thread(thread);
                self.apply_here(ChatInput::Left(thread.clone()));
            }
            SharingEffect::Copy { to, at, base } => {
                let copied = self.copied(thread);
                if let Some(copied) = copied.map(Box::new) {
                    let copy = Message::Copy {
                        to,
                        at,
                        base,
                        copied,
                    };
                    self.say(thread, &copy);
                }
            }
            SharingEffect::GivenBack(act) => self.take_given(thread, act),
            SharingEffect::Mirror(copied) => self.mirror(thread, *copied),
            SharingEffect::Play { input, mine } => {
                let TimedInput { at, input } = input;
                self.push_from(Origin::Driver { mine, at }, input, mine);
            }
            SharingEffect::Perform { page, act, input } => {
                self.push_from(Origin::Page { page, act }, input, true);
            }
            SharingEffect::Tell(standing) => {
                let before = self.with_shared(thread, |held| {
                    std::mem::replace(&mut held.standing, standing)
                });
                if before != Some(standing) {
                    self.shell.view.standing(thread, standing);
                }
            }
            SharingEffect::Outbox => {
                self.saving.mark_draft(thread);
                self.save();
            }
            SharingEffect::Watch(ms) => {
                let (me, about) = (self.me.clone(), thread.clone());
                let due = Box::new(move || {
                    if let Some(me) = me.upgrade() {
                        me.share(&about, SharingInput::Tick);
                    }
                });
                let timer = self.shell.timers.after(ms, due);
                let before = self.with_shared(thread, |held| held.timer.replace(timer));
                drop(before);
            }
        }
    }

    fn say(&self, thread: &ThreadId, message: &Message) {
        let channel = self.with_shared(thread, |held| held.channel.clone());
        if let Some(channel) = channel.flatten() {
            channel.say(&record::text(message));
        }
    }

    /// Requests a thread's lock. The outcome of an earlier request is ignored.
    fn ask_lock(&self, thread: &ThreadId, ask: Ask) {
        let serial = self.pages.locks.get() + 1;
        self.pages.locks.set(serial);
        let before = self.with_shared(thread, |held| {
            held.serial = serial;
            held.lock.take()
        });
        drop(before);
        let (me, about) = (self.me.clone(), thread.clone());
        let told = Box::new(move |news| {
            if let Some(me) = me.upgrade() {
                let current = me.with_shared(&about, |held| held.serial == serial);
                if current == Some(true) {
                    me.lock_news(&about, news);
                }
            }
        });
        match self.shell.peers.lock(&lock_name(thread), ask, told) {
            Some(lock) => drop(self.with_shared(thread, |held| held.lock.replace(lock))),
            None => self.put(Letter::Sharing(thread.clone(), SharingInput::NoLocks)),
        }
    }

    /// Requests a lock once, if free. `told` receives the outcome and the handle that releases the
    /// lock. Returns false if the browser has no locks.
    fn lock_once(&self, name: &str, told: Box<dyn FnOnce(LockNews, Option<OnDrop>)>) -> bool {
        // The outcome may come before the handle.
        let (news, handle) = (Rc::new(Cell::new(None)), Rc::new(RefCell::new(None)));
        let told = Rc::new(RefCell::new(Some(told)));
        let both = {
            let (news, handle) = (news.clone(), handle.clone());
            move || {
                let ready = news.get().filter(|_| handle.borrow().is_some());
                if let (Some(news), Some(told)) = (ready, ready.and_then(|_| told.take())) {
                    told(news, handle.take());
                }
            }
        };
        let again = both.clone();
        let hears = Box::new(move |heard| {
            news.set(Some(heard));
            again();
        });
        let lock = self.shell.peers.lock(name, Ask::IfFree, hears);
        let there = lock.is_some();
        handle.replace(lock);
        both();
        there
    }

    fn lock_news(&self, thread: &ThreadId, news: LockNews) {
        let input = match news {
            LockNews::Granted => SharingInput::Granted,
            LockNews::Taken => SharingInput::Taken,
            LockNews::Stolen => SharingInput::Stolen,
        };
        self.share(thread, input);
    }

    /// A copy of a thread, for a page that follows this one.
    fn copied(&self, thread: &ThreadId) -> Option<Copied> {
        let chat = self.chat.borrow();
        Some(Copied {
            head: chat.head(thread)?.clone(),
            conversation: chat.conversation(thread)?.clone(),
        })
    }

    /// Takes over a copy of the thread from the page that drives it.
    fn mirror(&self, thread: &ThreadId, copied: Copied) {
        let Copied { head, conversation } = copied;
        self.push(ChatInput::Heard(head), false);
        self.push(ChatInput::Mirrored(Box::new(conversation)), false);
        let first = self.with_shared(thread, |held| !std::mem::replace(&mut held.adopted, true));
        if first == Some(true) {
            self.past_wanted(thread);
            self.adopt_later(thread);
        }
    }

    /// Forgets everything about a thread's sharing.
    fn leave(&self, thread: &ThreadId) -> Option<Shared> {
        let mut threads = self.pages.threads.borrow_mut();
        let place = threads.iter().position(|held| held.thread == *thread)?;
        Some(threads.swap_remove(place))
    }

    pub(super) fn suspend_pages(&self) {
        self.everywhere(&SharingInput::Suspend);
    }

    pub(super) fn resume_pages(&self) {
        self.everywhere(&SharingInput::Resume);
    }

    fn everywhere(&self, input: &SharingInput) {
        let threads: Vec<_> = {
            let threads = self.pages.threads.borrow();
            threads.iter().map(|held| held.thread.clone()).collect()
        };
        for thread in threads {
            self.share(&thread, input.clone());
        }
    }

    /// Releases all locks and channels. Takes them out of their cells first: a release may call
    /// back.
    pub(super) fn leave_pages(&self) {
        let threads = self.pages.threads.take();
        drop(threads);
        drop(self.pages.heads.take());
        drop(self.pages.alive.take());
    }
}
