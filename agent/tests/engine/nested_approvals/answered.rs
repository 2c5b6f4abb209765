//! A run that brings answers continues every agent that asked.

use midturn_agent::agui::{EventKind, SubagentOutcome};
use midturn_agent::conversation::{Message, ToolStatus, Verdict};
use midturn_agent::engine::{
    Dispatch, Effect, Engine, ModelDelta, Outcome, RunStart, State, Target,
};

use super::{
    asked, asks, calls_of, nested_result, next, one_asking, sub, three_asking, transcript,
};
use crate::bench::{
    Bench, ROOT, approve, asks_root, customs, decide, deny, finds_no_question, finish, kinds,
    policy, tools_started,
};

#[test]
fn the_question_of_a_nested_agent_ends_the_run_and_names_the_agent() {
    let (mut bench, end) = one_asking();
    assert_eq!(
        kinds(&end),
        ["sub:TOOL_CALL_END", "sub:SUBAGENT_FINISHED", "RUN_FINISHED"]
    );
    assert_eq!(finish(&end), Some(&Outcome::Waiting));
    let asked = asked(&end);
    assert_eq!(calls_of(&asked), ["w"]);
    assert_eq!(asked[0].subagent_run_id.as_deref(), Some("g-agent"));
    let suspended = end.iter().any(|effect| {
        matches!(effect, Effect::Emit(event) if matches!(
            &event.kind,
            EventKind::SubagentFinished {
                outcome: SubagentOutcome::Suspended { interrupt_ids },
                ..
            } if *interrupt_ids == [asked[0].id.clone()]
        ))
    });
    assert!(suspended);
    assert_eq!(bench.results(), [], "its call has no result yet");
    bench.assert_over();
}

#[test]
fn an_approved_call_runs_and_the_nested_agent_continues_where_it_was() {
    let (bench, _) = one_asking();
    let mut bench = next(&bench, "r2", None, vec![approve("w")]);
    let start = bench.start();
    assert_eq!(kinds(&start), ["RUN_STARTED", "sub:SUBAGENT_STARTED"]);
    assert_eq!(tools_started(&start), ["w"]);
    let agent = sub("g-agent");
    let more = bench.tool_ends(&agent, "w");
    assert_eq!(kinds(&more), ["sub:TOOL_CALL_RESULT"]);
    assert!(matches!(more.last(), Some(Effect::CallModel { agent: own, .. }) if *own == agent));
    let history = bench.engine.history(&agent);
    assert!(matches!(&history[0], Message::User { .. }), "its task");
    assert!(matches!(&history[1], Message::Assistant { text, calls, .. }
        if text == "I will write" && calls[0].id == "w"));
    assert_eq!(history.len(), 3);
    // Ids that the agent mints now differ from those of the earlier run.
    assert_ne!(bench.engine.scope(&agent), "g-agent");
    bench.delta(&agent, 1, ModelDelta::Text("written".to_owned()));
    let ids: Vec<_> = transcript(&bench.log)
        .messages()
        .iter()
        .map(|message| message["id"].clone())
        .collect();
    let unique: std::collections::BTreeSet<_> = ids.iter().map(ToString::to_string).collect();
    assert_eq!(unique.len(), ids.len());
    let end = bench.response_ends(&agent, 1, Dispatch::OneByOne);
    assert_eq!(
        kinds(&end)[1..],
        ["sub:SUBAGENT_FINISHED", "TOOL_CALL_RESULT"]
    );
    assert_eq!(bench.result_of("g"), "written");
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(finish(&end), Some(&Outcome::Completed));
}

#[test]
fn a_denied_call_does_not_run_and_an_edited_call_runs_with_its_new_arguments() {
    let (bench, _) = one_asking();
    let mut denied = next(&bench, "r2", None, vec![deny("w")]);
    let start = denied.start();
    assert_eq!(tools_started(&start), [""; 0]);
    let agent = sub("g-agent");
    assert!(matches!(start.last(), Some(Effect::CallModel { agent: own, .. }) if *own == agent));
    assert_eq!(nested_result(&denied, &agent, "w").1, ToolStatus::Denied);

    let edited = Verdict::Approved {
        edited_arguments: Some("{\"path\":\"b\"}".to_owned()),
    };
    let mut edited = next(&bench, "r2", None, vec![decide("w", edited)]);
    let start = edited.start();
    let ran = start.iter().find_map(|effect| match effect {
        Effect::RunTool { call, .. } => Some(call.arguments.as_str()),
        _ => None,
    });
    assert_eq!(ran, Some("{\"path\":\"b\"}"));
}

