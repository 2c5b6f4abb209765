//! Which text of the agent is cut off: the one that was being written when its turn was cancelled.

use crate::input::Input;
use crate::run_event::{Abilities, FinishOutcome, RunEvent};
use crate::testing::builder::{
    CONTROLLED, Convo, asks, convo, question, run_of, subagent, text, tool, tool_result,
};

fn text_end(message: &str) -> RunEvent {
    RunEvent::TextEnd {
        message: message.into(),
    }
}

fn cancelled() -> RunEvent {
    RunEvent::Finished(FinishOutcome::Cancelled)
}

fn of_m1(convo: Convo, event: RunEvent) -> Convo {
    convo.event_of(run_of("m1"), None, event)
}

fn stop(convo: Convo) -> Convo {
    let run = convo.turn("m1").last_run();
    convo.given(Input::Stop { run })
}

fn is_cut_off(convo: &Convo) -> bool {
    convo.turn("m1").is_cut_off()
}

fn half() -> Convo {
    convo().running("m1").event(text("a", "half"))
}

fn whole() -> Convo {
    half().event(text_end("a"))
}

/// A complete text, and a question.
fn asking() -> Convo {
    whole()
        .event(tool("c"))
        .event(asks(vec![question("i", Some("c"))]))
}

fn replaced(convo: Convo) -> Convo {
    let run = convo.turn("m1").last_run();
    convo.composing("instead").given(Input::Replace {
        run,
        id: "m2".into(),
    })
}

#[test]
fn one_that_is_being_written_when_the_person_stops() {
    assert!(!is_cut_off(&half()), "not before");
    assert!(is_cut_off(&stop(half())));
    assert!(is_cut_off(&replaced(half())));
}

#[test]
fn not_one_that_was_whole_before() {
    assert!(!is_cut_off(&stop(whole())));
    assert!(!is_cut_off(&stop(whole().event(tool("c")))));
    assert!(!is_cut_off(&stop(asking())));
}

#[test]
fn not_one_that_answers_a_message_in_place_of_an_answer() {
    for outcome in [FinishOutcome::Success, FinishOutcome::Cancelled] {
        let ended = replaced(asking())
            .event(RunEvent::Opened)
            .event(text("b", "So not."))
            .event(text_end("b"))
            .event(RunEvent::Finished(outcome.clone()));
        assert_eq!(ended.run(), run_of("m2"));
        assert!(!is_cut_off(&ended), "{outcome:?}");
    }
    let not_ended = replaced(asking())
        .event(RunEvent::Opened)
        .event(text("b", "So not."))
        .finished();
    assert!(!is_cut_off(&not_ended), "the run ended well");
    let stopped = stop(
        replaced(asking())
            .event(RunEvent::Opened)
            .event(text("b", "So")),
    );
    assert!(is_cut_off(&stopped), "this one was stopped");
}

#[test]
fn what_comes_after_the_stop_makes_it_neither_whole_nor_cut() {
    let controlled = |convo: Convo| convo.with_abilities(CONTROLLED);
    let cut = stop(controlled(half()));
    // In AG-UI every text ends before its run does.
    let ended = of_m1(of_m1(cut.clone(), text_end("a")), cancelled());
    assert!(is_cut_off(&ended));
    let too_late = of_m1(cut, RunEvent::Finished(FinishOutcome::Success));
    assert!(!is_cut_off(&too_late), "the stop came too late");
    let last_words = of_m1(
        of_m1(stop(controlled(whole())), text("b", "Stopped.")),
        text_end("b"),
    );
    assert!(!is_cut_off(&of_m1(last_words, cancelled())));
    let plain = Abilities {
        plain_stop: true,
        ..Abilities::default()
    };
    let plainly = of_m1(
        stop(half().with_abilities(plain)),
        RunEvent::Finished(FinishOutcome::Success),
    );
    assert!(is_cut_off(&plainly));
}

#[test]
fn the_last_thing_of_a_run_that_its_backend_cancels() {
    assert!(is_cut_off(&half().event(cancelled())));
    assert!(is_cut_off(&whole().event(cancelled())));
    let followed = whole().event(tool("c")).event(cancelled());
    assert!(!is_cut_off(&followed), "it went on from it");
}

#[test]
fn a_subagent_s_text_is_not_it() {
    let says = || RunEvent::TextStart {
        message: "s1".into(),
        subagent: Some("s".into()),
    };
    let speaking = whole()
        .event(subagent("s", "explore", None))
        .event(says())
        .event(text("s1", "looking"));
    assert!(!is_cut_off(&stop(speaking)));
    let beside = half()
        .event(subagent("s", "explore", None))
        .event(says())
        .event(text_end("s1"));
    assert!(is_cut_off(&stop(beside)), "the agent's own goes on");
}

#[test]
fn not_one_before_the_run_that_was_stopped() {
    let next = half()
        .interjecting("i1", "look there")
        .event(RunEvent::Opened)
        .event(tool("c"))
        .event(tool_result("c", "seen"));
    assert_eq!(next.turn("m1").further_runs, 1);
    assert!(!is_cut_off(&stop(next)), "an interjection ended it");
}
