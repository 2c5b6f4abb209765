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

use super::{Keys, Listed, Read, Record, Storage, StorageError, Table, Write, Written};

/// Raise this when the tables change.
const VERSION: u32 = 3;

/// Keeps all tables in one database.
pub struct IndexedDb(Rc<RefCell<State>>);

enum State {
    Opening(Vec<Job>),
    Open(Rc<Database>),
    Failed,
}

/// A task that waits for the database.
type Job = Box<dyn FnOnce(Result<Rc<Database>, StorageError>)>;

impl IndexedDb {
    /// Opens the database of this name, or creates it.
    pub fn new(name: &str) -> Self {
        let state = Rc::new(RefCell::new(State::Opening(Vec::new())));
        let (opened, name) = (state.clone(), name.to_owned());
        spawn_local(async move {
            let database = open(&name).await.ok().map(Rc::new);
            let next = match &database {
                Some(database) => State::Open(database.clone()),
                None => State::Failed,
            };
            let before = opened.replace(next);
            if let State::Opening(jobs) = before {
                for job in jobs {
                    job(database.clone().ok_or(StorageError::Unavailable));
                }
            }
        });
        Self(state)
    }

    /// Runs the job now if the database is open, so that its requests begin now.
    fn with_database(&self, job: Job) {
        let database = match &mut *self.0.borrow_mut() {
            State::Opening(jobs) => {
                jobs.push(job);
                return;
            }
            State::Open(database) => Ok(database.clone()),
            State::Failed => Err(StorageError::Unavailable),
        };
        job(database);
    }
}

impl Drop for IndexedDb {
    /// Closes the database. The browser still commits pending writes.
    fn drop(&mut self) {
        if let State::Open(database) = &*self.0.borrow() {
            database.close();
        }
    }
}

impl Storage for IndexedDb {
    fn read(&self, table: Table, keys: Keys, done: Read) {
        self.with_database(Box::new(move |database| {
            let database = match database {
                Ok(database) => database,
                Err(error) => return done(Err(error)),
            };
            spawn_local(async move {
                let records = read(&database, table, &keys).await;
                done(records.map_err(|_| StorageError::Failed));
            });
        }));
    }

    fn keys(&self, table: Table, keys: Keys, done: Listed) {
        self.with_database(Box::new(move |database| {
            let database = match database {
                Ok(database) => database,
                Err(error) => return done(Err(error)),
            };
            spawn_local(async move {
                let found = list(&database, table, &keys).await;
                done(found.map_err(|_| StorageError::Failed));
            });
        }));
    }

    fn write(&self, batch: Vec<Write>, done: Written) {
        self.with_database(Box::new(move |database| {
            let transaction = match database {
                Ok(database) => write(&database, &batch),
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

/// Makes every request of the batch, and the commit, before it returns: the page may be gone before
/// the first answer. The promise resolves when the transaction is complete, and is rejected with the
/// event when it is aborted. `idb`'s own future takes the first failed request for the end: it does
/// not know yet why the transaction fails, and breaks when the next request fails.
fn write(database: &Database, batch: &[Write]) -> Result<(Transaction, Promise), idb::Error> {
    let names = Table::ALL.map(Table::name);
    let mut transaction = database.transaction(&names, TransactionMode::ReadWrite)?;
    match ask_for_all(&transaction, batch) {
        Ok(()) => {
            let end = Promise::new(&mut |resolve, reject| {
                transaction.on_complete(move |_| drop(resolve.call0(&JsValue::UNDEFINED)));
                transaction.on_abort(move |event| drop(reject.call1(&JsValue::UNDEFINED, &event)));
            });
            Ok((transaction.commit()?, end))
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
