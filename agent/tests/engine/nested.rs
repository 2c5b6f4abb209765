//! Nested agents, each owned by a tool call.

use midturn_agent::conversation::{Message, ToolStatus};
use midturn_agent::engine::{AgentId, Dispatch, Effect, ModelDelta, Target, Urgency};

use crate::bench::{Bench, ROOT, asks_root, kinds, starts_work};

fn with_nested() -> (Bench, AgentId) {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("e", "explore")]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(kinds(&end), ["TOOL_CALL_END", "sub:SUBAGENT_STARTED"]);
    let Some(Effect::CallModel { agent, .. }) = end.last() else {
        panic!("the nested agent does not call its model");
    };
    let agent = agent.clone();
    assert_ne!(agent, ROOT);
    (bench, agent)
}

#[test]
fn a_nested_agents_answer_is_the_result_of_its_tool_call() {
    let (mut bench, agent) = with_nested();
    assert_eq!(bench.engine.agent_name(&agent), Some("explore"));
    bench.delta(&agent, 1, ModelDelta::Text("found it".to_owned()));
    let end = bench.response_ends(&agent, 1, Dispatch::OneByOne);
    assert_eq!(
        kinds(&end),
        [
            "sub:TEXT_MESSAGE_END",
            "sub:SUBAGENT_FINISHED",
            "TOOL_CALL_RESULT"
        ]
    );
    assert!(asks_root(&end));
    assert!(matches!(
        bench.engine.history(&ROOT).last(),
        Some(Message::Tool { result, .. }) if result.content == "found it"
    ));
    assert_eq!(bench.engine.state(&agent), None);
}

#[test]
fn a_nested_agents_answer_that_is_cut_off_says_so_to_its_parent() {
    let (mut bench, agent) = with_nested();
    bench.delta(&agent, 1, ModelDelta::Text("found i".to_owned()));
    let cut = bench.delta(&agent, 1, ModelDelta::CutOff);
    assert!(
        kinds(&cut).is_empty(),
        "the turn's own answer is not cut off"
    );
    bench.response_ends(&agent, 1, Dispatch::OneByOne);
    let said = "found i\n\n[Cut off here: The model reached its length limit.]";
    assert_eq!(bench.result_of("e"), said);
}

#[test]
fn a_nested_agent_that_goes_on_after_a_cut_has_a_whole_answer() {
    let (mut bench, agent) = with_nested();
    bench.delta(&agent, 1, ModelDelta::Text("found i".to_owned()));
    bench.delta(&agent, 1, ModelDelta::CutOff);
    bench.say("i", "go on", &Target::Auto);
    bench.response_ends(&agent, 1, Dispatch::OneByOne);
    bench.delta(&agent, 2, ModelDelta::Text("found it".to_owned()));
    bench.response_ends(&agent, 2, Dispatch::OneByOne);
    assert_eq!(bench.result_of("e"), "found it");
}

#[test]
fn cancel_now_reaches_nested_agents_and_closes_them_before_the_run() {
    let (mut bench, agent) = with_nested();
    bench.ask_for(&agent, 1, &[("n", "read_file")]);
    bench.response_ends(&agent, 1, Dispatch::OneByOne);
    let end = bench.cancel(Urgency::Now);
    assert_eq!(
        kinds(&end),
        [
            "sub:TOOL_CALL_RESULT",
            "sub:SUBAGENT_ERROR",
            "TOOL_CALL_RESULT",
            "RUN_FINISHED"
        ]
    );
    assert!(end.contains(&Effect::StopTool {
        agent,
        call_id: "n".to_owned()
    }));
    assert_eq!(bench.results(), [("e".to_owned(), ToolStatus::Cancelled)]);
    bench.assert_over();
}

#[test]
fn the_depth_of_nested_agents_is_limited() {
    let mut bench = Bench::started();
    let mut agent = ROOT;
    for depth in 0..100 {
        let call = format!("g{depth}");
        bench.ask_for(&agent, 1, &[(&call, "agent")]);
        let end = bench.response_ends(&agent, 1, Dispatch::OneByOne);
        match end.last() {
            Some(Effect::CallModel { agent: next, .. }) if *next != agent => agent = next.clone(),
            // The nested agent was refused, so its parent's model is called again.
            _ => {
                assert_eq!(depth, 8);
                assert!(starts_work(&end));
                return;
            }
        }
    }
    panic!("no depth was too deep");
}
