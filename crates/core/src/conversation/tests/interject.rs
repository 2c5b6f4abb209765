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
use crate::run_event::{FinishOutcome, ReportedInterjection, RunError, RunEvent};
use crate::testing::builder::{ABLE, Convo, convo, run_of, text, tool, tool_result};
use crate::transcript::{Delivery, Undelivered};

use InterjectionAnswer::{Accepted, TooLate, Unreachable};

fn able() -> Convo {
    convo().with_abilities(ABLE).running("m1")
}

fn delivery(convo: &Convo, id: &str) -> Delivery {
    let said = convo.turn("m1").interjection(&id.into());
    said.expect("the interjection").delivery.clone()
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
    let request = convo.conversation.request(&convo.run());
    request.expect("a run is at work").messages
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
fn it_is_shown_at_once_and_the_backend_is_told() {
    let convo = able().interjecting("i1", "shorter");
    assert_eq!(convo.outward(), [sending("m1", "i1")]);
    assert_eq!(convo.conversation.composer(), "");
    assert_eq!(delivery(&convo, "i1"), Delivery::Sending { attempt: 1 });
    let posted = convo.conversation.posted(&"i1".into()).expect("its text");
    assert_eq!((posted.text, posted.target), ("shorter", None));
    assert!(
        matches!(convo.card(), Card::Running { .. }),
        "the agent goes on"
    );
}

#[test]
fn before_the_stream_is_open_it_waits() {
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
fn quick_ones_keep_their_order_because_each_waits_for_the_answer_before_it() {
    let two = able().interjecting("i1", "a").interjecting("i2", "b");
    assert_eq!(sent(&two), [], "the first is not answered yet");
    let next = two.heard("i1", Accepted);
    assert_eq!(sent(&next), [sending("m1", "i2")]);
    assert_eq!(delivery(&next, "i1"), Delivery::Accepted);
}

#[test]
fn delivered_it_stands_where_the_agent_got_it() {
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
    assert_eq!(
        delivery(&convo, "i1"),
        Delivery::Delivered { step: Some(3) }
    );
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
fn it_goes_into_the_history_after_the_results_it_came_with() {
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
fn it_goes_into_the_history_as_a_message_where_it_came_between_words() {
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
fn one_the_agent_did_not_get_is_in_no_history() {
    let convo = able()
        .interjecting("i1", "shorter")
        .given(Input::Stop { run: run_of("m1") });
    let stopped = convo.event_of(
        run_of("m1"),
        None,
        RunEvent::Finished(FinishOutcome::Cancelled),
    );
    let next = stopped.running("m9");
    assert_eq!(said(&history(&next)), ["text of m1", "text of m9"]);
}

#[test]
fn when_the_turn_ends_first_it_is_the_next_prompt_ahead_of_the_queue() {
    let convo = able()
        .queued(1)
        .interjecting("i1", "a")
        .heard("i1", Accepted)
        .interjecting("i2", "b")
        .finished();
    assert_eq!(
        delivery(&convo, "i1"),
        Delivery::Undelivered(Undelivered::Queued)
    );
    assert_eq!(convo.turn("i1").text, "a", "its turn has begun");
    assert_eq!(convo.prompts(), ["i2", "q1"]);
    let told = Effect::Announce(Announcement::QueuedInstead);
    assert!(convo.last.effects.contains(&told));
}

#[test]
fn when_the_run_fails_it_is_a_prompt_that_waits() {
    let failed = able()
        .interjecting("i1", "a")
        .event(RunEvent::Failed(RunError {
            message: "broken".into(),
            code: None,
        }));
    assert!(matches!(failed.card(), Card::Paused { .. }));
    assert_eq!(failed.prompts(), ["i1"]);
}

#[test]
fn too_late_for_the_run_it_is_the_next_prompt() {
    let convo = able().interjecting("i1", "a").heard("i1", TooLate);
    assert_eq!(convo.prompts(), ["i1"]);
    let next = convo.finished();
    assert_eq!(next.turn("i1").text, "a");
}

#[test]
fn what_the_backend_gives_back_before_the_run_ends_is_the_next_prompt() {
    let convo = able()
        .interjecting("i1", "a")
        .heard("i1", Accepted)
        .event(undelivered("i1"));
    assert_eq!(convo.prompts(), ["i1"]);
    let again = convo.event(undelivered("i1"));
    assert_eq!(again.prompts(), ["i1"], "told twice, it is there once");
}

#[test]
fn stopped_by_the_person_it_stays_and_can_be_queued_instead() {
    let run = run_of("m1");
    let stopped = able()
        .interjecting("i1", "a")
        .given(Input::Stop { run: run.clone() });
    assert_eq!(
        delivery(&stopped, "i1"),
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
fn one_the_agent_got_before_it_stopped_was_delivered() {
    let run = run_of("m1");
    let stopped = able()
        .interjecting("i1", "a")
        .heard("i1", Accepted)
        .given(Input::Stop { run: run.clone() })
        .event_of(run, None, delivered("i1"));
    assert_eq!(
        delivery(&stopped, "i1"),
        Delivery::Delivered { step: Some(3) }
    );
}

#[test]
fn no_answer_means_telling_it_again_and_giving_up_in_the_end() {
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
        convo.put(Input::RetryDue {
            run: run_of("m1"),
            what: Retry::Interject,
        });
        assert_eq!(convo.outward(), [sending("m1", "i1")]);
        assert_eq!(
            delivery(&convo, "i1"),
            Delivery::Sending {
                attempt: attempt + 1
            }
        );
    }
    let given_up = convo.heard("i1", Unreachable);
    assert_eq!(
        delivery(&given_up, "i1"),
        Delivery::Undelivered(Undelivered::Unreachable)
    );
    let queued = change(given_up, InterjectionInput::QueueInstead("i1".into()));
    assert_eq!(queued.prompts(), ["i1"]);
}

#[test]
fn the_backend_says_who_gets_it_and_when_that_one_has_ended() {
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
fn one_said_on_another_page_is_shown() {
    let convo = able().event(RunEvent::Interjected(ReportedInterjection {
        id: "i7".into(),
        text: "from elsewhere".into(),
        parent: None,
        agent: None,
        fell_back: false,
    }));
    assert_eq!(delivery(&convo, "i7"), Delivery::Accepted);
}

#[test]
fn after_a_reload_the_backend_is_told_again() {
    let sending_it = able().interjecting("i1", "a").given(Input::Restored);
    assert_eq!(sent(&sending_it), [sending("m1", "i1")]);
    let accepted = able()
        .interjecting("i1", "a")
        .heard("i1", Accepted)
        .given(Input::Restored);
    assert_eq!(sent(&accepted), []);
}

#[test]
fn without_text_or_of_another_run_it_is_nothing() {
    assert!(able().interjecting("i1", " \n").was_refused());
    let stale = able().composing("a").given(Input::Interject {
        run: run_of("m0"),
        id: "i1".into(),
    });
    assert!(stale.was_refused());
    assert_eq!(stale.conversation.composer(), "a");
}

#[test]
fn answers_that_come_late_change_nothing() {
    for answer in [Accepted, TooLate, Unreachable] {
        let done = able().interjecting("i1", "a").event(delivered("i1"));
        assert!(done.clone().heard("i1", answer).was_refused());
        let none: ActivityId = "interjection:none".into();
        assert!(done.turn("m1").activity(&none).is_none());
    }
}
