//! What this page knows of the other pages: its own id, the locks that it holds, the channels that it
//! listens to, and what it may write of each thread.
//!
//! [`super::sharing`] performs the decisions of [`midturn_core::sharing`] with it.

mod fence;
mod locks;
#[cfg(test)]
pub(super) mod seeded;
#[cfg(target_arch = "wasm32")]
mod web;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use futures_channel::oneshot;
use midturn_core::chat::ChatInput;
use midturn_core::id::{PageId, ThreadId};
use midturn_core::recording::TimedInput;
use midturn_core::sharing::{Ask, Draft, Message, Sharing, SharingInput, Standing};

use super::context::Context;
use super::letter::Letter;
use super::shell::{Channel, Peers};
use super::storage::{Keys, Table, Write, draft_key, read_record, record};
use super::store::{Store, readable};
use super::tasks::Tasks;
use crate::transport::OnDrop;

pub(super) use fence::{Right, fences_of, place_text};
pub(super) use locks::{lock_name, page_lock};
#[cfg(target_arch = "wasm32")]
pub use web::WebPeers;

/// The channel for titles and deletions, whichever page has the thread open.
const HEADS: &str = "midturn";

/// What this page knows of the other pages.
pub(super) struct Pages {
    pub(super) cx: Rc<Context>,
    pub(super) store: Rc<Store>,
    id: OnceCell<PageId>,
    /// This page's lock. Held while the page lives, so that other pages know that it does.
    alive: RefCell<Option<OnDrop>>,
    /// The pages in this tab before a reload; `None` if unknown.
    before: RefCell<Option<Vec<PageId>>>,
    heads: RefCell<Option<Rc<dyn Channel>>>,
    threads: RefCell<Vec<Shared>>,
    locks: Cell<u64>,
    /// The times of the core's sharing, by thread.
    watches: Tasks<ThreadId>,
    #[cfg(test)]
    seeded: Cell<Option<seeded::SharingBug>>,
}

/// A thread that this page shows or drives.
pub(super) struct Shared {
    thread: ThreadId,
    pub(super) sharing: Sharing,
    channel: Option<Rc<dyn Channel>>,
    /// The handle of the lock or of its request. `serial` identifies the request; 0 once it is over.
    lock: Option<OnDrop>,
    serial: u64,
    pub(super) standing: Standing,
    /// The page that wrote last in an editor that all pages share, while this page drives.
    pub(super) writer: Option<PageId>,
    /// How many guarded writes are under way.
    writing: usize,
    /// A guarded write failed, and its content is not written again yet.
    behind: bool,
    /// Who waits for the guarded writes.
    gated: Vec<oneshot::Sender<()>>,
    /// This page has looked for what closed pages left in their composers.
    pub(super) adopted: bool,
}

impl Pages {
    pub(super) fn new(cx: Rc<Context>, store: Rc<Store>) -> Self {
        Self {
            id: OnceCell::new(),
            alive: RefCell::default(),
            before: RefCell::default(),
            heads: RefCell::default(),
            threads: RefCell::default(),
            locks: Cell::new(0),
            watches: cx.tasks(),
            #[cfg(test)]
            seeded: Cell::default(),
            cx,
            store,
        }
    }

    /// This page's id.
    pub(super) fn own(&self) -> PageId {
        let fresh = || self.cx.shell.clock.fresh_id().into();
        self.id.get_or_init(fresh).clone()
    }

    /// Makes this page known to other pages. `heard` receives news of their threads.
    pub(super) fn meet(&self, heard: impl Fn(ChatInput) + 'static) {
        let heard = Rc::new(heard);
        let channel = self.listen(HEADS, move |_, text| {
            if let Ok(TimedInput { input, .. }) = read_record(text.as_bytes()) {
                heard(input);
            }
        });
        self.heads.replace(channel);
        let before = self.peers().and_then(|peers| peers.arrive(&self.own()));
        self.before.replace(before);
        let name = page_lock(&self.own());
        let told = Box::new(|_| ());
        let lock = self
            .peers()
            .and_then(|peers| peers.lock(&name, Ask::Wait, told));
        self.alive.replace(lock);
    }

    /// The other pages. None for a page without storage: it has nothing of what is stored, and a page
    /// that followed it would write that over.
    fn peers(&self) -> Option<&dyn Peers> {
        let shares = !self.store.is_in_memory();
        shares.then_some(&*self.cx.shell.peers)
    }

    /// Joins a channel. `heard` receives the messages once they can be read.
    fn listen(
        &self,
        name: &str,
        heard: impl Fn(&Context, &str) + 'static,
    ) -> Option<Rc<dyn Channel>> {
        let (cx, heard) = (Rc::downgrade(&self.cx), Rc::new(heard));
        let heard = Box::new(move |text: String| {
            let Some(cx) = cx.upgrade() else { return };
            let (on, heard) = (cx.clone(), heard.clone());
            cx.begin(async move {
                readable().await;
                heard(&on, &text);
            });
        });
        self.peers()?.join(name, heard)
    }

