//! What was asked of a driver that is gone before it was done, or before anybody heard of it.
//!
//! Not responsible for what an order of things no test thought of does (see [`super::explore`]).

use midturn_core::input::Input;

use super::super::fakes::{FINISHED, Mode, STARTED};
use super::{Tabs, composer, texts};

#[test]
fn a_message_that_a_driver_took_and_never_stored_is_asked_of_the_next_one() {
    let tabs = Tabs::new();
    let (one, next, two) = (tabs.tab(), tabs.tab(), tabs.tab());
    tabs.say(&one, "ONE");
    tabs.answer(&one);
    one.driver.flush();
    tabs.origin.deliver();
    two.say("t", "TWO");
    // The driver takes it, and what it writes never arrives. The next driver has not heard of it.
    next.peers.frozen.set(true);
    tabs.store.mode.set(Mode::NeverAnswers);
    tabs.origin.deliver();
    assert_eq!(texts(&two), ["ONE", "TWO"]);
    assert_eq!(one.asked(), 1, "its run waits for storage");
    tabs.store.mode.set(Mode::Works);
    next.peers.frozen.set(false);
    tabs.crash(one);
    assert_eq!(texts(&next), ["ONE", "TWO"]);
    assert_eq!(texts(&two), ["ONE", "TWO"]);
    assert_eq!((next.asked(), two.asked()), (1, 0));
    tabs.answer(&next);
    tabs.close(next);
    tabs.close(two);
    let page = tabs.tab();
    assert_eq!(texts(&page), ["ONE", "TWO"]);
    assert_eq!(composer(&page), "");
}

#[test]
fn what_comes_too_late_is_given_back_once_though_nobody_heard_of_it() {
    let tabs = Tabs::new();
    let (one, two) = (tabs.tab(), tabs.tab());
    tabs.say(&one, "ONE");
    let stream = one.last();
    stream.open();
    stream.events(&[STARTED]);
    tabs.origin.deliver();
    let (run, id) = (two.run("t"), two.driver.fresh_message_id());
    two.write("t", "too late");
    two.input("t", Input::Replace { run, id });
    stream.events(&[FINISHED]);
    // What the driver says of it is lost.
    two.peers.frozen.set(true);
    tabs.origin.deliver();
    two.peers.frozen.set(false);
    assert_eq!(composer(&two), "");
    tabs.say(&one, "MORE");
    assert_eq!(texts(&one), ["ONE", "MORE"]);
    assert_eq!(texts(&two), ["ONE", "MORE"]);
    assert_eq!(composer(&two), "too late");
    for _ in 0..3 {
        two.time.advance(1_000);
        tabs.origin.deliver();
    }
    assert_eq!(composer(&two), "too late");
    tabs.answer(&one);
    tabs.close(one);
    tabs.close(two);
    assert_eq!(composer(&tabs.tab()), "too late");
}

#[test]
fn words_for_an_editor_that_another_page_has_closed_come_back() {
    let tabs = Tabs::new();
    let (one, two) = (tabs.tab(), tabs.tab());
    tabs.say(&one, "ONE");
    let run = one.run("t");
    two.input("t", Input::CancelClicked { run });
    tabs.origin.deliver();
    let text = "written in two".to_owned();
    two.input("t", Input::EditorChanged { text });
    one.input("t", Input::EditorDismiss);
    tabs.origin.deliver();
    assert_eq!(composer(&two), "written in two");
    assert_eq!(composer(&one), "");
}

#[test]
fn a_page_that_drove_a_thread_before_reads_what_the_next_driver_wrote() {
    let tabs = Tabs::new();
    let (one, two) = (tabs.tab(), tabs.tab());
    tabs.say(&one, "ONE");
    tabs.answer(&one);
    one.peers.frozen.set(true);
    two.say("t", "TWO");
    tabs.wait_for_takeover(&two);
    tabs.answer(&two);
    assert_eq!(texts(&two), ["ONE", "TWO"]);
    // The other page has heard nothing of all that.
    one.write("t", "typed in one");
    assert_eq!(texts(&one), ["ONE"]);
    tabs.close(two);
    assert_eq!(texts(&one), ["ONE", "TWO"]);
    assert_eq!(composer(&one), "typed in one");
}
