//! A page that hangs keeps its thread until the person takes the thread over in another page. When it
//! wakes, it starts no run and overwrites nothing.

use midturn_core::chat::ChatInput;
use midturn_core::sharing::Standing;

use super::super::fakes::{FINISHED, Mode, STARTED, text};
use super::super::harness::Harness;
use super::{Tabs, composer, queue, texts, two_tabs};
use crate::driver::{Record, Table, fence_key};

fn standing(page: &Harness) -> Option<Standing> {
    let told = page.view.standing.borrow();
    told.last().map(|(_, standing)| *standing)
}

/// Two pages, of which the first drives the thread and hangs.
fn hung(tabs: &Tabs) -> (Harness, Harness) {
    let (one, two) = (tabs.tab(), tabs.tab());
    tabs.say(&one, "ONE");
    tabs.answer(&one);
    one.peers.frozen.set(true);
    (one, two)
}

/// The thread as it is stored, without the drafts of pages.
fn stored_in(tabs: &Tabs) -> Vec<Record> {
    let tables = [Table::Turns, Table::Conversations, Table::Fences].into_iter();
    tables.flat_map(|table| tabs.store.all(table)).collect()
}

#[test]
fn a_page_that_hangs_keeps_its_thread_and_what_is_sent_elsewhere_waits() {
    let tabs = Tabs::new();
    let (one, two) = hung(&tabs);
    two.say("t", "TWO");
    for _ in 0..5 {
        tabs.wait(&two);
    }
    assert_eq!(standing(&two), Some(Standing::Unreachable));
    assert_eq!((one.asked(), two.asked()), (1, 0));
    one.peers.frozen.set(false);
    tabs.wait(&two);
    assert_eq!(standing(&two), Some(Standing::Well));
    tabs.close(one);
    assert_eq!(texts(&two), ["ONE", "TWO"]);
    assert_eq!(two.asked(), 1);
}

#[test]
fn a_page_whose_thread_was_taken_over_starts_no_run_and_mirrors() {
    let tabs = Tabs::new();
    let (one, two) = hung(&tabs);
    two.say("t", "TWO");
    tabs.take_over(&two);
    assert_eq!(standing(&two), Some(Standing::Well));
    assert_eq!(texts(&two), ["ONE", "TWO"]);
    assert_eq!((one.asked(), two.asked()), (1, 1));
    // The page wakes up, and the person sends there before it learns of this.
    one.peers.frozen.set(false);
    tabs.say(&one, "THREE");
    assert_eq!(one.asked(), 1, "it begins no run");
    tabs.wait(&one);
    tabs.answer(&two);
    tabs.answer(&two);
    assert_eq!(texts(&two), ["ONE", "TWO", "THREE"]);
    assert_eq!(texts(&one), ["ONE", "TWO", "THREE"]);
    tabs.close(one);
    tabs.close(two);
    assert_eq!(texts(&tabs.tab()), ["ONE", "TWO", "THREE"]);
}

#[test]
fn a_page_that_wakes_overwrites_nothing_that_was_stored_meanwhile() {
    let (tabs, one, two) = two_tabs();
    tabs.say(&one, "ONE");
    let stream = one.last();
    stream.opens_with(&[STARTED, &text("m", "Hi")]);
    one.peers.frozen.set(true);
    tabs.take_over(&two);
    tabs.say(&two, "waits");
    two.driver.flush();
    let stored = stored_in(&tabs);
    // The end of the answer was on its way when the page hung.
    stream.events(&[FINISHED]);
    one.write("t", "typed in one");
    one.driver.flush();
    assert_eq!(one.asked(), 1);
    tabs.crash(one);
    assert_eq!(stored_in(&tabs), stored);
    tabs.close(two);
    let page = tabs.tab();
    assert_eq!(texts(&page), ["ONE", "waits"]);
    assert_eq!(composer(&page), "typed in one");
}

#[test]
fn what_is_sent_in_a_page_that_closes_before_it_learns_of_the_take_over_is_kept() {
    let tabs = Tabs::new();
    let (one, two) = hung(&tabs);
    tabs.take_over(&two);
    one.peers.frozen.set(false);
    tabs.store.mode.set(Mode::Waits);
    one.say("t", "TWO");
    one.driver.flush();
    one.driver.shutdown();
    drop(one);
    tabs.store.mode.set(Mode::Works);
    tabs.store.go_on();
    tabs.close(two);
    let page = tabs.tab();
    assert_eq!(texts(&page), ["ONE"]);
    assert_eq!(composer(&page), "TWO");
}

#[test]
fn a_repeated_request_is_not_sent_by_a_page_whose_thread_was_taken_over() {
    let (tabs, one, two) = two_tabs();
    tabs.say(&one, "ONE");
    one.last().refuse(503, "", None);
    one.driver.flush();
    one.peers.frozen.set(true);
    tabs.take_over(&two);
    one.time.advance(60_000);
    assert_eq!(one.asked(), 1);
}

#[test]
fn two_take_overs_in_a_row_leave_the_last_page_driving() {
    let tabs = Tabs::new();
    let (one, two) = hung(&tabs);
    let three = tabs.tab();
    tabs.take_over(&two);
    two.peers.frozen.set(true);
    tabs.take_over(&three);
    tabs.say(&three, "THREE");
    assert_eq!(three.asked(), 1);
    for (page, asked) in [(&one, 1), (&two, 0)] {
        page.peers.frozen.set(false);
        tabs.say(page, "MORE");
        assert_eq!(page.asked(), asked);
    }
    assert_eq!(queue(&three), ["MORE", "MORE"]);
}

#[test]
fn a_page_that_opens_while_the_driving_page_hangs_can_take_over() {
    let tabs = Tabs::new();
    let (one, two) = hung(&tabs);
    tabs.close(two);
    one.driver.flush();
    let three = tabs.tab();
    tabs.take_over(&three);
    assert_eq!(texts(&three), ["ONE"]);
    tabs.say(&three, "TWO");
    assert_eq!(three.asked(), 1);
}

#[test]
fn a_page_that_wakes_does_not_write_a_deleted_thread_again() {
    let tabs = Tabs::new();
    let (one, two) = hung(&tabs);
    tabs.take_over(&two);
    for input in [ChatInput::Delete("t".into()), ChatInput::Forget("t".into())] {
        two.driver.dispatch(input);
    }
    let fences = [0, 1, 2, 3].map(|number| fence_key("t", number));
    let stored = stored_in(&tabs).into_iter().map(|(key, _)| key);
    assert!(stored.eq(fences));
    // What the person sends there is kept, and is all that the thread has.
    tabs.say(&one, "LATE");
    assert_eq!(texts(&one), ["LATE"]);
    assert_eq!(tabs.store.all(Table::Turns).len(), 1);
}
