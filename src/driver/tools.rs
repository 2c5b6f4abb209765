//! Client tools: functions of the embedder that run in this page.
//!
//! [`ClientTools`] runs a tool, checks its arguments and limits its time. The core decides when a
//! tool runs and what happens to its answer.

use std::cell::RefCell;
use std::rc::Rc;

use futures_channel::oneshot;
use midturn_core::chat::ChatInput;
use midturn_core::client_tool::ClientTool;
use midturn_core::id::{ActivityId, RunId, ThreadId};
use midturn_core::input::Input;
use midturn_protocol::request::Tool;

use super::context::Context;
use super::tasks::Tasks;
use crate::transport::OnDrop;

/// Tells the agent that the page no longer has the tool's function.
const GONE: &str = "This page does not offer the tool any more.";

/// A tool offered to the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// The tool's description for the agent.
    pub tool: Tool,
    /// The person must agree to each call before the tool runs.
    pub confirm: bool,
}

/// A tool call to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolCall {
    /// The thread.
    pub thread: ThreadId,
    /// The run that made the call.
    pub run: RunId,
    /// The id of the call.
    pub call: ActivityId,
    /// The name of the tool.
    pub name: String,
    /// The arguments as the agent wrote them: usually a JSON object.
    pub arguments: String,
}

/// The outcome of a tool call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolAnswer {
    /// The result or the error message, for the agent.
    pub content: String,
    /// Whether the call failed.
    pub failed: bool,
}

/// Runs the embedder's tools.
pub trait ClientTools {
    /// The tools to offer to the agent.
    fn offered(&self) -> Vec<Offered>;

    /// Runs a tool once and passes its outcome to `answer`, never before this method returns.
    /// Dropping the handle stops the tool, and its answer is ignored.
    fn run(&self, call: ToolCall, answer: Box<dyn FnOnce(ToolAnswer)>) -> OnDrop;
}

/// The embedder's tools, and those that are running.
pub(super) struct Tools {
    cx: Rc<Context>,
    given: RefCell<Option<Rc<dyn ClientTools>>>,
    running: Tasks<(ThreadId, RunId, ActivityId)>,
}

impl Tools {
    pub(super) fn new(cx: Rc<Context>) -> Self {
        Self {
            given: RefCell::default(),
            running: cx.tasks(),
            cx,
        }
    }

    /// Stops all running tools.
    pub(super) fn clear(&self) {
        self.running.clear();
    }

    /// Offers these tools from the next request on, and answers the agent's calls.
    pub(super) fn set(&self, tools: Option<Rc<dyn ClientTools>>) {
        self.given.replace(tools);
        let known = self.offered().into_iter().map(|held| ClientTool {
            name: held.tool.name,
            confirm: held.confirm,
        });
        self.cx.push(ChatInput::Tools(known.collect()), false);
        self.cx.drain();
    }

    fn given(&self) -> Option<Rc<dyn ClientTools>> {
        self.given.borrow().clone()
    }

    fn offered(&self) -> Vec<Offered> {
        self.given().map_or_else(Vec::new, |tools| tools.offered())
    }

    /// The tools to list in a run's request.
    pub(super) fn listed(&self) -> Vec<Tool> {
        self.offered().into_iter().map(|held| held.tool).collect()
    }

    /// Runs the tool of a call, and tells the core its outcome.
    pub(super) fn run(self: &Rc<Self>, thread: ThreadId, run: RunId, call: ActivityId) {
        let asked = self.cx.look(&thread, |held| {
            held.tool_call(&call).map(|(name, arguments)| ToolCall {
                thread: thread.clone(),
                run: run.clone(),
                call: call.clone(),
                name: name.to_owned(),
                arguments: arguments.to_owned(),
            })
        });
        let key = (thread.clone(), run.clone(), call.clone());
        let me = self.clone();
        self.running.begin(key, async move {
            let Some(ToolAnswer { content, failed }) = me.answer(asked.flatten()).await else {
                return;
            };
            let input = Input::ToolAnswered {
                run,
                call,
                content,
                failed,
            };
            me.cx.send(thread, input);
        });
    }

    /// The outcome of a call; `None` if the tool will never answer.
    async fn answer(&self, asked: Option<ToolCall>) -> Option<ToolAnswer> {
        let (Some(asked), Some(tools)) = (asked, self.given()) else {
            return Some(ToolAnswer {
                content: GONE.to_owned(),
                failed: true,
            });
        };
        let (done, answered) = oneshot::channel();
        let _running = tools.run(
            asked,
            Box::new(move |answer| {
                let _ = done.send(answer);
            }),
        );
        answered.await.ok()
    }

    pub(super) fn stop(&self, thread: &ThreadId, run: &RunId, call: &ActivityId) {
        self.running
            .drop_where(|(held, of, this)| held == thread && of == run && this == call);
    }

    pub(super) fn leave(&self, thread: &ThreadId) {
        self.running.drop_where(|(held, ..)| held == thread);
    }
}
