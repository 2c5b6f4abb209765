//! Storage in the browser's `IndexedDB`, through the `idb` crate.
//!
//! Measured with the same small program (gzip, WASM alone), `idb` 0.6.5 (MIT or Apache-2.0) adds
//! 5.6 KB, `indexed_db_futures` 0.6.4 (MIT) 18.9 KB, and `rexie` 0.6.2, which wraps `idb`, 23.4 KB.
//! `idb` also begins a request when the request is made, not when it is awaited: a write at
//! `pagehide` needs that.

use std::cell::RefCell;
use std::rc::Rc;

use idb::{
    Database, DatabaseEvent, Factory, KeyRange, ObjectStoreParams, Query, Transaction,
    TransactionMode,
};
use js_sys::{Promise, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Event;

use super::{
    Keys, Listed, Read, Record, Storage, StorageError, Table, Write, Written, adding_last,
};

/// Raise this when the tables change.
const VERSION: u32 = 3;

/// Keeps all tables in one database.
pub struct IndexedDb(Rc<Connection>);

struct Connection {
    name: String,
    state: RefCell<State>,
}

enum State {
    Opening(Vec<Job>),
    Open(Opened),
    Failed,
}

/// The database, once it is open.
struct Opened {
    database: Database,
    /// Whether a transaction that is committed at once is aborted by a request that fails, and says so:
    /// see [`aborts_early_commits`].
    aborts: bool,
}

/// A transaction, and `aborts` of its database.
type Begun = Result<(Transaction, bool), StorageError>;

/// A task that waits for a transaction.
struct Job {
    tables: Vec<&'static str>,
    mode: TransactionMode,
    then: Box<dyn FnOnce(Begun)>,
    /// Whether it has had the database opened again.
    again: bool,
}

impl IndexedDb {
    /// Opens the database of this name, or creates it.
    pub fn new(name: &str) -> Self {
        let connection = Rc::new(Connection {
            name: name.to_owned(),
            state: RefCell::new(State::Failed),
        });
        connection.open();
        Self(connection)
    }

    fn begin(
        &self,
        tables: Vec<&'static str>,
        mode: TransactionMode,
        then: impl FnOnce(Begun) + 'static,
    ) {
        self.0.begin(Job {
            tables,
            mode,
            then: Box::new(then),
            again: false,
        });
    }

    /// Calls `done` with the answer to what `make` asks of a table.
    fn ask<T: 'static, F>(
        &self,
        table: Table,
        make: impl FnOnce(&Transaction) -> Result<F, idb::Error> + 'static,
        done: impl FnOnce(Result<T, StorageError>) + 'static,
    ) where
        F: Future<Output = Result<T, idb::Error>> + 'static,
    {
        let mode = TransactionMode::ReadOnly;
        self.begin(vec![table.name()], mode, move |begun| {
            let asked = match begun {
                Ok((transaction, _)) => make(&transaction),
                Err(error) => return done(Err(error)),
            };
            spawn_local(async move {
                let answer = async { asked?.await }.await;
                done(answer.map_err(|_| StorageError::Failed));
            });
        });
    }
}

impl Connection {
    /// Opens the database. Jobs wait until it is open.
    fn open(self: &Rc<Self>) {
        if let State::Open(opened) = self.state.replace(State::Opening(Vec::new())) {
            opened.database.close();
        }
        let me = self.clone();
        spawn_local(async move {
            let next = match open(&me.name).await {
                Ok(database) => State::Open(Opened {
                    aborts: aborts_early_commits(&database).await,
                    database,
                }),
                Err(_) => State::Failed,
            };
            if let State::Opening(jobs) = me.state.replace(next) {
                for job in jobs {
                    me.begin(job);
                }
            }
        });
    }

