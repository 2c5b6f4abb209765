//! A mock browser whose locks, channels and storage answer asynchronously, as in a real browser.
//! Each answer waits in the mail of its page, and the walk decides what is delivered next.
//!
//! [`Disk`] checks every write.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use midturn_core::id::PageId;
use midturn_core::sharing::Ask;

use super::disk::{Disk, Job};
use super::mail::{Listener, Mail, News, Told};
use super::trace;
use super::words::{Word, words_of};
use crate::driver::{
    Channel, Keys, Listed, LockNews, Peers, Read, Record, Storage, Table, Write, Written,
};
use crate::transport::OnDrop;

/// The number of a page in its walk. Numbers are not reused.
pub(super) type PageNo = u32;

/// One browser, with one origin. Clones are handles to the same browser.
#[derive(Clone, Default)]
pub(super) struct Browser(Rc<State>);

#[derive(Default)]
struct State {
    serial: Cell<u32>,
    stolen: Cell<usize>,
    locks: RefCell<Vec<Lock>>,
    ears: RefCell<Vec<Ear>>,
    mail: RefCell<BTreeMap<PageNo, Mail>>,
    disk: Disk,
}

struct Lock {
    serial: u32,
    page: PageNo,
    name: String,
    told: Told,
    held: bool,
}

struct Ear {
    serial: u32,
    page: PageNo,
    name: String,
    heard: Listener,
}

impl Browser {
    /// Adds a page.
    pub(super) fn page(&self, page: PageNo) -> Rc<BrowserPage> {
        self.0.mail.borrow_mut().insert(page, Mail::default());
        let state = self.0.clone();
        Rc::new(BrowserPage { state, page })
    }

    /// Removes a page: releases its locks and drops its mail. The disk still performs the page's
    /// jobs, but only the first `done` of them if the page crashed.
    pub(super) fn gone(&self, page: PageNo, done: Option<usize>) {
        let mail = self.0.mail.borrow_mut().remove(&page);
        if let Some(mut left) = done {
            let mut queue = self.0.disk.queue.borrow_mut();
            let (gone, kept): (VecDeque<_>, _) = queue.drain(..).partition(|(by, ..)| {
                let of_page = *by == page;
                let lost = of_page && left == 0;
                left -= usize::from(of_page && left > 0);
                lost
            });
            *queue = kept;
            drop(queue);
            drop(gone);
        }
        let serials: Vec<_> = {
            let locks = self.0.locks.borrow();
            let of_page = locks.iter().filter(|held| held.page == page);
            of_page.map(|held| held.serial).collect()
        };
        for serial in serials {
            self.0.leave(serial);
        }
        drop(mail);
    }

    /// How many jobs of a page the disk has not performed yet.
    pub(super) fn asked_by(&self, page: PageNo) -> usize {
        let queue = self.0.disk.queue.borrow();
        queue.iter().filter(|(by, ..)| *by == page).count()
    }

    /// The disk performs its next job. Returns whether there was one.
    pub(super) fn disk(&self) -> bool {
        let Some((page, asked, job)) = self.0.disk.queue.borrow_mut().pop_front() else {
            return false;
        };
        let answer = self.0.disk.perform(page, job);
        let mut mail = self.0.mail.borrow_mut();
        // Drop the answer only after the borrow: the answer may own a lock, and the release of a
        // lock borrows the mail.
        let unheard = match mail.get_mut(&page) {
            Some(mail) => {
                mail.answers.push_back((asked, answer));
                None
            }
            None => Some(answer),
        };
        drop(mail);
        drop(unheard);
        true
    }

