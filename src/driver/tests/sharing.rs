//! Several pages that show one thread: no typed text is lost, and no run is started twice.
//!
//! The tests of `midturn_core::sharing` cover each step by which a page begins to drive a thread.

mod again;
mod by_hand;
mod deleted;
mod explore;
mod in_memory;
mod runs;
mod unopened;

use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::input::{Input, QueueInput};
use midturn_core::sharing::Standing;

use super::fakes::{FINISHED, FakeStorage, Mode, STARTED, text};
use super::harness::Harness;
use super::peers::FakeOrigin;
use crate::transport::Ask;

/// Pages of one browser, with one storage.
struct Tabs {
    origin: FakeOrigin,
    store: Rc<FakeStorage>,
}

impl Tabs {
    fn new() -> Self {
        Self {
            origin: FakeOrigin::new(),
            store: FakeStorage::new(Mode::Works),
        }
    }

    /// Opens a page that shows the thread `t`.
    fn tab(&self) -> Harness {
        let page = Harness::beside(&self.origin, self.store.clone());
        page.open("t");
        self.origin.deliver();
        page
    }

    fn say(&self, page: &Harness, text: &str) {
        page.say("t", text);
        self.origin.deliver();
    }

    fn input(&self, page: &Harness, input: Input) {
        page.input("t", input);
        self.origin.deliver();
    }

    fn answer(&self, page: &Harness) {
        page.last()
            .opens_with(&[STARTED, &text("m", "Hi"), FINISHED]);
        self.origin.deliver();
    }

    /// Lets enough time pass for `page` to notice that the driving page does not answer.
    fn wait(&self, page: &Harness) {
        for _ in 0..12 {
            page.time.advance(1_000);
            self.origin.deliver();
        }
    }

    /// The person takes the thread over in `page`.
    fn take_over(&self, page: &Harness) {
        self.wait(page);
        page.driver.take_over(&"t".into());
        self.origin.deliver();
    }

    fn close(&self, page: Harness) {
        page.driver.flush();
        page.driver.shutdown();
        drop(page);
        self.origin.deliver();
    }

    /// Ends a page without a flush or shutdown.
    fn crash(&self, page: Harness) {
        drop(page);
        self.origin.deliver();
    }
}

/// Two pages of one browser that show the thread `t`.
fn two_tabs() -> (Tabs, Harness, Harness) {
    let tabs = Tabs::new();
    let (one, two) = (tabs.tab(), tabs.tab());
    (tabs, one, two)
}

fn texts(page: &Harness) -> Vec<String> {
    page.look("t", |held| {
        let turns = held.turns().iter();
        turns.map(|turn| turn.text.clone()).collect()
    })
}

fn queue(page: &Harness) -> Vec<String> {
    page.look("t", |held| {
        let prompts = held.queue().prompts().iter();
        prompts.map(|prompt| prompt.text.clone()).collect()
    })
}

fn composer(page: &Harness) -> String {
    page.look("t", |held| held.composer().to_owned())
}

#[test]
fn messages_sent_in_either_of_two_pages_survive_a_reload() {
    let (tabs, one, two) = two_tabs();
    tabs.say(&one, "ONE");
    tabs.answer(&one);
    tabs.say(&two, "TWO");
    assert_eq!(two.asked(), 0, "the page that drives the thread asks");
    assert_eq!(one.asked(), 2);
    tabs.answer(&one);
    assert_eq!(texts(&one), ["ONE", "TWO"]);
    assert_eq!(texts(&two), ["ONE", "TWO"]);
    assert_eq!(two.said("t"), ["Hi"], "a mirror is live");
    assert_eq!(composer(&two), "");
    tabs.close(one);
    tabs.close(two);
    let page = tabs.tab();
    assert_eq!(texts(&page), ["ONE", "TWO"]);
}

#[test]
fn a_following_page_takes_over_when_the_driving_page_closes() {
    let (tabs, one, two) = two_tabs();
    tabs.say(&one, "ONE");
    tabs.answer(&one);
    tabs.close(one);
    tabs.say(&two, "TWO");
    assert_eq!(two.asked(), 1);
    tabs.answer(&two);
    let three = tabs.tab();
    tabs.say(&three, "THREE");
    assert_eq!(three.asked(), 0);
    assert_eq!(texts(&two), ["ONE", "TWO", "THREE"]);
}

