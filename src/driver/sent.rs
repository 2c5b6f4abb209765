//! To which agent each run was sent. The embedder may name another agent while a run is under way: a stop,
//! an interjection or a rejoin of the run still goes to its own agent, in its own protocol.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::id::RunId;
use midturn_protocol::protocol::Protocol;

use super::options::Options;

/// The agents of the runs that this page has sent or joined.
#[derive(Default)]
pub(super) struct Sent(RefCell<Vec<(RunId, SentTo)>>);

/// Where a run was sent to.
#[derive(Clone)]
pub(super) struct SentTo {
    pub(super) options: Options,
    pub(super) protocol: Rc<dyn Protocol>,
}

impl Sent {
    /// Adds a run, and forgets those of which `is_on` is false: nothing more is asked about them.
    pub(super) fn add(
        &self,
        run: RunId,
        options: Options,
        protocol: Rc<dyn Protocol>,
        is_on: impl Fn(&RunId) -> bool,
    ) {
        let mut all = self.0.borrow_mut();
        all.retain(|(held, _)| *held != run && is_on(held));
        all.push((run, SentTo { options, protocol }));
    }

    /// Where a run was sent to, if that was another agent than this one. At the same agent, the options
    /// of now count: a key may have been renewed.
    pub(super) fn elsewhere(&self, run: &RunId, agent_url: &str) -> Option<SentTo> {
        let all = self.0.borrow();
        let sent = all.iter().find(|(held, _)| held == run);
        let (_, sent) = sent.filter(|(_, sent)| sent.options.agent_url != agent_url)?;
        Some(sent.clone())
    }
}