#[test]
fn the_main_agent_and_two_nested_ones_ask_together_and_continue_together() {
    let (bench, end) = three_asking();
    assert_eq!(calls_of(&asked(&end)), ["w", "gw", "hw"]);
    let answers = vec![approve("hw"), deny("gw"), approve("w")];
    let mut bench = next(&bench, "r2", None, answers);
    let start = bench.start();
    let mut started = tools_started(&start);
    started.sort_unstable();
    assert_eq!(started, ["hw", "w"]);
    let (g, h) = (sub("g-agent"), sub("h-agent"));
    assert_eq!(nested_result(&bench, &g, "gw").1, ToolStatus::Denied);
    bench.tool_ends(&ROOT, "w");
    bench.tool_ends(&h, "hw");
    bench.response_ends(&g, 1, Dispatch::OneByOne);
    let end = bench.response_ends(&h, 1, Dispatch::OneByOne);
    assert!(asks_root(&end));
    assert_eq!(bench.results().len(), 3);
}

#[test]
fn an_agent_without_an_answer_continues_without_its_call() {
    let (bench, _) = three_asking();
    let mut bench = next(&bench, "r2", None, vec![approve("gw")]);
    let start = bench.start();
    assert_eq!(tools_started(&start), ["gw"]);
    let h = sub("h-agent");
    assert_eq!(
        nested_result(&bench, &h, "hw").0,
        "No result: the call was interrupted."
    );
    assert_eq!(bench.result_of("w"), "No result: the call was interrupted.");
    assert!(matches!(
        bench.engine.state(&h),
        Some(State::StreamingResponse(_))
    ));
}

#[test]
fn an_agent_below_a_nested_one_asks_and_both_continue() {
    let (mut bench, agents) = Bench::with_agents(&[("g", "agent")], policy());
    asks(&mut bench, &agents[0], 1, "i", "agent");
    let end = asks(&mut bench, &sub("i-agent"), 1, "w", "write_file");
    let closed: Vec<_> = end
        .iter()
        .filter_map(|effect| match effect {
            Effect::Emit(event) => match &event.kind {
                EventKind::SubagentFinished {
                    outcome: SubagentOutcome::Suspended { interrupt_ids },
                    ..
                } => Some((event.subagent_run_id.clone().unwrap(), interrupt_ids.len())),
                _ => None,
            },
            _ => None,
        })
        .collect();
    let expected = [("i-agent".to_owned(), 1), ("g-agent".to_owned(), 0)];
    assert_eq!(closed, expected);
    let mut bench = next(&bench, "r2", None, vec![approve("w")]);
    let start = bench.start();
    let started: Vec<_> = start
        .iter()
        .filter_map(|effect| match effect {
            Effect::Emit(event) => event.subagent_run_id.as_deref(),
            _ => None,
        })
        .collect();
    assert_eq!(started, ["g-agent", "i-agent"]);
    bench.tool_ends(&sub("i-agent"), "w");
    bench.delta(&sub("i-agent"), 1, ModelDelta::Text("deep".to_owned()));
    bench.response_ends(&sub("i-agent"), 1, Dispatch::OneByOne);
    assert_eq!(nested_result(&bench, &sub("g-agent"), "i").0, "deep");
    bench.delta(&sub("g-agent"), 1, ModelDelta::Text("less deep".to_owned()));
    bench.response_ends(&sub("g-agent"), 1, Dispatch::OneByOne);
    assert_eq!(bench.result_of("g"), "less deep");
}

