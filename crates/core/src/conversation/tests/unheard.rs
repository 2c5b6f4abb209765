//! Messages in place of an answer that the backend drops. The backend's own list of messages (a
//! snapshot) lacks such a message, so the turn continues with a run that sends the message again.

mod person;

use crate::card::Card;
use crate::client_tool::ClientTool;
use crate::effect::Effect;
use crate::history::HistoryMessage;
use crate::id::RunId;
use crate::input::Input;
use crate::request::RunRequest;
use crate::run_event::{FinishOutcome, RunEvent, SnapshotMessage};
use crate::testing::builder::{
    Convo, asks, convo, question, text, tool, tool_args, tool_result, user,
};
use crate::testing::events::{assistant, call_result, failure};
use crate::testing::inputs::approve;
use crate::transcript::{ActivityStatus, Delivery, Outcome, Undelivered};

const WORDS: &str = "rather this";

/// How the person sends a message in place of an answer.
#[derive(Clone, Copy, Debug)]
enum How {
    Interject,
    Replace,
}

const BOTH: [How; 2] = [How::Interject, How::Replace];

/// The turn `m1` asks about its call `c1`.
fn asking() -> Convo {
    convo()
        .running("m1")
        .event(text("a", "Let me look."))
        .event(tool("c1"))
        .event(tool_args("c1", "{}"))
        .event(asks(vec![question("i1", Some("c1"))]))
}

/// The person sends the message `w` in place of the answer.
fn saying(convo: Convo, how: How, words: &str) -> Convo {
    let (run, id) = (convo.turn("m1").last_run(), "w".into());
    convo.composing(words).given(match how {
        How::Interject => Input::Interject { run, id },
        How::Replace => Input::Replace { run, id },
    })
}

/// The agent has taken the answer in a separate run, and now shows output in the run with the
/// message.
fn answered(convo: Convo) -> Convo {
    settled(convo)
        .event(RunEvent::Opened)
        .event(RunEvent::Started)
        .event(text("c", "Hm."))
}

/// The agent has taken the answer: the active run has the message.
fn settled(convo: Convo) -> Convo {
    convo
        .event(RunEvent::Opened)
        .event(RunEvent::Started)
        .event(tool_result("c1", "denied"))
        .event(text("b", "So not."))
        .finished()
}

/// The backend's list has the earlier messages and lacks the new one.
fn deaf(how: How) -> Convo {
    answered(saying(asking(), how, WORDS)).event(lacking())
}

fn lacking() -> RunEvent {
    RunEvent::Snapshot(vec![user("m1", "text of m1")])
}

fn delivery(convo: &Convo) -> Delivery {
    convo.delivery("w")
}

const DELIVERED: Delivery = Delivery::Delivered { step: None };

/// The run that sends the message again.
fn again(how: How) -> RunId {
    match how {
        How::Interject => RunId::of_attempt(&"m1".into(), 4),
        How::Replace => RunId::of_attempt(&"w".into(), 2),
    }
}

