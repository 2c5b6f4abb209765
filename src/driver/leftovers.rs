//! Removes files that earlier pages have left behind: a page may close between the removal of a
//! message and that of its files.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use midturn_core::attachment::Attachment;
use midturn_core::id::ThreadId;
use midturn_core::sharing::Draft;
use midturn_core::time::Millis;

use super::attachments::Files;
use super::context::Context;
use super::pages::Pages;
use super::storage::{Keys, Table, file_key, read_record, thread_of};
use super::store::Store;
use super::tasks::Tasks;

/// How long after loading a thread to look, in milliseconds. Other work matters more just after a
/// thread was opened.
const AFTER_MS: Millis = 20_000;

/// The clean-up of files.
pub(super) struct Leftovers {
    cx: Rc<Context>,
    store: Rc<Store>,
    files: Rc<Files>,
    pages: Rc<Pages>,
    /// Loaded threads in which earlier pages may have left files behind.
    untidy: RefCell<Vec<ThreadId>>,
    waiting: Tasks<()>,
    tidying: Tasks<()>,
    /// The clean-up of files of unknown threads has begun. It runs once.
    tidied: Cell<bool>,
}

impl Leftovers {
    pub(super) fn new(
        cx: Rc<Context>,
        store: Rc<Store>,
        files: Rc<Files>,
        pages: Rc<Pages>,
    ) -> Self {
        Self {
            untidy: RefCell::default(),
            waiting: cx.tasks(),
            tidying: cx.tasks(),
            tidied: Cell::new(false),
            cx,
            store,
            files,
            pages,
        }
    }

    pub(super) fn clear(&self) {
        self.waiting.clear();
        self.tidying.clear();
    }

    /// Schedules the clean-up of a thread that was read completely.
    pub(super) fn later(self: &Rc<Self>, thread: &ThreadId) {
        self.untidy.borrow_mut().push(thread.clone());
        self.waiting.clear();
        let me = self.clone();
        self.waiting.begin((), async move {
            me.cx.sleep(AFTER_MS).await;
            me.unknown_threads();
            for thread in me.untidy.take() {
                if me.pages.is_driving(&thread) {
                    let again = me.clone();
                    me.tidying
                        .begin((), async move { again.thread(&thread).await });
                }
            }
        });
    }

    /// Removes the files of a thread that neither the thread nor the composer of a page has.
    async fn thread(&self, thread: &ThreadId) {
        let key = |file: &Attachment| file_key(thread.as_str(), file.id.as_str());
        let held = self.cx.look(thread, |held| held.files().map(key).collect());
        let Some(mut held): Option<Vec<_>> = held else {
            return;
        };
        let keys = Keys::Of(thread.as_str().to_owned());
        // The files first: a page may attach one meanwhile.
        let found = self.store.keys(Table::Attachments, keys.clone()).await;
        let Ok(found) = found else { return };
        // Other pages may have files in their composers.
        let Ok(drafts) = self.store.records(Table::Drafts, keys).await else {
            return;
        };
        let drafts = drafts.iter().map(|(_, bytes)| read_record::<Draft>(bytes));
        // A draft that cannot be read may have any file: remove none.
        let Ok(drafts) = drafts.collect::<Result<Vec<_>, _>>() else {
            return;
        };
        held.extend(
            drafts
                .into_iter()
                .flat_map(Draft::into_files)
                .map(|file| key(&file)),
        );
        let gone = found.into_iter().filter(|key| {
            let is_held = held.contains(key) || self.files.is_new(key) || self.has(key);
            !is_held
        });
        self.files.delete(gone.map(Keys::One).collect());
    }

    /// Whether a loaded conversation has the file.
    fn has(&self, key: &str) -> bool {
        let has = |file: &Attachment| file_key(thread_of(key), file.id.as_str()) == key;
        let thread = thread_of(key).into();
        self.cx.look(&thread, |held| held.files().any(has)) == Some(true)
    }

    /// Removes, once, the files of threads of which nothing else is stored.
    pub(super) fn unknown_threads(self: &Rc<Self>) {
        if self.tidied.replace(true) {
            return;
        }
        let me = self.clone();
        self.tidying.begin((), async move {
            let found = me.store.keys(Table::Attachments, Keys::All).await;
            let found = found.unwrap_or_default();
            let mut threads: Vec<_> = found.iter().map(|key| thread_of(key)).collect();
            threads.dedup();
            if threads.is_empty() {
                return;
            }
            // A thread whose first message is not sent has only a draft.
            let (Ok(stored), Ok(drafts)) = (
                me.store.keys(Table::Conversations, Keys::All).await,
                me.store.keys(Table::Drafts, Keys::All).await,
            ) else {
                return;
            };
            let is_known = |thread: &str| {
                stored.iter().any(|held| held == thread)
                    || drafts.iter().any(|key| thread_of(key) == thread)
                    || me.cx.chat().head(&thread.into()).is_some()
            };
            let gone = threads.into_iter().filter(|thread| !is_known(thread));
            let gone = gone.map(|thread| Keys::Of(thread.to_owned()));
            me.files.delete(gone.collect());
        });
    }
}
