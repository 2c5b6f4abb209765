//! Interjections on a plain backend: the client waits for the tools, and starts another run of the
//! same turn.

use super::{history, said};
use crate::card::Card;
use crate::client_tool::ClientTool;
use crate::effect::Effect;
use crate::id::RunId;
use crate::input::{Input, InterjectionInput};
use crate::run_event::{AnswerForm, Interrupt, RunEvent};
use crate::testing::builder::{
    Convo, asks, convo, question, run_of, text, tool, tool_args, tool_result, user,
};
use crate::testing::events::refused;
use crate::transcript::{ActivityStatus, Answer, Delivery, INTERRUPTED, Undelivered};

fn second() -> RunId {
    RunId::of_attempt(&"m1".into(), 2)
}

fn switch() -> [Effect; 2] {
    [
        Effect::AbortStream { run: run_of("m1") },
        Effect::OpenStream { run: second() },
    ]
}

#[test]
fn an_interjection_waits_for_the_results_of_all_running_tools() {
    let convo = convo()
        .running("m1")
        .event(tool("c1"))
        .event(tool("c2"))
        .interjecting("i1", "shorter");
    assert_eq!(convo.outward(), []);
    assert_eq!(convo.delivery("i1"), Delivery::Held);
    let one = convo.event(tool_result("c1", "one"));
    assert_eq!(one.outward(), [], "the second tool is still at work");
    let both = one.event(tool_result("c2", "two"));
    assert_eq!(both.outward(), switch());
    assert_eq!(both.conversation.turns().len(), 1, "it is the same turn");
    assert_eq!(
        said(&history(&both)),
        ["text of m1", "", "one", "", "two", "shorter"]
    );
    assert_eq!(both.delivery("i1"), Delivery::InRequest);
    let opened = both.event(RunEvent::Opened).event(RunEvent::Started);
    assert_eq!(opened.delivery("i1"), Delivery::InRequest);
    let answered = opened.event(text("b", "Short."));
    assert_eq!(answered.delivery("i1"), Delivery::Delivered { step: None });
}

#[test]
fn an_interjection_during_a_text_ends_the_run_and_keeps_the_text() {
    let convo = convo()
        .running("m1")
        .event(text("a", "Long"))
        .interjecting("i1", "shorter");
    assert_eq!(convo.outward(), switch());
    assert_eq!(said(&history(&convo)), ["text of m1", "Long", "shorter"]);
    assert!(matches!(convo.card(), Card::Running { run, .. } if *run == second()));
}

#[test]
fn late_events_of_the_first_run_change_nothing() {
    let convo = convo()
        .running("m1")
        .event(text("a", "Long"))
        .interjecting("i1", "shorter");
    let late = convo.event_in("m1", text("a", "er"));
    assert!(late.was_refused());
    assert_eq!(late.turn("m1").text_of(&"a".into()), "Long");
}

#[test]
fn reasoning_under_way_is_marked_as_interrupted() {
    let convo = convo()
        .running("m1")
        .event(RunEvent::ReasoningStart {
            message: "r".into(),
            subagent: None,
        })
        .interjecting("i1", "shorter");
    let reasoning = convo
        .turn("m1")
        .activity(&"reasoning:r".into())
        .expect("it");
    assert_eq!(reasoning.status, ActivityStatus::Interrupted);
    assert_eq!(convo.outward(), switch());
}

#[test]
fn several_interjections_go_in_one_request_in_order() {
    let convo = convo()
        .running("m1")
        .event(tool("c1"))
        .event(tool_args("c1", "{}"))
        .interjecting("i1", "a")
        .interjecting("i2", "b")
        .event(tool_result("c1", "r"));
    assert_eq!(convo.outward(), switch());
    let history = history(&convo);
    assert_eq!(
        said(&history)[2..],
        ["r", "a", "b"],
        "the result is untouched"
    );
}

#[test]
fn a_held_interjection_can_be_changed_and_taken_back() {
    let held = convo()
        .running("m1")
        .event(tool("c1"))
        .interjecting("i1", "a");
    let changed = super::revise(held, "i1", "b");
    assert_eq!(changed.outward(), []);
    let back = super::change(changed.clone(), InterjectionInput::TakeBack("i1".into()));
    assert_eq!(back.conversation.composer(), "b");
    assert_eq!(back.event(tool_result("c1", "r")).outward(), []);
    let sent = changed.event(tool_result("c1", "r"));
    assert_eq!(said(&history(&sent))[2..], ["r", "b"]);
}

#[test]
fn a_held_interjection_becomes_the_next_prompt_when_the_run_ends() {
    let convo = convo()
        .running("m1")
        .event(tool("c1"))
        .interjecting("i1", "a")
        .finished();
    assert_eq!(convo.turn("i1").text, "a");
    assert_eq!(
        convo.delivery("i1"),
        Delivery::Undelivered(Undelivered::Queued)
    );
}

