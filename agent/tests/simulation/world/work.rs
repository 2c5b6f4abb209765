//! The random work of the model and the tools, and the rules of the run.

use fastrand::Rng;
use midturn_agent::conversation::{ToolResult, ToolStatus};
use midturn_agent::engine::{
    AgentId, Control, Dispatch, Failure, Input, ModelCallId, ModelDelta, Policy, RetryRule,
    SubagentSpec, WhenStreaming,
};

use super::{Due, World};

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
    /// Plans a response of the model.
    pub(super) fn answer(&mut self, agent: &AgentId, call: ModelCallId) {
        let mut at = self.now + self.random.u64(1..800);
        let tell = |world: &mut Self, at: u64, input: Input| {
            world.at(at, Due::Model(agent.clone(), input));
        };
        if self.random.u8(..12) == 0 {
            let failure = Failure::new("overloaded", "later");
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
        // A later response is likelier to have no tool calls, so that every run ends.
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

    /// Plans the progress reports and the result of a tool.
    pub(super) fn work(&mut self, agent: &AgentId, id: &str, name: &str) {
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
        let result = ToolResult::new(format!("result of {id}"), status);
        let call_id = id.to_owned();
        self.at(
            at,
            Due::Tool(agent.clone(), Input::ToolFinished { call_id, result }),
        );
    }
}

pub(super) fn is_of(input: &Input, id: &str) -> bool {
    match input {
        Input::ToolProgress { call_id, .. } | Input::ToolFinished { call_id, .. } => call_id == id,
        _ => false,
    }
}

pub(super) fn policy(random: &mut Rng) -> Policy {
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
            threads: "threads".to_owned(),
        }),
    }
}
