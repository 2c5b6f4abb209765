//! Questions of nested agents: the run ends over them, and another goes on with the answers.

use midturn_agent::agui::{EventKind, Interrupt, RunOutcome, SubagentOutcome};
use midturn_agent::engine::{
    AgentId, Boundary, CancelRefusal, Decision, Dispatch, Effect, Engine, Message, ModelDelta,
    Outcome, RunStart, State, Target, ToolStatus, Urgency, Verdict, with_feedback,
};
use midturn_agent::record::Transcript;

use crate::bench::{
    Bench, ROOT, cancelled, customs, finish, kinds, policy, starts_work, tools_started, user,
};

const REJECTED: &str = "User interrupted with new message";

fn sub(id: &str) -> AgentId {
    AgentId::Sub(id.to_owned())
}

/// An agent asks for one tool, alone in its response.
fn asks(bench: &mut Bench, agent: &AgentId, call: u32, id: &str, name: &str) -> Vec<Effect> {
    bench.ask_for(agent, call, &[(id, name)]);
    bench.response_ends(agent, call, Dispatch::OneByOne)
}

/// One nested agent, which says something and then wants to write.
fn one_asking() -> (Bench, Vec<Effect>) {
    let (mut bench, agents) = Bench::with_agents(&[("g", "agent")], policy());
    bench.delta(&agents[0], 1, ModelDelta::Text("I will write".to_owned()));
    let end = asks(&mut bench, &agents[0], 1, "w", "write_file");
    (bench, end)
}

/// Two nested agents and the main agent want to write.
fn three_asking() -> (Bench, Vec<Effect>) {
    let calls = [("g", "agent"), ("h", "agent"), ("w", "write_file")];
    let (mut bench, agents) = Bench::with_agents(&calls, policy());
    let first = asks(&mut bench, &agents[0], 1, "gw", "write_file");
    assert_eq!(finish(&first), None, "another is still at work");
    let end = asks(&mut bench, &agents[1], 1, "hw", "write_file");
    (bench, end)
}

fn asked(effects: &[Effect]) -> Vec<Interrupt> {
    let found = effects.iter().find_map(|effect| match effect {
        Effect::Emit(event) => match &event.kind {
            EventKind::RunFinished {
                outcome: RunOutcome::Interrupt { interrupts },
                ..
            } => Some(interrupts.clone()),
            _ => None,
        },
        _ => None,
    });
    found.expect("the run does not ask")
}

fn calls_of(interrupts: &[Interrupt]) -> Vec<&str> {
    let calls = interrupts.iter().map(|one| one.tool_call_id.as_str());
    calls.collect()
}

fn approve(call_id: &str) -> Decision {
    Decision {
        call_id: call_id.to_owned(),
        verdict: Verdict::Approved {
            edited_arguments: None,
        },
    }
}

fn deny(call_id: &str) -> Decision {
    Decision {
        call_id: call_id.to_owned(),
        verdict: Verdict::Denied,
    }
}

fn transcript(log: &[Effect]) -> Transcript {
    let mut transcript = Transcript::default();
    for effect in log {
        if let Effect::Emit(event) = effect {
            transcript.read(&serde_json::to_value(event).unwrap());
        }
    }
    transcript
}

/// The next run, with what the log tells of the ones before.
fn next(before: &Bench, run: &str, said: Option<&str>, decisions: Vec<Decision>) -> Bench {
    let mut history = before.engine.history(&ROOT).to_vec();
    history.extend(said.map(user));
    let log = transcript(&before.log);
    let mut bench = Bench::new(Vec::new(), Vec::new(), policy());
    let start = RunStart {
        thread_id: "t".to_owned(),
        run_id: run.to_owned(),
        history,
        decisions,
    };
    bench.engine = Engine::new(start, policy())
        .with_open_calls(log.open_calls())
        .with_suspended(log.suspended(&log.waiting_agents()));
    bench.log.clone_from(&before.log);
    bench
}

fn nested_result(bench: &Bench, agent: &AgentId, id: &str) -> (String, ToolStatus) {
    let found = bench
        .engine
        .history(agent)
        .iter()
        .find_map(|message| match message {
            Message::Tool {
                call_id,
                result,
                feedback,
            } if call_id == id => Some((with_feedback(&result.content, feedback), result.status)),
            _ => None,
        });
    found.unwrap()
}