#[test]
fn queued_calls_still_run_while_an_agent_waits_for_an_answer() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("g", "agent"), ("a", "x"), ("b", "x")]);
    bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    let effects = asks(&mut bench, &sub("g-agent"), 1, "w", "write_file");
    assert_eq!(tools_started(&effects), ["a"]);
    let effects = bench.tool_ends(&ROOT, "a");
    assert_eq!(tools_started(&effects), ["b"]);
    let end = bench.tool_ends(&ROOT, "b");
    assert_eq!(calls_of(&asked(&end)), ["w"]);
}

#[test]
fn a_second_question_in_the_next_run_keeps_the_work_done_so_far() {
    let (bench, _) = one_asking();
    let mut second = next(&bench, "r2", None, vec![approve("w")]);
    second.start();
    let agent = sub("g-agent");
    second.tool_ends(&agent, "w");
    let end = asks(&mut second, &agent, 1, "v", "write_file");
    assert_eq!(calls_of(&asked(&end)), ["v"]);
    let mut third = next(&second, "r3", None, vec![approve("v")]);
    third.start();
    third.tool_ends(&agent, "v");
    assert_eq!(third.engine.history(&agent).len(), 5);
    assert_eq!(nested_result(&third, &agent, "w").0, "result of w");
    // A call that was answered in an earlier run is no longer open.
    let mut again = next(&second, "r3", None, vec![approve("w")]);
    let start = again.start();
    assert!(finds_no_question(&start));
    assert_eq!(kinds(&start), ["RUN_STARTED", "RUN_ERROR"]);
}

#[test]
fn a_continued_agent_still_has_its_interjections() {
    let (mut bench, agents) = Bench::with_agents(&[("g", "agent")], policy());
    bench.say("i1", "mind the header", &Target::Auto);
    bench.delta(&agents[0], 2, ModelDelta::Text("yes".to_owned()));
    asks(&mut bench, &agents[0], 2, "n", "x");
    bench.say("i2", "and the footer", &Target::Auto);
    bench.tool_ends(&agents[0], "n");
    asks(&mut bench, &agents[0], 3, "w", "write_file");
    let mut bench = next(&bench, "r2", None, vec![approve("w")]);
    bench.start();
    assert_eq!(bench.user_turns(&agents[0])[1..], ["mind the header"]);
    let told = nested_result(&bench, &agents[0], "n").0;
    assert_eq!(told, "result of n\n\n[User feedback: and the footer]");
}

#[test]
fn a_message_keeps_its_place_wherever_the_client_keeps_results() {
    let calls = [("g", "agent"), ("w", "write_file")];
    let (mut first, agents) = Bench::with_agents(&calls, policy());
    asks(&mut first, &agents[0], 1, "gw", "write_file");
    let answers = vec![approve("w"), approve("gw")];
    let mut second = next(&first, "r2", Some("and besides"), answers);
    second.start();
    second.tool_ends(&ROOT, "w");
    second.tool_ends(&agents[0], "gw");
    let end = asks(&mut second, &agents[0], 1, "gv", "write_file");
    assert_eq!(calls_of(&asked(&end)), ["gv"]);
    // A client may keep the result where it arrived, after the message.
    let mut third = next(&second, "r3", None, vec![approve("gv")]);
    let mut history = second.engine.history(&ROOT).to_vec();
    let result = history.remove(2);
    assert!(matches!(result, Message::Tool { .. }));
    history.push(result);
    let log = transcript(&second.log);
    let start = RunStart {
        thread_id: "t".to_owned(),
        run_id: "r3".to_owned(),
        history,
        decisions: vec![approve("gv")],
    };
    third.engine = Engine::new(start, policy())
        .with_open_calls(log.open_calls())
        .with_suspended(log.suspended(&log.waiting_agents()));
    third.start();
    third.say("i1", "quick", &Target::Root);
    third.tool_ends(&agents[0], "gv");
    third.response_ends(&agents[0], 1, Dispatch::OneByOne);
    third.response_ends(&ROOT, 1, Dispatch::OneByOne);
    let delivered = customs(&third.log, "interjection.delivered");
    assert_eq!(delivered[0]["afterId"], "u1", "{delivered:?}");
    let turns = ["hello", "and besides", "quick"];
    assert_eq!(third.user_turns(&ROOT), turns);
}