    /// Delivers the next item of a page's mail: of this kind, or else of the next kind that has an
    /// item. Returns whether there was an item.
    pub(super) fn deliver(&self, page: PageNo, kind: usize) -> bool {
        for kind in kind..kind + 3 {
            let mut all = self.0.mail.borrow_mut();
            let Some(mail) = all.get_mut(&page) else {
                return false;
            };
            let next: Option<Box<dyn FnOnce()>> = match kind % 3 {
                0 => mail.said.pop_front().map(|(heard, text)| {
                    trace::note(format!("page {page} hears {}", trace::said(&text)));
                    let hear: Box<dyn FnOnce()> = Box::new(move || heard(text));
                    hear
                }),
                1 => mail.next_news().inspect(|_| {
                    trace::note(format!("page {page} hears of a lock"));
                }),
                _ => mail.next_answer().inspect(|_| {
                    trace::note(format!("page {page} gets an answer of the disk"));
                }),
            };
            drop(all);
            if let Some(next) = next {
                next();
                return true;
            }
        }
        false
    }

    /// Delivers the disk's next answer to a page. Returns whether there was one.
    pub(super) fn answer(&self, page: PageNo) -> bool {
        let mut mail = self.0.mail.borrow_mut();
        let next = mail.get_mut(&page).and_then(Mail::next_answer);
        drop(mail);
        let there = next.is_some();
        if let Some(next) = next {
            next();
        }
        there
    }

    /// Drops a page's channel messages, as a browser may do for a page in its back/forward cache.
    pub(super) fn forget_said(&self, page: PageNo) {
        if let Some(mail) = self.0.mail.borrow_mut().get_mut(&page) {
            mail.said.clear();
        }
    }

    /// The words in storage and in writes that wait.
    pub(super) fn words(&self) -> BTreeSet<Word> {
        let mut words = self.stored();
        for (_, _, job) in self.0.disk.queue.borrow().iter() {
            words.extend(job.words());
        }
        words
    }

    /// The words in storage.
    pub(super) fn stored(&self) -> BTreeSet<Word> {
        let disk = &self.0.disk;
        let mut words = disk.words.borrow_mut();
        words.get_or_insert_with(|| disk.stored_words()).clone()
    }

    /// The words in the stored data that pages share: turns and conversations, not drafts.
    pub(super) fn stored_shared(&self) -> BTreeSet<Word> {
        let tables = [Table::Turns, Table::Conversations];
        let records = tables.into_iter().flat_map(|table| self.records(table));
        records
            .flat_map(|(_, value)| words_of(&value).collect::<Vec<_>>())
            .collect()
    }

    pub(super) fn records(&self, table: Table) -> Vec<Record> {
        self.0.disk.all(table)
    }

    /// How many writes storage has refused.
    pub(super) fn refused(&self) -> usize {
        self.0.disk.refused.get()
    }

    /// How many locks were stolen.
    pub(super) fn taken_over(&self) -> usize {
        self.0.stolen.get()
    }

    /// Describes the first write by a page whose thread another page had by then.
    pub(super) fn unfenced(&self) -> Option<String> {
        self.0.disk.unfenced.borrow().first().cloned()
    }
}

impl State {
    fn next(&self) -> u32 {
        self.serial.set(self.serial.get() + 1);
        self.serial.get()
    }

    fn tell(&self, page: PageNo, serial: u32, told: Told, news: LockNews) {
        if let Some(mail) = self.mail.borrow_mut().get_mut(&page) {
            let sent = self.next();
            mail.news.push_back(News {
                serial,
                sent,
                told,
                said: news,
            });
        }
    }

    /// Releases a lock, or leaves its queue. Undelivered news of the lock is dropped.
    fn leave(&self, serial: u32) {
        let mut locks = self.locks.borrow_mut();
        let place = locks.iter().position(|held| held.serial == serial);
        let gone = place.map(|place| locks.remove(place));
        drop(locks);
        let mut untold = Vec::new();
        for mail in self.mail.borrow_mut().values_mut() {
            let (gone, kept) = mail.news.drain(..).partition(|news| news.serial == serial);
            mail.news = kept;
            let gone: VecDeque<_> = gone;
            untold.push(gone);
        }
        drop(untold);
        if let Some(gone) = gone {
            self.grant(&gone.name);
        }
    }

