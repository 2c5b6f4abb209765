//! A walk: pages, a browser and a backend. At each step, one random event happens.
//!
//! [`super::checks`] has the properties that must hold.

use std::collections::BTreeMap;

use midturn_core::time::Millis;

use super::backend::Backend;
use super::browser::{Browser, PageNo};
use super::page::{Asleep, Page, THREAD};
use super::trace;
use super::words::{Word, typed, words_of};
use crate::driver::Table;
use crate::driver::pages::seeded::SharingBug;

/// The most pages at a time.
const PAGES: usize = 3;

/// A small random number generator: `SplitMix64`.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `end`.
    pub(super) fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((mixed ^ (mixed >> 31)) % u64::from(end.max(1))).unwrap_or_default()
    }

    fn pick(&mut self, length: usize) -> usize {
        usize::try_from(self.below(u32::try_from(length).unwrap_or(u32::MAX))).unwrap_or_default()
    }
}

/// A word that was typed, and where.
pub(super) struct Typed {
    pub(super) page: PageNo,
    /// The word may be in two places. Either it was typed in the editor that all pages share, and
    /// was also returned to its page's composer. Or its page ended after sending the message and
    /// before clearing the composer.
    pub(super) twice: bool,
    /// The word may be lost: a page crashed before the word was stored, and the walk has not been
    /// at rest since.
    pub(super) may_go: bool,
}

pub(super) struct Walk {
    pub(super) random: Random,
    pub(super) browser: Browser,
    pub(super) backend: Backend,
    pub(super) pages: Vec<Page>,
    pub(super) now: Millis,
    pub(super) words: BTreeMap<Word, Typed>,
    pub(super) typed: u32,
    /// How many words were lost in a crash before they could be stored.
    pub(super) crashed: usize,
    pub(super) bug: Option<SharingBug>,
    numbers: PageNo,
}

impl Walk {
    pub(super) fn new(seed: u64, bug: Option<SharingBug>) -> Self {
        let mut random = Random::new(seed);
        let controlled = random.below(2) == 0;
        Self {
            random,
            browser: Browser::default(),
            backend: Backend::new(controlled),
            pages: Vec::new(),
            now: 1_000_000,
            words: BTreeMap::new(),
            typed: 0,
            crashed: 0,
            bug,
            numbers: 0,
        }
    }

    /// One random event happens.
    pub(super) fn step(&mut self) -> Result<(), String> {
        let before = self.kept();
        // No two things happen in the same millisecond.
        self.pass(1);
        let roll = self.random.below(1000);
        match roll {
            0..400 => self.deliver(),
            400..560 => {
                self.browser.disk();
            }
            560..720 => self.backend(),
            720..780 => {
                let most = if self.random.below(4) == 0 {
                    9_000
                } else {
                    1_200
                };
                let ms = u64::from(self.random.below(most));
                trace::note(format!("{ms} ms pass"));
                self.pass(ms);
            }
            780..965 => self.act(),
            965..975 => return self.settle(),
            _ => self.live(),
        }
        self.check_step(&before)
    }

    fn awake(&mut self) -> Option<usize> {
        let awake = self.pages.iter().enumerate();
        let awake: Vec<_> = awake.filter(|(_, page)| page.asleep.is_none()).collect();
        let awake: Vec<_> = awake.into_iter().map(|(place, _)| place).collect();
        (!awake.is_empty()).then(|| awake[self.random.pick(awake.len())])
    }

    fn deliver(&mut self) {
        let kind = self.random.pick(3);
        let Some(place) = self.awake() else {
            return;
        };
        let page = self.pages[place].no;
        self.browser.deliver(page, kind);
    }

    fn backend(&mut self) {
        let (roll, pick) = (self.random.below(20), self.random.pick(1 << 20));
        let sleeping: Vec<_> = self
            .pages
            .iter()
            .filter(|page| page.asleep.is_some())
            .collect();
        let sleeping: Vec<_> = sleeping.into_iter().map(|page| page.no).collect();
        let awake = |page| !sleeping.contains(&page);
        match roll {
            0..6 => {
                if !self.pages.is_empty() {
                    let page = &self.pages[pick % self.pages.len()];
                    self.backend.take(page.no, &page.net);
                }
            }
            6..12 => drop(self.backend.work(pick)),
            12..19 => drop(self.backend.tell(pick, awake)),
            _ => self.backend.break_one(pick, awake),
        }
    }

    fn pass(&mut self, ms: Millis) {
        // After some seconds without an answer, the driver would treat storage as unavailable.
        // Walks do not test that.
        if ms > 1_200 {
            self.answer_all();
        }
        self.let_pass(ms);
    }

    fn let_pass(&mut self, ms: Millis) {
        self.now += ms;
        for page in &mut self.pages {
            page.pass(ms);
        }
    }

