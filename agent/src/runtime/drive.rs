//! Drives one run: passes one input at a time to the engine, and performs every effect before the
//! next input.
//!
//! The server cancels `disconnected` when the last client has gone and the run must stop.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use tokio::sync::mpsc;
use tokio_stream::StreamMap;
use tokio_util::sync::CancellationToken;

use super::gate::Gate;
use super::records::RunRecord;
use super::request::{Answer, Request};
use super::source::{Fault, Model, ModelItem, ModelRequest, ToolItem, Tools};
use crate::clock::now;
use crate::conversation::ToolResult;
use crate::engine::{
    AgentId, Cause, Effect, Engine, Failure, Input, Millis, ModelCallId, Outcome, Urgency,
};
use crate::store::{Frame, Outlet};

/// One run, ready to drive.
pub struct Run {
    /// The engine that decides.
    pub engine: Engine,
    /// The model that answers.
    pub model: Arc<dyn Model>,
    /// The tools that the model can use.
    pub tools: Arc<dyn Tools>,
    /// The outlet for the events.
    pub outlet: Outlet,
    /// People's requests to the run.
    pub requests: mpsc::Receiver<Request>,
    /// The run's state and counters.
    pub record: Arc<RunRecord>,
    /// The gate for scripted steps, in test mode.
    pub gate: Option<Arc<Gate>>,
    /// Cancelled when the last client has gone and the run must stop.
    pub disconnected: CancellationToken,
    /// Cancelled when the server shuts down.
    pub shutdown: CancellationToken,
}

/// Model calls and tools in progress. Dropping an entry stops it.
#[derive(Default)]
struct Sources {
    models: StreamMap<AgentId, BoxStream<'static, (ModelCallId, ModelItem)>>,
    tools: StreamMap<(AgentId, String), BoxStream<'static, ToolItem>>,
}

impl Sources {
    /// The next item from a model or a tool. Polls none of them while the outlet is full.
    async fn next(&mut self, outlet: &Outlet) -> Option<Work> {
        outlet.ready().await;
        let (models, tools) = (&mut self.models, &mut self.tools);
        tokio::select! {
            biased;
            Some((agent, (call, item))) = models.next(), if !models.is_empty() => {
                Some(Work::Model(agent, call, item))
            }
            Some(((agent, call_id), item)) = tools.next(), if !tools.is_empty() => {
                Some(Work::Tool(agent, call_id, item))
            }
            else => None,
        }
    }
}

enum News {
    Request(Request),
    Work(Work),
}

enum Work {
    Model(AgentId, ModelCallId, ModelItem),
    Tool(AgentId, String, ToolItem),
    Cancel(Cause),
    Tick,
}

impl Run {
    /// Drives the run to its end.
    pub async fn drive(mut self) -> Outcome {
        let mut sources = Sources::default();
        let mut effects = self.engine.start(now());
        let mut answer = None;
        let outcome = loop {
            let ended = self.perform(effects, &mut sources);
            if let Some(answer) = answer.take() {
                self.answer(answer).await;
            }
            if let Some(outcome) = ended {
                break outcome;
            }
            effects = match self.next(&mut sources).await {
                News::Request(request) => {
                    let (promised, effects) = request.put(&mut self.engine, now());
                    answer = Some(promised);
                    effects
                }
                News::Work(work) => self.tell(work, &mut sources),
            };
        };
        // A caller that sees the run end must find the whole run in the log.
        self.outlet.flush().await;
        if let Some(gate) = &self.gate {
            gate.run_ended();
        }
        outcome
    }

    /// Performs the effects without waiting, so that a run can be stopped even when its client does
    /// not read.
    fn perform(&mut self, effects: Vec<Effect>, sources: &mut Sources) -> Option<Outcome> {
        for effect in effects {
            match effect {
                Effect::Emit(event) => {
                    self.record.events.fetch_add(1, Ordering::Relaxed);
                    if let Some(gate) = &self.gate {
                        gate.note(&event.kind);
                    }
                    match serde_json::to_string(&event) {
                        Ok(data) => self.outlet.event_now(data),
                        Err(error) => tracing::error!(%error, "an event could not be written"),
                    }
                }
                Effect::CallModel { agent, call } => self.call_model(sources, agent, call),
                Effect::StopModel { agent } => {
                    sources.models.remove(&agent);
                }
                Effect::RunTool { agent, call } => {
                    self.record.tools_started.fetch_add(1, Ordering::Relaxed);
                    let lost =
                        ToolItem::Finished(ToolResult::error("The tool ended without a result."));
                    let stream = self.tools.run(&call).chain(stream::iter([lost])).boxed();
                    sources.tools.insert((agent, call.id), stream);
                }
                Effect::StopTool { agent, call_id } => {
                    sources.tools.remove(&(agent, call_id));
                }
                Effect::Finish(outcome) => return Some(outcome),
            }
        }
        None
    }

