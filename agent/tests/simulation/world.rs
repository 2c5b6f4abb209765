//! One run: an engine, a model and tools that do something random after a random time, and a
//! person who interferes at random moments.

use std::collections::BTreeMap;

use fastrand::Rng;
use midturn_agent::engine::{
    AgentId, CancelTarget, Cause, Control, Dispatch, Effect, Engine, Failure, Input, Interjection,
    Message, ModelCallId, ModelDelta, Outcome, Policy, RetryRule, RunStart, SubagentSpec, Target,
    ToolResult, ToolStatus, Urgency, WhenStreaming,
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

const TOOLS: [&str; 8] = [
    "read",
    "read",
    "slow",
    "write",
    "explore",
    "plan",
    "agent",
    "agent-ask",
];

impl World {
    /// Plays a run to its end, and checks every promise on the way.
    pub(crate) fn play(seed: u64) -> Tally {
        let mut random = Rng::with_seed(seed);
        let policy = policy(&mut random);
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

    fn cancel(&mut self, target: &CancelTarget) -> Vec<Effect> {
        let urgency = match self.random.u8(..3) {
            0 => Urgency::Now,
            _ => Urgency::Graceful {
                grace: self.random.u64(..4_000),
            },
        };
        let answer = self
            .engine
            .request_cancel(self.now, target, "whim", urgency);
        let Ok(effects) = answer else {
            self.count("refused cancels");
            return Vec::new();
        };
        self.watch.cancel_accepted(target);
        self.count(match target {
            CancelTarget::Run => "run cancels",
            CancelTarget::Element(id) if id.ends_with("-agent") => "element cancels",
            CancelTarget::Element(_) => "tool cancels",
        });
        effects
    }

    fn say(&mut self) -> Vec<Effect> {
        self.said += 1;
        // Now and then the same again.
        let id = format!("i{}", self.random.u32(1..=self.said));
        let target = match self.random.u8(..4) {
            0 => Target::Root,
            1 => match self.random.choice(self.watch.elements()) {
                Some(element) => Target::Call(element),
                None => Target::Auto,
            },
            _ => Target::Auto,
        };
        let interjection = Interjection {
            id: id.clone(),
            text: format!("message {id}"),
            attachments: Vec::new(),
        };
        match self.engine.interject(self.now, interjection, &target) {
            Ok((_, effects)) => {
                if self.watch.accepted(&id) {
                    self.count("interjections");
                } else {
                    assert_eq!(effects, [], "the same again changes nothing");
                }
                effects
            }
            Err(_) => Vec::new(),
        }
    }

    /// The process goes; what is left is the log.
    fn crash(&mut self) {
        self.count("interrupted");
        self.over = true;
        self.watch.crashed();
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
                Effect::CallModel { agent, call } => self.answer(&agent, call),
                Effect::RunTool { agent, call } => self.work(&agent, &call.id, &call.name),
                Effect::StopModel { agent } => {
                    self.plan
                        .retain(|_, due| !matches!(due, Due::Model(own, _) if *own == agent));
                }
                Effect::StopTool { agent, call_id } => {
                    self.count("forced");
                    self.plan.retain(|_, due| {
                        !matches!(due, Due::Tool(own, input) if *own == agent && is_of(input, &call_id))
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

    /// Plans a response of the model.
    fn answer(&mut self, agent: &AgentId, call: ModelCallId) {
        if agent != &AgentId::Root && call == ModelCallId(1) {
            self.count("subagents");
        }
        let mut at = self.now + self.random.u64(1..800);
        let tell = |world: &mut Self, at: u64, input: Input| {
            world.at(at, Due::Model(agent.clone(), input));
        };
        if self.random.u8(..12) == 0 {
            let failure = Failure {
                code: "overloaded".to_owned(),
                message: "later".to_owned(),
            };
            let after = self.random.bool().then_some(700);
            let input = Input::ModelFailed {
                call,
                failure,
                after,
            };
            return tell(self, at, input);
        }
        for _ in 0..self.random.u8(..4) {
            let delta = ModelDelta::Text("word ".to_owned());
            tell(self, at, Input::Model { call, delta });
            at += self.random.u64(1..400);
        }
        // The longer it has gone on, the sooner it ends.
        let tools = if self.random.u32(..40) < call.0 * 8 + self.calls {
            0
        } else {
            self.random.u8(1..4)
        };
        for _ in 0..tools {
            self.calls += 1;
            let id = format!("c{}", self.calls);
            let name = (*self.random.choice(TOOLS.iter()).unwrap()).to_owned();
            tell(
                self,
                at,
                Input::Model {
                    call,
                    delta: ModelDelta::Call { id, name },
                },
            );
            at += self.random.u64(1..100);
            let delta = ModelDelta::Arguments("{\"task\":\"x\"}".to_owned());
            tell(self, at, Input::Model { call, delta });
        }
        let dispatch = if self.random.bool() {
            Dispatch::AllAtOnce
        } else {
            Dispatch::OneByOne
        };
        at += self.random.u64(1..200);
        let result = Ok(dispatch);
        tell(self, at, Input::ModelFinished { call, result });
    }

    /// Plans what a tool does.
    fn work(&mut self, agent: &AgentId, id: &str, name: &str) {
        let mut at = self.now;
        if name == "slow" {
            for _ in 0..self.random.u8(1..5) {
                at += self.random.u64(1..2_500);
                let input = Input::ToolProgress {
                    call_id: id.to_owned(),
                    fraction: 0.5,
                    message: "a step".to_owned(),
                };
                self.at(at, Due::Tool(agent.clone(), input));
            }
        }
        at += self.random.u64(1..3_000);
        let status = if self.random.u8(..6) == 0 {
            ToolStatus::Error
        } else {
            ToolStatus::Ok
        };
        let result = ToolResult {
            content: format!("result of {id}"),
            status,
        };
        let call_id = id.to_owned();
        self.at(
            at,
            Due::Tool(agent.clone(), Input::ToolFinished { call_id, result }),
        );
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

fn is_of(input: &Input, id: &str) -> bool {
    match input {
        Input::ToolProgress { call_id, .. } | Input::ToolFinished { call_id, .. } => call_id == id,
        _ => false,
    }
}

fn policy(random: &mut Rng) -> Policy {
    let subagents = ["explore", "plan", "agent", "agent-ask"].map(|name| {
        let description = name.to_owned();
        (name.to_owned(), SubagentSpec { description })
    });
    Policy {
        needs_approval: ["write".to_owned()].into(),
        subagents: subagents.into(),
        uncancellable: if random.u8(..4) == 0 {
            ["slow".to_owned()].into()
        } else {
            [].into()
        },
        time_limit: (random.u8(..6) == 0).then(|| random.u64(1_000..30_000)),
        when_streaming: if random.bool() {
            WhenStreaming::Now
        } else {
            WhenStreaming::AfterResponse
        },
        retry: RetryRule {
            retries: random.u32(..3),
            first_pause: 300,
            longest_pause: 2_000,
        },
        control: Some(Control {
            url: "control".to_owned(),
            events: "events".to_owned(),
        }),
    }
}