#[test]
fn a_following_page_rejoins_the_run_of_a_page_that_closed_or_crashed() {
    for crashes in [false, true] {
        let tabs = Tabs::new();
        // Both pages open before the backend announces its events URL.
        let (one, two) = (tabs.tab(), tabs.tab());
        tabs.say(&one, "ONE");
        one.begins_joinable();
        tabs.origin.deliver();
        if crashes {
            tabs.crash(one);
        } else {
            tabs.close(one);
        }
        two.time.advance(1);
        assert_eq!(two.asked(), 1);
        let after = Some("2".to_owned());
        assert_eq!(two.last().request.ask, Ask::Get { after });
    }
}

#[test]
fn a_following_page_keeps_and_stores_what_the_crashed_page_had_not_stored() {
    let (tabs, one, two) = two_tabs();
    tabs.say(&one, "ONE");
    let stream = one.last();
    stream.opens_with(&[STARTED, &text("m", "Hi")]);
    tabs.origin.deliver();
    stream.events(&[&text("m", " there")]);
    tabs.origin.deliver();
    tabs.crash(one);
    assert_eq!(two.said("t"), ["Hi there"]);
    tabs.close(two);
    let page = tabs.tab();
    assert_eq!(page.said("t"), ["Hi there"]);
}

#[test]
fn each_page_has_its_own_draft_and_no_draft_is_lost() {
    let (tabs, one, two) = two_tabs();
    one.write("t", "in one");
    two.write("t", "in two");
    tabs.say(&one, "in one");
    tabs.answer(&one);
    assert_eq!(composer(&two), "in two");
    one.write("t", "again in one");
    tabs.close(one);
    tabs.close(two);
    let page = tabs.tab();
    let left = composer(&page);
    assert!(left.contains("again in one"), "{left}");
    assert!(left.contains("in two"), "{left}");
    // The page has stored the drafts as its own.
    tabs.close(page);
    let page = tabs.tab();
    assert_eq!(composer(&page), left);
}

#[test]
fn the_draft_of_an_open_page_is_not_taken_over() {
    let tabs = Tabs::new();
    let one = tabs.tab();
    one.write("t", "mine");
    one.driver.flush();
    let two = tabs.tab();
    assert_eq!(composer(&two), "");
    assert_eq!(composer(&one), "mine");
}

#[test]
fn the_draft_of_a_reloaded_page_is_taken_over_in_the_same_tab() {
    let tabs = Tabs::new();
    let tab = |before| {
        let page = Harness::beside_tab(&tabs.origin, tabs.store.clone(), before);
        page.open("t");
        tabs.origin.deliver();
        page
    };
    let one = tab(vec![]);
    one.write("t", "mine");
    one.driver.flush();
    let id = one.driver.0.shared.pages.own();
    let two = tab(vec![]);
    // The page is reloaded: the new page opens before the old one has closed.
    let again = tab(vec![id]);
    tabs.close(one);
    assert_eq!(composer(&two), "");
    assert_eq!(composer(&again), "mine");
}

#[test]
fn prompts_of_two_pages_share_one_queue_and_each_starts_once() {
    let (tabs, one, two) = two_tabs();
    tabs.say(&one, "ONE");
    tabs.say(&two, "from two");
    tabs.say(&one, "from one");
    assert_eq!(queue(&one), ["from two", "from one"]);
    assert_eq!(queue(&two), ["from two", "from one"]);
    tabs.answer(&one);
    tabs.answer(&one);
    tabs.answer(&one);
    assert_eq!((one.asked(), two.asked()), (3, 0));
    assert_eq!(texts(&two), ["ONE", "from two", "from one"]);
}

