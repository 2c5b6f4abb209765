//! The engine in simulated time: every boundary, both urgencies, approvals, nested agents, late
//! news. Nothing here sleeps, and nothing here does IO.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use midturn_agent::agui::{EventKind, RunOutcome};
use midturn_agent::engine::{
    AgentId, Boundary, Cause, Decision, Dispatch, Effect, Engine, Failure, Input, Message,
    ModelCallId, ModelDelta, Outcome, Policy, RunStart, State, SubagentSpec, ToolCall, ToolResult,
    ToolStatus, Urgency, Verdict,
};

/// An engine, the time, and everything it has asked for.
struct Bench {
    engine: Engine,
    now: u64,
    log: Vec<Effect>,
}

fn policy() -> Policy {
    Policy {
        needs_approval: ["write_file".to_owned()].into(),
        subagents: [(
            "explore".to_owned(),
            SubagentSpec {
                description: "explores".to_owned(),
            },
        )]
        .into(),
        time_limit: None,
    }
}

fn user(text: &str) -> Message {
    Message::User {
        id: "u1".to_owned(),
        text: text.to_owned(),
    }
}

impl Bench {
    fn new(history: Vec<Message>, decisions: Vec<Decision>, policy: Policy) -> Self {
        let start = RunStart {
            thread_id: "t".to_owned(),
            run_id: "r".to_owned(),
            history,
            decisions,
        };
        Self {
            engine: Engine::new(start, policy),
            now: 1_000,
            log: Vec::new(),
        }
    }

    fn started() -> Self {
        let mut bench = Self::new(vec![user("hello")], Vec::new(), policy());
        bench.start();
        bench
    }

    fn start(&mut self) -> Vec<Effect> {
        let effects = self.engine.start(self.now);
        self.log.extend(effects.clone());
        effects
    }

    fn tell(&mut self, agent: &AgentId, input: Input) -> Vec<Effect> {
        self.now += 10;
        let effects = self.engine.apply(self.now, agent, input);
        self.log.extend(effects.clone());
        effects
    }

    fn delta(&mut self, agent: &AgentId, call: u32, delta: ModelDelta) -> Vec<Effect> {
        let call = ModelCallId(call);
        self.tell(agent, Input::Model { call, delta })
    }

    fn ask_for(&mut self, agent: &AgentId, call: u32, tools: &[(&str, &str)]) {
        for (id, name) in tools {
            let (id, name) = ((*id).to_owned(), (*name).to_owned());
            self.delta(agent, call, ModelDelta::Call { id, name });
            let arguments = "{\"path\":\"a\"}".to_owned();
            self.delta(agent, call, ModelDelta::Arguments(arguments));
        }
    }

    fn response_ends(&mut self, agent: &AgentId, call: u32, dispatch: Dispatch) -> Vec<Effect> {
        let call = ModelCallId(call);
        let result = Ok(dispatch);
        self.tell(agent, Input::ModelFinished { call, result })
    }

    fn tool_ends(&mut self, agent: &AgentId, id: &str) -> Vec<Effect> {
        let result = ToolResult {
            content: format!("result of {id}"),
            status: ToolStatus::Ok,
        };
        let call_id = id.to_owned();
        self.tell(agent, Input::ToolFinished { call_id, result })
    }

    fn cancel(&mut self, urgency: Urgency) -> Vec<Effect> {
        let cause = Cause::User;
        self.tell(&AgentId::Root, Input::Cancel { cause, urgency })
    }

    fn results(&self) -> Vec<(String, ToolStatus)> {
        let history = self.engine.history(&AgentId::Root);
        let results = history.iter().filter_map(|message| match message {
            Message::Tool { call_id, result } => Some((call_id.clone(), result.status)),
            _ => None,
        });
        results.collect()
    }

    /// Asserts that no event was emitted after the last frame closed, and that nothing is asked
    /// for by a run that is over.
    fn assert_over(&mut self) {
        assert_eq!(self.tool_ends(&AgentId::Root, "late"), []);
        assert_eq!(self.cancel(Urgency::Now), []);
        assert_eq!(
            self.response_ends(&AgentId::Root, 99, Dispatch::OneByOne),
            []
        );
    }
}

fn finish(effects: &[Effect]) -> Option<&Outcome> {
    effects.iter().find_map(|effect| match effect {
        Effect::Finish(outcome) => Some(outcome),
        _ => None,
    })
}

fn starts_work(effects: &[Effect]) -> bool {
    effects
        .iter()
        .any(|effect| matches!(effect, Effect::CallModel { .. } | Effect::RunTool { .. }))
}

