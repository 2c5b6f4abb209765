//! Which agent gets an interjection, also when that agent ends first.

use midturn_agent::conversation::ToolStatus;
use midturn_agent::engine::{
    AgentId, Dispatch, Failure, Input, InterjectRefusal, ModelCallId, ModelDelta, Routed, Target,
    Urgency,
};

use crate::bench::{Bench, ROOT, customs, policy};

fn agents(tools: &[(&str, &str)]) -> (Bench, Vec<AgentId>) {
    Bench::with_agents(tools, policy())
}

fn call(id: &str) -> Target {
    Target::Call(id.to_owned())
}

fn who(bench: &mut Bench, id: &str, target: &Target) -> (String, String, Option<String>) {
    let Routed {
        parent_id,
        target_agent,
        fallback_from,
    } = bench.try_say(id, "hello", target).unwrap().0;
    (parent_id, target_agent, fallback_from)
}

fn to(parent: &str, agent: &str) -> (String, String, Option<String>) {
    (parent.to_owned(), agent.to_owned(), None)
}

fn instead_of(call: &str, parent: &str, agent: &str) -> (String, String, Option<String>) {
    (parent.to_owned(), agent.to_owned(), Some(call.to_owned()))
}

#[test]
fn routes_to_main_agent_when_no_active_tool() {
    let mut bench = Bench::started();
    assert_eq!(who(&mut bench, "i1", &Target::Auto), to("root", "main"));
    assert_eq!(bench.user_turns(&ROOT), ["hello", "hello"]);
}

#[test]
fn routes_to_explore_agent_when_active() {
    let (mut bench, agents) = agents(&[("e", "explore")]);
    assert_eq!(who(&mut bench, "i1", &Target::Auto), to("e", "explore"));
    assert_eq!(bench.user_turns(&agents[0]).len(), 2);
    let event = customs(&bench.log, "user.interjection").remove(0);
    assert_eq!(event["parentId"], "e");
}

#[test]
fn routes_to_agent_tool_when_active() {
    let (mut bench, _) = agents(&[("g", "agent")]);
    assert_eq!(who(&mut bench, "i1", &Target::Auto), to("g", "agent"));
}

#[test]
fn routes_to_main_agent_during_agent_ask() {
    let (mut bench, agents) = agents(&[("q", "agent-ask")]);
    assert_eq!(who(&mut bench, "i1", &Target::Auto), to("root", "main"));
    assert_eq!(bench.user_turns(&agents[0]).len(), 1);
    // Also when the target names the call of `agent-ask`.
    let named = who(&mut bench, "i2", &call("q"));
    assert_eq!(named, instead_of("q", "root", "main"));
}

#[test]
fn multiple_concurrent_tools_are_ranked_explore_before_plan_before_agent() {
    let (mut bench, agents) = agents(&[
        ("g", "agent"),
        ("p", "plan"),
        ("e", "explore"),
        ("q", "agent-ask"),
    ]);
    assert_eq!(who(&mut bench, "i1", &Target::Auto), to("e", "explore"));
    bench.delta(&agents[2], 2, ModelDelta::Text("found".to_owned()));
    bench.response_ends(&agents[2], 2, Dispatch::OneByOne);
    assert_eq!(who(&mut bench, "i2", &Target::Auto), to("p", "plan"));
    bench.response_ends(&agents[1], 2, Dispatch::OneByOne);
    assert_eq!(who(&mut bench, "i3", &Target::Auto), to("g", "agent"));
    bench.response_ends(&agents[0], 2, Dispatch::OneByOne);
    assert_eq!(who(&mut bench, "i4", &Target::Auto), to("root", "main"));
}

#[test]
fn of_two_explorers_the_one_that_started_last_is_the_most_visible() {
    let (mut bench, _) = agents(&[("e1", "explore"), ("e2", "explore")]);
    assert_eq!(who(&mut bench, "i1", &Target::Auto), to("e2", "explore"));
    assert_eq!(who(&mut bench, "i2", &call("e1")), to("e1", "explore"));
    assert_eq!(who(&mut bench, "i3", &Target::Root), to("root", "main"));
}

#[test]
fn an_explorer_inside_an_agent_is_the_most_visible_one() {
    let (mut bench, agents) = agents(&[("g", "agent")]);
    bench.ask_for(&agents[0], 1, &[("e", "explore")]);
    bench.response_ends(&agents[0], 1, Dispatch::OneByOne);
    assert_eq!(who(&mut bench, "i1", &Target::Auto), to("e", "explore"));
}

#[test]
fn ordinary_tools_do_not_receive_interjections() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("a", "x")]);
    bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(who(&mut bench, "i1", &Target::Auto), to("root", "main"));
    let named = who(&mut bench, "i2", &call("a"));
    assert_eq!(named, instead_of("a", "root", "main"));
}

