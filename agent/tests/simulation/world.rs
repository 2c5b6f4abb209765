//! One conversation: runs of the engine with a random model, random tools, a person who acts at
//! random moments, and crashes that only the log survives.

mod conversation;
pub(crate) mod crash;
mod person;
mod work;

use std::collections::BTreeMap;

use fastrand::Rng;
use midturn_agent::agui::EventKind;
use midturn_agent::engine::{
    AgentId, CancelTarget, Cause, Effect, Engine, Input, Outcome, Policy, RunStart, State,
    TAKEN_BACK, Urgency, restore, restore_arguments,
};
use serde_json::Value;

use crate::invariants::Watch;
use crate::shelf::Played;
use conversation::Conversation;
pub(crate) use conversation::Turn;
pub(crate) use person::said;

pub(crate) type Tally = BTreeMap<&'static str, u64>;

/// A planned event.
#[derive(Debug, Clone)]
enum Due {
    Model(AgentId, Input),
    Tool(AgentId, Input),
    Person(Whim),
    Crash,
}

/// An action of the person at a random moment.
#[derive(Debug, Clone, Copy)]
enum Whim {
    Cancel,
    CancelElement,
    Disconnect,
    Say,
}

pub(crate) struct World {
    random: Rng,
    policy: Policy,
    conversation: Conversation,
    engine: Engine,
    watch: Watch,
    now: u64,
    /// The planned events, by time and then by order of planning.
    plan: BTreeMap<(u64, u64), Due>,
    planned: u64,
    calls: u32,
    tally: Tally,
    played: Vec<Played>,
    end: Option<End>,
    aloud: bool,
}

/// How a run ended: by itself, or by a crash of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Over,
    Crashed,
}

impl World {
    /// Plays a conversation to its end and checks all invariants. With `aloud`, prints every
    /// request and its log.
    pub(crate) fn play(seed: u64, aloud: bool) -> (Tally, Vec<Played>) {
        let mut random = Rng::with_seed(seed);
        let policy = work::policy(&mut random);
        let mut conversation = Conversation::default();
        let turn = conversation.next_turn(&mut random);
        let mut world = Self {
            engine: engine(&turn, &conversation, &policy),
            watch: Watch::of(&turn, conversation.facts()),
            random,
            policy,
            conversation,
            now: 1_000,
            plan: BTreeMap::new(),
            planned: 0,
            calls: 0,
            tally: Tally::new(),
            played: Vec::new(),
            end: None,
            aloud,
        };
        world.run(&turn);
        for _ in 0..world.random.u8(..3) {
            let turn = world.conversation.next_turn(&mut world.random);
            world.begin(&turn);
            world.run(&turn);
        }
        world.can_go_on();
        (world.tally, world.played)
    }

    fn begin(&mut self, turn: &Turn) {
        self.engine = engine(turn, &self.conversation, &self.policy);
        self.watch = Watch::of(turn, self.conversation.facts());
        self.plan.clear();
        self.end = None;
    }

    fn run(&mut self, turn: &Turn) {
        self.count("runs");
        for name in turn.answers.iter().copied() {
            self.count(name);
        }
        for whim in [
            Whim::Cancel,
            Whim::CancelElement,
            Whim::CancelElement,
            Whim::Disconnect,
        ] {
            if self.random.u8(..5) == 0 {
                self.later(20_000, Due::Person(whim));
            }
        }
        for _ in 0..self.random.u8(..5) {
            self.later(12_000, Due::Person(Whim::Say));
        }
        if self.random.u8(..6) == 0 {
            self.later(8_000, Due::Crash);
        }
        if self.random.u8(..12) == 0 {
            self.count("early cancels");
            self.engine.cancel_before_start("too soon");
            self.watch.cancelled_early();
        }
        let effects = self.engine.start(self.now);
        self.perform(effects);
        let mut steps = 0;
        let end = loop {
            if let Some(end) = self.end {
                break end;
            }
            self.step();
            steps += 1;
            assert!(steps < 5_000, "the run does not end");
        };
        self.close(turn, end);
    }

    /// Ends a run: recovers its log as the next start does, checks it, and records the run.
    fn close(&mut self, turn: &Turn, end: End) {
        let committed = match end {
            End::Over => self.watch.log().to_vec(),
            End::Crashed => self.lose_the_process(),
        };
        // The process may also crash after the end of a run and before the end is stored.
        let crashed = end == End::Crashed || self.random.u8(..20) == 0;
        let log = crash::recovered(&committed, self.now);
        if self.aloud {
            println!("{}", turn.body);
            for event in &log {
                println!("    {event}");
            }
        }
        self.watch.at_the_end(
            &log,
            end == End::Crashed,
            self.engine.history(&AgentId::Root),
        );
        let history = (end == End::Over).then(|| self.engine.history(&AgentId::Root));
        let ending = self.conversation.take_in(turn, &log, history, &self.watch);
        self.count(ending.name());
        self.count_said(&log);
        self.played.push(Played {
            run: turn.run.clone(),
            body: turn.body.clone(),
            committed,
            log,
            crashed,
            deliveries: self.conversation.deliveries.clone(),
            open: self.conversation.open.clone(),
            suspended: self.conversation.suspended.clone(),
            ending,
        });
    }

