//! Ratings of answers.

use crate::change::Change;
use crate::history::{HistoryMessage, PastRest};
use crate::input::Input;
use crate::rating::Rating;
use crate::testing::builder::{Convo, asks, convo, question, text};

fn rate(turn: &str, rating: Option<Rating>) -> Input {
    let turn = turn.into();
    Input::Rate { turn, rating }
}

fn rating(convo: &Convo, turn: &str) -> Option<Rating> {
    convo.conversation.ratings().of(&turn.into())
}

#[test]
fn an_ended_turn_is_rated_and_the_rating_can_be_changed_and_taken_back() {
    let ended = convo().running("m1").event(text("a", "x")).finished();
    assert_eq!(rating(&ended, "m1"), None);
    let good = ended.given(rate("m1", Some(Rating::Good)));
    assert_eq!(good.last.changes, [Change::Rated("m1".into())]);
    assert_eq!(good.last.effects, []);
    assert_eq!(rating(&good, "m1"), Some(Rating::Good));
    let again = good.clone().given(rate("m1", Some(Rating::Good)));
    assert!(again.last.changes.is_empty(), "nothing is new about it");
    let bad = good.given(rate("m1", Some(Rating::Bad)));
    assert_eq!(rating(&bad, "m1"), Some(Rating::Bad));
    let back = bad.given(rate("m1", None));
    assert_eq!(back.last.changes, [Change::Rated("m1".into())]);
    assert_eq!(rating(&back, "m1"), None);
}

#[test]
fn a_turn_that_runs_or_waits_is_not_rated() {
    let running = convo().running("m1").event(text("a", "x"));
    let refused = running.clone().given(rate("m1", Some(Rating::Good)));
    assert!(refused.was_refused());
    assert_eq!(rating(&refused, "m1"), None);
    let waiting = running.event(asks(vec![question("q", None)]));
    assert!(waiting.given(rate("m1", Some(Rating::Bad))).was_refused());
}

#[test]
fn each_turn_has_a_rating_of_its_own_also_while_another_runs() {
    let convo = convo()
        .running("m1")
        .finished()
        .given(rate("m1", Some(Rating::Good)))
        .running("m2")
        .given(rate("m1", Some(Rating::Bad)))
        .finished()
        .given(rate("m2", Some(Rating::Good)));
    assert_eq!(rating(&convo, "m1"), Some(Rating::Bad));
    assert_eq!(rating(&convo, "m2"), Some(Rating::Good));
}

#[test]
fn a_turn_of_the_past_is_rated_also_before_it_is_loaded() {
    let said = HistoryMessage::User {
        id: "u".into(),
        text: "earlier".to_owned(),
        attachments: Vec::new(),
    };
    let convo = convo()
        .given(rate("u", Some(Rating::Good)))
        .given(Input::PastWanted)
        .given(Input::PastLoaded {
            before: None,
            messages: vec![said],
            rest: PastRest::Nothing,
        });
    assert_eq!(rating(&convo, "u"), Some(Rating::Good));
    assert_eq!(rating(&convo.given(rate("u", None)), "u"), None);
}
