//! Plays a scene with the engine, the scripted model and the scripted tools, in simulated time.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use midturn_agent::conversation::{
    Decision, Interjection, Message, ToolCall, ToolResult, ToolStatus, Verdict,
};
use midturn_agent::engine::{
    AgentId, CancelTarget, Effect, Engine, Input, ModelCallId, Outcome, Policy, RunStart, Target,
    Urgency,
};
use midturn_agent::runtime::{
    Model, ModelItem, ModelRequest, ModelStream, Pacer, ToolItem, ToolStream, Tools,
};
use midturn_agent::script::{ScriptedModel, ScriptedTools, policy};
use serde_json::Value;
use tokio::time::Instant;

/// The time at which a scene begins, in milliseconds.
const BEGIN: u64 = 1_000;

/// A tool's result in place of its own; `None` lets the tool run.
pub(crate) type Spoil = Box<dyn Fn(usize, &ToolCall) -> Option<ToolResult>>;

/// One event, and when it was sent: milliseconds since the scene began.
#[derive(Debug)]
pub(crate) struct Sent {
    pub(crate) at: u64,
    pub(crate) event: Value,
}

/// A scene that is being played.
pub(crate) struct Scene {
    engine: Engine,
    model: ScriptedModel,
    tools: ScriptedTools,
    responses: BTreeMap<AgentId, (ModelCallId, ModelStream)>,
    running: BTreeMap<(AgentId, String), ToolStream>,
    began: Instant,
    /// Replaces results of tools, by their number in the scene.
    spoil: Spoil,
    tools_run: usize,
    pub(crate) log: Vec<Sent>,
    pub(crate) outcome: Option<Outcome>,
}

enum Work {
    Model(AgentId, ModelCallId, ModelItem),
    Tool(AgentId, String, ToolItem),
    Tick,
}

impl Scene {
    /// Begins the scene that the message chooses.
    pub(crate) fn begin(prompt: &str) -> Self {
        Self::begin_with(prompt, policy(None), Box::new(|_, _| None))
    }

    /// Begins a scene in which nobody is asked, and some tools have other results.
    pub(crate) fn spoiled(prompt: &str, spoil: Spoil) -> Self {
        let mut policy = policy(None);
        policy.needs_approval.clear();
        Self::begin_with(prompt, policy, spoil)
    }

    fn begin_with(prompt: &str, policy: Policy, spoil: Spoil) -> Self {
        Self::run(vec![user("u1", prompt)], Vec::new(), policy, spoil)
    }

    fn run(history: Vec<Message>, decisions: Vec<Decision>, policy: Policy, spoil: Spoil) -> Self {
        let pacer = Pacer::new(1.0, None);
        let start = RunStart {
            thread_id: "t".to_owned(),
            run_id: format!("r{}", history.len()),
            history,
            decisions,
        };
        let mut scene = Self {
            engine: Engine::new(start, policy),
            model: ScriptedModel::new(pacer.clone()),
            tools: ScriptedTools::new(pacer),
            responses: BTreeMap::new(),
            running: BTreeMap::new(),
            began: Instant::now(),
            spoil,
            tools_run: 0,
            log: Vec::new(),
            outcome: None,
        };
        let effects = scene.engine.start(BEGIN);
        scene.perform(effects);
        scene
    }

    /// The next run of the thread, with answers to all open questions.
    pub(crate) fn answered(&self, verdict: &dyn Fn(&ToolCall) -> Verdict) -> Self {
        let decisions = self.open_calls().into_iter().map(|call| Decision {
            verdict: verdict(&call),
            call_id: call.id,
        });
        Self::run(
            self.history(),
            decisions.collect(),
            policy(None),
            Box::new(|_, _| None),
        )
    }

    /// The next run of the thread, with a message.
    pub(crate) fn next(&self, text: &str) -> Self {
        let mut history = self.history();
        history.push(user("u2", text));
        Self::run(history, Vec::new(), policy(None), Box::new(|_, _| None))
    }

    fn history(&self) -> Vec<Message> {
        self.engine.history(&AgentId::Root).to_vec()
    }

