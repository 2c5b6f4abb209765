//! Client tools: functions of the embedder that run in this page.
//!
//! [`ClientTools`] runs a tool, checks its arguments and limits its time. The core decides when a
//! tool runs and what happens to its answer.

use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::client_tool::ClientTool;
use midturn_core::id::{ActivityId, RunId, ThreadId};
use midturn_core::input::Input;
use midturn_protocol::request::Tool;

use super::{Driver, Inner};
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
    /// Dropping the handle stops the tool: nobody wants its answer any more.
    fn run(&self, call: ToolCall, answer: Box<dyn FnOnce(ToolAnswer)>) -> OnDrop;
}

/// A running tool.
pub(super) struct Working {
    serial: u64,
    thread: ThreadId,
    run: RunId,
    call: ActivityId,
    handle: Option<OnDrop>,
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
        self.0.tools.replace(tools);
        self.0.push(ChatInput::Tools(known), false);
        self.0.drain();
    }
}

impl Inner {
    /// The tools to list in a run's request.
    pub(super) fn offered_tools(&self) -> Vec<Tool> {
        let tools = self.tools.borrow().clone();
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
        let serial = self.next_serial();
        self.working.borrow_mut().push(Working {
            serial,
            thread,
            run,
            call,
            handle: None,
        });
        let tools = self.tools.borrow().clone();
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
        let mut working = self.working.borrow_mut();
        if let Some(held) = working.iter_mut().find(|held| held.serial == serial) {
            held.handle = Some(handle);
        }
    }

    pub(super) fn stop_tool(&self, thread: &ThreadId, run: &RunId, call: &ActivityId) {
        let mut working = self.working.borrow_mut();
        let is_it =
            |held: &Working| held.thread == *thread && held.run == *run && held.call == *call;
        let place = working.iter().position(is_it);
        let stopped = place.map(|place| working.swap_remove(place));
        // Dropping a handle may call back: release the borrow first.
        drop(working);
        drop(stopped);
    }

    pub(super) fn leave_tools(&self, thread: &ThreadId) {
        let mut working = self.working.borrow_mut();
        let (gone, kept): (Vec<_>, Vec<_>) =
            working.drain(..).partition(|held| held.thread == *thread);
        *working = kept;
        // Dropping a handle may call back: release the borrow first.
        drop(working);
        drop(gone);
    }

    fn tool_answered(&self, serial: u64, answer: ToolAnswer) {
        let mut working = self.working.borrow_mut();
        let Some(place) = working.iter().position(|held| held.serial == serial) else {
            return;
        };
        let done = working.swap_remove(place);
        drop(working);
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
