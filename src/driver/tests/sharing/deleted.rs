//! A thread that one of several pages deletes is gone in all of them.

use midturn_core::chat::{ChatInput, UNDOABLE_MS};

use super::super::harness::Harness;
use super::{Tabs, texts, two_tabs};

#[test]
fn a_thread_deleted_in_a_following_page_stays_deleted() {
    let (tabs, one, two) = two_tabs();
    tabs.say(&one, "ONE");
    tabs.answer(&one);
    // The next page starts when this can no longer be undone.
    one.time.now.set(one.time.now.get() - UNDOABLE_MS);
    two.driver.dispatch(ChatInput::Delete("t".into()));
    tabs.origin.deliver();
    assert!(one.driver.read(|chat| chat.heads().is_empty()));
    assert!(two.driver.read(|chat| chat.heads().is_empty()));
    tabs.close(one);
    tabs.close(two);
    let page = Harness::beside(&tabs.origin, tabs.store.clone());
    assert!(page.driver.read(|chat| chat.heads().is_empty()));
    page.open("t");
    assert!(texts(&page).is_empty());
}

#[test]
fn a_forgotten_thread_is_gone_in_every_page_and_its_id_can_be_reused() {
    for by in [0, 1] {
        let tabs = Tabs::new();
        let pages = [tabs.tab(), tabs.tab()];
        tabs.say(&pages[0], "ONE");
        tabs.answer(&pages[0]);
        for input in [ChatInput::Delete("t".into()), ChatInput::Forget("t".into())] {
            pages[by].driver.dispatch(input);
            tabs.origin.deliver();
        }
        for page in pages {
            assert!(page.driver.read(|chat| chat.heads().is_empty()));
            tabs.close(page);
        }
        let (one, two) = (tabs.tab(), tabs.tab());
        assert_eq!(texts(&one), [""; 0]);
        tabs.say(&two, "NEW");
        tabs.answer(&one);
        assert_eq!(texts(&one), ["NEW"]);
        assert_eq!(texts(&two), ["NEW"]);
    }
}

#[test]
fn a_resumed_page_does_not_restore_a_thread_that_was_deleted_meanwhile() {
    let tabs = Tabs::new();
    let one = tabs.tab();
    tabs.say(&one, "ONE");
    tabs.answer(&one);
    one.driver.suspend();
    let two = tabs.tab();
    // The next page purges the thread: its deletion cannot be undone any more.
    two.time.now.set(one.time.now.get() - UNDOABLE_MS);
    two.driver.dispatch(ChatInput::Delete("t".into()));
    tabs.close(two);
    tabs.close(Harness::beside(&tabs.origin, tabs.store.clone()));
    one.driver.resume();
    tabs.origin.deliver();
    one.driver.flush();
    tabs.close(one);
    let page = Harness::beside(&tabs.origin, tabs.store.clone());
    assert!(page.driver.read(|chat| chat.heads().is_empty()));
}