    fn open_calls(&self) -> Vec<ToolCall> {
        midturn_agent::engine::unanswered(&self.history())
    }

    /// Plays to the end.
    pub(crate) async fn play(mut self) -> Self {
        while self.outcome.is_none() {
            self.step().await;
        }
        self
    }

    /// Plays until an event for which this is true.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&Value) -> bool) {
        let mut seen = self.log.len();
        loop {
            if self.log[seen..].iter().any(|sent| wanted(&sent.event)) {
                return;
            }
            seen = self.log.len();
            assert_eq!(self.outcome, None, "the scene ended too early");
            self.step().await;
        }
    }

    /// Plays on for some seconds.
    pub(crate) async fn seconds(&mut self, seconds: u64) {
        let end = Instant::now() + Duration::from_secs(seconds);
        while Instant::now() < end {
            assert_eq!(self.outcome, None, "the scene ended too early");
            let step = self.step();
            if tokio::time::timeout_at(end, step).await.is_err() {
                return;
            }
        }
    }

    /// Stops one tool or agent, by its tool's name.
    pub(crate) fn stop(&mut self, name: &str) {
        self.stop_call(&self.call(name));
    }

    /// Stops one tool or agent.
    pub(crate) fn stop_call(&mut self, call: &str) {
        let target = CancelTarget::Element(call.to_owned());
        let effects = self
            .engine
            .request_cancel(self.now(), &target, "not needed", Urgency::Now)
            .unwrap();
        self.perform(effects);
    }

    /// Stops the whole run.
    pub(crate) fn stop_all(&mut self) {
        let effects = self
            .engine
            .request_cancel(self.now(), &CancelTarget::Run, "enough", Urgency::Now)
            .unwrap();
        self.perform(effects);
    }

    /// Tells the main agent, or the agent of this name.
    pub(crate) fn tell(&mut self, agent: Option<&str>, text: &str) {
        let target = agent.map_or(Target::Root, |name| Target::Call(self.call(name)));
        let said = Interjection::new(format!("i{}", self.log.len()), text);
        let (_, effects) = self.engine.interject(self.now(), said, &target).unwrap();
        self.perform(effects);
    }

    /// The id of the last call of a tool.
    fn call(&self, name: &str) -> String {
        let mut calls = self.of("TOOL_CALL_START").into_iter().rev();
        let call = calls.find(|sent| sent.event["toolCallName"] == name);
        call.unwrap().event["toolCallId"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// The events of one type.
    pub(crate) fn of(&self, kind: &str) -> Vec<&Sent> {
        let found = self.log.iter().filter(|sent| sent.event["type"] == kind);
        found.collect()
    }

    /// The main agent's last answer.
    pub(crate) fn answer(&self) -> String {
        let history = self.history();
        let answers = history.iter().rev().find_map(|message| match message {
            Message::Assistant { text, .. } if !text.is_empty() => Some(text.clone()),
            _ => None,
        });
        answers.unwrap_or_default()
    }

    /// The whole text of the main agent, or of an agent by its tool's name.
    pub(crate) fn text(&self, agent: Option<&str>) -> String {
        let started = self.of("SUBAGENT_STARTED").into_iter();
        let started: Vec<&Sent> = started.collect();
        let id = agent.map(|name| {
            let one = started.iter().find(|sent| sent.event["name"] == name);
            one.unwrap().event["subagentRunId"].clone()
        });
        let texts = self.of("TEXT_MESSAGE_CONTENT").into_iter();
        texts
            .filter(|sent| sent.event["subagentRunId"] == id.clone().unwrap_or_default())
            .map(|sent| sent.event["delta"].as_str().unwrap())
            .collect()
    }

    async fn step(&mut self) {
        let deadline = self.engine.deadline();
        let began = self.began;
        let work = tokio::select! {
            biased;
            work = next(&mut self.responses, &mut self.running) => work,
            () = due(began, deadline) => Work::Tick,
        };
        let (agent, input) = match work {
            Work::Tick => (AgentId::Root, Input::Tick),
            Work::Model(agent, call, ModelItem::Delta(delta)) => {
                (agent, Input::Model { call, delta })
            }
            Work::Model(agent, call, ModelItem::Finished(result)) => {
                self.responses.remove(&agent);
                (agent, Input::ModelFinished { call, result })
            }
            Work::Model(agent, call, ModelItem::Failed { failure, .. }) => {
                self.responses.remove(&agent);
                let after = None;
                (
                    agent,
                    Input::ModelFailed {
                        call,
                        failure,
                        after,
                    },
                )
            }
            Work::Model(_, _, ModelItem::Fault(_)) => return,
            Work::Tool(agent, call_id, ToolItem::Progress { fraction, message }) => (
                agent,
                Input::ToolProgress {
                    call_id,
                    fraction,
                    message,
                },
            ),
            Work::Tool(agent, call_id, ToolItem::Finished(result)) => {
                self.running.remove(&(agent.clone(), call_id.clone()));
                (agent, Input::ToolFinished { call_id, result })
            }
        };
        let effects = self.engine.apply(self.now(), &agent, input);
        self.perform(effects);
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Emit(event) => {
                    let event = serde_json::to_value(&event).unwrap();
                    let at = self.now() - BEGIN;
                    self.log.push(Sent { at, event });
                }
                Effect::CallModel { agent, call } => {
                    let response = self.model.respond(ModelRequest {
                        scope: self.engine.scope(&agent),
                        call,
                        agent: &agent,
                        agent_name: self.engine.agent_name(&agent),
                        history: self.engine.history(&agent),
                    });
                    self.responses.insert(agent, (call, response));
                }
                Effect::StopModel { agent } => {
                    self.responses.remove(&agent);
                }
                Effect::RunTool { agent, call } => {
                    let spoiled = (self.spoil)(self.tools_run, &call);
                    self.tools_run += 1;
                    let stream = match spoiled {
                        Some(result) => stream::iter([ToolItem::Finished(result)]).boxed(),
                        None => self.tools.run(&call),
                    };
                    self.running.insert((agent, call.id), stream);
                }
                Effect::StopTool { agent, call_id } => {
                    self.running.remove(&(agent, call_id));
                }
                Effect::Finish(outcome) => self.outcome = Some(outcome),
            }
        }
    }

    fn now(&self) -> u64 {
        BEGIN + u64::try_from(self.began.elapsed().as_millis()).unwrap()
    }

    /// How many tools have run.
    pub(crate) fn tools_run(&self) -> usize {
        self.tools_run
    }
}

