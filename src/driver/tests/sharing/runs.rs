//! Runs that were at work when a page was left.

use super::super::harness::Harness;
use super::Tabs;

#[test]
fn a_run_at_work_is_joined_after_a_reload_though_nobody_opens_its_thread() {
    let tabs = Tabs::new();
    let one = tabs.tab();
    tabs.say(&one, "ONE");
    one.begins_joinable();
    tabs.close(one);
    let page = Harness::beside(&tabs.origin, tabs.store.clone());
    page.time.advance(1);
    assert_eq!(page.asked(), 1);
    // Another page leaves it alone.
    let other = Harness::beside(&tabs.origin, tabs.store.clone());
    tabs.origin.deliver();
    other.time.advance(1_000);
    assert_eq!(other.asked(), 0);
    // And goes on with it when that one is gone.
    tabs.close(page);
    other.time.advance(1);
    assert_eq!(other.asked(), 1);
}

#[test]
fn a_run_of_another_agent_is_not_joined_here() {
    let tabs = Tabs::new();
    let one = tabs.tab();
    tabs.say(&one, "ONE");
    one.begins_joinable();
    tabs.close(one);
    let page = Harness::beside_with(&tabs.origin, tabs.store.clone(), |options| {
        options.agent_url = "http://another".to_owned();
        options.events_url = Some("/e".to_owned());
        options.abilities.rejoin = true;
    });
    page.time.advance(1);
    assert_eq!(page.asked(), 0);
    page.open("t");
    page.time.advance(1);
    assert_eq!(page.asked(), 0);
    assert!(page.outcome("t").is_some());
}