    /// Begins a transaction now if the database is open, so that its requests begin now. The database may
    /// have been closed: the browser lost its files, or a newer page changes the tables. Then it is opened
    /// again, once.
    fn begin(self: &Rc<Self>, mut job: Job) {
        let begun = match &mut *self.state.borrow_mut() {
            State::Opening(jobs) => {
                jobs.push(job);
                return;
            }
            State::Open(Opened { database, aborts }) => {
                let begun = database.transaction(&job.tables, job.mode);
                begun.map(|transaction| (transaction, *aborts)).ok()
            }
            State::Failed => {
                job.again = true;
                None
            }
        };
        match begun {
            None if !job.again => {
                self.open();
                self.begin(Job { again: true, ..job });
            }
            begun => (job.then)(begun.ok_or(StorageError::Unavailable)),
        }
    }
}

impl Drop for IndexedDb {
    /// Closes the database. The browser still commits pending writes.
    fn drop(&mut self) {
        if let State::Open(opened) = &*self.0.state.borrow() {
            opened.database.close();
        }
    }
}

impl Storage for IndexedDb {
    fn read(&self, table: Table, keys: Keys, done: Read) {
        self.ask(table, move |begun| read(begun, table, &keys), done);
    }

    fn keys(&self, table: Table, keys: Keys, done: Listed) {
        self.ask(table, move |begun| list(begun, table, &keys), done);
    }

    fn write(&self, batch: Vec<Write>, done: Written) {
        let mode = TransactionMode::ReadWrite;
        self.begin(Table::ALL.map(Table::name).to_vec(), mode, move |begun| {
            let asked = match begun {
                Ok((transaction, aborts)) => match batch.iter().any(Write::adds) {
                    // The browser commits it when all requests are answered: one that fails aborts it.
                    true if !aborts && !is_leaving() => write(transaction, &batch, false),
                    true if !aborts => write(transaction, &adding_last(batch), true),
                    _ => write(transaction, &batch, true),
                },
                Err(error) => return done(Err(error)),
            };
            spawn_local(async move {
                let Ok((transaction, end)) = asked else {
                    return done(Err(StorageError::Failed));
                };
                let result = JsFuture::from(end).await;
                // It has the callbacks, so it must live until here.
                drop(transaction);
                done(result.map(|_| ()).map_err(|event| aborted(&event)));
            });
        });
    }
}

/// Why a transaction was aborted.
fn aborted(event: &JsValue) -> StorageError {
    let target = event.dyn_ref::<Event>().and_then(Event::target);
    let transaction = target.and_then(|target| Transaction::try_from(target).ok());
    match transaction.and_then(|transaction| transaction.error()) {
        // A key to add existed already.
        Some(error) if error.name() == "ConstraintError" => StorageError::Conflict,
        _ => StorageError::Failed,
    }
}

async fn open(name: &str) -> Result<Database, idb::Error> {
    let mut request = Factory::new()?.open(name, Some(VERSION))?;
    request.on_upgrade_needed(|event| {
        // A table that cannot be created makes every later transaction fail, and those failures are
        // reported.
        if let Ok(database) = event.database() {
            let there = database.store_names();
            for table in Table::ALL {
                if !there.iter().any(|name| name == table.name()) {
                    let _ = database.create_object_store(table.name(), ObjectStoreParams::new());
                }
            }
        }
    });
    let mut database = request.await?;
    // Let a newer page change the tables. This page then works on without storage: it cannot open the
    // database again.
    database.on_version_change(|event| {
        if let Some(database) = event
            .target()
            .and_then(|target| Database::try_from(target).ok())
        {
            database.close();
        }
    });
    Ok(database)
}

/// Makes its requests before it returns.
fn read(
    transaction: &Transaction,
    table: Table,
    keys: &Keys,
) -> Result<impl Future<Output = Result<Vec<Record>, idb::Error>> + use<>, idb::Error> {
    let store = transaction.object_store(table.name())?;
    let keys_asked = store.get_all_keys(query(keys)?, None)?;
    let values_asked = store.get_all(query(keys)?, None)?;
    Ok(async move {
        let (keys, values) = (keys_asked.await?, values_asked.await?);
        let bytes = |value: JsValue| {
            let bytes = value.dyn_into::<Uint8Array>();
            bytes.map(|bytes| bytes.to_vec()).unwrap_or_default()
        };
        Ok(keys
            .iter()
            .map(text)
            .zip(values.into_iter().map(bytes))
            .collect())
    })
}