#[test]
fn interjection_after_tool_completes_falls_back_to_its_parent_and_names_the_tool() {
    let (mut bench, agents) = agents(&[("e", "explore"), ("g", "agent")]);
    bench.response_ends(&agents[0], 1, Dispatch::OneByOne);
    let named = who(&mut bench, "i1", &call("e"));
    assert_eq!(named, instead_of("e", "root", "main"));
    let event = customs(&bench.log, "user.interjection").remove(0);
    assert_eq!(event["fallbackFrom"], "e");
}

#[test]
fn an_unknown_target_is_refused() {
    let mut bench = Bench::started();
    let refused = bench.try_say("i1", "hello", &call("nothing"));
    let expected = InterjectRefusal::UnknownTarget("nothing".to_owned());
    assert_eq!(refused, Err(expected));
    // The refused id is not remembered: it may be sent again with a valid target.
    assert_eq!(who(&mut bench, "i1", &Target::Root), to("root", "main"));
}

#[test]
fn an_undelivered_message_of_a_cancelled_subagent_goes_to_its_parent() {
    let (mut bench, agents) = agents(&[("e", "explore"), ("g", "agent")]);
    bench.ask_for(&agents[0], 1, &[("n", "x")]);
    bench.response_ends(&agents[0], 1, Dispatch::OneByOne);
    bench.say("i1", "look at b too", &call("e"));
    let end = bench.ask_to_stop(Some("e"), Urgency::Now).unwrap();
    let again = customs(&end, "user.interjection");
    assert_eq!(again[0]["parentId"], "root");
    assert_eq!(again[0]["fallbackFrom"], "e");
    bench.response_ends(&agents[1], 1, Dispatch::OneByOne);
    assert!(
        bench
            .result_of("g")
            .ends_with("[User feedback: look at b too]")
    );
    bench.response_ends(&ROOT, 2, Dispatch::OneByOne);
    assert_eq!(customs(&bench.log, "interjection.delivered").len(), 1);
    assert_eq!(customs(&bench.log, "interjection.undelivered").len(), 0);
}

#[test]
fn an_undelivered_message_of_a_subagent_is_reported_once_when_the_run_is_cancelled() {
    for urgency in [Urgency::Now, Urgency::Graceful { grace: 0 }] {
        let (mut bench, agents) = agents(&[("e", "explore")]);
        bench.ask_for(&agents[0], 1, &[("n", "x")]);
        bench.response_ends(&agents[0], 1, Dispatch::OneByOne);
        bench.say("i1", "look at b too", &Target::Auto);
        bench.ask_to_stop(None, urgency).unwrap();
        bench.tool_ends(&agents[0], "n");
        assert_eq!(customs(&bench.log, "interjection.undelivered").len(), 1);
        assert_eq!(customs(&bench.log, "interjection.delivered").len(), 0);
        assert_eq!(bench.results(), [("e".to_owned(), ToolStatus::Cancelled)]);
    }
}

#[test]
fn tool_cleanup_after_interjection_leaves_a_valid_history() {
    let (mut bench, agents) = agents(&[("e", "explore")]);
    bench.delta(&agents[0], 1, ModelDelta::Text("I see".to_owned()));
    bench.say("i1", "check OAuth", &Target::Auto);
    bench.delta(&agents[0], 2, ModelDelta::Text("OAuth is fine".to_owned()));
    bench.response_ends(&agents[0], 2, Dispatch::OneByOne);
    assert_eq!(bench.result_of("e"), "OAuth is fine");
    assert_eq!(bench.engine.state(&agents[0]), None);
}

#[test]
fn multiple_rapid_interjections_to_a_subagent_keep_their_order() {
    let (mut bench, agents) = Bench::with_agents(&[("e", "explore")], policy());
    for id in ["i1", "i2", "i3"] {
        bench.say(id, id, &Target::Auto);
    }
    assert_eq!(bench.user_turns(&agents[0])[1..], ["i1", "i2", "i3"]);
}

#[test]
fn a_message_of_a_failed_model_call_of_a_subagent_goes_to_its_parent() {
    let (mut bench, agents) = agents(&[("e", "explore"), ("g", "agent")]);
    bench.say("i1", "look at b too", &call("e"));
    let input = Input::ModelFinished {
        call: ModelCallId(2),
        result: Err(Failure::new("overloaded", "later")),
    };
    let end = bench.tell(&agents[0], input);
    assert_eq!(customs(&end, "user.interjection")[0]["parentId"], "root");
    bench.response_ends(&agents[1], 1, Dispatch::OneByOne);
    bench.response_ends(&ROOT, 2, Dispatch::OneByOne);
    assert_eq!(customs(&bench.log, "interjection.delivered").len(), 1);
    assert!(customs(&bench.log, "interjection.undelivered").is_empty());
}

