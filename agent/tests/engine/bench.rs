//! A test bench for one engine: a test gives inputs to the engine in simulated time, and checks the
//! engine's effects.

use midturn_agent::agui::EventKind;
use midturn_agent::conversation::{
    Decision, Interjection, Message, ToolResult, ToolStatus, Verdict, with_feedback,
};
use midturn_agent::engine::{
    AgentId, CancelRefusal, CancelTarget, Cause, Control, Dispatch, Effect, Engine, Input,
    InterjectRefusal, ModelCallId, ModelDelta, Outcome, Policy, Routed, RunStart, SubagentSpec,
    Target, Urgency, WhenStreaming,
};
use serde_json::Value;

/// An engine, the simulated time, and all effects so far.
pub(crate) struct Bench {
    pub(crate) engine: Engine,
    pub(crate) now: u64,
    pub(crate) log: Vec<Effect>,
}

pub(crate) fn policy() -> Policy {
    Policy {
        needs_approval: ["write_file".to_owned()].into(),
        subagents: ["explore", "plan", "agent", "agent-ask"]
            .map(|name| {
                let description = format!("does {name}");
                (name.to_owned(), SubagentSpec { description })
            })
            .into(),
        ..Policy::default()
    }
}

/// A policy with which the engine announces the control extension.
pub(crate) fn controlled() -> Policy {
    Policy {
        control: Some(Control {
            url: "control".to_owned(),
            events: "events".to_owned(),
            threads: "threads".to_owned(),
        }),
        ..policy()
    }
}

/// A policy with which a message waits for the end of the response that is streaming.
pub(crate) fn after_response() -> Policy {
    Policy {
        when_streaming: WhenStreaming::AfterResponse,
        ..policy()
    }
}

pub(crate) fn decide(call_id: &str, verdict: Verdict) -> Decision {
    let call_id = call_id.to_owned();
    Decision { call_id, verdict }
}

pub(crate) fn approve(call_id: &str) -> Decision {
    let edited_arguments = None;
    decide(call_id, Verdict::Approved { edited_arguments })
}

pub(crate) fn deny(call_id: &str) -> Decision {
    decide(call_id, Verdict::Denied { reason: None })
}

/// The values of the `CUSTOM` events of one name.
pub(crate) fn customs(effects: &[Effect], wanted: &str) -> Vec<Value> {
    let values = effects.iter().filter_map(|effect| match effect {
        Effect::Emit(event) => match &event.kind {
            EventKind::Custom(custom) => {
                let mut custom = serde_json::to_value(custom).unwrap();
                (custom["name"] == wanted).then(|| custom["value"].take())
            }
            _ => None,
        },
        _ => None,
    });
    values.collect()
}

pub(crate) fn user(text: &str) -> Message {
    Message::user("u1", text)
}