    fn grant(&self, name: &str) {
        let mut locks = self.locks.borrow_mut();
        if locks.iter().any(|held| held.name == name && held.held) {
            return;
        }
        let next = locks.iter_mut().find(|held| held.name == name);
        let next = next.map(|next| {
            next.held = true;
            (next.page, next.serial, next.told.clone())
        });
        drop(locks);
        if let Some((page, serial, told)) = next {
            self.tell(page, serial, told, LockNews::Granted);
        }
    }
}

/// One page's access to its browser.
pub(super) struct BrowserPage {
    state: Rc<State>,
    page: PageNo,
}

impl BrowserPage {
    fn ask(&self, job: Job) {
        let mut queue = self.state.disk.queue.borrow_mut();
        queue.push_back((self.page, self.state.next(), job));
    }
}

impl Storage for BrowserPage {
    fn read(&self, table: Table, keys: Keys, done: Read) {
        self.ask(Job::Read(table, keys, done));
    }

    fn keys(&self, table: Table, keys: Keys, done: Listed) {
        self.ask(Job::List(table, keys, done));
    }

    fn write(&self, batch: Vec<Write>, done: Written) {
        self.ask(Job::Write(batch, done));
    }
}

impl Peers for BrowserPage {
    fn lock(&self, name: &str, ask: Ask, told: Box<dyn Fn(LockNews)>) -> Option<OnDrop> {
        let state = &self.state;
        let (serial, told) = (state.next(), Rc::from(told) as Told);
        let free = !state.locks.borrow().iter().any(|held| held.name == name);
        if ask == Ask::IfFree && !free {
            state.tell(self.page, serial, told, LockNews::Taken);
        } else {
            let lock = Lock {
                serial,
                page: self.page,
                name: name.to_owned(),
                told,
                held: false,
            };
            let mut locks = state.locks.borrow_mut();
            let steals = ask == Ask::Steal;
            let robbed = locks
                .iter()
                .position(|held| steals && held.name == name && held.held);
            let robbed = robbed.map(|place| locks.remove(place));
            let place = if steals { 0 } else { locks.len() };
            locks.insert(place, lock);
            drop(locks);
            if let Some(robbed) = robbed {
                state.stolen.set(state.stolen.get() + 1);
                state.tell(robbed.page, robbed.serial, robbed.told, LockNews::Stolen);
            }
            state.grant(name);
        }
        let state = Rc::downgrade(state);
        Some(OnDrop::new(move || {
            if let Some(state) = state.upgrade() {
                state.leave(serial);
            }
        }))
    }

    fn join(&self, name: &str, heard: Box<dyn Fn(String)>) -> Option<Rc<dyn Channel>> {
        let serial = self.state.next();
        self.state.ears.borrow_mut().push(Ear {
            serial,
            page: self.page,
            name: name.to_owned(),
            heard: Rc::from(heard),
        });
        Some(Rc::new(Joined {
            serial,
            name: name.to_owned(),
            state: self.state.clone(),
        }))
    }

    fn arrive(&self, _: &PageId) -> Option<Vec<PageId>> {
        None
    }
}

struct Joined {
    serial: u32,
    name: String,
    state: Rc<State>,
}

impl Channel for Joined {
    fn say(&self, text: &str) {
        let mut mail = self.state.mail.borrow_mut();
        for ear in self.state.ears.borrow().iter() {
            if let Some(mail) = mail
                .get_mut(&ear.page)
                .filter(|_| ear.name == self.name && ear.serial != self.serial)
            {
                mail.said.push_back((ear.heard.clone(), text.to_owned()));
            }
        }
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        let mut ears = self.state.ears.borrow_mut();
        let place = ears.iter().position(|ear| ear.serial == self.serial);
        let gone = place.map(|place| ears.remove(place));
        drop(ears);
        drop(gone);
    }
}