    /// Joins a thread's channel, unless this page has joined it.
    pub(super) fn know(&self, thread: &ThreadId) {
        if self.is_known(thread) {
            return;
        }
        let about = thread.clone();
        let channel = self.listen(&lock_name(thread), move |cx, text| {
            // A message of another version cannot be read: ignore it.
            if let Ok(message) = read_record::<Message>(text.as_bytes()) {
                share(cx, &about, SharingInput::Heard(message));
            }
        });
        self.threads.borrow_mut().push(Shared {
            thread: thread.clone(),
            sharing: Sharing::new(self.own()),
            channel,
            lock: None,
            serial: 0,
            standing: Standing::Well,
            writing: 0,
            behind: false,
            gated: Vec::new(),
            writer: None,
            adopted: false,
        });
    }

    /// Calls `with` with what is known of a thread, if this page shows or drives it.
    pub(super) fn with<R>(
        &self,
        thread: &ThreadId,
        with: impl FnOnce(&mut Shared) -> R,
    ) -> Option<R> {
        let mut threads = self.threads.borrow_mut();
        let shared = threads.iter_mut().find(|held| held.thread == *thread)?;
        Some(with(shared))
    }

    pub(super) fn is_known(&self, thread: &ThreadId) -> bool {
        self.with(thread, |_| ()).is_some()
    }

    pub(super) fn is_driving(&self, thread: &ThreadId) -> bool {
        self.with(thread, |held| held.sharing.is_driving()) == Some(true)
    }

    /// The threads that this page shows or drives.
    pub(super) fn threads(&self) -> Vec<ThreadId> {
        let threads = self.threads.borrow();
        threads.iter().map(|held| held.thread.clone()).collect()
    }

    /// Puts an input of a thread's sharing into the inbox, and drains the inbox.
    pub(super) fn share(&self, thread: &ThreadId, input: SharingInput) {
        share(&self.cx, thread, input);
    }

    /// Puts an input of a thread's sharing into the inbox.
    pub(super) fn put(&self, thread: &ThreadId, input: SharingInput) {
        self.cx.inbox.put(Letter::Sharing(thread.clone(), input));
    }

    /// Sends a message to the other pages with this thread.
    pub(super) fn say(&self, thread: &ThreadId, message: &Message) {
        let channel = self.with(thread, |held| held.channel.clone());
        if let Some(channel) = channel.flatten() {
            channel.say(&record::text(message));
        }
    }

    /// Tells all other pages an input about the list of threads.
    pub(super) fn tell_heads(&self, input: &ChatInput) {
        let channel = self.heads.borrow().clone();
        if let Some(channel) = channel {
            let (at, input) = (self.cx.now(), input.clone());
            channel.say(&record::text(&TimedInput { at, input }));
        }
    }

    /// Gives a thread's sharing a tick after this long. It replaces the one before.
    pub(super) fn watch(&self, thread: &ThreadId, ms: u64) {
        self.watches.drop_where(|held| held == thread);
        let (cx, about) = (self.cx.clone(), thread.clone());
        self.watches.begin(thread.clone(), async move {
            cx.sleep(ms).await;
            share(&cx, &about, SharingInput::Tick);
        });
    }

    /// Whether the page was in this tab before a reload. True if that is unknown.
    pub(super) fn may_be_going(&self, page: &PageId) -> bool {
        let before = self.before.borrow();
        before.as_ref().is_none_or(|pages| pages.contains(page))
    }

    /// The write of this page's own data of a thread.
    pub(super) fn draft_write(&self, thread: &ThreadId) -> Write {
        let table = Table::Drafts;
        let key = draft_key(thread.as_str(), self.own().as_str());
        let outbox = self.with(thread, |held| held.sharing.outbox().to_vec());
        let draft = Draft::of(&self.cx.chat(), thread, outbox.unwrap_or_default());
        if draft.is_empty() {
            let keys = Keys::One(key);
            return Write::Delete { table, keys };
        }
        let value = record::write(&draft);
        Write::Put { table, key, value }
    }

    /// Writes this page's own data of a thread.
    pub(super) fn write_draft(&self, thread: &ThreadId) {
        self.store.write_aside(vec![self.draft_write(thread)]);
    }

    /// Forgets everything about a thread's sharing. Returns its lock.
    pub(super) fn leave(&self, thread: &ThreadId) -> Option<OnDrop> {
        self.watches.drop_where(|held| held == thread);
        let mut threads = self.threads.borrow_mut();
        let place = threads.iter().position(|held| held.thread == *thread)?;
        let left = threads.swap_remove(place);
        drop(threads);
        left.lock
    }

    /// Releases all locks and channels. Takes them out of their cells first: a release may call
    /// back.
    pub(super) fn clear(&self) {
        self.watches.clear();
        let threads = self.threads.take();
        drop(threads);
        drop(self.heads.take());
        drop(self.alive.take());
    }
}

fn share(cx: &Context, thread: &ThreadId, input: SharingInput) {
    cx.inbox.put(Letter::Sharing(thread.clone(), input));
    cx.drain();
}
