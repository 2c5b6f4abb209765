//! Who gets an interjection.
//!
//! Not responsible for the backend's own routing.

use super::{able, sent};
use crate::effect::{Announcement, Effect};
use crate::input::Input;
use crate::run_event::RunEvent;
use crate::testing::builder::{Convo, convo, subagent, tool};
use crate::transcript::{Heard, Target};

fn agent(id: &str) -> Target {
    Target::Agent(id.into())
}

fn working(convo: Convo, agents: &[(&str, &str)]) -> Convo {
    agents.iter().fold(convo, |convo, (id, name)| {
        let call = format!("call-{id}");
        convo
            .event(tool(&call))
            .event(subagent(id, name, Some(&call)))
    })
}

fn ended(id: &str) -> RunEvent {
    RunEvent::SubagentEnded {
        id: id.into(),
        error: None,
    }
}

fn choose(convo: Convo, target: Target) -> Convo {
    convo.given(Input::TargetChosen { target })
}

#[test]
fn the_most_visible_agent_is_the_default() {
    for (agents, expected) in [
        (&[][..], Target::Root),
        (&[("a", "agent")], agent("a")),
        (&[("a", "agent"), ("p", "plan")], agent("p")),
        (
            &[("e", "explore"), ("p", "plan"), ("a", "agent")],
            agent("e"),
        ),
        (&[("e", "explore"), ("f", "explore")], agent("f")),
        (&[("q", "agent-ask")], Target::Root),
        (&[("r", "researcher")], Target::Root),
    ] {
        assert_eq!(
            working(able(), agents).conversation.target(),
            expected,
            "{agents:?}"
        );
    }
}

#[test]
fn an_agent_that_only_answers_and_a_tool_are_no_targets() {
    let convo = working(able(), &[("q", "agent-ask"), ("r", "researcher")]).event(tool("c"));
    let targets = convo.conversation.targets();
    let ids: Vec<_> = targets.iter().map(|held| held.id.as_str()).collect();
    assert_eq!(ids, ["r"]);
    for target in [agent("q"), agent("c"), agent("call-r"), agent("none")] {
        assert!(choose(convo.clone(), target).was_refused());
    }
}

#[test]
fn a_backend_that_cannot_be_told_has_no_targets() {
    let plain = working(convo().running("m1"), &[("e", "explore")]);
    assert!(plain.conversation.targets().is_empty());
    assert_eq!(plain.conversation.target(), Target::Root);
}

#[test]
fn it_is_drawn_under_its_agent_and_sent_to_the_call_that_owns_it() {
    let convo = working(able(), &[("e", "explore")]).interjecting("i1", "there");
    let activity = convo
        .turn("m1")
        .activity(&"interjection:i1".into())
        .expect("it");
    assert_eq!(activity.parent, Some("e".into()));
    let posted = convo.conversation.posted(&"i1".into()).expect("its text");
    assert_eq!(posted.target, Some(&"call-e".into()));
    let unowned = able()
        .event(subagent("x", "plan", None))
        .interjecting("i1", "there");
    let posted = unowned.conversation.posted(&"i1".into()).expect("its text");
    assert_eq!(posted.target, Some(&"x".into()));
    assert_eq!(sent(&unowned).len(), 1);
}

#[test]
fn the_persons_choice_wins_until_that_agent_ends() {
    let two = working(able(), &[("e", "explore"), ("a", "agent")]);
    let chosen = choose(two, agent("a"));
    assert_eq!(chosen.conversation.target(), agent("a"));
    let third = chosen
        .event(tool("call-f"))
        .event(subagent("f", "explore", Some("call-f")));
    assert_eq!(third.conversation.target(), agent("a"));
    let over = third.event(ended("a"));
    assert_eq!(over.conversation.target(), agent("f"));
    let told = Effect::Announce(Announcement::TargetEnded {
        name: "agent".into(),
    });
    assert!(over.last.effects.contains(&told));
    assert!(
        !over.event(ended("e")).last.effects.contains(&told),
        "said once"
    );
}

#[test]
fn the_main_agent_can_be_chosen_and_a_choice_ends_with_the_turn() {
    let chosen = choose(working(able(), &[("e", "explore")]), Target::Root);
    assert_eq!(chosen.conversation.target(), Target::Root);
    let next = working(chosen.finished().running("m2"), &[("f", "explore")]);
    assert_eq!(next.conversation.target(), agent("f"));
}

#[test]
fn the_backend_may_move_it_to_the_agent_above() {
    let convo = working(able(), &[("e", "explore")]).interjecting("i1", "there");
    let event = |parent: Option<&str>| {
        RunEvent::Interjected(Heard {
            id: "i1".into(),
            text: "there".into(),
            parent: parent.map(Into::into),
            agent: Some("x".into()),
            fell_back: parent.is_none(),
        })
    };
    let place = |convo: &Convo| {
        let held = convo.turn("m1").activity(&"interjection:i1".into());
        held.expect("it").parent.clone()
    };
    let heard = convo.event(event(Some("call-e")));
    assert_eq!(place(&heard), Some("e".into()), "a call is its agent");
    let moved = heard.event(ended("e")).event(event(None));
    assert_eq!(place(&moved), None);
    let held = moved.turn("m1").interjection(&"i1".into()).expect("it");
    assert!(held.fell_back);
    assert_eq!(held.target, Target::Root);
}
