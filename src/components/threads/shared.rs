//! What the rows of the list share.

use std::collections::BTreeMap;

use leptos::html::Div;
use leptos::prelude::*;
use midturn_core::id::ThreadId;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::ThreadList;
use super::order::Placed;
use super::search::Search;
use crate::state::ThreadItem;

/// What the rows share.
#[derive(Clone, Copy)]
pub(super) struct Shared {
    pub(super) list: ThreadList,
    /// The threads by their ids.
    pub(super) items: Memo<BTreeMap<ThreadId, ThreadItem>>,
    pub(super) search: Search,
    /// The thread being renamed: moving its row would end the renaming.
    pub(super) renaming: RwSignal<Option<ThreadId>>,
    /// The thread whose menu is open.
    pub(super) opened: RwSignal<Option<ThreadId>>,
    /// The thread whose row had the focus last.
    pub(super) visited: RwSignal<Option<ThreadId>>,
    /// The thread that the Tab key leads to.
    pub(super) stop: Memo<Option<ThreadId>>,
    /// The threads that are shown, in their groups.
    pub(super) order: Memo<Vec<Placed>>,
    /// The element around the rows.
    pub(super) rows: NodeRef<Div>,
}

/// Focuses the thread that the Tab key leads to.
pub(super) fn focus_stop(rows: &Element) {
    // A selector, because the rows are drawn by the list.
    focus(
        rows.query_selector(".mt-thread__link[tabindex='0']")
            .ok()
            .flatten(),
    );
}

pub(super) fn focus(element: Option<Element>) {
    if let Some(element) = element.and_then(|held| held.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}
