//! The storage of a walk. It performs a job only when the walk decides.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use super::super::super::fakes::all_of;
use super::browser::PageNo;
use super::trace;
use super::words::{Word, words_of};
use crate::driver::{Keys, Listed, MemoryStorage, Read, Record, Storage, Table, Write, Written};

/// Storage that performs the jobs of all pages one after the other, as if each were a transaction
/// over all tables.
///
/// Records each write of a thread by a page after a later page has written or has taken over.
#[derive(Default)]
pub(super) struct Disk {
    pub(super) held: MemoryStorage,
    pub(super) queue: RefCell<VecDeque<(PageNo, u32, Job)>>,
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
                let late = self.late_in(page, &batch);
                let result = took(|done| self.held.write(batch.clone(), done));
                let what = trace::written(&batch);
                trace::note(format!("disk, page {page}: {what}: {result:?}"));
                if result.is_ok() {
                    self.words.take();
                    self.unfenced.borrow_mut().extend(late);
                } else {
                    self.refused.set(self.refused.get() + 1);
                }
                Box::new(move || done(result))
            }
        }
    }

    /// Compares the fence and the place that a batch stores with those that are stored.
    fn late_in(&self, page: PageNo, batch: &[Write]) -> Option<String> {
        let place = |value: &[u8]| {
            let text = std::str::from_utf8(value).unwrap();
            let (epoch, seq) = text.split_once(' ').unwrap_or(("0", "0"));
            (epoch.parse::<u64>().unwrap(), seq.parse::<u64>().unwrap())
        };
        let stored = self.all(Table::Fences);
        let stored = stored.iter().map(|(key, value)| (key, place(value)));
        let last = stored.max()?;
        let mine = batch.iter().find_map(|write| match write {
            Write::Put {
                table: Table::Fences,
                key,
                value,
            } => Some((key, place(value))),
            Write::Put { .. } | Write::Add { .. } | Write::Delete { .. } => None,
        })?;
        (mine < last).then(|| format!("page {page} wrote {mine:?} after {last:?}"))
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
