//! Interjections: how they reach an agent, and what happens to those that do not.
//!
//! Plain backends are tested in `emulated`, recipients in `targets`.

mod changes;
mod emulated;
mod races;
mod targets;

use crate::card::Card;
use crate::control::{CancelAnswer, InterjectionAnswer};
use crate::effect::{Announcement, Effect, Retry};
use crate::history::HistoryMessage;
use crate::id::ActivityId;
use crate::input::{Input, InterjectionInput};
use crate::run_event::{FinishOutcome, ReportedInterjection, RunEvent};
use crate::testing::builder::{ABLE, Convo, convo, run_of, text, tool, tool_result};
use crate::testing::events::{failure, reported};
use crate::testing::inputs::{interject, retry_due};
use crate::transcript::{Delivery, Undelivered};

use InterjectionAnswer::{Accepted, TooLate, Unreachable};

fn able() -> Convo {
    convo().with_abilities(ABLE).running("m1")
}

fn sent(convo: &Convo) -> Vec<Effect> {
    let is_sent = |effect: &Effect| matches!(effect, Effect::SendInterjection { .. });
    let outward = convo.outward();
    outward.into_iter().filter(is_sent).collect()
}

fn sending(run: &str, id: &str) -> Effect {
    Effect::SendInterjection {
        run: run_of(run),
        id: id.into(),
    }
}

fn change(convo: Convo, input: InterjectionInput) -> Convo {
    convo.given(Input::Interjection(input))
}

fn revise(convo: Convo, id: &str, text: &str) -> Convo {
    let (id, text) = (id.into(), text.into());
    change(convo, InterjectionInput::Revise { id, text })
}

fn delivered(id: &str) -> RunEvent {
    RunEvent::InterjectionDelivered {
        id: id.into(),
        step: Some(3),
    }
}

fn undelivered(id: &str) -> RunEvent {
    RunEvent::InterjectionUndelivered { id: id.into() }
}

fn history(convo: &Convo) -> Vec<HistoryMessage> {
    convo.request().messages
}

/// The history of the next turn, without that turn's message.
fn history_after(convo: Convo) -> Vec<HistoryMessage> {
    let mut history = history(&convo.finished().running("m9"));
    history.pop();
    history
}

fn said(history: &[HistoryMessage]) -> Vec<&str> {
    history
        .iter()
        .map(|message| match message {
            HistoryMessage::User { text, .. }
            | HistoryMessage::Assistant { text, .. }
            | HistoryMessage::Reasoning { text, .. } => text.as_str(),
            HistoryMessage::Tool { content, .. } => content.as_str(),
        })
        .collect()
}

#[test]
fn an_interjection_is_shown_and_sent_at_once() {
    let convo = able().interjecting("i1", "shorter");
    assert_eq!(convo.outward(), [sending("m1", "i1")]);
    assert_eq!(convo.conversation.composer(), "");
    assert_eq!(convo.delivery("i1"), Delivery::Sending { attempt: 1 });
    let posted = convo.conversation.posted(&"i1".into()).expect("its text");
    assert_eq!((posted.text, posted.target), ("shorter", None));
    assert!(
        matches!(convo.card(), Card::Running { .. }),
        "the agent goes on"
    );
}

#[test]
fn an_interjection_is_sent_once_the_stream_is_open() {
    let convo = convo()
        .with_abilities(ABLE)
        .composing("x")
        .given(Input::Submit { id: "m1".into() })
        .interjecting("i1", "shorter");
    assert_eq!(sent(&convo), []);
    let opened = convo.event(RunEvent::Opened);
    assert_eq!(sent(&opened), [sending("m1", "i1")]);
}

#[test]
fn each_interjection_is_sent_after_the_answer_to_the_one_before() {
    let two = able().interjecting("i1", "a").interjecting("i2", "b");
    assert_eq!(sent(&two), [], "the first is not answered yet");
    let next = two.heard("i1", Accepted);
    assert_eq!(sent(&next), [sending("m1", "i2")]);
    assert_eq!(next.delivery("i1"), Delivery::Accepted);
}