impl Bench {
    pub(crate) fn new(history: Vec<Message>, decisions: Vec<Decision>, policy: Policy) -> Self {
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

    pub(crate) fn started() -> Self {
        Self::started_with(policy())
    }

    pub(crate) fn started_with(policy: Policy) -> Self {
        let mut bench = Self::new(vec![user("hello")], Vec::new(), policy);
        bench.start();
        bench
    }

    /// A run whose model has called the tools `a` and `b`.
    pub(crate) fn tools_running(dispatch: Dispatch) -> Self {
        let mut bench = Self::started();
        bench.ask_for(&ROOT, 1, &[("a", "x"), ("b", "x")]);
        bench.response_ends(&ROOT, 1, dispatch);
        bench
    }

    pub(crate) fn start(&mut self) -> Vec<Effect> {
        let effects = self.engine.start(self.now);
        self.log.extend(effects.clone());
        effects
    }

    /// Applies an input 10 ms after the previous one.
    pub(crate) fn tell(&mut self, agent: &AgentId, input: Input) -> Vec<Effect> {
        self.now += 10;
        let effects = self.engine.apply(self.now, agent, input);
        self.log.extend(effects.clone());
        effects
    }

    pub(crate) fn delta(&mut self, agent: &AgentId, call: u32, delta: ModelDelta) -> Vec<Effect> {
        let call = ModelCallId(call);
        self.tell(agent, Input::Model { call, delta })
    }

    /// Makes the model ask for tools, given as (call id, tool name).
    pub(crate) fn ask_for(&mut self, agent: &AgentId, call: u32, tools: &[(&str, &str)]) {
        for (id, name) in tools {
            let (id, name) = ((*id).to_owned(), (*name).to_owned());
            self.delta(agent, call, ModelDelta::Call { id, name });
            let arguments = "{\"path\":\"a\"}".to_owned();
            self.delta(agent, call, ModelDelta::Arguments(arguments));
        }
    }

    pub(crate) fn response_ends(
        &mut self,
        agent: &AgentId,
        call: u32,
        dispatch: Dispatch,
    ) -> Vec<Effect> {
        let call = ModelCallId(call);
        let result = Ok(dispatch);
        self.tell(agent, Input::ModelFinished { call, result })
    }

    pub(crate) fn tool_ends(&mut self, agent: &AgentId, id: &str) -> Vec<Effect> {
        let result = ToolResult::ok(format!("result of {id}"));
        let call_id = id.to_owned();
        self.tell(agent, Input::ToolFinished { call_id, result })
    }

    pub(crate) fn cancel(&mut self, urgency: Urgency) -> Vec<Effect> {
        let cause = Cause::User;
        self.tell(&AgentId::Root, Input::Cancel { cause, urgency })
    }

    /// Sends an interjection and returns the effects.
    pub(crate) fn say(&mut self, id: &str, text: &str, target: &Target) -> Vec<Effect> {
        let (_, effects) = self.try_say(id, text, target).unwrap();
        effects
    }

    pub(crate) fn try_say(
        &mut self,
        id: &str,
        text: &str,
        target: &Target,
    ) -> Result<(Routed, Vec<Effect>), InterjectRefusal> {
        self.now += 10;
        let interjection = Interjection::new(id, text);
        let (routed, effects) = self.engine.interject(self.now, interjection, target)?;
        self.log.extend(effects.clone());
        Ok((routed, effects))
    }

    /// Sends an interjection to one agent or to several.
    pub(crate) fn say_to_each(
        &mut self,
        id: &str,
        text: &str,
        target: &Target,
    ) -> Result<Vec<(String, Routed)>, InterjectRefusal> {
        self.now += 10;
        let interjection = Interjection::new(id, text);
        let (copies, effects) = self.engine.interject_each(self.now, interjection, target)?;
        self.log.extend(effects);
        Ok(copies)
    }

    /// Requests a cancel of an element, or of the run.
    pub(crate) fn ask_to_stop(
        &mut self,
        element: Option<&str>,
        urgency: Urgency,
    ) -> Result<Vec<Effect>, CancelRefusal> {
        self.now += 10;
        let target = element.map_or(CancelTarget::Run, |id| CancelTarget::Element(id.to_owned()));
        let effects = self
            .engine
            .request_cancel(self.now, &target, "no longer needed", urgency)?;
        self.log.extend(effects.clone());
        Ok(effects)
    }

    /// Starts a run whose model calls all these tools at once. Returns the bench and the ids of the
    /// nested agents.
    pub(crate) fn with_agents(tools: &[(&str, &str)], policy: Policy) -> (Self, Vec<AgentId>) {
        let mut bench = Self::started_with(policy);
        bench.ask_for(&AgentId::Root, 1, tools);
        let end = bench.response_ends(&AgentId::Root, 1, Dispatch::AllAtOnce);
        let agents = end.iter().filter_map(|effect| match effect {
            Effect::CallModel { agent, .. } => Some(agent.clone()),
            _ => None,
        });
        let agents = agents.collect();
        (bench, agents)
    }

    pub(crate) fn result_of(&self, id: &str) -> String {
        let history = self.engine.history(&AgentId::Root);
        let found = history.iter().find_map(|message| match message {
            Message::Tool {
                call_id,
                result,
                feedback,
            } if call_id == id => Some(with_feedback(&result.content, feedback)),
            _ => None,
        });
        found.unwrap()
    }

    /// The texts of the user messages in the agent's history.
    pub(crate) fn user_turns(&self, agent: &AgentId) -> Vec<String> {
        let history = self.engine.history(agent).iter();
        let turns = history.filter_map(|message| match message {
            Message::User { text, .. } => Some(text.clone()),
            _ => None,
        });
        turns.collect()
    }

    pub(crate) fn results(&self) -> Vec<(String, ToolStatus)> {
        let history = self.engine.history(&AgentId::Root);
        let results = history.iter().filter_map(|message| match message {
            Message::Tool {
                call_id, result, ..
            } => Some((call_id.clone(), result.status)),
            _ => None,
        });
        results.collect()
    }

    /// Asserts that the run is over: further input has no effects.
    pub(crate) fn assert_over(&mut self) {
        assert_eq!(self.tool_ends(&AgentId::Root, "late"), []);
        assert_eq!(self.cancel(Urgency::Now), []);
        assert_eq!(
            self.response_ends(&AgentId::Root, 99, Dispatch::OneByOne),
            []
        );
    }
}

pub(crate) fn finish(effects: &[Effect]) -> Option<&Outcome> {
    effects.iter().find_map(|effect| match effect {
        Effect::Finish(outcome) => Some(outcome),
        _ => None,
    })
}

/// Whether the run failed because an answer has no open question.
pub(crate) fn finds_no_question(effects: &[Effect]) -> bool {
    matches!(finish(effects), Some(Outcome::Failed(failure)) if failure.code == "interrupt_not_found")
}

/// Whether the last effect is a call of the main agent's model.
pub(crate) fn asks_root(effects: &[Effect]) -> bool {
    matches!(effects.last(), Some(Effect::CallModel { agent, .. }) if *agent == ROOT)
}

pub(crate) fn starts_work(effects: &[Effect]) -> bool {
    effects
        .iter()
        .any(|effect| matches!(effect, Effect::CallModel { .. } | Effect::RunTool { .. }))
}

pub(crate) fn tools_started(effects: &[Effect]) -> Vec<&str> {
    let tools = effects.iter().filter_map(|effect| match effect {
        Effect::RunTool { call, .. } => Some(call.id.as_str()),
        _ => None,
    });
    tools.collect()
}

pub(crate) fn kinds(effects: &[Effect]) -> Vec<String> {
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

pub(crate) const CANCELLED: Outcome = Outcome::Cancelled(Cause::User);

pub(crate) const GRACE: Urgency = Urgency::Graceful { grace: 5_000 };

pub(crate) const ROOT: AgentId = AgentId::Root;