fn tools_started(effects: &[Effect]) -> Vec<&str> {
    let tools = effects.iter().filter_map(|effect| match effect {
        Effect::RunTool { call, .. } => Some(call.id.as_str()),
        _ => None,
    });
    tools.collect()
}

fn kinds(effects: &[Effect]) -> Vec<String> {
    let kinds = effects.iter().filter_map(|effect| match effect {
        Effect::Emit(event) => {
            let value = serde_json::to_value(event).unwrap();
            let tag = event.subagent_run_id.as_ref().map_or("", |_| "sub:");
            Some(format!("{tag}{}", value["type"].as_str().unwrap()))
        }
        _ => None,
    });
    kinds.collect()
}

fn cancelled(at: Option<Boundary>) -> Outcome {
    let cause = Cause::User;
    Outcome::Cancelled { cause, at }
}

const ROOT: AgentId = AgentId::Root;

#[test]
fn an_answer_is_one_message_and_a_success() {
    let mut bench = Bench::started();
    bench.delta(&ROOT, 1, ModelDelta::Text("Hel".to_owned()));
    bench.delta(&ROOT, 1, ModelDelta::Text("lo".to_owned()));
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(finish(&end), Some(&Outcome::Completed));
    assert_eq!(
        kinds(&bench.log),
        [
            "RUN_STARTED",
            "TEXT_MESSAGE_START",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_END",
            "RUN_FINISHED"
        ]
    );
    assert_eq!(bench.engine.state(&ROOT), Some(&State::Idle));
    bench.assert_over();
}

#[test]
fn reasoning_ends_before_the_answer_begins() {
    let mut bench = Bench::started();
    bench.delta(&ROOT, 1, ModelDelta::Reasoning("hm".to_owned()));
    bench.delta(&ROOT, 1, ModelDelta::Text("yes".to_owned()));
    assert_eq!(
        kinds(&bench.log)[1..],
        [
            "REASONING_START",
            "REASONING_MESSAGE_START",
            "REASONING_MESSAGE_CONTENT",
            "REASONING_MESSAGE_END",
            "REASONING_END",
            "TEXT_MESSAGE_START",
            "TEXT_MESSAGE_CONTENT"
        ]
    );
}

#[test]
fn tools_one_by_one_start_each_after_the_one_before() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("a", "read_file"), ("b", "read_file")]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(tools_started(&end), ["a"]);
    assert!(matches!(
        bench.engine.state(&ROOT),
        Some(State::ExecutingTools(_))
    ));
    assert_eq!(tools_started(&bench.tool_ends(&ROOT, "a")), ["b"]);
    let after = bench.tool_ends(&ROOT, "b");
    assert!(matches!(
        after.last(),
        Some(Effect::CallModel {
            call: ModelCallId(2),
            ..
        })
    ));
}

#[test]
fn tools_all_at_once_start_together_and_are_waited_for() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("a", "x"), ("b", "x"), ("c", "x")]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::AllAtOnce);
    assert_eq!(tools_started(&end), ["a", "b", "c"]);
    assert!(!starts_work(&bench.tool_ends(&ROOT, "c")));
    assert!(!starts_work(&bench.tool_ends(&ROOT, "a")));
    assert!(starts_work(&bench.tool_ends(&ROOT, "b")));
    // In the history, results stand behind the message that asked, whatever came first.
    let order: Vec<_> = bench.results().into_iter().map(|(id, _)| id).collect();
    assert_eq!(order, ["c", "a", "b"]);
}

#[test]
fn boundary_after_response_lets_the_response_finish_and_starts_no_tool() {
    let mut bench = Bench::started();
    bench.delta(&ROOT, 1, ModelDelta::Text("I will".to_owned()));
    assert_eq!(bench.cancel(Urgency::AtBoundary), []);
    bench.ask_for(&ROOT, 1, &[("a", "read_file")]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert!(!starts_work(&end));
    let expected = cancelled(Some(Boundary::AfterResponse));
    assert_eq!(finish(&end), Some(&expected));
    assert_eq!(bench.results(), [("a".to_owned(), ToolStatus::Cancelled)]);
    bench.assert_over();
}

#[test]
fn boundary_before_tool_keeps_the_finished_result_and_starts_no_other() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("a", "x"), ("b", "x")]);
    bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(bench.cancel(Urgency::AtBoundary), []);
    let end = bench.tool_ends(&ROOT, "a");
    assert!(!starts_work(&end));
    let expected = cancelled(Some(Boundary::BeforeTool));
    assert_eq!(finish(&end), Some(&expected));
    assert_eq!(
        bench.results(),
        [
            ("a".to_owned(), ToolStatus::Ok),
            ("b".to_owned(), ToolStatus::Cancelled)
        ]
    );
}

