//! The storage of a walk. It performs a job only when the walk decides.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use super::super::super::fakes::all_of;
use super::browser::PageNo;
use super::trace;
use super::words::{Word, words_of};
use crate::driver::{Keys, Listed, MemoryStorage, Read, Record, Storage, Table, Write, Written};

/// Storage that performs the jobs of all pages one after the other, as if each were a transaction
/// over all tables.
///
/// Records which page has claimed which epoch, and each write of a thread by a page that was not
/// the last one to claim it.
#[derive(Default)]
pub(super) struct Disk {
    pub(super) held: MemoryStorage,
    pub(super) queue: RefCell<VecDeque<(PageNo, Job)>>,
    pub(super) claimed: RefCell<BTreeMap<String, PageNo>>,
    pub(super) refused: Cell<usize>,
    pub(super) unfenced: RefCell<Vec<String>>,
    pub(super) words: RefCell<Option<BTreeSet<Word>>>,
}

pub(super) enum Job {
    Read(Table, Keys, Read),
    List(Table, Keys, Listed),
    Write(Vec<Write>, Written),
}

impl Job {
    pub(super) fn words(&self) -> Vec<Word> {
        match self {
            Self::Write(batch, _) => batch.iter().flat_map(words_of_write).collect(),
            Self::Read(..) | Self::List(..) => Vec::new(),
        }
    }
}

fn words_of_write(write: &Write) -> Vec<Word> {
    match write {
        Write::Put {
            table: Table::Turns | Table::Conversations | Table::Drafts,
            value,
            ..
        } => words_of(value).collect(),
        Write::Put { .. } | Write::Add { .. } | Write::Delete { .. } => Vec::new(),
    }
}

impl Disk {
    pub(super) fn all(&self, table: Table) -> Vec<Record> {
        all_of(&self.held, table)
    }

    pub(super) fn stored_words(&self) -> BTreeSet<Word> {
        let tables = [Table::Turns, Table::Conversations, Table::Drafts];
        let records = tables.into_iter().flat_map(|table| self.all(table));
        records
            .flat_map(|(_, value)| words_of(&value).collect::<Vec<_>>())
            .collect()
    }

    pub(super) fn perform(&self, page: PageNo, job: Job) -> Box<dyn FnOnce()> {
        match job {
            Job::Read(table, keys, done) => {
                trace::note(format!("disk, page {page}: read {} {keys:?}", table.name()));
                let result = took(|done| self.held.read(table, keys, done));
                Box::new(move || done(result))
            }
            Job::List(table, keys, done) => {
                let result = took(|done| self.held.keys(table, keys, done));
                Box::new(move || done(result))
            }
            Job::Write(batch, done) => {
                let result = took(|done| self.held.write(batch.clone(), done));
                let what = trace::written(&batch);
                trace::note(format!("disk, page {page}: {what}: {result:?}"));
                if result.is_ok() {
                    self.words.take();
                    self.look_at(page, &batch);
                } else {
                    self.refused.set(self.refused.get() + 1);
                }
                Box::new(move || done(result))
            }
        }
    }

    pub(super) fn look_at(&self, page: PageNo, batch: &[Write]) {
        let mut claimed = self.claimed.borrow_mut();
        for write in batch {
            match write {
                Write::Add { key, .. } => drop(claimed.insert(key.clone(), page)),
                Write::Delete {
                    table: Table::Fences,
                    keys: Keys::One(key),
                } => drop(claimed.remove(key)),
                Write::Put { .. } | Write::Delete { .. } => {}
            }
        }
        let of_thread = |write: &&Write| {
            matches!(
                write,
                Write::Put {
                    table: Table::Turns | Table::Conversations,
                    ..
                }
            )
        };
        if let (Some(write), Some((key, last))) =
            (batch.iter().find(of_thread), claimed.last_key_value())
            && *last != page
        {
            let wrong = format!("page {page} wrote {write:?}, while page {last} had {key:?}");
            self.unfenced.borrow_mut().push(wrong);
        }
    }
}

/// Returns what `call` passes to its callback before it returns.
fn took<R: 'static>(call: impl FnOnce(Box<dyn FnOnce(R)>)) -> R {
    let slot = Rc::new(RefCell::new(None));
    let filled = slot.clone();
    call(Box::new(move |result| {
        filled.replace(Some(result));
    }));
    slot.take().expect("memory answers at once")
}
