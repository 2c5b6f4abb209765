//! A page's own data of a thread: its composer, and the acts that it has sent to the driving page.
//! This data is stored under the page's id. Later pages take over what closed pages have left.
//!
//! A page counts as closed if its lock is free.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::attachment::MessageContent;
use midturn_core::chat::ChatInput;
use midturn_core::conversation::Conversation;
use midturn_core::id::{PageId, ThreadId};
use midturn_core::input::Input;
use midturn_core::sharing::{Ask, Draft};
use midturn_core::time::Millis;

use super::super::Runtime;
use super::super::left_drafts::{LeftDrafts, draft_of};
use super::super::letter::Letter;
use super::super::shell::LockNews;
use super::super::storage::{Keys, Record, StorageError, Table, Write, draft_key, page_of, record};
use super::page_lock;
use crate::transport::OnDrop;

/// How long to wait for a page that may be closing, in milliseconds. On a reload, the new page
/// begins before the old one has released everything.
const GOING_MS: Millis = 5_000;

/// Callback for what was found.
type Found = Box<dyn FnOnce(Vec<LeftDrafts>)>;

impl Runtime {
    /// Writes this page's own data of a thread.
    pub(in super::super) fn write_draft(&self, thread: &ThreadId) {
        self.write_aside(vec![self.draft_write(thread)]);
    }

    pub(in super::super) fn draft_write(&self, thread: &ThreadId) -> Write {
        let table = Table::Drafts;
        let key = draft_key(thread.as_str(), self.page().as_str());
        let chat = self.chat.borrow();
        let conversation = chat.conversation(thread);
        let said = conversation.map(Conversation::composed).unwrap_or_default();
        let outbox = self.with_shared(thread, |held| held.sharing.outbox().to_vec());
        let draft = Draft {
            said,
            outbox: outbox.unwrap_or_default(),
        };
        if draft.is_empty() {
            let keys = Keys::One(key);
            return Write::Delete { table, keys };
        }
        let value = record::write(&draft);
        Write::Put { table, key, value }
    }

    /// Looks for what closed pages have left of a thread.
    pub(in super::super) fn adopt(&self, thread: &ThreadId, found: Found) {
        let me = self.me.clone();
        let about = thread.clone();
        let read = Box::new(move |records: Result<Vec<Record>, StorageError>| {
            let Some(me) = me.upgrade() else { return };
            me.with_shared(&about, |held| held.adopted = true);
            let own = me.page();
            let mut pages: Vec<(PageId, Vec<Record>)> = Vec::new();
            for record in records.unwrap_or_default() {
                let page = PageId::from(page_of(&record.0));
                match pages.iter_mut().find(|(held, _)| *held == page) {
                    Some((_, records)) => records.push(record),
                    None if page != own => pages.push((page, vec![record])),
                    None => {}
                }
            }
            me.adopt_each(&about, pages, Vec::new(), found);
        });
        let keys = Keys::Of(thread.as_str().to_owned());
        self.read_records(Table::Drafts, keys, read);
    }

    /// Goes through the pages one by one. Takes over from closed pages now, and from others if they
    /// close soon.
    fn adopt_each(
        &self,
        thread: &ThreadId,
        mut pages: Vec<(PageId, Vec<Record>)>,
        mut left: Vec<LeftDrafts>,
        found: Found,
    ) {
        let Some((page, records)) = pages.pop() else {
            left.reverse();
            found(left);
            return;
        };
        let (me, about, asked) = (self.me.clone(), thread.clone(), page.clone());
        let rest = Rc::new(RefCell::new(Some((pages, left, found, records))));
        let again = rest.clone();
        let told = Box::new(move |news, lock: Option<OnDrop>| {
            let (Some(me), Some((pages, mut left, found, _))) = (me.upgrade(), rest.take()) else {
                return;
            };
            match news {
                // The page may have written until it closed: read its records again.
                LockNews::Granted => {
                    let (again, of) = (me.me.clone(), about.clone());
                    let read = Box::new(move |records| {
                        if let Some(me) = again.upgrade() {
                            left.push(LeftDrafts {
                                records,
                                lock,
                                acts_stay: false,
                            });
                            me.adopt_each(&of, pages, left, found);
                        }
                    });
                    me.read_left(&about, &asked, read);
                    return;
                }
                // A page in another tab keeps its own text.
                LockNews::Taken | LockNews::Stolen => {
                    if me.may_be_going(&asked) {
                        me.adopt_when_gone(&about, &asked);
                    }
                }
            }
            me.adopt_each(&about, pages, left, found);
        });
        let there = self.lock_once(&page_lock(&page), told);
        let rest = if there { None } else { again.take() };
        if let Some((pages, mut left, found, records)) = rest {
            // Without locks, the page may still be open. A duplicate text is better than a lost
            // one.
            left.push(LeftDrafts {
                records,
                lock: None,
                acts_stay: false,
            });
            self.adopt_each(thread, pages, left, found);
        }
    }

    /// Whether the page was in this tab before a reload. True if that is unknown.
    fn may_be_going(&self, page: &PageId) -> bool {
        let before = self.pages.before.borrow();
        before.as_ref().is_none_or(|pages| pages.contains(page))
    }