#[test]
fn boundary_after_tools_makes_no_follow_up_call() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("a", "x"), ("b", "x")]);
    bench.response_ends(&ROOT, 1, Dispatch::AllAtOnce);
    bench.tool_ends(&ROOT, "b");
    assert_eq!(bench.cancel(Urgency::AtBoundary), []);
    let end = bench.tool_ends(&ROOT, "a");
    assert!(!starts_work(&end));
    let expected = cancelled(Some(Boundary::AfterTools));
    assert_eq!(finish(&end), Some(&expected));
    assert!(
        bench
            .results()
            .iter()
            .all(|(_, status)| *status == ToolStatus::Ok)
    );
}

#[test]
fn boundary_before_model_stops_a_run_that_was_cancelled_before_it_started() {
    let mut bench = Bench::new(vec![user("hello")], Vec::new(), policy());
    assert_eq!(bench.cancel(Urgency::Now), []);
    let start = bench.start();
    assert!(!starts_work(&start));
    let expected = cancelled(Some(Boundary::BeforeModel));
    assert_eq!(finish(&start), Some(&expected));
    assert_eq!(kinds(&start), ["RUN_STARTED", "RUN_FINISHED"]);
}

#[test]
fn an_answer_that_completes_before_its_boundary_is_a_success() {
    let mut bench = Bench::started();
    bench.cancel(Urgency::AtBoundary);
    bench.delta(&ROOT, 1, ModelDelta::Text("done".to_owned()));
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(finish(&end), Some(&Outcome::Completed));
}

#[test]
fn cancel_now_while_streaming_stops_the_model_and_keeps_the_partial_text() {
    let mut bench = Bench::started();
    bench.delta(&ROOT, 1, ModelDelta::Text("half a".to_owned()));
    let end = bench.cancel(Urgency::Now);
    assert_eq!(end[0], Effect::StopModel { agent: ROOT });
    assert_eq!(kinds(&end), ["TEXT_MESSAGE_END", "RUN_FINISHED"]);
    assert_eq!(finish(&end), Some(&cancelled(None)));
    assert!(matches!(
        bench.engine.history(&ROOT).last(),
        Some(Message::Assistant { text, .. }) if text == "half a"
    ));
    bench.assert_over();
}

#[test]
fn cancel_now_in_the_middle_of_arguments_leaves_no_call_without_a_result() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("a", "x")]);
    let end = bench.cancel(Urgency::Now);
    assert_eq!(
        kinds(&end),
        ["TOOL_CALL_END", "TOOL_CALL_RESULT", "RUN_FINISHED"]
    );
    assert_eq!(bench.results(), [("a".to_owned(), ToolStatus::Cancelled)]);
}

#[test]
fn cancel_now_while_tools_run_stops_each_of_them() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("a", "x"), ("b", "x"), ("c", "x")]);
    bench.response_ends(&ROOT, 1, Dispatch::AllAtOnce);
    bench.tool_ends(&ROOT, "b");
    let end = bench.cancel(Urgency::Now);
    let stop = |id: &str| Effect::StopTool {
        agent: ROOT,
        call_id: id.to_owned(),
    };
    assert_eq!(end[..2], [stop("a"), stop("c")]);
    assert!(!starts_work(&end));
    let mut results = bench.results();
    results.sort_by(|one, other| one.0.cmp(&other.0));
    let statuses: Vec<_> = results.into_iter().map(|(_, status)| status).collect();
    assert_eq!(
        statuses,
        [ToolStatus::Cancelled, ToolStatus::Ok, ToolStatus::Cancelled]
    );
    bench.assert_over();
}

#[test]
fn late_and_foreign_news_changes_nothing() {
    let mut bench = Bench::started();
    assert_eq!(bench.tool_ends(&ROOT, "never asked for"), []);
    assert_eq!(
        bench.delta(&ROOT, 7, ModelDelta::Text("old".to_owned())),
        []
    );
    assert_eq!(bench.response_ends(&ROOT, 7, Dispatch::OneByOne), []);
    let gone = AgentId::Sub("gone".to_owned());
    assert_eq!(
        bench.delta(&gone, 1, ModelDelta::Text("old".to_owned())),
        []
    );
    bench.ask_for(&ROOT, 1, &[("a", "x")]);
    bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    bench.tool_ends(&ROOT, "a");
    // The second time, the result is news of a tool that is over.
    assert_eq!(bench.tool_ends(&ROOT, "a"), []);
    assert_eq!(bench.results().len(), 1);
}