#[test]
fn a_delivered_interjection_moves_to_the_place_where_the_agent_got_it() {
    let convo = able()
        .event(tool("c1"))
        .interjecting("i1", "shorter")
        .heard("i1", Accepted)
        .event(tool_result("c1", "found"))
        .event(RunEvent::Note {
            id: "n".into(),
            title: "n".into(),
            content: String::new(),
        })
        .event(delivered("i1"));
    assert_eq!(convo.delivery("i1"), Delivery::Delivered { step: Some(3) });
    let order: Vec<_> = convo
        .turn("m1")
        .activities
        .iter()
        .map(|held| held.id.as_str())
        .collect();
    assert_eq!(order, ["c1", "n", "interjection:i1"]);
    let told = Effect::Announce(Announcement::Delivered);
    assert!(convo.last.effects.contains(&told));
}

#[test]
fn the_history_has_delivered_interjections_after_the_tool_results() {
    let convo = able()
        .event(tool("c1"))
        .interjecting("i1", "shorter")
        .heard("i1", Accepted)
        .interjecting("i2", "in French")
        .heard("i2", Accepted)
        .event(tool_result("c1", "found"))
        .event(delivered("i1"))
        .event(delivered("i2"))
        .event(text("a", "Voilà."));
    let expected = ["text of m1", "", "found", "shorter", "in French", "Voilà."];
    assert_eq!(said(&history_after(convo)), expected);
}

#[test]
fn the_history_has_a_delivered_interjection_between_the_texts_around_it() {
    let convo = able()
        .event(text("a", "Long"))
        .interjecting("i1", "shorter")
        .heard("i1", Accepted)
        .event(delivered("i1"))
        .event(text("b", "Short."));
    let history = history_after(convo);
    assert_eq!(said(&history), ["text of m1", "Long", "shorter", "Short."]);
    assert!(matches!(&history[2], HistoryMessage::User { id, .. } if id.as_str() == "i1"));
}

#[test]
fn an_undelivered_interjection_is_not_in_the_history() {
    let convo = able()
        .interjecting("i1", "shorter")
        .given(Input::Stop { run: run_of("m1") });
    let stopped = convo.event_in("m1", RunEvent::Finished(FinishOutcome::Cancelled));
    let next = stopped.running("m9");
    assert_eq!(said(&history(&next)), ["text of m1", "text of m9"]);
}

#[test]
fn pending_interjections_become_the_first_prompts_when_the_turn_ends() {
    let convo = able()
        .queued(1)
        .interjecting("i1", "a")
        .heard("i1", Accepted)
        .interjecting("i2", "b")
        .finished();
    assert_eq!(
        convo.delivery("i1"),
        Delivery::Undelivered(Undelivered::Queued)
    );
    assert_eq!(convo.turn("i1").text, "a", "its turn has begun");
    assert_eq!(convo.prompts(), ["i2", "q1"]);
    let told = Effect::Announce(Announcement::QueuedInstead);
    assert!(convo.last.effects.contains(&told));
}

#[test]
fn a_pending_interjection_becomes_a_waiting_prompt_when_the_run_fails() {
    let failed = able().interjecting("i1", "a").event(failure("broken"));
    assert!(matches!(failed.card(), Card::Paused { .. }));
    assert_eq!(failed.prompts(), ["i1"]);
}

#[test]
fn an_interjection_that_comes_too_late_becomes_the_next_prompt() {
    let convo = able().interjecting("i1", "a").heard("i1", TooLate);
    assert_eq!(convo.prompts(), ["i1"]);
    let next = convo.finished();
    assert_eq!(next.turn("i1").text, "a");
}

#[test]
fn an_interjection_reported_as_undelivered_becomes_the_next_prompt_once() {
    let convo = able()
        .interjecting("i1", "a")
        .heard("i1", Accepted)
        .event(undelivered("i1"));
    assert_eq!(convo.prompts(), ["i1"]);
    let again = convo.event(undelivered("i1"));
    assert_eq!(again.prompts(), ["i1"], "told twice, it is there once");
}

