//! Questions of nested agents: which agents ask, when the run ends with the questions, and when the
//! agents continue.
//!
//! This file has the helpers. The modules have the tests of the runs that ask and of the runs after
//! them.

mod answered;
mod passed_over;

use midturn_agent::agui::{EventKind, Interrupt, RunOutcome};
use midturn_agent::conversation::{Decision, Message, ToolStatus, with_feedback};
use midturn_agent::engine::{AgentId, Dispatch, Effect, Engine, ModelDelta, RunStart};
use midturn_agent::record::Transcript;

use crate::bench::{Bench, ROOT, finish, policy, user};

const REJECTED: &str = "User interrupted with new message";

fn sub(id: &str) -> AgentId {
    AgentId::Sub(id.to_owned())
}

/// Makes an agent ask for one tool, alone in its response. Returns the effects.
fn asks(bench: &mut Bench, agent: &AgentId, call: u32, id: &str, name: &str) -> Vec<Effect> {
    bench.ask_for(agent, call, &[(id, name)]);
    bench.response_ends(agent, call, Dispatch::OneByOne)
}

/// A run in which one nested agent sends text and then calls `write_file`.
fn one_asking() -> (Bench, Vec<Effect>) {
    let (mut bench, agents) = Bench::with_agents(&[("g", "agent")], policy());
    bench.delta(&agents[0], 1, ModelDelta::Text("I will write".to_owned()));
    let end = asks(&mut bench, &agents[0], 1, "w", "write_file");
    (bench, end)
}

/// A run in which two nested agents and the main agent call `write_file`.
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

fn transcript(log: &[Effect]) -> Transcript {
    Transcript::of(log.iter().filter_map(|effect| match effect {
        Effect::Emit(event) => Some(&**event),
        _ => None,
    }))
}

/// The next run, set up from the log of the earlier runs.
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