#[test]
fn a_failed_model_is_a_failed_run_with_everything_closed() {
    let mut bench = Bench::started();
    bench.delta(&ROOT, 1, ModelDelta::Step(Some("one".to_owned())));
    bench.delta(&ROOT, 1, ModelDelta::Text("so".to_owned()));
    let failure = Failure {
        code: "overloaded".to_owned(),
        message: "later".to_owned(),
    };
    let call = ModelCallId(1);
    let result = Err(failure.clone());
    let end = bench.tell(&ROOT, Input::ModelFinished { call, result });
    assert_eq!(finish(&end), Some(&Outcome::Failed(failure)));
    assert_eq!(
        kinds(&end),
        ["TEXT_MESSAGE_END", "STEP_FINISHED", "RUN_ERROR"]
    );
}

#[test]
fn a_run_that_takes_too_long_fails_at_its_deadline_and_not_before() {
    let limited = Policy {
        time_limit: Some(5_000),
        ..policy()
    };
    let mut bench = Bench::new(vec![user("hello")], Vec::new(), limited);
    bench.start();
    assert_eq!(bench.engine.deadline(), Some(6_000));
    bench.now = 5_989 - 10;
    assert_eq!(bench.tell(&ROOT, Input::Tick), []);
    bench.now = 6_000 - 10;
    let end = bench.tell(&ROOT, Input::Tick);
    assert_eq!(end[0], Effect::StopModel { agent: ROOT });
    assert!(matches!(finish(&end), Some(Outcome::Failed(failure)) if failure.code == "time_limit"));
    assert_eq!(kinds(&end), ["RUN_ERROR"]);
}

#[test]
fn steps_end_where_the_next_begins() {
    let mut bench = Bench::started();
    bench.delta(&ROOT, 1, ModelDelta::Step(Some("one".to_owned())));
    let next = bench.delta(&ROOT, 1, ModelDelta::Step(Some("two".to_owned())));
    assert_eq!(kinds(&next), ["STEP_FINISHED", "STEP_STARTED"]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(kinds(&end), ["STEP_FINISHED", "RUN_FINISHED"]);
}

// --- approvals ------------------------------------------------------------------------------

fn waiting_history() -> Vec<Message> {
    vec![
        user("write it"),
        Message::Assistant {
            id: "m1".to_owned(),
            text: String::new(),
            calls: vec![ToolCall {
                id: "w".to_owned(),
                name: "write_file".to_owned(),
                arguments: "{\"path\":\"a\"}".to_owned(),
            }],
        },
    ]
}

fn decide(verdict: Verdict) -> Bench {
    let decision = Decision {
        call_id: "w".to_owned(),
        verdict,
    };
    Bench::new(waiting_history(), vec![decision], policy())
}

#[test]
fn a_tool_that_needs_approval_waits_while_the_others_run() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("w", "write_file"), ("a", "read_file")]);
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(tools_started(&end), ["a"]);
    let end = bench.tool_ends(&ROOT, "a");
    assert_eq!(finish(&end), Some(&Outcome::Waiting));
    let Some(State::WaitingForApproval(calls)) = bench.engine.state(&ROOT) else {
        panic!("not waiting");
    };
    assert_eq!(calls[0].id, "w");
    let asked = end.iter().any(|effect| {
        matches!(effect, Effect::Emit(event) if matches!(
            &event.kind,
            EventKind::RunFinished { outcome: RunOutcome::Interrupt { interrupts }, .. }
                if interrupts.len() == 1 && interrupts[0].tool_call_id == "w"
        ))
    });
    assert!(asked);
}

#[test]
fn an_approved_call_runs_once_without_being_announced_again() {
    let mut bench = decide(Verdict::Approved {
        edited_arguments: Some("{\"path\":\"b\"}".to_owned()),
    });
    let start = bench.start();
    assert_eq!(kinds(&start), ["RUN_STARTED"]);
    let Some(Effect::RunTool { call, .. }) = start.last() else {
        panic!("no tool");
    };
    assert_eq!(
        (call.id.as_str(), call.arguments.as_str()),
        ("w", "{\"path\":\"b\"}")
    );
    let after = bench.tool_ends(&ROOT, "w");
    assert_eq!(kinds(&after), ["TOOL_CALL_RESULT"]);
    assert!(starts_work(&after));
}

