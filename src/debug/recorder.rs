//! The recorder: keeps entries, and the state of each thread before its first entry.

use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::{Rc, Weak};

use midturn_core::chat::{Chat, ChatInput, ChatStep};
use midturn_core::id::{RunId, ThreadId};
use midturn_core::time::Millis;
use midturn_protocol::diagnostic::Diagnostic;
use serde::Serialize;

use super::cut::beginning;
use super::entry::{Entry, Taken, What, thread_of};
use crate::driver::Observer;

/// The most memory of the entries, in bytes. A recording that gets larger starts again from
/// nothing: without its beginning, a recording cannot be replayed.
const MOST: usize = 48 * 1024 * 1024;

/// How much of a request's body is kept, in bytes: bodies may have files in them.
const BODY: usize = 64 * 1024;

/// Calls back soon, for example in the next frame.
pub(super) type Soon = fn(Box<dyn FnOnce()>);

/// Puts an input and what came of it into words.
pub(super) type Tell = fn(&Taken);

/// The entries that were recorded in one page.
pub(super) struct Recorder {
    me: Weak<Recorder>,
    soon: Soon,
    entries: RefCell<Vec<Rc<Entry>>>,
    /// The number of the first entry. Numbers are never reused, even after a clear.
    first: Cell<usize>,
    /// The state of each thread before its first entry, and the number of entries at that time.
    starts: RefCell<BTreeMap<ThreadId, (String, usize)>>,
    /// The input that is being applied, and when it was taken.
    taken: RefCell<Option<(ChatInput, Millis)>>,
    tell_at_once: Cell<Option<Tell>>,
    weight: Cell<usize>,
    /// Counts changes, at most one a frame.
    changed: ArcRwSignal<usize>,
    scheduled: Cell<bool>,
    /// The recording got too large and started again.
    again: Cell<bool>,
}

impl Recorder {
    /// A recorder that notifies its followers through `soon`.
    pub(super) fn new(soon: Soon) -> Rc<Self> {
        Rc::new_cyclic(|me| Self {
            me: me.clone(),
            soon,
            entries: RefCell::default(),
            first: Cell::new(0),
            starts: RefCell::default(),
            taken: RefCell::default(),
            tell_at_once: Cell::default(),
            weight: Cell::new(0),
            changed: ArcRwSignal::new(0),
            scheduled: Cell::new(false),
            again: Cell::new(false),
        })
    }

    /// Puts all inputs into words, from now on when they are recorded.
    pub(super) fn tell_at_once(&self, tell: Tell) {
        self.tell_at_once.set(Some(tell));
        for entry in self.entries.borrow().iter() {
            if let What::Input(taken) = &entry.what {
                tell(taken);
            }
        }
    }

    /// Subscribes the caller to new entries.
    pub(super) fn follow(&self) {
        self.changed.get();
    }

    /// The numbers of all entries of all threads.
    pub(super) fn numbers(&self) -> Range<usize> {
        let first = self.first.get();
        first..first + self.entries.borrow().len()
    }

    /// The entry of this number.
    pub(super) fn entry(&self, number: usize) -> Option<Rc<Entry>> {
        let place = number.checked_sub(self.first.get())?;
        self.entries.borrow().get(place).cloned()
    }

    /// The entries of a thread since [`start`](Self::start).
    pub(super) fn of(&self, thread: &ThreadId) -> Vec<Rc<Entry>> {
        let from = self.starts.borrow().get(thread).map(|(_, from)| *from);
        let entries = self.entries.borrow();
        let since = from.and_then(|from| entries.get(from..));
        let since = since.into_iter().flatten();
        since.filter(|entry| entry.is_of(thread)).cloned().collect()
    }

    /// The state of a thread before its first entry; `None` if it has no entries.
    pub(super) fn start(&self, thread: &ThreadId) -> Option<String> {
        let starts = self.starts.borrow();
        starts.get(thread).map(|(json, _)| json.clone())
    }

    /// Whether the recording got too large and started again.
    pub(super) fn has_begun_again(&self) -> bool {
        self.again.get()
    }

    /// Removes all entries. The next entry is the first.
    pub(super) fn clear(&self) {
        self.first.set(self.numbers().end);
        self.entries.borrow_mut().clear();
        self.starts.borrow_mut().clear();
        self.weight.set(0);
        self.again.set(false);
        self.tell();
    }

    fn add(&self, entry: Entry) {
        let weight = self.weight.get() + entry.weight();
        if weight > MOST {
            self.clear();
            self.again.set(true);
            return;
        }
        self.weight.set(weight);
        self.entries.borrow_mut().push(Rc::new(entry));
        self.tell();
    }

    /// Notifies followers at most once a frame: a stream brings hundreds of events a second.
    fn tell(&self) {
        if self.scheduled.replace(true) {
            return;
        }
        let me = self.me.clone();
        (self.soon)(Box::new(move || {
            if let Some(me) = me.upgrade() {
                me.scheduled.set(false);
                me.changed.update(|times| *times += 1);
            }
        }));
    }

    /// Remembers the state of a thread before its first input.
    fn remember_start(&self, chat: &Chat, thread: &ThreadId) {
        let mut starts = self.starts.borrow_mut();
        if !starts.contains_key(thread) {
            // Not a part of the weight: that of a long thread would end each recording at once.
            let json = chat_json(chat, thread);
            let from = self.entries.borrow().len();
            starts.insert(thread.clone(), (json, from));
        }
    }

    fn add_of(&self, thread: &ThreadId, at: Millis, what: What) {
        let thread = Some(thread.clone());
        self.add(Entry { at, thread, what });
    }
}

/// The present state of a thread as JSON, to replay from.
pub(super) fn chat_json(chat: &Chat, thread: &ThreadId) -> String {
    json(&chat.recorded(thread))
}

fn json(value: &impl Serialize) -> String {
    // Fails only for maps with keys other than text, and a chat has no maps.
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

impl Observer for Recorder {
    fn input(&self, chat: &Chat, input: &ChatInput, at: Millis) {
        let thread = thread_of(input);
        if let Some(thread) = thread {
            self.remember_start(chat, thread);
        }
        self.taken.replace(Some((input.clone(), at)));
    }

    fn step(&self, _: &Chat, step: &ChatStep) {
        let Some((input, at)) = self.taken.take() else {
            return;
        };
        let thread = thread_of(&input).cloned();
        let json = json(&input);
        let taken = Taken::new(input, json, step);
        if let Some(tell) = self.tell_at_once.get() {
            tell(&taken);
        }
        let what = What::Input(taken);
        self.add(Entry { at, thread, what });
    }

    fn request(&self, thread: &ThreadId, run: &RunId, url: &str, body: &str, at: Millis) {
        let what = What::Request {
            run: run.clone(),
            url: url.to_owned(),
            body: beginning(body, BODY),
        };
        self.add_of(thread, at, what);
    }

    fn event(&self, thread: &ThreadId, run: &RunId, json: &str, at: Millis) {
        let what = What::Event {
            run: run.clone(),
            json: json.to_owned(),
        };
        self.add_of(thread, at, what);
    }

    fn diagnostic(&self, thread: &ThreadId, run: &RunId, diagnostic: &Diagnostic, at: Millis) {
        let what = What::Odd {
            run: run.clone(),
            said: format!("{:?}: {}", diagnostic.kind, diagnostic.detail),
        };
        self.add_of(thread, at, what);
    }
}
