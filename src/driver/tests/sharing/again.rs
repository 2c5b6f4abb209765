//! Acts that get lost between pages: the driving page crashed before it stored an act, its answer
//! was lost, another page closed the editor, or a frozen page missed a takeover.
//!
//! [`super::explore`] tests random orders of events.

use midturn_core::attachment::MessageContent;
use midturn_core::input::Input;

use super::super::attachments::file;
use super::super::fakes::{FINISHED, Mode, STARTED};
use super::super::harness::Harness;
use super::{Tabs, composer, texts, two_tabs};

#[test]
fn a_message_that_a_crashed_driving_page_never_stored_is_sent_to_the_next_one() {
    let tabs = Tabs::new();
    let (one, next, two) = (tabs.tab(), tabs.tab(), tabs.tab());
    tabs.say(&one, "ONE");
    tabs.answer(&one);
    one.driver.flush();
    tabs.origin.deliver();
    two.say("t", "TWO");
    // The driving page takes the message, but its write is lost. The next page does not receive it.
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
fn a_text_that_came_too_late_is_returned_once_even_if_the_answer_was_lost() {
    let (tabs, one, two) = two_tabs();
    tabs.say(&one, "ONE");
    let stream = one.last();
    stream.opens_with(&[STARTED]);
    tabs.origin.deliver();
    let (run, id) = (two.run("t"), two.driver.fresh_message_id());
    two.write("t", "too late");
    two.input("t", Input::Replace { run, id });
    stream.events(&[FINISHED]);
    // The driving page's answer is lost.
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
fn text_for_an_editor_that_another_page_closed_returns_to_its_author() {
    let (tabs, one, two) = two_tabs();
    tabs.say(&one, "ONE");
    let run = one.run("t");
    tabs.input(&two, Input::CancelClicked { run });
    let text = "written in two".to_owned();
    two.input("t", Input::EditorChanged { text });
    tabs.input(&one, Input::EditorDismiss);
    assert_eq!(composer(&two), "written in two");
    assert_eq!(composer(&one), "");
}

#[test]
fn a_page_that_drives_again_reads_what_the_other_page_wrote() {
    let (tabs, one, two) = two_tabs();
    tabs.say(&one, "ONE");
    tabs.answer(&one);
    one.peers.frozen.set(true);
    two.say("t", "TWO");
    tabs.take_over(&two);
    tabs.answer(&two);
    assert_eq!(texts(&two), ["ONE", "TWO"]);
    // The frozen page has received nothing of this.
    one.write("t", "typed in one");
    assert_eq!(texts(&one), ["ONE"]);
    one.peers.frozen.set(false);
    tabs.close(two);
    assert_eq!(texts(&one), ["ONE", "TWO"]);
    assert_eq!(composer(&one), "typed in one");
}

#[test]
fn text_that_follows_an_act_without_an_answer_is_in_the_composer_after_a_reload() {
    let tabs = Tabs::new();
    let tab = |before| {
        let page = Harness::beside_tab(&tabs.origin, tabs.store.clone(), before);
        page.open("t");
        tabs.origin.deliver();
        page
    };
    let (one, two) = (tab(Vec::new()), tab(Vec::new()));
    tabs.say(&one, "ONE");
    tabs.answer(&one);
    // The driving page takes the message; its answer is lost.
    two.peers.frozen.set(true);
    tabs.say(&two, "TWO");
    assert_eq!(texts(&one), ["ONE", "TWO"]);
    two.write("t", "more");
    let again = tab(vec![two.driver.0.shared.pages.own()]);
    tabs.close(two);
    assert_eq!(composer(&again), "more");
    assert_eq!(texts(&again), ["ONE", "TWO"]);
    // The driving page has stored the message: it is not said again.
    tabs.close(one);
    tabs.close(again);
    let page = tabs.tab();
    assert_eq!(texts(&page), ["ONE", "TWO"]);
    assert_eq!(composer(&page), "more");
}

#[test]
fn what_code_sends_in_a_page_that_follows_has_its_file_and_leaves_the_composer_alone() {
    let (tabs, one, two) = two_tabs();
    two.write("t", "my draft");
    two.driver.announce(&"t".into(), &"f".into());
    two.bytes("t", "f", Some(b"hi"));
    let said = MessageContent {
        text: "from the host".to_owned(),
        attachments: vec![file("f")],
    };
    let id = two.driver.fresh_message_id();
    let input = Box::new(Input::Submit { id });
    tabs.input(&two, Input::By { said, input });
    assert_eq!(texts(&one), ["from the host"]);
    assert_eq!(one.sent(0)[1]["source"]["value"], "aGk=");
    assert_eq!(composer(&two), "my draft");
}