    /// Waits for a page that may be closing, and takes over what it leaves.
    fn adopt_when_gone(&self, thread: &ThreadId, page: &PageId) {
        let (me, about, of) = (self.me.clone(), thread.clone(), page.clone());
        let lock: Rc<RefCell<Option<OnDrop>>> = Rc::default();
        let held = lock.clone();
        let told = Box::new(move |news| {
            if let (LockNews::Granted, Some(me)) = (news, me.upgrade()) {
                me.adopt_gone(&about, &of, held.take());
            }
        });
        let asked = self.shell.peers.lock(&page_lock(page), Ask::Wait, told);
        lock.replace(asked);
        let gives_up = Box::new(move || drop(lock.take()));
        let timer = self.shell.timers.after(GOING_MS, gives_up);
        self.with_shared(thread, |held| held.adopting.push(timer));
    }

    fn adopt_gone(&self, thread: &ThreadId, page: &PageId, lock: Option<OnDrop>) {
        let (me, about) = (self.me.clone(), thread.clone());
        let read = Box::new(move |records| {
            if let Some(me) = me.upgrade() {
                let left = LeftDrafts {
                    records,
                    lock,
                    acts_stay: false,
                };
                me.adopt_into(&about, vec![left]);
            }
        });
        self.read_left(thread, page, read);
    }

    /// Reads the records of a closed page.
    fn read_left(&self, thread: &ThreadId, page: &PageId, done: Box<dyn FnOnce(Vec<Record>)>) {
        let page = page.clone();
        let read = Box::new(move |records: Result<Vec<Record>, StorageError>| {
            let mut records = records.unwrap_or_default();
            records.retain(|(key, _)| page_of(key) == page.as_str());
            done(records);
        });
        let keys = Keys::Of(thread.as_str().to_owned());
        self.read_records(Table::Drafts, keys, read);
    }

    /// Takes over what closed pages have left, in a page that follows.
    pub(super) fn adopt_later(&self, thread: &ThreadId) {
        let (me, about) = (self.me.clone(), thread.clone());
        let found = Box::new(move |left| {
            if let Some(me) = me.upgrade() {
                me.adopt_into(&about, left);
            }
        });
        self.adopt(thread, found);
    }

    /// Puts what was left into the composer of a loaded thread.
    fn adopt_into(&self, thread: &ThreadId, mut left: Vec<LeftDrafts>) {
        for held in &mut left {
            held.acts_stay = self.is_heard_of(thread, held);
            if held.acts_stay {
                self.with_shared(thread, |held| held.adopted = false);
            }
        }
        let written = |held: &LeftDrafts| held.readable().any(|draft| !draft.said.is_blank());
        left.retain(|held| !held.acts_stay || written(held));
        if self.chat.borrow().conversation(thread).is_none() {
            // Leave the drafts stored until the thread is loaded.
            self.with_shared(thread, |held| held.adopted = false);
            return;
        }
        for held in &left {
            for draft in held.readable() {
                let said = {
                    let chat = self.chat.borrow();
                    let conversation = chat.conversation(thread);
                    conversation.map(|conversation| {
                        if held.acts_stay {
                            draft.said
                        } else {
                            draft.left_of(conversation)
                        }
                    })
                };
                if let Some(said) = said.filter(|said| !said.is_blank()) {
                    self.push(ChatInput::In(thread.clone(), Input::Kept { said }), true);
                }
            }
        }
        self.put(Letter::Adopted(thread.clone(), left));
        self.drain();
    }

    /// Whether the conversation has already received one of the acts that were left.
    fn is_heard_of(&self, thread: &ThreadId, left: &LeftDrafts) -> bool {
        let chat = self.chat.borrow();
        let Some(conversation) = chat.conversation(thread) else {
            return false;
        };
        left.readable().any(|draft| draft.was_heard(conversation))
    }

    /// Stores what was left as this page's own, now that the composer has it, and deletes the
    /// closed pages' records, in one batch.
    pub(in super::super) fn adopted(&self, thread: &ThreadId, left: Vec<LeftDrafts>) {
        let table = Table::Drafts;
        let mut batch = Vec::new();
        for held in &left {
            for (key, bytes) in &held.records {
                // Keep records without any readable text.
                let Some(draft) = draft_of(bytes) else {
                    continue;
                };
                batch.push(if held.acts_stay {
                    let said = MessageContent::default();
                    Write::Put {
                        table,
                        key: key.clone(),
                        value: record::write(&Draft { said, ..draft }),
                    }
                } else {
                    let keys = Keys::One(key.clone());
                    Write::Delete { table, keys }
                });
            }
        }
        if batch.is_empty() {
            return;
        }
        batch.push(self.draft_write(thread));
        let locks: Vec<_> = left.into_iter().map(|held| held.lock).collect();
        let (me, copy) = (self.me.clone(), batch.clone());
        let written = Box::new(move |result: Result<(), StorageError>| {
            if let (Err(error), Some(me)) = (result, me.upgrade()) {
                me.storage_failed(error);
                if error == StorageError::Unavailable {
                    me.storage().write(copy, Box::new(|_| ()));
                }
            }
            drop(locks);
        });
        self.storage().write(batch, written);
    }
}
