//! The recipients of an interjection.

use super::{able, sent};
use crate::control::InterjectionAnswer;
use crate::effect::{Announcement, Effect};
use crate::input::Input;
use crate::run_event::{ReportedInterjection, RunEvent};
use crate::testing::builder::{Convo, convo, subagent, tool};
use crate::testing::events::subagent_ended;
use crate::testing::inputs::interject;
use crate::transcript::{Delivery, Target, Undelivered};

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

fn choose(convo: Convo, target: Target) -> Convo {
    convo.given(Input::TargetChosen {
        target: Some(target),
    })
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
fn tools_and_agents_that_only_answer_are_not_targets() {
    let convo = working(able(), &[("q", "agent-ask"), ("r", "researcher")]).event(tool("c"));
    let targets = convo.conversation.targets();
    let ids: Vec<_> = targets.iter().map(|held| held.id.as_str()).collect();
    assert_eq!(ids, ["r"]);
    for target in [agent("q"), agent("c"), agent("call-r"), agent("none")] {
        assert!(choose(convo.clone(), target).was_refused());
    }
}

#[test]
fn a_backend_without_interjections_has_no_targets() {
    let plain = working(convo().running("m1"), &[("e", "explore")]);
    assert!(plain.conversation.targets().is_empty());
    assert_eq!(plain.conversation.target(), Target::Root);
}

#[test]
fn an_interjection_is_shown_under_its_agent_and_sent_to_the_owning_call() {
    let convo = working(able(), &[("e", "explore")]).interjecting("i1", "there");
    let activity = convo
        .turn("m1")
        .activity(&"interjection:i1".into())
        .expect("it");
    assert_eq!(activity.parent, Some("e".into()));
    let posted = convo.conversation.posted(&"i1".into()).expect("its text");
    assert_eq!(posted.target, Some("call-e".into()));
    let unowned = able()
        .event(subagent("x", "plan", None))
        .interjecting("i1", "there");
    let posted = unowned.conversation.posted(&"i1".into()).expect("its text");
    assert_eq!(posted.target, Some("x".into()));
    assert_eq!(sent(&unowned).len(), 1);
}

#[test]
fn a_chosen_agent_stays_the_target_until_it_ends() {
    let two = working(able(), &[("e", "explore"), ("a", "agent")]);
    let chosen = choose(two, agent("a"));
    assert_eq!(chosen.conversation.target(), agent("a"));
    let third = chosen
        .event(tool("call-f"))
        .event(subagent("f", "explore", Some("call-f")));
    assert_eq!(third.conversation.target(), agent("a"));
    let over = third.event(subagent_ended("a"));
    assert_eq!(over.conversation.target(), agent("f"));
    let told = Effect::Announce(Announcement::TargetEnded {
        name: "agent".into(),
    });
    assert!(over.last.effects.contains(&told));
    assert!(
        !over.event(subagent_ended("e")).last.effects.contains(&told),
        "said once"
    );
}

#[test]
fn a_choice_of_the_main_agent_lasts_until_the_turn_ends() {
    let chosen = choose(working(able(), &[("e", "explore")]), Target::Root);
    assert_eq!(chosen.conversation.target(), Target::Root);
    let next = working(chosen.finished().running("m2"), &[("f", "explore")]);
    assert_eq!(next.conversation.target(), agent("f"));
}

#[test]
fn the_backend_can_move_an_interjection_to_the_parent_agent() {
    let convo = working(able(), &[("e", "explore")]).interjecting("i1", "there");
    let event = |parent: Option<&str>| {
        RunEvent::Interjected(ReportedInterjection {
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
    let moved = heard.event(subagent_ended("e")).event(event(None));
    assert_eq!(place(&moved), None);
    let held = moved.turn("m1").interjection(&"i1".into()).expect("it");
    assert!(held.fell_back);
    assert_eq!(held.target, Target::Root);
}

fn several(root: bool, agents: &[&str]) -> Target {
    let agents = agents.iter().map(|id| (*id).into()).collect();
    Target::Several { root, agents }
}

fn told(convo: &Convo) -> Vec<(String, Target, Delivery)> {
    let said = convo.turn("m1").interjections();
    said.map(|one| (one.id.to_string(), one.target.clone(), one.delivery.clone()))
        .collect()
}

#[test]
fn a_message_for_all_is_copied_and_delivered_to_each_agent_separately() {
    let convo = working(able(), &[("e", "explore"), ("p", "plan")]);
    let all = choose(convo, Target::All).composing("mind the dates");
    let run = all.run();
    let mut convo = all.given(interject(run.clone(), "i"));
    let sent = Delivery::Sending { attempt: 1 };
    assert_eq!(
        told(&convo),
        [
            ("i".to_owned(), Target::Root, sent),
            ("i~2".to_owned(), agent("e"), Delivery::Unsent),
            ("i~3".to_owned(), agent("p"), Delivery::Unsent),
        ]
    );
    for id in ["i", "i~2", "i~3"] {
        let answer = InterjectionAnswer::Accepted;
        let (run, id) = (run.clone(), id.into());
        convo = convo.given(Input::InterjectionAnswered { run, id, answer });
    }
    let convo = convo.event(RunEvent::InterjectionDelivered {
        id: "i~2".into(),
        step: Some(7),
    });
    let got: Vec<_> = told(&convo)
        .into_iter()
        .map(|(id, _, delivery)| (id, delivery))
        .collect();
    let delivered = Delivery::Delivered { step: Some(7) };
    // A delivered interjection moves to the place where the agent got it: here to the end.
    assert_eq!(got[2], ("i~2".to_owned(), delivered));
    assert_eq!(got[0].1, Delivery::Accepted);
    assert_eq!(got[1].1, Delivery::Accepted);
    // A copy whose agent ends first does not become a prompt: another agent has the message.
    let convo = convo.event(RunEvent::InterjectionUndelivered { id: "i~3".into() });
    let ended = Delivery::Undelivered(Undelivered::Ended);
    assert!(told(&convo).contains(&("i~3".to_owned(), agent("p"), ended)));
    assert!(convo.conversation.queue().is_empty());
}

#[test]
fn undelivered_copies_of_one_message_become_one_prompt() {
    let convo = working(able(), &[("e", "explore"), ("p", "plan")]);
    let both = choose(convo, several(false, &["e", "p"])).composing("too late");
    let run = both.run();
    let convo = both.given(interject(run, "i"));
    let mut conversation = convo.conversation.clone();
    let mut step = crate::step::Step::default();
    conversation.requeue_pending(&"m1".into(), 9, &mut step);
    let prompts = conversation.queue().prompts();
    let queued: Vec<_> = prompts.iter().map(|held| held.id.to_string()).collect();
    assert_eq!(queued, ["i"]);
}

#[test]
fn agents_that_end_are_dropped_from_a_choice_of_several() {
    let convo = working(able(), &[("e", "explore"), ("p", "plan"), ("a", "agent")]);
    let chosen = choose(convo, several(false, &["e", "p", "a"]));
    let fewer = chosen.event(subagent_ended("p"));
    assert_eq!(fewer.conversation.target(), several(false, &["e", "a"]));
    let one = fewer.event(subagent_ended("e"));
    assert_eq!(one.conversation.target(), agent("a"));
}