    /// Sends an answer. An acceptance is sent only after the events that follow from it are in the
    /// log.
    async fn answer(&self, answer: Answer) {
        if answer.promises() && !self.outlet.flush().await {
            tracing::error!("a request could not be written down and is not answered");
            return;
        }
        answer.give();
    }

    fn call_model(&self, sources: &mut Sources, agent: AgentId, call: ModelCallId) {
        self.record.model_calls.fetch_add(1, Ordering::Relaxed);
        let response = self.model.respond(ModelRequest {
            scope: self.engine.scope(&agent),
            call,
            agent: &agent,
            agent_name: self.engine.agent_name(&agent),
            history: self.engine.history(&agent),
        });
        let lost = ModelItem::Finished(Err(Failure::new(
            "model_lost",
            "The model stopped in the middle of its response.",
        )));
        let stream = response.chain(stream::iter([lost]));
        let stream = stream.map(move |item| (call, item)).boxed();
        sources.models.insert(agent, stream);
    }

    async fn next(&mut self, sources: &mut Sources) -> News {
        let deadline = self.engine.deadline();
        let at_work = !sources.models.is_empty() || !sources.tools.is_empty();
        News::Work(tokio::select! {
            biased;
            () = self.disconnected.cancelled() => Work::Cancel(Cause::Disconnected),
            () = self.shutdown.cancelled() => Work::Cancel(Cause::Shutdown),
            Some(request) = self.requests.recv() => return News::Request(request),
            Some(work) = sources.next(&self.outlet), if at_work => work,
            () = due(deadline) => Work::Tick,
            // Last, so that the gate is polled only when nothing else can make progress.
            () = quiet(self.gate.as_deref()) => Work::Tick,
        })
    }

    fn tell(&mut self, work: Work, sources: &mut Sources) -> Vec<Effect> {
        let (agent, input) = match work {
            Work::Cancel(cause) => (
                AgentId::Root,
                Input::Cancel {
                    cause,
                    urgency: Urgency::Now,
                },
            ),
            Work::Tick => (AgentId::Root, Input::Tick),
            Work::Model(agent, call, ModelItem::Delta(delta)) => {
                self.record.deltas.fetch_add(1, Ordering::Relaxed);
                (agent, Input::Model { call, delta })
            }
            Work::Model(agent, call, ModelItem::Finished(result)) => {
                sources.models.remove(&agent);
                (agent, Input::ModelFinished { call, result })
            }
            Work::Model(agent, call, ModelItem::Failed { failure, after }) => {
                sources.models.remove(&agent);
                let after =
                    after.map(|pause| Millis::try_from(pause.as_millis()).unwrap_or(Millis::MAX));
                (
                    agent,
                    Input::ModelFailed {
                        call,
                        failure,
                        after,
                    },
                )
            }
            Work::Model(_, _, ModelItem::Fault(Fault::Garbage(data))) => {
                let data = data.into();
                self.outlet.raw_now(Frame::Data { seq: None, data });
                return Vec::new();
            }
            Work::Model(_, _, ModelItem::Fault(Fault::Lose)) => {
                self.outlet.raw_now(Frame::Break);
                return Vec::new();
            }
            // The client's connection breaks before the run fails. A client that comes back finds the
            // failure in the log.
            Work::Model(agent, call, ModelItem::Fault(Fault::Disconnect)) => {
                self.outlet.raw_now(Frame::Break);
                sources.models.remove(&agent);
                let broken = Failure::new("disconnect", "The scenario broke the connection.");
                let result = Err(broken);
                (agent, Input::ModelFinished { call, result })
            }
            Work::Tool(agent, call_id, ToolItem::Progress { fraction, message }) => (
                agent,
                Input::ToolProgress {
                    call_id,
                    fraction,
                    message,
                },
            ),
            Work::Tool(agent, call_id, ToolItem::Finished(result)) => {
                self.record.tools_finished.fetch_add(1, Ordering::Relaxed);
                sources.tools.remove(&(agent.clone(), call_id.clone()));
                (agent, Input::ToolFinished { call_id, result })
            }
        };
        self.engine.apply(now(), &agent, input)
    }
}

async fn due(deadline: Option<Millis>) {
    match deadline {
        Some(deadline) => {
            let left = Duration::from_millis(deadline.saturating_sub(now()));
            tokio::time::sleep(left).await;
        }
        None => pending().await,
    }
}

async fn quiet(gate: Option<&Gate>) {
    match gate {
        Some(gate) => gate.quiet().await,
        None => pending().await,
    }
}

#[cfg(test)]
mod tests;