#[test]
fn a_denied_or_dismissed_call_does_not_run_and_the_model_learns_of_it() {
    for (verdict, status) in [
        (Verdict::Denied, ToolStatus::Denied),
        (Verdict::Abandoned, ToolStatus::Cancelled),
    ] {
        let mut bench = decide(verdict);
        let start = bench.start();
        assert_eq!(tools_started(&start), [""; 0]);
        assert_eq!(kinds(&start), ["RUN_STARTED", "TOOL_CALL_RESULT"]);
        assert!(starts_work(&start), "the model is called");
        assert_eq!(bench.results(), [("w".to_owned(), status)]);
    }
}

#[test]
fn an_answer_to_no_open_question_fails_the_run() {
    let decision = Decision {
        call_id: "other".to_owned(),
        verdict: Verdict::Denied,
    };
    let mut bench = Bench::new(waiting_history(), vec![decision], policy());
    let start = bench.start();
    assert!(matches!(
        finish(&start),
        Some(Outcome::Failed(failure)) if failure.code == "interrupt_not_found"
    ));
}

#[test]
fn a_message_instead_of_an_answer_settles_the_call_for_the_model_only() {
    let mut history = waiting_history();
    history.push(user("something else"));
    let mut bench = Bench::new(history, Vec::new(), policy());
    assert_eq!(kinds(&bench.start()), ["RUN_STARTED"]);
    let roles: Vec<_> = bench
        .engine
        .history(&ROOT)
        .iter()
        .map(std::mem::discriminant)
        .collect();
    assert_eq!(roles.len(), 4);
    // The result stands behind its call, not behind the new message.
    assert_eq!(bench.results(), [("w".to_owned(), ToolStatus::Cancelled)]);
    assert_eq!(roles[0], roles[3]);
}

// --- nested agents --------------------------------------------------------------------------

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
    assert!(matches!(
        end.last(),
        Some(Effect::CallModel {
            agent: AgentId::Root,
            ..
        })
    ));
    assert!(matches!(
        bench.engine.history(&ROOT).last(),
        Some(Message::Tool { result, .. }) if result.content == "found it"
    ));
    assert_eq!(bench.engine.state(&agent), None);
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
fn a_cancel_at_the_next_boundary_stops_a_nested_agent_at_its_own() {
    let (mut bench, agent) = with_nested();
    bench.ask_for(&agent, 1, &[("n", "x"), ("o", "x")]);
    bench.response_ends(&agent, 1, Dispatch::OneByOne);
    assert_eq!(bench.cancel(Urgency::AtBoundary), []);
    let end = bench.tool_ends(&agent, "n");
    assert!(!starts_work(&end));
    // The parent learns that its child was interrupted, and stops at its own boundary.
    let expected = cancelled(Some(Boundary::AfterTools));
    assert_eq!(finish(&end), Some(&expected));
    assert_eq!(bench.results(), [("e".to_owned(), ToolStatus::Cancelled)]);
}

#[test]
fn cancelling_one_nested_agent_leaves_the_others_and_the_run_going() {
    let mut bench = Bench::started();
    bench.ask_for(
        &ROOT,
        1,
        &[("e1", "explore"), ("e2", "explore"), ("e3", "explore")],
    );
    let end = bench.response_ends(&ROOT, 1, Dispatch::AllAtOnce);
    let agents: Vec<AgentId> = end
        .iter()
        .filter_map(|effect| match effect {
            Effect::CallModel { agent, .. } => Some(agent.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(agents.len(), 3);
    let end = bench.tell(
        &agents[1],
        Input::Cancel {
            cause: Cause::User,
            urgency: Urgency::Now,
        },
    );
    assert_eq!(kinds(&end), ["sub:SUBAGENT_ERROR", "TOOL_CALL_RESULT"]);
    assert_eq!(finish(&end), None);
    for other in [&agents[0], &agents[2]] {
        assert!(matches!(
            bench.engine.state(other),
            Some(State::StreamingResponse(_))
        ));
        bench.delta(other, 1, ModelDelta::Text("mine".to_owned()));
        bench.response_ends(other, 1, Dispatch::OneByOne);
    }
    assert!(matches!(
        bench.log.last(),
        Some(Effect::CallModel {
            agent: AgentId::Root,
            call: ModelCallId(2)
        })
    ));
}

#[test]
fn a_nested_agent_cannot_ask_for_approval_and_goes_on_without() {
    let (mut bench, agent) = with_nested();
    bench.ask_for(&agent, 1, &[("w", "write_file")]);
    let end = bench.response_ends(&agent, 1, Dispatch::OneByOne);
    assert_eq!(tools_started(&end), [""; 0]);
    assert!(kinds(&end).contains(&"sub:TOOL_CALL_RESULT".to_owned()));
    assert!(matches!(end.last(), Some(Effect::CallModel { .. })));
}