#[test]
fn a_held_interjection_is_sent_in_place_of_the_answer_that_its_run_asks_for() {
    let held = convo()
        .running("m1")
        .event(tool("c1"))
        .interjecting("i1", "shorter");
    let denied = Answer::Denied {
        reason: Some(INTERRUPTED.into()),
    };
    for (form, answer) in [
        (AnswerForm::default(), denied),
        (AnswerForm::Words { field: None }, Answer::Abandoned),
    ] {
        let asked = Interrupt {
            form,
            ..question("q", Some("c1"))
        };
        let told = held.clone().event(asks(vec![asked]));
        assert_eq!(told.outward(), [Effect::OpenStream { run: second() }]);
        assert_eq!(told.request().resume[0].answer, answer);
        assert_eq!(told.delivery("i1"), Delivery::AfterAnswer);
        assert_eq!(told.prompts(), Vec::<&str>::new());
        let next = told.event(RunEvent::Opened).finished();
        assert_eq!(next.delivery("i1"), Delivery::InRequest);
        assert_eq!(said(&history(&next)).last(), Some(&"shorter"));
    }
    let tools = Input::ToolsOffered(vec![ClientTool {
        name: "search".into(),
        confirm: true,
    }]);
    let consent = held.given(tools).finished();
    assert_eq!(consent.outward(), [Effect::OpenStream { run: second() }]);
    assert_eq!(consent.request().resume, []);
    let messages = history(&consent);
    let said = said(&messages);
    assert!(said[said.len() - 2].contains(INTERRUPTED), "{said:?}");
    assert_eq!(said.last(), Some(&"shorter"));
}

#[test]
fn an_interjection_becomes_a_waiting_prompt_when_its_run_is_refused() {
    let convo = convo()
        .running("m1")
        .event(text("a", "Long"))
        .interjecting("i1", "shorter")
        .event(refused(400));
    assert!(matches!(convo.card(), Card::Paused { .. }));
    assert_eq!(convo.prompts(), ["i1"]);
}

#[test]
fn the_run_with_the_interjection_is_retried_on_a_busy_backend() {
    let convo = convo()
        .running("m1")
        .event(text("a", "Long"))
        .interjecting("i1", "shorter")
        .event(refused(409));
    assert!(matches!(
        convo.outward().as_slice(),
        [Effect::RetryLater { .. }]
    ));
    assert_eq!(convo.delivery("i1"), Delivery::InRequest);
}

#[test]
fn each_run_of_a_turn_has_its_own_id() {
    let twice = convo()
        .running("m1")
        .event(text("a", "Long"))
        .interjecting("i1", "b")
        .event(RunEvent::Opened)
        .event(text("b", "Short"))
        .interjecting("i2", "c");
    assert_eq!(twice.run(), RunId::of_attempt(&"m1".into(), 3));
    assert_eq!(
        said(&history(&twice)),
        ["text of m1", "Long", "b", "Short", "c"]
    );
    let stopped = twice.clone().given(Input::Stop { run: second() });
    assert!(
        stopped.was_refused(),
        "a click on the run before stops nothing"
    );
}

fn after(convo: Convo, id: &str, text: &str) -> Convo {
    let convo = convo.composing(text);
    let (run, id) = (convo.run(), id.into());
    convo.given(Input::InterjectAfter { run, id })
}

#[test]
fn interject_after_during_a_text_queues_the_message_first() {
    let writing = convo().running("m1").event(text("a", "Long")).queued(1);
    let told = after(writing, "i1", "shorter");
    assert_eq!(told.outward(), [], "the response goes on");
    assert_eq!(told.turn("m1").interjections().count(), 0);
    let prompts = told.conversation.queue().prompts();
    assert_eq!((prompts.len(), prompts[0].id.as_str()), (2, "i1"));
    assert_eq!(told.conversation.composer(), "");
    let more = after(told, "i2", "in French");
    assert_eq!(more.prompts(), ["i1", "i2", "q1"]);
}

#[test]
fn interject_after_while_tools_run_is_a_usual_interjection() {
    let convo = after(convo().running("m1").event(tool("c1")), "i1", "shorter");
    assert_eq!(convo.delivery("i1"), Delivery::Held);
    assert!(convo.conversation.queue().is_empty());
}

/// A conversation whose second run has the interjection `i1` in its request. The run's stream is
/// open.
fn sent() -> crate::testing::builder::Convo {
    convo()
        .running("m1")
        .event(tool("c1"))
        .interjecting("i1", "shorter")
        .event(tool_result("c1", "found"))
        .event(RunEvent::Opened)
        .event(RunEvent::Started)
}

#[test]
fn an_interjection_in_an_empty_run_becomes_the_next_prompt() {
    let before = RunEvent::Snapshot(vec![user("m1", "text of m1"), user("i1", "shorter")]);
    for convo in [sent(), sent().event(before)] {
        assert_eq!(
            convo.delivery("i1"),
            Delivery::InRequest,
            "nothing is shown"
        );
        let ended = convo.finished();
        let queued = Delivery::Undelivered(Undelivered::Queued);
        assert_eq!(ended.delivery("i1"), queued);
        assert_eq!(ended.run(), run_of("i1"), "it has a turn of its own");
        assert_eq!(said(&history(&ended)).last(), Some(&"shorter"));
        let times = said(&history(&ended))
            .iter()
            .filter(|text| **text == "shorter")
            .count();
        assert_eq!(times, 1);
    }
}

#[test]
fn an_interjection_in_a_run_that_fails_at_once_becomes_a_waiting_prompt() {
    let lost = RunEvent::Lost(crate::run_event::LostReason::Truncated);
    for convo in [
        sent().failed(),
        sent().event(lost),
        sent().given(Input::Restored),
    ] {
        let queued = Delivery::Undelivered(Undelivered::Queued);
        assert_eq!(convo.delivery("i1"), queued);
        assert_eq!(convo.prompts(), ["i1"]);
        assert!(matches!(convo.card(), Card::Paused { .. }));
    }
}
