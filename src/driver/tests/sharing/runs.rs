//! Runs that were active when their page closed.

use super::super::harness::Harness;
use super::Tabs;

#[test]
fn an_active_run_is_rejoined_after_a_reload_even_if_its_thread_is_not_opened() {
    let tabs = Tabs::new();
    let one = tabs.tab();
    tabs.say(&one, "ONE");
    one.begins_joinable();
    tabs.close(one);
    let page = Harness::beside(&tabs.origin, tabs.store.clone());
    page.time.advance(1);
    assert_eq!(page.asked(), 1);
    // A second page does not rejoin the run.
    let other = Harness::beside(&tabs.origin, tabs.store.clone());
    tabs.origin.deliver();
    other.time.advance(1_000);
    assert_eq!(other.asked(), 0);
    // The second page rejoins the run when the first one closes.
    tabs.close(page);
    other.time.advance(1);
    assert_eq!(other.asked(), 1);
}

#[test]
fn a_run_of_another_agent_is_not_rejoined() {
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
