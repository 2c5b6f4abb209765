//! A list: one element for each key, made once and moved when its key moves.
//!
//! Not responsible for what is in a row.

use leptos::prelude::Owner;
use leptos::prelude::untrack;
use leptos::prelude::*;
use web_sys::{Element, Node};

use super::region::{Place, remove};
use crate::hooks::effect;

/// Draws a row for each key, in order. Each key is there once; `row` is none for a key of which
/// there is nothing any more.
pub fn each(
    keys: impl Fn() -> Vec<String> + 'static,
    row: impl Fn(&str) -> Option<Element> + 'static,
) -> Node {
    list(Box::new(keys), Box::new(row))
}

/// As [`each`], for the values of a signal by their ids, each there once.
pub fn each_of<T: 'static>(
    values: &(impl With<Value = Vec<T>> + Clone + 'static),
    id: fn(&T) -> &str,
    row: impl Fn(&[T], &T) -> Element + 'static,
) -> Node {
    let (listed, held) = (values.clone(), values.clone());
    each(
        move || listed.with(|all| all.iter().map(|value| id(value).to_owned()).collect()),
        move |key| {
            held.with(|all| {
                let value = all.iter().rev().find(|value| id(value) == key)?;
                Some(row(all, value))
            })
        },
    )
}

/// Makes the row of a key.
type Make = Box<dyn Fn(&str) -> Option<Element>>;

struct Row {
    key: String,
    element: Element,
    owner: Owner,
}

fn list(keys: Box<dyn Fn() -> Vec<String>>, make: Make) -> Node {
    let place = Place::new();
    let node = place.node();
    // Weak: what the owner keeps must not keep the owner.
    let outer = Owner::current().unwrap_or_default().downgrade();
    let mut rows: Vec<Row> = Vec::new();
    effect(move || {
        let Some(outer) = outer.upgrade() else { return };
        let keys = keys();
        // Most changes are at the end: what stands before the first difference is not looked at.
        let same = rows
            .iter()
            .zip(&keys)
            .take_while(|(row, key)| row.key == **key)
            .count();
        let mut old = rows.split_off(same);
        let mut rest = Vec::with_capacity(keys.len() - same);
        for key in keys.into_iter().skip(same) {
            if let Some(at) = old.iter().position(|row| row.key == key) {
                rest.push(old.remove(at));
                continue;
            }
            let owner = outer.child();
            if let Some(element) = owner.with(|| untrack(|| make(&key))) {
                rest.push(Row {
                    key,
                    element,
                    owner,
                });
            }
        }
        for row in old {
            row.owner.cleanup();
            remove(&row.element);
        }
        let mut next = match rows.last() {
            Some(row) => row.element.next_sibling(),
            None => place.first(),
        };
        let mut rest = rest.into_iter().peekable();
        while let Some(row) = rest.next() {
            if let Some(first) = &next
                && first.next_sibling().as_deref() == Some(&*row.element)
                && rest.peek().is_none_or(|after| **first != **after.element)
            {
                // It goes further down: it is moved, and not all that it passes, which would
                // lose their focus.
                place.insert(first, None);
                next = Some(row.element.clone().into());
            }
            if next.as_ref().is_some_and(|next| **next == **row.element) {
                next = row.element.next_sibling();
            } else {
                place.insert(&row.element, next.as_ref());
            }
            rows.push(row);
        }
    });
    node
}
