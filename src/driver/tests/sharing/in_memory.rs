//! A page without storage beside pages with it: it has nothing of what is stored, so nobody follows it.

use super::super::fakes::{FakeStorage, Mode};
use super::super::harness::Harness;
use super::{Tabs, texts};

#[test]
fn a_page_without_storage_takes_no_thread_from_the_pages_with_storage() {
    for memory_first in [true, false] {
        let tabs = Tabs::new();
        let before = tabs.tab();
        tabs.say(&before, "ONE");
        tabs.answer(&before);
        tabs.close(before);
        let in_memory = || {
            let page = Harness::beside(&tabs.origin, FakeStorage::new(Mode::NeverAnswers));
            page.open("t");
            page.time.advance(20_000);
            tabs.origin.deliver();
            page
        };
        let memory = memory_first.then(in_memory);
        let page = tabs.tab();
        let memory = memory.unwrap_or_else(in_memory);
        assert_eq!(texts(&page), ["ONE"]);
        // The page in memory works, by itself.
        tabs.say(&memory, "ELSEWHERE");
        assert_eq!(memory.asked(), 1);
        tabs.close(memory);
        assert_eq!(texts(&page), ["ONE"]);
        tabs.say(&page, "TWO");
        tabs.answer(&page);
        tabs.close(page);
        let page = tabs.tab();
        assert_eq!(texts(&page), ["ONE", "TWO"]);
    }
}
