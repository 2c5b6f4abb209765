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
pub struct IndexedDb(Rc<RefCell<State>>);

enum State {
    Opening(Vec<Job>),
    Open(Opened),
    Failed,
}

/// The database, once it is open.
#[derive(Clone)]
struct Opened {
    database: Rc<Database>,
    /// Whether a transaction that is committed at once is aborted by a request that fails, and says so:
    /// see [`aborts_early_commits`].
    aborts: bool,
}

/// A task that waits for the database.
type Job = Box<dyn FnOnce(Result<Opened, StorageError>)>;

impl IndexedDb {
    /// Opens the database of this name, or creates it.
    pub fn new(name: &str) -> Self {
        let state = Rc::new(RefCell::new(State::Opening(Vec::new())));
        let (opened, name) = (state.clone(), name.to_owned());
        spawn_local(async move {
            let found = match open(&name).await {
                Ok(database) => Some(Opened {
                    aborts: aborts_early_commits(&database).await,
                    database: Rc::new(database),
                }),
                Err(_) => None,
            };
            let next = found.clone().map_or(State::Failed, State::Open);
            let before = opened.replace(next);
            if let State::Opening(jobs) = before {
                for job in jobs {
                    job(found.clone().ok_or(StorageError::Unavailable));
                }
            }
        });
        Self(state)
    }

    /// Runs the job now if the database is open, so that its requests begin now.
    fn with_database(&self, job: Job) {
        let opened = match &mut *self.0.borrow_mut() {
            State::Opening(jobs) => {
                jobs.push(job);
                return;
            }
            State::Open(opened) => Ok(opened.clone()),
            State::Failed => Err(StorageError::Unavailable),
        };
        job(opened);
    }
}

impl Drop for IndexedDb {
    /// Closes the database. The browser still commits pending writes.
    fn drop(&mut self) {
        if let State::Open(opened) = &*self.0.borrow() {
            opened.database.close();
        }
    }
}

impl Storage for IndexedDb {
    fn read(&self, table: Table, keys: Keys, done: Read) {
        self.with_database(Box::new(move |opened| {
            let database = match opened {
                Ok(opened) => opened.database,
                Err(error) => return done(Err(error)),
            };
            spawn_local(async move {
                let records = read(&database, table, &keys).await;
                done(records.map_err(|_| StorageError::Failed));
            });
        }));
    }

    fn keys(&self, table: Table, keys: Keys, done: Listed) {
        self.with_database(Box::new(move |opened| {
            let database = match opened {
                Ok(opened) => opened.database,
                Err(error) => return done(Err(error)),
            };
            spawn_local(async move {
                let found = list(&database, table, &keys).await;
                done(found.map_err(|_| StorageError::Failed));
            });
        }));
    }

    fn write(&self, batch: Vec<Write>, done: Written) {
        self.with_database(Box::new(move |opened| {
            let transaction = match opened {
                Ok(Opened { database, aborts }) => match batch.iter().any(Write::adds) {
                    // The browser commits it when all requests are answered: one that fails aborts it.
                    true if !aborts && !is_leaving() => write(&database, &batch, false),
                    true if !aborts => write(&database, &adding_last(batch), true),
                    _ => write(&database, &batch, true),
                },
                Err(error) => return done(Err(error)),
            };
            spawn_local(async move {
                let Ok((transaction, end)) = transaction else {
                    return done(Err(StorageError::Failed));
                };
                let result = JsFuture::from(end).await;
                // It has the callbacks, so it must live until here.
                drop(transaction);
                done(result.map(|_| ()).map_err(|event| aborted(&event)));
            });
        }));
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
    // Let a newer page change the tables. This page then works on without storage.
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

async fn read(database: &Database, table: Table, keys: &Keys) -> Result<Vec<Record>, idb::Error> {
    let transaction = database.transaction(&[table.name()], TransactionMode::ReadOnly)?;
    let store = transaction.object_store(table.name())?;
    let keys_asked = store.get_all_keys(query(keys)?, None)?;
    let values_asked = store.get_all(query(keys)?, None)?;
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
}

async fn list(database: &Database, table: Table, keys: &Keys) -> Result<Vec<String>, idb::Error> {
    let transaction = database.transaction(&[table.name()], TransactionMode::ReadOnly)?;
    let store = transaction.object_store(table.name())?;
    let found = store.get_all_keys(query(keys)?, None)?.await?;
    Ok(found.iter().map(text).collect())
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
    let Ok((transaction, end)) = write(
        database,
        &[add(), add(), Write::Delete { table, keys }],
        true,
    ) else {
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
    database: &Database,
    batch: &[Write],
    commit: bool,
) -> Result<(Transaction, Promise), idb::Error> {
    let names = Table::ALL.map(Table::name);
    let mut transaction = database.transaction(&names, TransactionMode::ReadWrite)?;
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
