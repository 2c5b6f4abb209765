//! Checks the properties of a walk: after each step, and at rest.

use std::collections::{BTreeMap, BTreeSet};

use midturn_core::conversation::Conversation;
use midturn_core::sharing::Sharing;
use midturn_core::transcript::Turn;

use super::page::{Page, THREAD};
use super::trace;
use super::walk::Walk;
use super::words::{Word, shared_texts, words_of};
use crate::driver::Table;
use crate::driver::storage::read_record;

impl Walk {
    /// The words that exist somewhere: in storage, or in an open page. A page that has not loaded
    /// the thread counts as having all words typed in it.
    pub(super) fn kept(&self) -> BTreeSet<Word> {
        let mut kept = self.browser.words();
        for page in &self.pages {
            if let Some(words) = page.words() {
                kept.extend(words);
            } else {
                let here = self.words.iter().filter(|(_, word)| word.page == page.no);
                kept.extend(here.map(|(word, _)| *word));
            }
        }
        kept
    }

    pub(super) fn check_step(&mut self, before: &BTreeSet<Word>) -> Result<(), String> {
        if let Some(wrong) = self.browser.unfenced() {
            return Err(format!("a late write: {wrong}"));
        }
        if self.backend.counts().1 > 0 {
            return Err("a message has started two runs".to_owned());
        }
        let kept = self.kept();
        for word in before.difference(&kept) {
            let Some(typed) = self.words.get(word) else {
                continue;
            };
            if !typed.may_go {
                return Err(format!("[w{word}] of page {} is lost", typed.page));
            }
            self.words.remove(word);
            self.crashed += 1;
        }
        Ok(())
    }

    /// Lets everything come to rest, then checks that all pages and storage agree.
    pub(super) fn settle(&mut self) -> Result<(), String> {
        trace::note("to rest".to_owned());
        let before = self.kept();
        self.quiet()?;
        self.check_step(&before)?;
        let (kept, stored) = (self.kept(), self.browser.stored());
        if let Some(word) = kept.difference(&stored).next() {
            return Err(format!("[w{word}] is not stored"));
        }
        for typed in self.words.values_mut() {
            typed.may_go = false;
        }
        if self.pages.is_empty() {
            return Ok(());
        }
        let driving = |page: &&Page| page.sharing().is_some_and(|held| held.is_driving());
        let drivers: Vec<_> = self.pages.iter().filter(driving).collect();
        let [driver] = drivers.as_slice() else {
            let roles = self.pages.iter().map(|page| (page.no, page.sharing()));
            return Err(format!("not one driver: {:?}", roles.collect::<Vec<_>>()));
        };
        for page in &self.pages {
            like_the_driver(page, driver)?;
        }
        self.stored_as_in(driver)?;
        self.nothing_twice(driver)
    }

    fn stored_as_in(&self, driver: &Page) -> Result<(), String> {
        let mut stored = Vec::new();
        for (key, bytes) in self.browser.records(Table::Turns) {
            let turn = read_record::<Turn>(&bytes);
            stored.push(turn.map_err(|error| format!("{key:?} cannot be read: {error}"))?);
        }
        if driver.look(|held| held.turns() == stored) != Some(true) {
            let held = driver.look(|held| held.turns().to_vec());
            return Err(format!("stored {stored:?}\nthe driver has {held:?}"));
        }
        let records = self.browser.records(Table::Conversations);
        let read = |(_, bytes): &(String, Vec<u8>)| read_record::<Conversation>(bytes).ok();
        let held = records.first().and_then(read);
        let prompts = |held: &Conversation| held.queue().prompts().to_vec();
        let queue = held.as_ref().map(prompts).unwrap_or_default();
        if driver.look(prompts).as_ref() != Some(&queue) {
            return Err(format!("stored are the prompts {queue:?}"));
        }
        Ok(())
    }

    /// Checks that no word is in two places.
    fn nothing_twice(&self, driver: &Page) -> Result<(), String> {
        let mut places: BTreeMap<Word, usize> = BTreeMap::new();
        let mut count = |text: &str| {
            for word in words_of(text.as_bytes()) {
                *places.entry(word).or_default() += 1;
            }
        };
        driver.look(|held| shared_texts(held).into_iter().for_each(&mut count));
        for page in &self.pages {
            page.look(|held| count(held.composer()));
        }
        match places.into_iter().find(|(word, places)| {
            *places > 1 && self.words.get(word).is_some_and(|word| !word.twice)
        }) {
            Some((word, places)) => Err(format!("[w{word}] is in {places} places")),
            None => Ok(()),
        }
    }

    /// Closes all pages, opens a new one, and returns the words that it does not have.
    pub(super) fn reopened(&mut self) -> Result<Vec<Word>, String> {
        self.quiet()?;
        while !self.pages.is_empty() {
            self.close(0);
        }
        while self.browser.disk() {}
        self.open();
        self.settle()?;
        let found: BTreeSet<_> = self.pages[0].words().into_iter().flatten().collect();
        let lost = self.words.keys().filter(|word| !found.contains(word));
        Ok(lost.copied().collect())
    }
}

/// Checks that a page shows the same conversation as the driving page.
fn like_the_driver(page: &Page, driver: &Page) -> Result<(), String> {
    let no = page.no;
    let shared = |held: &Conversation| {
        let prompts = held.queue().prompts().to_vec();
        (held.turns().to_vec(), prompts, held.card().clone())
    };
    let Some(here) = page.look(shared) else {
        return Err(format!("page {no} shows nothing"));
    };
    if Some(&here) != driver.look(shared).as_ref() {
        let there = driver.look(shared);
        return Err(format!("page {no} has {here:?}\nthe driver {there:?}"));
    }
    if let Some(outbox) = page.sharing().map(|held| held.outbox().len())
        && outbox > 0
    {
        return Err(format!("{outbox} acts of page {no} were never taken"));
    }
    if page.look(|held| held.active().is_some()) == Some(true) {
        return Err(format!("page {no} waits for a run that is over"));
    }
    Ok(())
}

/// A page's state, for the report of a failed walk.
pub(super) fn standing(page: &Page) -> String {
    let sharing = page.sharing();
    let words = page.words();
    let asleep = page.asleep.is_some();
    let outbox = sharing.as_ref().map(Sharing::outbox).map(<[_]>::len);
    let no = page.no;
    format!("page {no} of {THREAD}: asleep {asleep}, {outbox:?} acts, words {words:?}\n{sharing:?}")
}
