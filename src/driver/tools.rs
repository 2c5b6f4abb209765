//! Client tools: functions of the embedder that run in this page.
//!
//! [`ClientTools`] runs a tool, checks its arguments and limits its time. The core decides when a
//! tool runs and what happens to its answer.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::client_tool::ClientTool;
use midturn_core::id::{ActivityId, RunId, ThreadId};
use midturn_core::input::Input;
use midturn_protocol::request::Tool;

use super::pending::Pending;
use super::{Driver, Runtime};
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
#[derive(Default)]
pub(super) struct Tools {
    offered: RefCell<Option<Rc<dyn ClientTools>>>,
    running: Pending<RunningTool>,
}

/// A running tool.
struct RunningTool {
    serial: u64,
    thread: ThreadId,
    run: RunId,
    call: ActivityId,
    handle: Option<OnDrop>,
}

impl Tools {
    /// Stops all running tools.
    pub(super) fn clear(&self) {
        self.running.clear();
    }

    fn offered(&self) -> Option<Rc<dyn ClientTools>> {
        self.offered.borrow().clone()
    }
}

impl Driver {
    /// Offers these tools from the next request on, and answers the agent's calls.
    pub fn set_tools(&self, tools: Option<Rc<dyn ClientTools>>) {
        let offered = tools
            .as_ref()
            .map_or_else(Vec::new, |tools| tools.offered());
        let known = offered.iter().map(|held| ClientTool {
            name: held.tool.name.clone(),
            confirm: held.confirm,
        });
        let known = known.collect();
        self.0.tools.offered.replace(tools);
        self.0.push(ChatInput::Tools(known), false);
        self.0.drain();
    }
}

impl Runtime {
    /// The tools to list in a run's request.
    pub(super) fn offered_tools(&self) -> Vec<Tool> {
        let tools = self.tools.offered();
        let offered = tools.map_or_else(Vec::new, |tools| tools.offered());
        offered.into_iter().map(|held| held.tool).collect()
    }

    pub(super) fn run_tool(&self, thread: ThreadId, run: RunId, call: ActivityId) {
        let asked = {
            let chat = self.chat.borrow();
            let conversation = chat.conversation(&thread);
            conversation
                .and_then(|held| held.tool_call(&call))
                .map(|(name, arguments)| ToolCall {
                    thread: thread.clone(),
                    run: run.clone(),
                    call: call.clone(),
                    name: name.to_owned(),
                    arguments: arguments.to_owned(),
                })
        };
        let serial = self.serials.next();
        self.tools.running.push(RunningTool {
            serial,
            thread,
            run,
            call,
            handle: None,
        });
        let tools = self.tools.offered();
        let (Some(asked), Some(tools)) = (asked, tools) else {
            let content = GONE.to_owned();
            let failed = true;
            self.tool_answered(serial, ToolAnswer { content, failed });
            return;
        };
        let me = self.me.clone();
        let answer = Box::new(move |answer| {
            if let Some(me) = me.upgrade() {
                me.tool_answered(serial, answer);
                me.drain();
            }
        });
        let handle = tools.run(asked, answer);
        let mut handle = Some(handle);
        self.tools.running.with(
            |held| held.serial == serial,
            |held| held.handle = handle.take(),
        );
        drop(handle);
    }

    pub(super) fn stop_tool(&self, thread: &ThreadId, run: &RunId, call: &ActivityId) {
        let is_it =
            |held: &RunningTool| held.thread == *thread && held.run == *run && held.call == *call;
        drop(self.tools.running.take(is_it));
    }

    pub(super) fn leave_tools(&self, thread: &ThreadId) {
        self.tools.running.drop_where(|held| held.thread == *thread);
    }

    fn tool_answered(&self, serial: u64, answer: ToolAnswer) {
        let Some(done) = self.tools.running.take(|held| held.serial == serial) else {
            return;
        };
        let input = Input::ToolAnswered {
            run: done.run,
            call: done.call,
            content: answer.content,
            failed: answer.failed,
        };
        self.push(ChatInput::In(done.thread, input), false);
        drop(done.handle);
    }
}
