//! One run: an engine, a model and tools that do something random after a random time, and a
//! person who interferes at random moments.

mod person;
mod work;

use std::collections::BTreeMap;

use fastrand::Rng;
use midturn_agent::engine::{
    AgentId, CancelTarget, Cause, Effect, Engine, Input, Message, Outcome, RunStart, State, Urgency,
};

use crate::invariants::Watch;

pub(crate) type Tally = BTreeMap<&'static str, u64>;

/// Something that will happen.
#[derive(Debug, Clone)]
enum Due {
    Model(AgentId, Input),
    Tool(AgentId, Input),
    Person(Whim),
    Crash,
}

#[derive(Debug, Clone, Copy)]
enum Whim {
    Cancel,
    CancelElement,
    Disconnect,
    Say,
}

pub(crate) struct World {
    random: Rng,
    engine: Engine,
    watch: Watch,
    now: u64,
    /// By time, then in the order in which they were planned.
    plan: BTreeMap<(u64, u64), Due>,
    planned: u64,
    said: u32,
    calls: u32,
    tally: Tally,
    over: bool,
}

impl World {
    /// Plays a run to its end, and checks every promise on the way.
    pub(crate) fn play(seed: u64) -> Tally {
        let mut random = Rng::with_seed(seed);
        let policy = work::policy(&mut random);
        let history = vec![Message::User {
            id: "u".to_owned(),
            text: "go".to_owned(),
            attachments: Vec::new(),
        }];
        let start = RunStart {
            thread_id: "t".to_owned(),
            run_id: "r".to_owned(),
            history,
            decisions: Vec::new(),
        };
        let mut world = Self {
            engine: Engine::new(start, policy),
            random,
            watch: Watch::default(),
            now: 1_000,
            plan: BTreeMap::new(),
            planned: 0,
            said: 0,
            calls: 0,
            tally: Tally::new(),
            over: false,
        };
        world.run();
        world.tally
    }

    fn run(&mut self) {
        for whim in [
            Whim::Cancel,
            Whim::CancelElement,
            Whim::CancelElement,
            Whim::Disconnect,
        ] {
            if self.random.u8(..4) == 0 {
                self.later(20_000, Due::Person(whim));
            }
        }
        for _ in 0..self.random.u8(..5) {
            self.later(12_000, Due::Person(Whim::Say));
        }
        if self.random.u8(..8) == 0 {
            self.later(10_000, Due::Crash);
        }
        let effects = self.engine.start(self.now);
        self.perform(effects);
        for _ in 0..5_000 {
            if self.over {
                return self.watch.at_the_end(self.engine.history(&AgentId::Root));
            }
            self.step();
        }
        panic!("the run does not end");
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
        let effects = match due {
            Due::Model(agent, input) | Due::Tool(agent, input) => {
                self.engine.apply(self.now, &agent, input)
            }
            Due::Person(Whim::Disconnect) => {
                self.watch.stop_everything();
                let cause = Cause::Disconnected;
                let urgency = Urgency::Now;
                let input = Input::Cancel { cause, urgency };
                self.engine.apply(self.now, &AgentId::Root, input)
            }
            Due::Person(Whim::Cancel) => self.cancel(&CancelTarget::Run),
            Due::Person(Whim::CancelElement) => {
                let known = self.watch.elements();
                let element = self
                    .random
                    .choice(known)
                    .unwrap_or_else(|| "none".to_owned());
                self.cancel(&CancelTarget::Element(element))
            }
            Due::Person(Whim::Say) => self.say(),
            Due::Crash => return self.crash(),
        };
        self.perform(effects);
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.watch.see(&effect);
            match effect {
                Effect::Emit(event) => {
                    if let midturn_agent::agui::EventKind::Custom { name, value } = &event.kind {
                        match name.as_str() {
                            "interjection.delivered" => self.count("delivered"),
                            "interjection.undelivered" => self.count("undelivered"),
                            "user.interjection" if !value["fallbackFrom"].is_null() => {
                                self.count("passed up");
                            }
                            "model.retrying" => self.count("retries"),
                            _ => {}
                        }
                    }
                }
                Effect::CallModel { agent, call } => {
                    // One that was stopped at the same moment has nothing to ask any more.
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
                    self.over = true;
                    self.count(match outcome {
                        Outcome::Completed => "completed",
                        Outcome::Waiting => "waiting",
                        Outcome::Cancelled { .. } => "cancelled",
                        Outcome::Failed(_) => "failed",
                    });
                }
            }
        }
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
