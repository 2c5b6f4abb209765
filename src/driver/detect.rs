//! Notices that an agent may speak another protocol than the one that was tried, and looks for the
//! right one.
//!
//! Without a configured protocol, the driver uses the one it has found from then on. A configured
//! protocol is never changed: the person is told which one is right.

use std::cell::RefCell;
use std::rc::Rc;

use futures_channel::oneshot;
use midturn_core::run_event::{LostReason, OpenError, RunError, RunEvent};
use midturn_protocol::name::Name;

use super::context::Context;
use super::merge::NumberedEvent;
use super::requests::Requests;

/// The search for the protocol.
pub(super) struct Detection {
    cx: Rc<Context>,
    requests: Rc<Requests>,
    /// The agents for which nothing more is to be found out: they have answered in the protocol in
    /// use, or were asked already.
    settled: RefCell<Vec<(String, Name)>>,
}

impl Detection {
    pub(super) fn new(cx: Rc<Context>, requests: Rc<Requests>) -> Self {
        Self {
            cx,
            requests,
            settled: RefCell::default(),
        }
    }

    /// Looks at the first events of a response. Returns what the answer begins with if that is
    /// probably in another protocol: [`search`](Self::search) then finds out, once for an agent.
    pub(super) fn suspects(&self, events: &[NumberedEvent]) -> Option<Rc<str>> {
        let now = (
            self.requests.options().agent_url.clone(),
            self.requests.name(),
        );
        if events.is_empty() || self.settled.borrow().contains(&now) {
            return None;
        }
        let start = events.iter().find_map(|(event, _)| start_of_other(event));
        if start.is_some() || events.iter().any(|(event, _)| answers(event)) {
            self.settled.borrow_mut().push(now);
        }
        start
    }

    /// The protocol of an answer that begins with `start`; `None` if that is not found out.
    pub(super) async fn search(&self, start: Rc<str>) -> Option<Name> {
        let (done, loaded) = oneshot::channel();
        self.cx.shell.protocols.detector(Box::new(move |detector| {
            let _ = done.send(detector);
        }));
        let detector = loaded.await.ok().flatten()?;
        (detector.search)(self.requests.clone(), start).await
    }
}

/// Whether an event shows that the agent speaks the protocol.
fn answers(event: &RunEvent) -> bool {
    !matches!(
        event,
        RunEvent::Opened | RunEvent::OpenFailed(_) | RunEvent::Lost(_) | RunEvent::Abilities(_)
    )
}

/// What an answer begins with that is probably in another protocol.
fn start_of_other(event: &RunEvent) -> Option<Rc<str>> {
    if let RunEvent::OpenFailed(
        OpenError::Status {
            status: 400 | 404 | 405 | 415 | 422 | 501,
            body: start,
            ..
        }
        | OpenError::NotAStream(start),
    )
    | RunEvent::Lost(LostReason::Malformed(start)) = event
    {
        // A web page, such as one that asks to sign in, says nothing about the agent behind it.
        let is_page = start.trim_start().starts_with('<');
        (!is_page).then(|| start.as_str().into())
    } else {
        None
    }
}

/// The error of an agent that speaks another protocol than the one that was tried. The view has the
/// words; the message has the names, and the attribute's value to copy.
pub(super) fn wrong(tried: Name, name: Name) -> RunError {
    RunError {
        message: format!(
            "{} → {} (protocol=\"{}\")",
            tried.title(),
            name.title(),
            name.as_str(),
        ),
        code: Some(RunError::WRONG_PROTOCOL.to_owned()),
    }
}