fn user(id: &str, text: &str) -> Message {
    Message::user(id, text)
}

/// A result without success, as the engine or a tool writes it.
pub(crate) fn without_success(status: ToolStatus) -> ToolResult {
    let content = match status {
        ToolStatus::Ok => "It worked.",
        ToolStatus::Error => "sh: it: not found",
        ToolStatus::Denied => "The user denied this call: not now",
        ToolStatus::Cancelled => "Stopped before it was done.",
    };
    ToolResult::new(content, status)
}

/// The next item of a response or of a tool.
async fn next(
    responses: &mut BTreeMap<AgentId, (ModelCallId, ModelStream)>,
    running: &mut BTreeMap<(AgentId, String), ToolStream>,
) -> Work {
    poll_fn(|cx: &mut Context<'_>| {
        for (agent, (call, stream)) in responses.iter_mut() {
            if let Poll::Ready(Some(item)) = stream.poll_next_unpin(cx) {
                return Poll::Ready(Work::Model(agent.clone(), *call, item));
            }
        }
        for ((agent, call), stream) in running.iter_mut() {
            if let Poll::Ready(Some(item)) = stream.poll_next_unpin(cx) {
                return Poll::Ready(Work::Tool(agent.clone(), call.clone(), item));
            }
        }
        Poll::Pending
    })
    .await
}

async fn due(began: Instant, deadline: Option<u64>) {
    match deadline {
        Some(deadline) => {
            let after = Duration::from_millis(deadline.saturating_sub(BEGIN));
            tokio::time::sleep_until(began + after).await;
        }
        None => std::future::pending().await,
    }
}
