//! The store: threads, runs, messages, activities, interjections and every event, in
//! `SQLite`.
//!
//! One task writes, in batches, on its own connection. Readers get an event only after its commit,
//! so that what a reader has seen survives a crash. Without a file the store lives in memory and
//! ends with the process. `record` interprets the events.

mod begin;
mod earlier;
mod events;
mod file;
mod finish;
mod left_out;
mod migrations;
mod outlet;
mod recover;
mod row;
mod runs;
mod snapshot;
mod threads;
mod writer;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

pub use begin::Begin;
pub use events::Stored;
pub use outlet::Outlet;
pub use runs::StoredRun;
pub use threads::{FinishedInterjection, Thread};
use writer::{Change, Entry, Hub, Lost};
pub use writer::{Delivered, Frame};

/// `sqlx` gives the database of this URL a new name at each parse. All connections with the same
/// parsed options share that database.
const IN_MEMORY: &str = "sqlite::memory:";

/// How many queries can run at the same time.
const READERS: u32 = 4;

/// Why the store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process has the store open.
    #[error("{0} is in use by another process")]
    InUse(PathBuf),
    /// The database file cannot be created, or its lock file cannot be created or locked.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// The database returned an error.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The database is not a store, or is of a later version.
    #[error("the store cannot be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// Writing failed. The cause has been logged.
    #[error("the store could not be written")]
    NotWritten,
}

/// The store of one process.
#[derive(Debug)]
pub struct Store {
    /// For reading.
    pool: SqlitePool,
    entries: mpsc::UnboundedSender<Entry>,
    hub: Arc<Hub>,
    failing: Arc<AtomicBool>,
    lost: Arc<Lost>,
    _keeps_alive: Option<Mutex<SqliteConnection>>,
    /// The lock, held while the store is open.
    _lock: Option<File>,
}

impl Store {
    /// Opens a store, migrates it to the current version, and marks runs that another process left
    /// running as interrupted.
    ///
    /// # Errors
    /// When the file cannot be used, or another running process has it open.
    pub async fn open(path: Option<&Path>) -> Result<Arc<Self>, StoreError> {
        let lock = path.map(file::lock).transpose()?;
        path.map(file::create).transpose()?;
        let options = match path {
            Some(path) => SqliteConnectOptions::new()
                .filename(path)
                .create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                // A commit survives the end of the process, without waiting for the disk.
                .synchronous(SqliteSynchronous::Normal),
            None => IN_MEMORY.parse()?,
        };
        let options = options
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5));
        // An in-memory database lives as long as one connection to it. The pool may close its
        // connections at any time, for example when the caller of a query goes away.
        let keeps_alive = match path {
            Some(_) => None,
            None => Some(Mutex::new(options.connect().await?)),
        };
        let writing = pool(options.clone(), 1).await?;
        migrations::migrator().run(&writing).await?;
        // Separate connections, so that commits do not wait for readers. In memory, two connections
        // would lock each other out.
        let reading = match path {
            Some(_) => pool(options, READERS).await?,
            None => writing.clone(),
        };
        let (entries, queue) = mpsc::unbounded_channel();
        let hub = Arc::new(Hub::default());
        let failing = Arc::new(AtomicBool::new(false));
        let lost = Arc::new(Lost::default());
        let writer = writer::Writer::new(
            writing,
            Arc::clone(&hub),
            Arc::clone(&failing),
            Arc::clone(&lost),
        );
        tokio::spawn(writer.run(queue));
        let store = Arc::new(Self {
            pool: reading,
            entries,
            hub,
            failing,
            lost,
            _keeps_alive: keeps_alive,
            _lock: lock,
        });
        store.recover().await?;
        Ok(store)
    }

    /// Whether the last write failed.
    pub fn is_failing(&self) -> bool {
        self.failing.load(Ordering::Relaxed)
    }

    /// Whether a running run has an event that is missing from the log for good.
    pub fn has_lost(&self, thread: &str, run: &str) -> bool {
        self.lost.has(thread, run)
    }

    /// Queues a change after everything queued before it.
    fn queue(&self, change: Change) -> Done {
        let (done, made) = oneshot::channel();
        // If the writer has gone, `done` is dropped, which counts as a failure.
        let _ = self.entries.send(Entry::Change { change, done });
        Done(made)
    }
}

/// A change that has been queued.
#[derive(Debug)]
#[must_use = "a change may fail"]
pub struct Done(oneshot::Receiver<bool>);

impl Done {
    /// Waits until the change is committed.
    ///
    /// # Errors
    /// [`StoreError::NotWritten`].
    pub async fn wait(self) -> Result<(), StoreError> {
        match self.0.await {
            Ok(true) => Ok(()),
            Ok(false) | Err(_) => Err(StoreError::NotWritten),
        }
    }
}

async fn pool(options: SqliteConnectOptions, connections: u32) -> Result<SqlitePool, sqlx::Error> {
    SqlitePoolOptions::new()
        .min_connections(1)
        .max_connections(connections)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(options)
        .await
}