#[test]
fn after_a_stop_an_undelivered_interjection_stays_and_can_be_queued() {
    let run = run_of("m1");
    let stopped = able()
        .interjecting("i1", "a")
        .given(Input::Stop { run: run.clone() });
    assert_eq!(
        stopped.delivery("i1"),
        Delivery::Undelivered(Undelivered::Stopped)
    );
    assert_eq!(stopped.prompts(), [""; 0]);
    let answered = stopped.answered("m1", CancelAnswer::Accepted).event_of(
        run,
        None,
        RunEvent::Finished(FinishOutcome::Cancelled),
    );
    let sent = change(answered, InterjectionInput::QueueInstead("i1".into()));
    assert_eq!(
        sent.turn("i1").text,
        "a",
        "nothing was at work, so it is a turn"
    );
    let twice = change(sent, InterjectionInput::QueueInstead("i1".into()));
    assert!(twice.was_refused());
}

#[test]
fn a_delivery_reported_while_the_run_stops_counts() {
    let run = run_of("m1");
    let stopped = able()
        .interjecting("i1", "a")
        .heard("i1", Accepted)
        .given(Input::Stop { run: run.clone() })
        .event_of(run, None, delivered("i1"));
    assert_eq!(
        stopped.delivery("i1"),
        Delivery::Delivered { step: Some(3) }
    );
}

#[test]
fn an_unanswered_interjection_is_retried_and_then_marked_as_unreachable() {
    let mut convo = able().interjecting("i1", "a");
    for attempt in 1..5 {
        convo = convo.heard("i1", Unreachable);
        assert!(matches!(
            convo.outward().as_slice(),
            [Effect::RetryLater {
                what: Retry::Interject,
                ..
            }]
        ));
        convo.put(retry_due("m1", Retry::Interject));
        assert_eq!(convo.outward(), [sending("m1", "i1")]);
        assert_eq!(
            convo.delivery("i1"),
            Delivery::Sending {
                attempt: attempt + 1
            }
        );
    }
    let given_up = convo.heard("i1", Unreachable);
    assert_eq!(
        given_up.delivery("i1"),
        Delivery::Undelivered(Undelivered::Unreachable)
    );
    let queued = change(given_up, InterjectionInput::QueueInstead("i1".into()));
    assert_eq!(queued.prompts(), ["i1"]);
}

#[test]
fn the_backend_reports_the_recipient_and_a_fallback() {
    let convo = able()
        .interjecting("i1", "a")
        .event(RunEvent::Interjected(ReportedInterjection {
            id: "i1".into(),
            text: "a".into(),
            parent: None,
            agent: Some("main".into()),
            fell_back: true,
        }));
    let held = convo.turn("m1").interjection(&"i1".into()).expect("it");
    assert!(held.fell_back);
    assert_eq!(held.agent.as_deref(), Some("main"));
    assert_eq!(held.delivery, Delivery::Accepted, "it has been heard");
}

#[test]
fn an_interjection_from_another_page_is_shown() {
    let convo = able().event(reported("i7", "from elsewhere"));
    assert_eq!(convo.delivery("i7"), Delivery::Accepted);
}

#[test]
fn after_a_reload_an_unanswered_interjection_is_sent_again() {
    let sending_it = able().interjecting("i1", "a").given(Input::Restored);
    assert_eq!(sent(&sending_it), [sending("m1", "i1")]);
    let accepted = able()
        .interjecting("i1", "a")
        .heard("i1", Accepted)
        .given(Input::Restored);
    assert_eq!(sent(&accepted), []);
}

#[test]
fn a_blank_or_stale_interjection_is_refused() {
    assert!(able().interjecting("i1", " \n").was_refused());
    let stale = able().composing("a").given(interject(run_of("m0"), "i1"));
    assert!(stale.was_refused());
    assert_eq!(stale.conversation.composer(), "a");
}

#[test]
fn late_answers_about_a_delivered_interjection_change_nothing() {
    for answer in [Accepted, TooLate, Unreachable] {
        let done = able().interjecting("i1", "a").event(delivered("i1"));
        assert!(done.clone().heard("i1", answer).was_refused());
        let none: ActivityId = "interjection:none".into();
        assert!(done.turn("m1").activity(&none).is_none());
    }
}