#[test]
fn a_dismissed_editors_text_goes_to_the_composer_of_the_page_that_dismissed_it() {
    let (tabs, one, two) = two_tabs();
    tabs.say(&one, "ONE");
    let run = one.run("t");
    tabs.input(&two, Input::CancelClicked { run });
    let text = "written in two".to_owned();
    tabs.input(&two, Input::EditorChanged { text });
    assert_eq!(
        one.look("t", |held| held.card().editor().map(str::to_owned)),
        Some("written in two".to_owned())
    );
    tabs.input(&two, Input::EditorDismiss);
    assert_eq!(composer(&two), "written in two");
    assert_eq!(composer(&one), "");
    tabs.close(two);
    tabs.close(one);
    assert_eq!(composer(&tabs.tab()), "written in two");
}

#[test]
fn an_edit_that_comes_late_overwrites_no_text_that_was_written_meanwhile() {
    let (tabs, one, two) = two_tabs();
    tabs.say(&one, "ONE");
    let run = one.run("t");
    tabs.input(&one, Input::CancelClicked { run });
    let edit = |text: &str| {
        let text = text.to_owned();
        Input::EditorChanged { text }
    };
    two.input("t", edit("early"));
    tabs.input(&one, edit("meanwhile"));
    let editor = |tab: &Harness| tab.look("t", |held| held.card().editor().map(str::to_owned));
    assert_eq!(editor(&one).as_deref(), Some("early"));
    assert_eq!(composer(&one), "meanwhile");
    // Who goes on in an own text knows it.
    for text in ["eXarly", "eXYarly", "XYarly"] {
        tabs.input(&two, edit(text));
    }
    assert_eq!(editor(&one).as_deref(), Some("XYarly"));
    assert_eq!(composer(&one), "meanwhile");
    assert_eq!(composer(&two), "");
}

#[test]
fn a_suspended_page_releases_its_threads_and_follows_when_it_resumes() {
    let (tabs, one, two) = two_tabs();
    tabs.say(&one, "ONE");
    tabs.answer(&one);
    one.driver.suspend();
    tabs.origin.deliver();
    tabs.say(&two, "TWO");
    assert_eq!(two.asked(), 1);
    tabs.answer(&two);
    one.driver.resume();
    tabs.origin.deliver();
    assert_eq!(texts(&one), ["ONE", "TWO"]);
    tabs.say(&one, "THREE");
    assert_eq!((one.asked(), two.asked()), (1, 2));
}

#[test]
fn a_page_without_others_rejoins_its_run_when_it_resumes() {
    let tabs = Tabs::new();
    let one = tabs.tab();
    tabs.say(&one, "ONE");
    let stream = one.begins_joinable();
    one.driver.suspend();
    assert!(stream.is_aborted());
    one.driver.resume();
    one.time.advance(1);
    let after = Some("2".to_owned());
    assert_eq!(one.last().request.ask, Ask::Get { after });
    assert_eq!(one.asked(), 2);
}

#[test]
fn without_locks_the_second_page_stays_a_reader() {
    let tabs = Tabs::new();
    let lockless = || {
        let page = Harness::lockless(&tabs.origin, tabs.store.clone());
        page.open("t");
        tabs.origin.deliver();
        page.time.advance(2_000);
        tabs.origin.deliver();
        page
    };
    let one = lockless();
    tabs.say(&one, "ONE");
    tabs.answer(&one);
    let two = lockless();
    assert_eq!(
        two.view.standing.borrow().last(),
        Some(&("t".into(), Standing::Reader))
    );
    assert_eq!(texts(&two), ["ONE"]);
    assert!(one.view.standing.borrow().is_empty());
}

#[test]
fn titles_and_queue_edits_reach_all_pages() {
    let (tabs, one, two) = two_tabs();
    let three = Harness::beside(&tabs.origin, tabs.store.clone());
    tabs.say(&one, "ONE");
    let thread = "t".into();
    let title = "Named".to_owned();
    three.driver.dispatch(ChatInput::Rename { thread, title });
    tabs.origin.deliver();
    for page in [&one, &two, &three] {
        let titles = page.driver.read(|chat| {
            let heads = chat.heads().into_iter();
            heads.map(|head| head.title.clone()).collect::<Vec<_>>()
        });
        assert_eq!(titles, ["Named"]);
    }
    tabs.say(&two, "later");
    tabs.input(&two, Input::Queue(QueueInput::EditLast));
    assert!(one.look("t", |held| held.queue().edit().is_some()));
}