#[test]
fn the_question_of_a_nested_agent_ends_the_run_and_names_it() {
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
fn an_approved_call_runs_and_the_nested_agent_goes_on_where_it_was() {
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
    // What it mints does not meet what it minted before.
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
fn a_denied_call_does_not_run_and_edited_arguments_do() {
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
    let decision = Decision {
        call_id: "w".to_owned(),
        verdict: edited,
    };
    let mut edited = next(&bench, "r2", None, vec![decision]);
    let start = edited.start();
    let ran = start.iter().find_map(|effect| match effect {
        Effect::RunTool { call, .. } => Some(call.arguments.as_str()),
        _ => None,
    });
    assert_eq!(ran, Some("{\"path\":\"b\"}"));
}

#[test]
fn the_main_agent_and_two_nested_ones_ask_together_and_go_on_together() {
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
    assert!(matches!(
        end.last(),
        Some(Effect::CallModel {
            agent: AgentId::Root,
            ..
        })
    ));
    assert_eq!(bench.results().len(), 3);
}

#[test]
fn who_gets_no_answer_goes_on_without() {
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
fn an_agent_below_a_nested_one_asks_and_both_go_on() {
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
fn what_stands_behind_a_waiting_agent_is_run_first() {
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
fn asking_again_in_the_next_run_keeps_everything_that_was_done() {
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
    // What was answered long ago is not asked any more.
    let mut again = next(&second, "r3", None, vec![approve("w")]);
    let start = again.start();
    assert!(matches!(
        finish(&start),
        Some(Outcome::Failed(failure)) if failure.code == "interrupt_not_found"
    ));
    assert_eq!(kinds(&start), ["RUN_STARTED", "RUN_ERROR"]);
}

#[test]
fn what_it_was_told_is_still_there_when_it_goes_on() {
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
fn a_message_instead_of_an_answer_rejects_the_agent_and_starts_nothing() {
    let (bench, _) = three_asking();
    let mut bench = next(&bench, "r2", Some("something else"), Vec::new());
    let start = bench.start();
    let results = ["RUN_STARTED", "TOOL_CALL_RESULT", "TOOL_CALL_RESULT"];
    assert_eq!(kinds(&start), results, "of the two agents");
    assert_eq!(tools_started(&start), [""; 0]);
    for call in ["g", "h", "w"] {
        assert_eq!(bench.result_of(call), REJECTED);
    }
    let mut late = next(&bench, "r3", None, vec![approve("gw")]);
    assert!(matches!(finish(&late.start()), Some(Outcome::Failed(_))));
}

#[test]
fn questions_that_are_dropped_for_a_message_are_rejected_too() {
    let (bench, _) = three_asking();
    let dropped = ["gw", "hw", "w"].map(|call_id| Decision {
        call_id: call_id.to_owned(),
        verdict: Verdict::Abandoned,
    });
    let mut with_message = next(&bench, "r2", Some("something else"), dropped.to_vec());
    let start = with_message.start();
    assert_eq!(tools_started(&start), [""; 0]);
    assert!(matches!(
        start.last(),
        Some(Effect::CallModel {
            agent: AgentId::Root,
            ..
        })
    ));
    for call in ["g", "h", "w"] {
        assert_eq!(with_message.result_of(call), REJECTED);
    }
    // Without one, each goes on without what it asked for.
    let mut alone = next(&bench, "r2", None, dropped.to_vec());
    let start = alone.start();
    assert_eq!(tools_started(&start), [""; 0]);
    let agent = sub("g-agent");
    assert_eq!(nested_result(&alone, &agent, "gw").1, ToolStatus::Cancelled);
    assert!(matches!(
        alone.engine.state(&agent),
        Some(State::StreamingResponse(_))
    ));
}

#[test]
fn what_is_said_after_a_message_stands_behind_it_wherever_a_client_keeps_results() {
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
    // A client has the result where it came, behind the message.
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

#[test]
fn an_interjection_rejects_every_question_of_the_tree() {
    let calls = [
        ("g", "agent"),
        ("h", "agent"),
        ("w", "write_file"),
        ("a", "x"),
    ];
    for target in [Target::Auto, Target::Root, Target::Call("g".to_owned())] {
        let (mut bench, agents) = Bench::with_agents(&calls, policy());
        asks(&mut bench, &agents[0], 1, "gw", "write_file");
        let waiting = asks(&mut bench, &agents[1], 1, "hw", "write_file");
        assert_eq!(finish(&waiting), None, "a tool is at work");
        bench.say("i1", "use a patch", &target);
        assert!(
            nested_result(&bench, &agents[0], "gw")
                .0
                .starts_with(REJECTED)
        );
        assert!(
            nested_result(&bench, &agents[1], "hw")
                .0
                .starts_with(REJECTED)
        );
        assert!(bench.result_of("w").starts_with(REJECTED));
        // Everybody goes on.
        bench.tool_ends(&ROOT, "a");
        bench.response_ends(&agents[0], 2, Dispatch::OneByOne);
        let end = bench.response_ends(&agents[1], 2, Dispatch::OneByOne);
        assert!(matches!(
            end.last(),
            Some(Effect::CallModel {
                agent: AgentId::Root,
                ..
            })
        ));
        let end = bench.response_ends(&ROOT, 2, Dispatch::OneByOne);
        assert_eq!(finish(&end), Some(&Outcome::Completed));
        assert_eq!(customs(&bench.log, "interjection.delivered").len(), 1);
    }
}

#[test]
fn who_would_ask_after_something_was_said_does_not_ask() {
    let (mut bench, agents) = Bench::with_agents(&[("g", "agent")], policy());
    bench.say("i1", "no files, please", &Target::Root);
    let effects = asks(&mut bench, &agents[0], 1, "w", "write_file");
    assert_eq!(finish(&effects), None);
    assert!(
        nested_result(&bench, &agents[0], "w")
            .0
            .starts_with(REJECTED)
    );
    assert!(starts_work(&effects));
}

#[test]
fn a_waiting_agent_is_cancelled_at_once_and_the_others_go_on() {
    for urgency in [Urgency::Now, Urgency::Graceful { grace: 5_000 }] {
        let (mut bench, agents) = Bench::with_agents(&[("g", "agent"), ("a", "x")], policy());
        asks(&mut bench, &agents[0], 1, "w", "write_file");
        let early = bench.ask_to_stop(Some("w"), urgency);
        assert_eq!(early, Err(CancelRefusal::NotStarted));
        let end = bench.ask_to_stop(Some("g-agent"), urgency).unwrap();
        assert_eq!(customs(&end, "task.cancelled").len(), 1);
        assert!(kinds(&end).contains(&"sub:SUBAGENT_ERROR".to_owned()));
        let end = bench.tool_ends(&ROOT, "a");
        assert!(matches!(end.last(), Some(Effect::CallModel { .. })));
        assert_eq!(bench.results()[0], ("g".to_owned(), ToolStatus::Cancelled));
    }
}

#[test]
fn the_run_is_cancelled_while_agents_wait() {
    for urgency in [
        Urgency::Now,
        Urgency::AtBoundary,
        Urgency::Graceful { grace: 5_000 },
    ] {
        let calls = [("g", "agent"), ("a", "x"), ("w", "write_file")];
        let (mut bench, agents) = Bench::with_agents(&calls, policy());
        asks(&mut bench, &agents[0], 1, "gw", "write_file");
        bench.cancel(urgency);
        bench.tool_ends(&ROOT, "a");
        let expected = match urgency {
            Urgency::Now => cancelled(None),
            _ => cancelled(Some(Boundary::AfterTools)),
        };
        assert_eq!(finish(&bench.log), Some(&expected));
        let stopped = bench.results().into_iter().filter(|(id, _)| id != "a");
        let statuses: Vec<_> = stopped.map(|(_, status)| status).collect();
        assert_eq!(statuses, [ToolStatus::Cancelled; 2]);
        bench.assert_over();
    }
}

#[test]
fn a_cancel_from_before_the_start_lets_no_agent_go_on() {
    let (bench, _) = three_asking();
    let answers = vec![approve("gw"), approve("hw"), approve("w")];
    let mut bench = next(&bench, "r2", None, answers);
    bench.engine.cancel_before_start("changed my mind");
    let start = bench.start();
    assert!(!starts_work(&start));
    assert!(matches!(finish(&start), Some(Outcome::Cancelled { .. })));
    let statuses: Vec<_> = bench.results().into_iter().map(|(_, s)| s).collect();
    assert_eq!(statuses, [ToolStatus::Cancelled; 3]);
    // Whoever has asked is told, and so is the client.
    let told = kinds(&start);
    let count = |kind: &str| told.iter().filter(|one| *one == kind).count();
    assert_eq!(count("sub:SUBAGENT_STARTED"), 2);
    assert_eq!(count("sub:TOOL_CALL_RESULT"), 2);
    assert_eq!(count("sub:SUBAGENT_ERROR"), 2);
    assert_eq!(count("TOOL_CALL_RESULT"), 3);
}

#[test]
fn an_answer_to_no_question_of_anybody_keeps_all_from_going_on() {
    let (bench, _) = three_asking();
    let answers = vec![approve("gw"), approve("nothing")];
    let mut bench = next(&bench, "r2", None, answers);
    let start = bench.start();
    assert_eq!(kinds(&start), ["RUN_STARTED", "RUN_ERROR"]);
    assert!(!starts_work(&start));
}