/// Makes its request before it returns.
fn list(
    transaction: &Transaction,
    table: Table,
    keys: &Keys,
) -> Result<impl Future<Output = Result<Vec<String>, idb::Error>> + use<>, idb::Error> {
    let store = transaction.object_store(table.name())?;
    let asked = store.get_all_keys(query(keys)?, None)?;
    Ok(async move { Ok(asked.await?.iter().map(text).collect()) })
}

fn text(value: &JsValue) -> String {
    value.as_string().unwrap_or_default()
}

/// Whether the page ends: what is not committed now is not stored.
fn is_leaving() -> bool {
    let event = web_sys::window().and_then(|window| window.event().dyn_into::<Event>().ok());
    event.is_some_and(|event| event.type_() == "pagehide")
}

/// Whether a transaction that is committed before its requests are answered is aborted if one of them fails,
/// with the reason. Firefox stores the rest of it instead, and WebKit does not give the reason.
async fn aborts_early_commits(database: &Database) -> bool {
    let (table, key) = (Table::Fences, String::new);
    let add = || Write::Add { table, key: key() };
    let keys = Keys::One(key());
    let batch = [add(), add(), Write::Delete { table, keys }];
    let begun = database.transaction(&[table.name()], TransactionMode::ReadWrite);
    let Ok((transaction, end)) = begun.and_then(|begun| write(begun, &batch, true)) else {
        return false;
    };
    let end = JsFuture::from(end).await;
    drop(transaction);
    end.is_err_and(|event| aborted(&event) == StorageError::Conflict)
}

/// Makes every request of the batch before it returns, and commits them if `commit` is set: the page may be
/// gone before the first answer, and the browser then drops what is not committed.
///
/// The promise resolves when the transaction is complete, and is rejected with the
/// event when it is aborted. `idb`'s own future takes the first failed request for the end: it does
/// not know yet why the transaction fails, and breaks when the next request fails.
fn write(
    mut transaction: Transaction,
    batch: &[Write],
    commit: bool,
) -> Result<(Transaction, Promise), idb::Error> {
    match ask_for_all(&transaction, batch) {
        Ok(()) => {
            let end = Promise::new(&mut |resolve, reject| {
                transaction.on_complete(move |_| drop(resolve.call0(&JsValue::UNDEFINED)));
                transaction.on_abort(move |event| drop(reject.call1(&JsValue::UNDEFINED, &event)));
            });
            let transaction = if commit {
                transaction.commit()?
            } else {
                transaction
            };
            Ok((transaction, end))
        }
        Err(error) => {
            transaction.abort()?;
            Err(error)
        }
    }
}

fn ask_for_all(transaction: &Transaction, batch: &[Write]) -> Result<(), idb::Error> {
    for write in batch {
        match write {
            Write::Put { table, key, value } => {
                let (key, value) = (JsValue::from_str(key), Uint8Array::from(value.as_slice()));
                let store = transaction.object_store(table.name())?;
                store.put(&value, Some(&key))?;
            }
            // If the key exists, the request fails, and so does the whole transaction, even if the
            // page is gone by then.
            Write::Add { table, key } => {
                let (key, value) = (JsValue::from_str(key), Uint8Array::new_with_length(0));
                let store = transaction.object_store(table.name())?;
                store.add(&value, Some(&key))?;
            }
            Write::Delete { table, keys } => {
                let store = transaction.object_store(table.name())?;
                match query(keys)? {
                    Some(query) => drop(store.delete(query)?),
                    None => drop(store.clear()?),
                }
            }
        }
    }
    Ok(())
}

fn query(keys: &Keys) -> Result<Option<Query>, idb::Error> {
    if let Keys::One(key) = keys {
        return Ok(Some(JsValue::from_str(key).into()));
    }
    let Some((from, to)) = keys.range() else {
        return Ok(None);
    };
    let (from, to) = (JsValue::from_str(&from), JsValue::from_str(&to));
    let range = KeyRange::bound(&from, &to, Some(false), Some(true))?;
    Ok(Some(range.into()))
}