#[test]
fn a_message_for_all_reaches_each_agent_with_a_receipt_of_its_own() {
    let (mut bench, agents) = agents(&[("e", "explore"), ("p", "plan"), ("q", "agent-ask")]);
    let copies = bench
        .say_to_each("i", "mind the dates", &Target::All)
        .unwrap();
    let who: Vec<_> = copies
        .iter()
        .map(|(id, routed)| (id.as_str(), routed.target_agent.as_str()))
        .collect();
    assert_eq!(who, [("i", "main"), ("i~2", "explore"), ("i~3", "plan")]);
    let said = customs(&bench.log, "user.interjection");
    let parents: Vec<_> = said.iter().map(|event| event["parentId"].clone()).collect();
    assert_eq!(parents, ["root", "e", "p"]);
    assert_eq!(bench.user_turns(&agents[0])[1], "mind the dates");
    assert_eq!(bench.user_turns(&agents[2]).len(), 1);
    bench.delta(&agents[0], 2, ModelDelta::Text("yes".to_owned()));
    let got = customs(&bench.log, "interjection.delivered");
    assert_eq!((got.len(), got[0]["id"].as_str()), (1, Some("i~2")));
}

#[test]
fn a_target_list_is_deduplicated_and_refused_when_one_target_is_unknown() {
    let (mut bench, _) = agents(&[("e", "explore"), ("p", "plan")]);
    let list = |names: &[&str]| Target::Several(names.iter().map(|name| call(name)).collect());
    let unknown = bench.say_to_each("i", "hello", &list(&["e", "nobody"]));
    assert_eq!(
        unknown,
        Err(InterjectRefusal::UnknownTarget("nobody".to_owned()))
    );
    assert_eq!(customs(&bench.log, "user.interjection").len(), 0);
    let copies = bench
        .say_to_each("i", "hello", &list(&["e", "p", "e"]))
        .unwrap();
    assert_eq!(copies.len(), 2);
    // A repeat without a change adds no events.
    let events = bench.log.len();
    assert_eq!(
        bench.say_to_each("i", "hello", &list(&["e", "p"])),
        Ok(copies)
    );
    assert_eq!(bench.log.len(), events);
}

#[test]
fn an_agent_gets_only_one_of_two_copies_of_a_message() {
    let (mut bench, agents) = agents(&[("e", "explore"), ("g", "agent")]);
    let both = Target::Several(vec![Target::Root, call("e")]);
    bench.say_to_each("i", "hello", &both).unwrap();
    let id = match &agents[0] {
        AgentId::Sub(id) => id.clone(),
        AgentId::Root => String::new(),
    };
    bench.ask_to_stop(Some(&id), Urgency::Now).unwrap();
    let lost = customs(&bench.log, "interjection.undelivered");
    assert_eq!((lost.len(), lost[0]["id"].as_str()), (1, Some("i~2")));
    bench.response_ends(&agents[1], 1, Dispatch::OneByOne);
    let feedback = customs(&bench.log, "user.interjection");
    assert_eq!(feedback.len(), 2, "the main agent is not told twice");
}

#[test]
fn an_agent_gets_only_one_of_two_copies_that_the_client_made() {
    let (mut bench, agents) = agents(&[("e", "explore"), ("g", "agent")]);
    bench.say("i", "hello", &Target::Root);
    bench.say("i~2", "hello", &call("e"));
    let id = match &agents[0] {
        AgentId::Sub(id) => id.clone(),
        AgentId::Root => String::new(),
    };
    bench.ask_to_stop(Some(&id), Urgency::Now).unwrap();
    let lost = customs(&bench.log, "interjection.undelivered");
    assert_eq!((lost.len(), lost[0]["id"].as_str()), (1, Some("i~2")));
}

#[test]
fn a_message_whose_own_id_looks_like_a_copy_is_not_changed_with_another() {
    let (mut bench, _) = agents(&[("e", "explore"), ("p", "plan")]);
    bench.say("i~2", "a message of its own", &call("e"));
    let copies = bench.say_to_each("i", "hello", &Target::All).unwrap();
    let ids: Vec<_> = copies.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["i", "i~3", "i~4"]);
    let changed = bench.say_to_each("i", "goodbye", &Target::All);
    assert_eq!(changed, Ok(copies.clone()));
    assert_eq!(bench.say_to_each("i", "", &Target::All), Ok(copies));
    let lost = customs(&bench.log, "interjection.undelivered");
    let lost: Vec<_> = lost.iter().map(|event| event["id"].clone()).collect();
    assert_eq!(lost, ["i", "i~3", "i~4"]);
    let own = customs(&bench.log, "user.interjection");
    let own = own.iter().filter(|event| event["id"] == "i~2");
    assert_eq!(own.count(), 1);
}

#[test]
fn a_repeated_request_lists_ten_copies_and_more_in_the_first_order() {
    let calls: Vec<_> = (1..=11).map(|number| format!("e{number}")).collect();
    let tools: Vec<_> = calls.iter().map(|id| (id.as_str(), "explore")).collect();
    let (mut bench, _) = agents(&tools);
    let copies = bench.say_to_each("i", "hello", &Target::All).unwrap();
    assert_eq!(copies.len(), 12);
    let again = bench.say_to_each("i", "hello", &Target::All);
    assert_eq!(again, Ok(copies));
}
