//! The items of one response, found by id or by their place in the output.

use std::collections::HashMap;

use super::calls::Calling;
use super::reasoning::Reasoning;
use super::texts::Texts;

/// What an item shows.
#[derive(Debug)]
pub(super) enum Shape {
    Message(Texts),
    Reasoning(Reasoning),
    Call(Calling),
    /// Nothing until it is done.
    Other,
}

#[derive(Debug)]
pub(super) struct Entry {
    id: String,
    pub(super) shape: Shape,
    /// The `call_id`, if the client must answer the call.
    pub(super) client: Option<String>,
    pub(super) done: bool,
}

impl Entry {
    /// The server's id; may be empty.
    pub(super) fn id(&self) -> &str {
        &self.id
    }
}

#[derive(Debug, Default)]
pub(super) struct Items {
    all: Vec<Entry>,
    by_id: HashMap<String, usize>,
    by_index: HashMap<u64, usize>,
}

impl Items {
    /// The place of an item. Some gateways give an item another id in each event, but the right
    /// index.
    pub(super) fn find(&self, id: &str, index: Option<u64>) -> Option<usize> {
        let by_id = self.by_id.get(id).filter(|_| !id.is_empty()).copied();
        by_id.or_else(|| {
            let place = *self.by_index.get(&index?)?;
            let entry = self.all.get(place)?;
            let other = entry.done && !id.is_empty() && !entry.id.is_empty();
            (!other).then_some(place)
        })
    }

    /// The item at this index of the whole output, whatever its id.
    pub(super) fn at_index(&self, index: u64) -> Option<usize> {
        self.by_index.get(&index).copied()
    }

    pub(super) fn get(&self, place: usize) -> Option<&Entry> {
        self.all.get(place)
    }

    pub(super) fn get_mut(&mut self, place: usize) -> Option<&mut Entry> {
        self.all.get_mut(place)
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn add(&mut self, id: &str, index: Option<u64>, shape: Shape) -> usize {
        let place = self.all.len();
        self.all.push(Entry {
            id: id.to_owned(),
            shape,
            client: None,
            done: false,
        });
        if !id.is_empty() {
            self.by_id.insert(id.to_owned(), place);
        }
        if let Some(index) = index {
            self.by_index.insert(index, place);
        }
        place
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Entry> {
        self.all.iter()
    }

    pub(super) fn all_mut(&mut self) -> impl Iterator<Item = &mut Entry> {
        self.all.iter_mut()
    }
}
