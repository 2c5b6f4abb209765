//! Messages loaded from a source of past messages: they are in order and change nothing else.

mod reused;

use crate::change::Change;
use crate::effect::{Diagnostic, Effect};
use crate::history::{HistoryCall, HistoryMessage, PastRest, PastState};
use crate::id::MessageId;
use crate::input::Input;
use crate::testing::builder::{Convo, asks, convo, question, run_of, text, tool};
use crate::transcript::{ActivityKind, ActivityStatus, AnswerDraft, Outcome};

fn user(id: &str) -> HistoryMessage {
    HistoryMessage::User {
        id: id.into(),
        text: format!("text of {id}"),
        attachments: Vec::new(),
    }
}

fn said(id: &str) -> HistoryMessage {
    calls(id, &[])
}

fn calls(id: &str, calls: &[&str]) -> HistoryMessage {
    let call = |id: &&str| HistoryCall {
        id: (*id).into(),
        name: "look".into(),
        arguments: "{}".into(),
        encrypted: None,
    };
    HistoryMessage::Assistant {
        id: id.into(),
        text: format!("text of {id}"),
        calls: calls.iter().map(call).collect(),
        encrypted: Some("opaque".into()),
    }
}

fn result(call: &str, failed: bool) -> HistoryMessage {
    HistoryMessage::Tool {
        id: format!("result of {call}").into(),
        call: call.into(),
        content: "found".into(),
        attachments: Vec::new(),
        failed,
        encrypted: None,
    }
}

/// The turns `from` to `to` (exclusive), each with a user message and an assistant message.
fn turns(from: usize, to: usize) -> Vec<HistoryMessage> {
    (from..to)
        .flat_map(|n| [user(&format!("u{n}")), said(&format!("a{n}"))])
        .collect()
}

trait Read {
    fn asking(self) -> Self;
    fn page(self, before: Option<&str>, messages: Vec<HistoryMessage>, rest: PastRest) -> Self;
    fn ids(&self) -> String;
}

impl Read for Convo {
    fn asking(self) -> Self {
        self.given(Input::PastWanted)
    }

    fn page(self, before: Option<&str>, messages: Vec<HistoryMessage>, rest: PastRest) -> Self {
        self.given(Input::PastLoaded {
            before: before.map(MessageId::from),
            messages,
            rest,
        })
    }

    fn ids(&self) -> String {
        let ids: Vec<_> = self
            .conversation
            .turns()
            .iter()
            .map(|turn| turn.id.as_str())
            .collect();
        ids.join(" ")
    }
}

#[test]
fn older_pages_go_before_newer_pages_and_new_turns() {
    let read = convo().asking();
    assert_eq!(read.last.effects, [Effect::LoadPast { before: None }]);
    // A message written before the past is loaded stays last.
    let read = read.running("new").page(None, turns(4, 6), PastRest::More);
    assert_eq!(read.last.changes, [Change::Past]);
    assert_eq!(read.ids(), "u4 u5 new");
    let read = read.asking();
    let before = Some(MessageId::from("u4"));
    assert_eq!(read.last.effects, [Effect::LoadPast { before }]);
    let read = read.page(Some("u4"), turns(0, 4), PastRest::Nothing);
    assert_eq!(read.ids(), "u0 u1 u2 u3 u4 u5 new");
    assert_eq!(*read.conversation.past(), PastState::Complete);
    assert!(read.asking().last.effects.is_empty());
}

#[test]
fn an_answer_from_a_removed_source_is_ignored_and_the_next_source_continues() {
    let read = convo().asking().page(None, turns(4, 6), PastRest::More);
    let read = read.asking().given(Input::PastGone);
    assert_eq!(*read.conversation.past(), PastState::Unasked);
    assert_eq!(read.last.changes, [Change::Past]);
    let read = read.page(Some("u4"), turns(0, 4), PastRest::Nothing);
    assert_eq!(read.ids(), "u4 u5");
    let before = Some(MessageId::from("u4"));
    let read = read.asking();
    assert_eq!(read.last.effects, [Effect::LoadPast { before }]);
}

#[test]
fn the_parts_of_one_page_come_newest_first() {
    let read = convo()
        .asking()
        .page(None, turns(4, 6), PastRest::Part)
        .page(None, turns(2, 4), PastRest::Part)
        .running("new")
        .page(None, turns(0, 2), PastRest::More);
    assert_eq!(read.ids(), "u0 u1 u2 u3 u4 u5 new");
    assert_eq!(read.conversation.own_turns(), 1);
    assert!(read.conversation.is_past(&"u0".into()) && !read.conversation.is_past(&"new".into()));
    let read = read.asking();
    let before = Some(MessageId::from("u0"));
    assert_eq!(read.last.effects, [Effect::LoadPast { before }]);
}

