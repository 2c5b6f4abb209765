//! A text is cut off only if a cancel ended it: the person's cancel while the text was being
//! written, or the backend's cancel right after the last text.

use crate::input::Input;
use crate::run_event::{FinishOutcome, RunEvent};
use crate::testing::builder::{
    CONTROLLED, Convo, PLAIN_STOP, asks, convo, question, run_of, subagent, text, tool, tool_result,
};
use crate::testing::events::{text_end, text_start};
use crate::testing::inputs::replace;

fn cancelled() -> RunEvent {
    RunEvent::Finished(FinishOutcome::Cancelled)
}

fn of_m1(convo: Convo, event: RunEvent) -> Convo {
    convo.event_in("m1", event)
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
    convo.composing("instead").given(replace(run, "m2"))
}

#[test]
fn a_text_being_written_at_a_stop_is_cut_off() {
    assert!(!is_cut_off(&half()), "not before");
    assert!(is_cut_off(&stop(half())));
    assert!(is_cut_off(&replaced(half())));
}

#[test]
fn a_text_complete_before_the_stop_is_not_cut_off() {
    assert!(!is_cut_off(&stop(whole())));
    assert!(!is_cut_off(&stop(whole().event(tool("c")))));
    assert!(!is_cut_off(&stop(asking())));
}

#[test]
fn a_text_of_the_run_that_abandons_a_question_is_cut_off_only_by_a_stop() {
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
fn later_events_keep_a_cut_off_text_cut_off_unless_the_stop_came_too_late() {
    let controlled = |convo: Convo| convo.with_abilities(CONTROLLED);
    let cut = stop(controlled(half()));
    // In AG-UI every text ends before its run does, so this end does not complete the text.
    let ended = of_m1(of_m1(cut.clone(), text_end("a")), cancelled());
    assert!(is_cut_off(&ended));
    let too_late = of_m1(cut, RunEvent::Finished(FinishOutcome::Success));
    assert!(!is_cut_off(&too_late), "the stop came too late");
    let last_words = of_m1(
        of_m1(stop(controlled(whole())), text("b", "Stopped.")),
        text_end("b"),
    );
    assert!(!is_cut_off(&of_m1(last_words, cancelled())));
    let plainly = of_m1(
        stop(half().with_abilities(PLAIN_STOP)),
        RunEvent::Finished(FinishOutcome::Success),
    );
    assert!(is_cut_off(&plainly));
}

#[test]
fn the_last_text_of_a_run_cancelled_by_the_backend_is_cut_off() {
    assert!(is_cut_off(&half().event(cancelled())));
    assert!(is_cut_off(&whole().event(cancelled())));
    let followed = whole().event(tool("c")).event(cancelled());
    assert!(!is_cut_off(&followed), "it went on from it");
}

#[test]
fn a_text_of_a_subagent_does_not_count() {
    let says = || text_start("s1", Some("s"));
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
fn a_text_of_an_earlier_run_of_the_turn_is_not_cut_off() {
    let next = half()
        .interjecting("i1", "look there")
        .event(RunEvent::Opened)
        .event(tool("c"))
        .event(tool_result("c", "seen"));
    assert_eq!(next.turn("m1").further_runs, 1);
    assert!(!is_cut_off(&stop(next)), "an interjection ended it");
}
