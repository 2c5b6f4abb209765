//! A page's own data of a thread: its composer, and the acts that it has sent to the driving page.
//! This data is stored under the page's id. Later pages take over what closed pages have left.
//!
//! A page counts as closed if its lock is free.

use std::rc::Rc;

use midturn_core::attachment::MessageContent;
use midturn_core::chat::ChatInput;
use midturn_core::id::{PageId, ThreadId};
use midturn_core::input::Input;
use midturn_core::sharing::{Ask, Draft};
use midturn_core::time::Millis;

use super::context::Context;
use super::left_drafts::{LeftDrafts, draft_of};
use super::letter::Letter;
use super::pages::{Pages, page_lock};
use super::shell::LockNews;
use super::storage::{Keys, Record, Table, Write, page_of, record};
use super::store::{Store, readable};
use super::tasks::Tasks;

/// How long to wait for a page that may be closing, in milliseconds. On a reload, the new page
/// begins before the old one has released everything.
const GOING_MS: Millis = 5_000;

/// Takes over what closed pages have left.
pub(super) struct Adopting {
    cx: Rc<Context>,
    store: Rc<Store>,
    pages: Rc<Pages>,
    /// What is being looked for, also the waits for pages that may be closing.
    waiting: Tasks<()>,
}

impl Adopting {
    pub(super) fn new(cx: Rc<Context>, store: Rc<Store>, pages: Rc<Pages>) -> Self {
        Self {
            waiting: cx.tasks(),
            cx,
            store,
            pages,
        }
    }

    pub(super) fn clear(&self) {
        self.waiting.clear();
    }

    /// Looks for what closed pages have left of a thread. What other pages leave is taken over later,
    /// if they close soon.
    pub(super) async fn find(self: &Rc<Self>, thread: &ThreadId) -> Vec<LeftDrafts> {
        let keys = Keys::Of(thread.as_str().to_owned());
        // Not `records`: what this page wrote while the thread was loading needs no reader, and a first
        // message must not wait for one.
        let records = self.store.bytes(Table::Drafts, keys).await;
        self.pages.with(thread, |held| held.adopted = true);
        let own = self.pages.own();
        let mut pages: Vec<(PageId, Vec<Record>)> = Vec::new();
        for record in records.unwrap_or_default() {
            let page = PageId::from(page_of(&record.0));
            match pages.iter_mut().find(|(held, _)| *held == page) {
                Some((_, records)) => records.push(record),
                None if page != own => pages.push((page, vec![record])),
                None => {}
            }
        }
        let mut left = Vec::new();
        if !pages.is_empty() {
            readable().await;
        }
        for (page, records) in pages {
            match self.pages.lock(&page_lock(&page), Ask::IfFree).await {
                // The page may have written until it closed: read its records again.
                Some((LockNews::Granted, lock)) => left.push(LeftDrafts {
                    records: self.left_by(thread, &page).await,
                    lock: Some(lock),
                    acts_stay: false,
                }),
                // A page in another tab keeps its own text.
                Some((LockNews::Taken | LockNews::Stolen, _)) => {
                    if self.pages.may_be_going(&page) {
                        self.when_gone(thread, page);
                    }
                }
                // Without locks, the page may still be open. A duplicate text is better than a lost
                // one.
                None => left.push(LeftDrafts {
                    records,
                    lock: None,
                    acts_stay: false,
                }),
            }
        }
        left
    }

    /// Waits for a page that may be closing, and takes over what it leaves.
    fn when_gone(self: &Rc<Self>, thread: &ThreadId, page: PageId) {
        let (me, thread) = (self.clone(), thread.clone());
        self.waiting.begin((), async move {
            let name = page_lock(&page);
            let gone = me.pages.lock(&name, Ask::Wait);
            let gone = me.cx.within(GOING_MS, gone).await;
            if let Some(Some((LockNews::Granted, lock))) = gone {
                let left = LeftDrafts {
                    records: me.left_by(&thread, &page).await,
                    lock: Some(lock),
                    acts_stay: false,
                };
                me.take_over(&thread, vec![left]);
            }
        });
    }

    /// The records of a closed page.
    async fn left_by(&self, thread: &ThreadId, page: &PageId) -> Vec<Record> {
        let keys = Keys::Of(thread.as_str().to_owned());
        let records = self.store.records(Table::Drafts, keys).await;
        let mut records = records.unwrap_or_default();
        records.retain(|(key, _)| page_of(key) == page.as_str());
        records
    }

    /// Takes over what closed pages have left, in a page that follows.
    pub(super) fn follow(self: &Rc<Self>, thread: &ThreadId) {
        let (me, thread) = (self.clone(), thread.clone());
        self.waiting.begin((), async move {
            let left = me.find(&thread).await;
            me.take_over(&thread, left);
        });
    }

    /// Puts what was left into the composer of a loaded thread.
    fn take_over(&self, thread: &ThreadId, mut left: Vec<LeftDrafts>) {
        let stays = || self.pages.with(thread, |held| held.adopted = false);
        for held in &mut left {
            held.acts_stay = self.is_heard_of(thread, held);
            if held.acts_stay {
                stays();
            }
        }
        let written = |held: &LeftDrafts| held.readable().any(|draft| !draft.said.is_blank());
        left.retain(|held| !held.acts_stay || written(held));
        if self.cx.look(thread, |_| ()).is_none() {
            // Leave the drafts stored until the thread is loaded.
            stays();
            return;
        }
        for held in &left {
            for draft in held.readable() {
                let said = self.cx.look(thread, |conversation| {
                    if held.acts_stay {
                        draft.said
                    } else {
                        draft.left_of(conversation)
                    }
                });
                if let Some(said) = said.filter(|said| !said.is_blank()) {
                    let kept = ChatInput::In(thread.clone(), Input::Kept { said });
                    self.cx.push(kept, true);
                }
            }
        }
        self.cx.inbox.put(Letter::Adopted(thread.clone(), left));
        self.cx.drain();
    }

    /// Whether the conversation has already received one of the acts that were left.
    fn is_heard_of(&self, thread: &ThreadId, left: &LeftDrafts) -> bool {
        let heard = self.cx.look(thread, |conversation| {
            left.readable().any(|draft| draft.was_heard(conversation))
        });
        heard == Some(true)
    }

    /// Stores what was left as this page's own, now that the composer has it, and deletes the
    /// closed pages' records, in one batch.
    pub(super) fn adopted(&self, thread: &ThreadId, left: Vec<LeftDrafts>) {
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
        batch.push(self.pages.draft_write(thread));
        let locks: Vec<_> = left.into_iter().map(|held| held.lock).collect();
        let written = self.store.write_or_keep(batch);
        self.cx.begin(async move {
            written.await;
            // Only now may another page look for what was left.
            drop(locks);
        });
    }
}