#[test]
fn turns_from_the_past_are_completed_and_their_calls_have_ended() {
    let page = vec![
        user("u"),
        calls("a", &["c", "d", "e"]),
        result("c", false),
        result("d", true),
        said("b"),
        HistoryMessage::Reasoning {
            id: "r".into(),
            text: "hm".into(),
            encrypted: None,
        },
    ];
    let read = convo().asking().page(None, page, PastRest::Nothing);
    let turn = read.turn("u");
    assert_eq!(turn.outcome, Some(Outcome::Completed));
    let held: Vec<_> = turn.activities.iter().map(|held| held.status).collect();
    let done = ActivityStatus::Done;
    let (failed, cut) = (ActivityStatus::Failed, ActivityStatus::Interrupted);
    assert_eq!(held, [done, failed, cut, done]);
    let texts: Vec<_> = turn.texts().map(|(_, text)| text).collect();
    assert_eq!(texts, ["text of a", "text of b"]);
    assert_eq!(turn.finished_steps(), 3);
}

#[test]
fn the_next_request_has_all_past_messages_in_order_and_unchanged() {
    let mut page = turns(0, 2);
    page.extend([user("u"), calls("a", &["c"]), result("c", false), said("b")]);
    let read = convo()
        .asking()
        .page(None, page.clone(), PastRest::Nothing)
        .running("new");
    let request = read.conversation.request(&run_of("new")).expect("at work");
    page.push(user("new"));
    assert_eq!(request.messages, page);
}

#[test]
fn a_greeting_is_a_turn_without_a_user_message() {
    let page = vec![said("hello"), user("u"), said("a")];
    let read = convo()
        .asking()
        .page(None, page.clone(), PastRest::Nothing)
        .running("new");
    assert_eq!(read.ids(), "hello u new");
    let mut request = read
        .conversation
        .request(&run_of("new"))
        .expect("at work")
        .messages;
    request.pop();
    assert_eq!(request, page);
}

#[test]
fn a_page_may_end_in_the_middle_of_a_turn() {
    let read = convo()
        .asking()
        .page(
            None,
            vec![result("c", false), said("b"), user("v")],
            PastRest::More,
        )
        .asking()
        .page(
            Some("result of c"),
            vec![user("u"), calls("a", &["c"])],
            PastRest::Nothing,
        );
    assert_eq!(read.ids(), "u b v");
    let call = &read.turn("u").activities[0];
    assert!(matches!(
        &call.kind,
        ActivityKind::Tool {
            result: Some(_),
            ..
        }
    ));
    assert_eq!(call.status, ActivityStatus::Done);
}

#[test]
fn a_page_without_a_turn_is_followed_by_the_next_one_at_once() {
    let read = convo()
        .asking()
        .page(None, vec![result("c", false)], PastRest::More);
    let before = Some(MessageId::from("result of c"));
    assert_eq!(read.last.effects, [Effect::LoadPast { before }]);
}

#[test]
fn a_source_that_sends_nothing_new_is_not_asked_again() {
    let empty = convo().asking().page(None, Vec::new(), PastRest::More);
    assert_eq!(*empty.conversation.past(), PastState::Complete);
    let same = convo()
        .asking()
        .page(None, turns(0, 2), PastRest::More)
        .asking()
        .page(Some("u0"), turns(0, 2), PastRest::More);
    assert_eq!(*same.conversation.past(), PastState::Complete);
    assert_eq!(same.ids(), "u0 u1");
}

#[test]
fn known_turns_stay_unchanged_and_unknown_turns_go_beside_them() {
    let own = convo()
        .running("u2")
        .event(text("mine", "my own"))
        .finished()
        .running("u4")
        .finished();
    let read = own.asking().page(None, turns(1, 6), PastRest::More);
    assert_eq!(read.ids(), "u1 u2 u3 u4 u5");
    let texts: Vec<_> = read.turn("u2").texts().map(|(_, text)| text).collect();
    assert_eq!(texts, ["my own"]);
    assert_eq!(read.conversation.own_turns(), 2);
    let read = read
        .asking()
        .page(Some("u1"), turns(0, 1), PastRest::Nothing);
    assert_eq!(read.ids(), "u0 u1 u2 u3 u4 u5");
}

