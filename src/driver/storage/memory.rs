//! Storage that lasts as long as the page: for tests, and where the browser gives none.
//!
//! Not responsible for telling the person so.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::{Keys, Read, Record, Storage, Table, Write, Written};

/// Keeps everything in memory.
#[derive(Debug, Default)]
pub struct MemoryStorage(RefCell<BTreeMap<(Table, String), String>>);

impl MemoryStorage {
    fn select(&self, table: Table, keys: &Keys) -> Vec<Record> {
        let range = keys.range();
        let held = self.0.borrow();
        held.iter()
            .filter(|((of, _), _)| *of == table)
            .filter(|((_, key), _)| match (keys, &range) {
                (Keys::One(one), _) => key == one,
                (_, Some((from, to))) => key >= from && key < to,
                (_, None) => true,
            })
            .map(|((_, key), value)| (key.clone(), value.clone()))
            .collect()
    }
}

impl Storage for MemoryStorage {
    fn read(&self, table: Table, keys: Keys, done: Read) {
        done(Ok(self.select(table, &keys)));
    }

    fn write(&self, batch: Vec<Write>, done: Written) {
        for write in batch {
            match write {
                Write::Put { table, key, value } => {
                    self.0.borrow_mut().insert((table, key), value);
                }
                Write::Delete { table, keys } => {
                    for (key, _) in self.select(table, &keys) {
                        self.0.borrow_mut().remove(&(table, key));
                    }
                }
            }
        }
        done(Ok(()));
    }
}
