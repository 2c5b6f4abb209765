//! A thread in the list that no page has open: what one page does with it is seen in all of them.

use midturn_core::chat::ChatInput;

use super::super::harness::Harness;
use super::{Tabs, texts};

/// Two pages with the thread `t` in their lists; no page has opened it.
fn two_lists() -> (Tabs, Harness, Harness) {
    let tabs = Tabs::new();
    let before = tabs.tab();
    tabs.say(&before, "ONE");
    tabs.answer(&before);
    tabs.close(before);
    let page = || Harness::beside(&tabs.origin, tabs.store.clone());
    let (one, two) = (page(), page());
    tabs.origin.deliver();
    (tabs, one, two)
}

fn titles(page: &Harness) -> Vec<String> {
    let title = |head: &midturn_core::chat::ThreadHead| head.title.clone();
    page.driver
        .read(|chat| chat.heads().into_iter().map(title).collect())
}

#[test]
fn a_rename_is_seen_in_the_other_page_and_outlasts_a_message_there() {
    let (tabs, one, two) = two_lists();
    one.driver.dispatch(ChatInput::Rename {
        thread: "t".into(),
        title: "Named".to_owned(),
    });
    tabs.origin.deliver();
    assert_eq!(titles(&two), ["Named"]);
    two.open("t");
    tabs.say(&two, "TWO");
    tabs.answer(&two);
    assert_eq!(titles(&one), ["Named"]);
    tabs.close(one);
    tabs.close(two);
    let page = Harness::beside(&tabs.origin, tabs.store.clone());
    assert_eq!(titles(&page), ["Named"]);
}

#[test]
fn a_deletion_and_its_undo_are_seen_in_the_other_page() {
    let (tabs, one, two) = two_lists();
    one.driver.dispatch(ChatInput::Delete("t".into()));
    tabs.origin.deliver();
    assert!(titles(&two).is_empty());
    // A page that starts meanwhile removes nothing.
    let three = Harness::beside(&tabs.origin, tabs.store.clone());
    assert!(titles(&three).is_empty());
    one.driver.dispatch(ChatInput::Undelete("t".into()));
    tabs.origin.deliver();
    assert_eq!(titles(&two), ["ONE"]);
    assert_eq!(titles(&three), ["ONE"]);
    // Nothing of the thread was removed meanwhile.
    two.open("t");
    tabs.origin.deliver();
    assert_eq!(texts(&two), ["ONE"]);
}

#[test]
fn a_thread_whose_run_another_page_has_joined_is_renamed_and_deleted_at_once() {
    let tabs = Tabs::new();
    let before = tabs.tab();
    tabs.say(&before, "ONE");
    before.begins_joinable();
    tabs.close(before);
    // The first page joins the run. The second would go on with it.
    let page = || Harness::beside(&tabs.origin, tabs.store.clone());
    let (one, two) = (page(), page());
    tabs.origin.deliver();
    two.driver.dispatch(ChatInput::Rename {
        thread: "t".into(),
        title: "Named".to_owned(),
    });
    assert_eq!(titles(&two), ["Named"]);
    tabs.origin.deliver();
    assert_eq!(titles(&one), ["Named"]);
    two.driver.dispatch(ChatInput::Delete("t".into()));
    assert!(titles(&two).is_empty());
    tabs.origin.deliver();
    assert!(titles(&one).is_empty());
    assert!(one.outcome("t").is_some(), "its run is stopped");
    two.driver.dispatch(ChatInput::Forget("t".into()));
    tabs.origin.deliver();
    tabs.close(one);
    tabs.close(two);
    assert!(texts(&tabs.tab()).is_empty());
}