#[test]
fn a_repeated_message_is_added_once() {
    let mut page = turns(0, 2);
    page.extend(turns(0, 2));
    let read = convo().asking().page(None, page, PastRest::Nothing);
    assert_eq!(read.ids(), "u0 u1");
    assert_eq!(read.turn("u1").texts().count(), 1);
}

#[test]
fn queued_prompts_and_interjections_are_not_added_as_past_turns() {
    let read = convo().running("u").queued(1).asking().page(
        None,
        vec![user("u"), said("a"), user("q1")],
        PastRest::Nothing,
    );
    assert_eq!(read.ids(), "u");
    let read = convo()
        .with_abilities(crate::testing::builder::ABLE)
        .running("u")
        .interjecting("i", "and this")
        .asking()
        .page(
            None,
            vec![user("u"), user("i"), said("a")],
            PastRest::Nothing,
        );
    assert_eq!(read.ids(), "u");
}

#[test]
fn an_unrequested_page_changes_nothing() {
    let refused = |read: Convo| {
        assert!(read.last.changes.is_empty());
        assert!(matches!(
            read.last.effects.as_slice(),
            [Effect::Diagnose(Diagnostic::NotNow(_))]
        ));
        read.ids()
    };
    assert_eq!(refused(convo().page(None, turns(0, 2), PastRest::More)), "");
    let asked = convo()
        .asking()
        .page(None, turns(4, 6), PastRest::More)
        .asking();
    let late = asked.clone().page(None, turns(2, 4), PastRest::More);
    assert_eq!(refused(late), "u4 u5");
    let failed = asked.given(Input::PastFailed { before: None });
    assert_eq!(refused(failed), "u4 u5");
}

#[test]
fn a_failed_page_can_be_requested_again() {
    let read = convo().asking().given(Input::PastFailed { before: None });
    assert_eq!(*read.conversation.past(), PastState::Failed);
    let read = read.asking();
    assert_eq!(read.last.effects, [Effect::LoadPast { before: None }]);
    assert_eq!(read.page(None, turns(0, 1), PastRest::Nothing).ids(), "u0");
}

#[test]
fn a_page_under_way_is_not_requested_again() {
    assert!(convo().asking().asking().last.effects.is_empty());
}

#[test]
fn loading_the_past_does_not_disturb_the_active_turn_and_the_queue() {
    let read = convo()
        .running("u9")
        .queued(2)
        .asking()
        .page(None, turns(0, 9), PastRest::Nothing)
        .event(text("b", "more"))
        .finished();
    assert_eq!(read.ids(), "u0 u1 u2 u3 u4 u5 u6 u7 u8 u9 q1");
    assert_eq!(read.turn("u9").text_of(&"b".into()), "more");
    assert_eq!(read.prompts(), ["q2"]);
}

#[test]
fn own_turns_unknown_to_the_past_go_after_it() {
    let read = convo()
        .running("new")
        .finished()
        .asking()
        .page(None, turns(2, 4), PastRest::More)
        .asking()
        .page(Some("u2"), turns(0, 2), PastRest::Nothing);
    assert_eq!(read.ids(), "u0 u1 u2 u3 new");
}

#[test]
fn turns_added_elsewhere_go_after_the_known_turns() {
    let own = convo().running("u1").finished().running("u2").finished();
    let read = own
        .asking()
        .page(None, turns(4, 6), PastRest::More)
        .asking()
        .page(Some("u4"), turns(1, 4), PastRest::More)
        .asking()
        .page(Some("u1"), turns(0, 1), PastRest::Nothing);
    assert_eq!(read.ids(), "u0 u1 u2 u3 u4 u5");
    assert_eq!(read.conversation.own_turns(), 2);
}

#[test]
fn a_question_that_the_past_goes_on_behind_was_answered_elsewhere() {
    let asked = convo()
        .running("u1")
        .event(tool("c"))
        .event(asks(vec![question("i", Some("c"))]))
        .given(Input::AnswerDraft {
            turn: "u1".into(),
            interrupt: "i".into(),
            draft: AnswerDraft {
                text: "half".into(),
                ..AnswerDraft::default()
            },
        });
    let read = asked.asking().page(None, turns(0, 3), PastRest::Nothing);
    assert_eq!(read.ids(), "u0 u1 u2");
    assert_eq!(read.turn("u1").outcome, Some(Outcome::Completed));
    assert_eq!(read.turn("u1").open_interrupts().count(), 0);
    assert_eq!(read.conversation.composer(), "half");
    let next = read.running("u3");
    assert_eq!(next.run(), run_of("u3"), "nobody is told of the answer");
}