fn users(request: &RunRequest) -> Vec<&str> {
    let texts = request.messages.iter().filter_map(|held| match held {
        HistoryMessage::User { text, .. } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn a_message_is_unheard_only_if_the_list_has_earlier_messages_and_lacks_it() {
    let other = "something else";
    let earlier = || user("m1", "text of m1");
    let answer = || assistant("b", "So not.");
    let table: [(&str, &str, Option<Vec<SnapshotMessage>>, bool); 12] = [
        ("no list", WORDS, None, true),
        ("an empty one", WORDS, Some(vec![]), true),
        ("none of the person", WORDS, Some(vec![answer()]), true),
        ("none known", WORDS, Some(vec![user("x", other)]), true),
        (
            "its id",
            WORDS,
            Some(vec![earlier(), user("w", other)]),
            true,
        ),
        (
            "its text",
            WORDS,
            Some(vec![earlier(), user("x", WORDS)]),
            true,
        ),
        (
            "its text, trimmed, and no id",
            " rather this\n",
            Some(vec![user("x", "text of m1"), user("y", WORDS)]),
            true,
        ),
        ("its id alone", WORDS, Some(vec![user("w", WORDS)]), true),
        ("the past", WORDS, Some(vec![earlier(), answer()]), false),
        (
            "the past by its text",
            WORDS,
            Some(vec![user("x", "text of m1")]),
            false,
        ),
        (
            "an earlier message of the same words",
            "text of m1",
            Some(vec![user("x", "text of m1")]),
            false,
        ),
        (
            "that, twice",
            "text of m1",
            Some(vec![user("x", "text of m1"), user("y", "text of m1")]),
            true,
        ),
    ];
    for how in BOTH {
        for (name, words, list, heard) in table.clone() {
            let mut convo = answered(saying(asking(), how, words));
            if let Some(list) = list {
                convo = convo.event(RunEvent::Snapshot(list));
            }
            let ended = convo.finished();
            let expected = if heard {
                vec![]
            } else {
                vec![Effect::OpenStream { run: again(how) }]
            };
            assert_eq!(ended.outward(), expected, "{how:?}: {name}");
            assert_eq!(
                ended.conversation.turns().last().map(|turn| &turn.outcome),
                Some(&heard.then_some(Outcome::Completed)),
                "{how:?}: {name}"
            );
        }
    }
}

#[test]
fn only_the_last_message_list_of_a_run_counts() {
    for how in BOTH {
        let list = vec![user("m1", "text of m1"), user("w", WORDS)];
        let ended = deaf(how).event(RunEvent::Snapshot(list)).finished();
        assert_eq!(ended.outward(), [], "{how:?}");
        assert!(ended.conversation.active().is_none(), "{how:?}");
    }
}

#[test]
fn a_run_with_only_answers_or_only_a_message_is_never_repeated() {
    let convo = asking().given(approve("m1", "i1"));
    let before = convo.event(RunEvent::Opened).event(lacking()).finished();
    assert!(before.conversation.active().is_none());
    // A run with only a message is not repeated either, although the list lacks the message.
    let words = convo_with_past().running("m2").event(lacking()).finished();
    assert!(words.conversation.active().is_none());
}

fn convo_with_past() -> Convo {
    convo().running("m1").finished()
}

#[test]
fn an_unheard_message_is_sent_again_once_at_the_end_and_without_answers() {
    for how in BOTH {
        let mended = deaf(how).finished();
        assert_eq!(mended.run(), again(how));
        let asked = mended.request();
        assert_eq!(asked.resume, [], "{how:?}");
        assert_eq!(users(&asked), ["text of m1", WORDS], "{how:?}");
        assert!(
            matches!(mended.card(), Card::Running { run, .. } if *run == again(how)),
            "{how:?}"
        );
        assert_eq!(mended.conversation.active().map(|run| &run.turn), {
            let turns = mended.conversation.turns();
            turns.last().map(|turn| &turn.id)
        });
        // The message is not sent a third time, even if the list still lacks it.
        let over = mended
            .event(RunEvent::Opened)
            .event(text("d", "Well then."))
            .event(lacking())
            .finished();
        assert_eq!(over.outward(), [], "{how:?}");
        let turn = over.conversation.turns().last().expect("the turn");
        assert_eq!(turn.outcome, Some(Outcome::Completed), "{how:?}");
        let texts: Vec<_> = turn.texts().map(|(_, text)| text).collect();
        assert_eq!(texts[texts.len() - 2..], ["Hm.", "Well then."]);
        assert_eq!(*over.card(), Card::Hidden, "{how:?}");
        let next = over.running("m9");
        assert_eq!(next.request().resume, [], "the question is settled");
    }
}

#[test]
fn an_interjection_is_the_last_message_of_its_request() {
    let said_last = |convo: &Convo| {
        let last = convo.request().messages.pop();
        assert!(
            matches!(&last, Some(HistoryMessage::User { id, text, .. })
                if id.as_str() == "w" && text == WORDS),
            "{last:?}"
        );
    };
    said_last(&settled(saying(asking(), How::Interject, WORDS)));
    said_last(&deaf(How::Interject).finished());
}

#[test]
fn a_message_inside_a_tool_result_counts_as_heard() {
    let kept = call_result("kept", "c1", "denied\n\n[User feedback: rather this]");
    let list = RunEvent::Snapshot(vec![user("m1", "text of m1"), kept]);
    let heard = answered(saying(asking(), How::Interject, WORDS)).event(list);
    assert_eq!(delivery(&heard), DELIVERED);
}

#[test]
fn a_list_before_the_run_shows_anything_is_ignored() {
    for how in BOTH {
        let ended = settled(saying(asking(), how, WORDS))
            .event(RunEvent::Opened)
            .event(lacking())
            .event(text("c", "Hm."))
            .finished();
        assert_eq!(ended.outward(), [], "{how:?}");
    }
}

#[test]
fn an_interjection_is_delivered_once_its_run_has_shown_something() {
    let sent = saying(asking(), How::Interject, WORDS);
    assert_eq!(delivery(&sent), Delivery::AfterAnswer);
    let alone = sent.event(RunEvent::Opened).event(text("b", "So not."));
    assert_eq!(
        delivery(&alone),
        Delivery::AfterAnswer,
        "it is in no request"
    );
    let next = alone.finished().event(RunEvent::Opened).event(lacking());
    assert_eq!(delivery(&next), Delivery::InRequest);
    let open = next.event(text("c", "Hm."));
    assert_eq!(delivery(&open), DELIVERED);
    let heard = RunEvent::Snapshot(vec![user("m1", ""), user("w", WORDS)]);
    assert_eq!(delivery(&open.clone().event(heard.clone())), DELIVERED);
    let unheard = open.event(lacking());
    assert_eq!(delivery(&unheard), Delivery::Unheard);
    assert_eq!(
        delivery(&unheard.clone().event(heard)),
        DELIVERED,
        "after all"
    );
    let more = unheard.event(text("c", "Hm."));
    assert_eq!(delivery(&more), Delivery::Unheard);
    let mended = more.finished();
    assert_eq!(delivery(&mended), Delivery::Unheard);
    let open = mended.event(RunEvent::Opened);
    assert_eq!(delivery(&open), Delivery::Unheard, "nothing is shown yet");
    assert_eq!(delivery(&open.event(text("d", "Well."))), DELIVERED);
}

#[test]
fn after_a_run_that_does_not_end_well_nothing_is_sent_again() {
    let question = asks(vec![question("i2", None)]);
    let ends = [
        failure("no"),
        RunEvent::Finished(FinishOutcome::Cancelled),
        RunEvent::Lost(crate::run_event::LostReason::Truncated),
        question,
    ];
    for end in ends {
        let convo = deaf(How::Interject).event(end.clone());
        let queued = Delivery::Undelivered(Undelivered::Queued);
        assert_eq!(delivery(&convo), queued, "{end:?}");
        assert_eq!(convo.prompts(), ["w"], "{end:?}");
        assert!(matches!(convo.card(), Card::Paused { .. }), "{end:?}");
        let replaced = deaf(How::Replace).event(end.clone());
        assert!(replaced.conversation.active().is_none(), "{end:?}");
    }
}

#[test]
fn open_activities_end_before_the_message_is_sent_again() {
    let mended = deaf(How::Replace)
        .event(RunEvent::StepStarted { name: "s".into() })
        .finished();
    let open = |convo: &Convo| {
        let turn = convo.turn("w");
        let open = turn.activities.iter().filter(|held| {
            matches!(
                held.status,
                ActivityStatus::Running | ActivityStatus::Waiting
            )
        });
        open.count()
    };
    assert_eq!(open(&mended), 0);
    assert_eq!(mended.turn("w").ended_at, None);
}

#[test]
fn an_unheard_message_is_sent_again_with_the_results_of_client_tools() {
    let offered = ClientTool {
        name: "search".into(),
        confirm: false,
    };
    let tools = deaf(How::Interject)
        .given(Input::ToolsOffered(vec![offered]))
        .event(tool("c9"))
        .finished();
    let run = tools.run();
    let next = tools.given(Input::ToolAnswered {
        run,
        call: "c9".into(),
        content: "found".into(),
        failed: false,
    });
    let asked = next.request();
    assert_eq!(asked.resume, []);
    assert_eq!(users(&asked), ["text of m1", WORDS]);
    let over = next
        .event(RunEvent::Opened)
        .event(text("d", "Well."))
        .event(lacking())
        .finished();
    assert_eq!(delivery(&over), DELIVERED);
    assert!(over.conversation.active().is_none());
}