    fn answer_all(&mut self) {
        let awake = self.pages.iter().filter(|page| page.asleep.is_none());
        let awake: Vec<_> = awake.map(|page| page.no).collect();
        let mut moves = true;
        while moves {
            self.let_pass(1);
            moves = self.browser.disk();
            for page in &awake {
                moves |= self.browser.answer(*page);
            }
        }
    }

    fn act(&mut self) {
        let Some(place) = self.awake() else {
            return;
        };
        // Does nothing unless the person sees that the driving page does not answer.
        self.pages[place].driver.take_over(&THREAD.into());
        let (roll, word) = (self.random.below(100), self.typed);
        let elsewhere = |other: &Page| other.no != self.pages[place].no && other.writes();
        // The person types in the shared editor on one page at a time.
        if (84..91).contains(&roll) && self.pages.iter().any(elsewhere) {
            return;
        }
        let page = &mut self.pages[place];
        if let Some(twice) = page.act(roll, &typed(word)) {
            self.typed += 1;
            let (page, may_go) = (page.no, false);
            self.words.insert(
                word,
                Typed {
                    page,
                    twice,
                    may_go,
                },
            );
        }
    }

    /// A page opens, closes, crashes, sleeps or wakes.
    fn live(&mut self) {
        let roll = self.random.below(10);
        if self.pages.is_empty() || roll < 4 && self.pages.len() < PAGES {
            return self.open();
        }
        let place = self.random.pick(self.pages.len());
        match roll {
            0..6 => self.close(place),
            6 | 7 => self.crash(place),
            _ => self.sleep_or_wake(place),
        }
    }

    pub(super) fn open(&mut self) {
        self.numbers += 1;
        trace::note(format!("page {} opens", self.numbers));
        let bug = self.bug;
        let page = Page::new(self.numbers, &self.browser, self.now, |driver| {
            driver.0.shared.pages.seed(bug);
        });
        self.pages.push(page);
    }

    pub(super) fn close(&mut self, place: usize) {
        let mut page = self.pages.remove(place);
        trace::note(format!("page {} closes", page.no));
        page.wake();
        page.driver.flush();
        self.may_be_twice(&page);
        page.driver.shutdown();
        self.end(page, None);
    }

    fn crash(&mut self, place: usize) {
        let page = self.pages.remove(place);
        trace::note(format!("page {} crashes", page.no));
        // Words that are not stored now may be lost: now, or when the last other page that has them
        // ends.
        let stored = self.browser.stored_shared();
        for (word, typed) in &mut self.words {
            typed.may_go |= !stored.contains(word);
        }
        let done = self.random.pick(self.browser.asked_by(page.no) + 1);
        self.end(page, Some(done));
    }

    fn end(&mut self, page: Page, done: Option<usize>) {
        let no = page.no;
        self.may_be_twice(&page);
        // Requests in flight may arrive or not.
        if self.random.below(2) == 0 {
            while self.backend.take(no, &page.net) {}
        }
        drop(page);
        self.browser.gone(no, done);
        self.backend.page_gone(no);
    }

    /// When a page ends, its text may be both in a message and in the draft that it leaves. A
    /// duplicate text is better than a lost one.
    fn may_be_twice(&mut self, page: &Page) {
        let drafts = self.browser.records(Table::Drafts);
        let drafts = drafts.iter().flat_map(|(_, draft)| words_of(draft));
        let here = page.words().into_iter().flatten();
        for word in drafts.chain(here).collect::<Vec<_>>() {
            if let Some(typed) = self.words.get_mut(&word) {
                typed.twice = true;
            }
        }
    }

    fn sleep_or_wake(&mut self, place: usize) {
        let told = self.random.below(2) == 0;
        let page = &mut self.pages[place];
        if page.asleep.is_some() {
            trace::note(format!("page {} wakes", page.no));
            page.wake();
            return;
        }
        trace::note(format!("page {} sleeps, told {told}", page.no));
        if page.look(|_| ()).is_none() {
            return;
        }
        if told {
            page.driver.suspend();
            if self.random.below(2) == 0 {
                self.browser.forget_said(page.no);
            }
        }
        let missed = 0;
        page.asleep = Some(Asleep { missed, told });
    }

    /// Wakes all pages, then lets everything happen that needs no action of the person.
    pub(super) fn quiet(&mut self) -> Result<(), String> {
        for place in 0..self.pages.len() {
            let before = self.kept();
            self.pages[place].wake();
            self.check_step(&before)?;
        }
        for _ in 0..25 {
            let mut moves = 0;
            while self.moves() {
                self.let_pass(1);
                moves += 1;
                if moves > 20_000 {
                    return Err("it never comes to rest".to_owned());
                }
            }
            self.pass(1_000);
        }
        Ok(())
    }

    fn moves(&mut self) -> bool {
        let mut moved = self.browser.disk();
        for page in &self.pages {
            moved |= self.browser.deliver(page.no, 0);
            moved |= self.backend.take(page.no, &page.net);
        }
        moved |= self.backend.work(0);
        moved | self.backend.tell(0, |_| true)
    }
}