    fn count_said(&mut self, log: &[Value]) {
        for event in log {
            match event["name"].as_str() {
                Some("interjection.delivered") => {
                    self.count("delivered");
                    let id = event["value"]["id"].as_str().unwrap();
                    if !person::said(id).attachments.is_empty() {
                        self.count("attachments delivered");
                    }
                }
                Some("interjection.undelivered") if event["value"]["reason"] == TAKEN_BACK => {
                    self.count("taken back");
                }
                Some("interjection.undelivered") => self.count("undelivered"),
                Some("user.interjection") if !event["value"]["fallbackFrom"].is_null() => {
                    self.count("passed up");
                }
                Some("model.retrying") => self.count("retries"),
                _ => {}
            }
        }
    }

    fn step(&mut self) {
        let planned = self.plan.first_key_value().map(|((at, _), _)| *at);
        let wanted = self.engine.deadline().map(|at| at.max(self.now));
        match (planned, wanted) {
            (None, None) => panic!("nothing will ever happen, and the run is not over"),
            (Some(at), wanted) if wanted.is_none_or(|wanted| at <= wanted) => {
                let (_, due) = self.plan.pop_first().unwrap();
                self.now = at.max(self.now);
                self.happen(due);
            }
            (_, Some(at)) => {
                self.now = at;
                let effects = self.engine.apply(self.now, &AgentId::Root, Input::Tick);
                self.perform(effects);
            }
            (Some(_), None) => {}
        }
    }

    fn happen(&mut self, due: Due) {
        match due {
            Due::Model(agent, input) | Due::Tool(agent, input) => {
                let effects = self.engine.apply(self.now, &agent, input);
                self.perform(effects);
            }
            Due::Person(Whim::Disconnect) => {
                self.watch.stop_everything();
                let cause = Cause::Disconnected;
                let urgency = Urgency::Now;
                let input = Input::Cancel { cause, urgency };
                let effects = self.engine.apply(self.now, &AgentId::Root, input);
                self.perform(effects);
            }
            Due::Person(Whim::Cancel) => self.cancel(&CancelTarget::Run),
            Due::Person(Whim::CancelElement) => {
                let known = self.watch.elements();
                let element = self
                    .random
                    .choice(known)
                    .unwrap_or_else(|| "none".to_owned());
                self.cancel(&CancelTarget::Element(element));
            }
            Due::Person(Whim::Say) => self.say(),
            Due::Crash => self.end = Some(End::Crashed),
        }
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.watch.see(&effect);
            match effect {
                Effect::Emit(event) => {
                    if let EventKind::SubagentStarted { .. } = event.kind {
                        self.count("subagents");
                        let id = event.subagent_run_id.as_deref();
                        let known = self.conversation.suspended.iter();
                        if known.map(|one| Some(one.id.as_str())).any(|one| one == id) {
                            self.count("subagents that go on");
                        }
                    }
                }
                Effect::CallModel { agent, call } => {
                    // An agent that was stopped in the same step makes no model call.
                    if matches!(self.engine.state(&agent), Some(State::StreamingResponse(_))) {
                        self.watch.asked(&agent, self.engine.history(&agent));
                    }
                    self.answer(&agent, call);
                }
                Effect::RunTool { agent, call } => self.work(&agent, &call.id, &call.name),
                Effect::StopModel { agent } => {
                    self.plan
                        .retain(|_, due| !matches!(due, Due::Model(own, _) if *own == agent));
                }
                Effect::StopTool { agent, call_id } => {
                    self.count("forced");
                    self.plan.retain(|_, due| {
                        !matches!(due, Due::Tool(own, input) if *own == agent && work::is_of(input, &call_id))
                    });
                }
                Effect::Finish(outcome) => {
                    if let Outcome::Failed(failure) = &outcome {
                        self.watch.failed(&failure.code);
                    }
                    self.end = Some(End::Over);
                }
            }
        }
    }

    /// Checks that the person can continue after any conversation: the model gets a valid history.
    fn can_go_on(&mut self) {
        let turn = self.conversation.say_next("go on");
        let mut engine = engine(&turn, &self.conversation, &Policy::default());
        let mut watch = Watch::of(&turn, self.conversation.facts());
        let effects = engine.start(self.now);
        assert!(matches!(effects.last(), Some(Effect::CallModel { .. })));
        watch.asked(&AgentId::Root, engine.history(&AgentId::Root));
    }

    fn later(&mut self, within: u64, due: Due) {
        let at = self.now + self.random.u64(..within);
        self.at(at, due);
    }

    fn at(&mut self, at: u64, due: Due) {
        self.planned += 1;
        self.plan.insert((at, self.planned), due);
    }

    fn count(&mut self, name: &'static str) {
        *self.tally.entry(name).or_default() += 1;
    }
}

/// Sets a run up as the server does.
fn engine(turn: &Turn, conversation: &Conversation, policy: &Policy) -> Engine {
    let mut history = turn.input.history.clone();
    restore(&mut history, conversation.deliveries.clone());
    restore_arguments(&mut history, &conversation.edits);
    let start = RunStart {
        thread_id: turn.input.thread_id.clone(),
        run_id: turn.run.clone(),
        history,
        decisions: turn.input.decisions.clone(),
    };
    Engine::new(start, policy.clone())
        .with_open_calls(conversation.open.clone())
        .with_suspended(conversation.suspended.clone())
}
