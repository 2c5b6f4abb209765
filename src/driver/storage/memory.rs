//! Storage that lasts as long as the page: for tests, and for browsers without storage.

use std::cell::RefCell;

use super::{Keys, Listed, Read, Storage, StorageError, Table, Write, Written};

/// Keeps everything in memory.
#[derive(Debug, Default)]
pub struct MemoryStorage(RefCell<Vec<StoredRow>>);

/// A record. The records are sorted by table and key.
#[derive(Debug)]
struct StoredRow {
    table: Table,
    key: String,
    value: Vec<u8>,
}

impl Storage for MemoryStorage {
    fn read(&self, table: Table, keys: Keys, done: Read) {
        let range = keys.range();
        let mut records = Vec::new();
        for held in self.0.borrow().iter() {
            if held.is_of(table, &keys, range.as_ref()) {
                records.push((held.key.clone(), held.value.clone()));
            }
        }
        done(Ok(records));
    }

    fn keys(&self, table: Table, keys: Keys, done: Listed) {
        let range = keys.range();
        let held = self.0.borrow();
        let found = held
            .iter()
            .filter(|held| held.is_of(table, &keys, range.as_ref()));
        let found = found.map(|held| held.key.clone()).collect();
        drop(held);
        done(Ok(found));
    }

    fn write(&self, batch: Vec<Write>, done: Written) {
        let mut held = self.0.borrow_mut();
        let place = |held: &[StoredRow], table: Table, key: &String| {
            held.binary_search_by(|held| (held.table, &held.key).cmp(&(table, key)))
        };
        let there = |write: &Write| match write {
            Write::Add { table, key } => place(&held, *table, key).is_ok(),
            Write::Put { .. } | Write::Delete { .. } => false,
        };
        if batch.iter().any(there) {
            drop(held);
            done(Err(StorageError::Conflict));
            return;
        }
        for write in batch {
            match write {
                Write::Add { table, key } => {
                    let value = Vec::new();
                    if let Err(free) = place(&held, table, &key) {
                        held.insert(free, StoredRow { table, key, value });
                    }
                }
                Write::Put { table, key, value } => match place(&held, table, &key) {
                    Ok(place) => held[place].value = value,
                    Err(place) => held.insert(place, StoredRow { table, key, value }),
                },
                Write::Delete { table, keys } => {
                    let range = keys.range();
                    held.retain(|held| !held.is_of(table, &keys, range.as_ref()));
                }
            }
        }
        drop(held);
        done(Ok(()));
    }
}

impl StoredRow {
    fn is_of(&self, table: Table, keys: &Keys, range: Option<&(String, String)>) -> bool {
        self.table == table
            && match (keys, range) {
                (Keys::One(one), _) => self.key == *one,
                (_, Some((from, to))) => self.key >= *from && self.key < *to,
                (_, None) => true,
            }
    }
}
