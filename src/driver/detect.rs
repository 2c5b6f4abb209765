//! Finds out which protocol the agent's URL speaks, after the first request to it has not been
//! answered in the protocol that was tried.
//!
//! Without a configured protocol, the driver uses the one it has found from then on. A configured
//! protocol is never changed: the person is told which one is right.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::id::{RunId, ThreadId};
use midturn_core::input::Input;
use midturn_core::run_event::{LostReason, OpenError, RunError, RunEvent};
use midturn_protocol::call::Reply;
use midturn_protocol::detect::{self, Probe};
use midturn_protocol::name::Name;

use super::Runtime;
use super::merge::NumberedEvent;
use super::pending::Pending;
use super::saving::CONTROL;
use super::storage::{Announced, record};
use crate::transport::OnDrop;

/// How long the probes may take in all, in milliseconds.
const WITHIN_MS: u64 = 4_000;

/// The search for the protocol.
#[derive(Default)]
pub(super) struct Detection {
    /// The agents for which nothing more is to be found out: they have answered in the protocol in
    /// use, or were asked already.
    settled: RefCell<Vec<(String, Name)>>,
    searches: Pending<Search>,
}

/// A run whose outcome waits for the search.
struct Search {
    serial: u64,
    thread: ThreadId,
    run: RunId,
    /// What the core is told if nothing is found.
    events: Vec<NumberedEvent>,
    /// What each probe has found.
    found: Vec<Found>,
    requests: Vec<OnDrop>,
    timer: Option<OnDrop>,
}

/// What a probe has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// It is not answered.
    Unknown,
    /// The answer shows no protocol.
    Nothing,
    /// The answer shows this protocol.
    Protocol(Name),
}

/// Whether a search is over, and what it has found.
enum Over {
    No,
    With(Option<Name>),
}

impl Detection {
    pub(super) fn clear(&self) {
        self.searches.clear();
    }

    /// Drops the searches of a thread.
    pub(super) fn leave(&self, thread: &ThreadId) {
        self.searches.drop_where(|held| held.thread == *thread);
    }

    /// Drops the search of a run.
    pub(super) fn forget(&self, thread: &ThreadId, run: &RunId) {
        self.searches
            .drop_where(|held| held.thread == *thread && held.run == *run);
    }
}

impl Runtime {
    /// The protocol in use: the configured one, else the one that was found for the agent's URL,
    /// else AG-UI.
    pub(super) fn protocol_name(&self) -> Name {
        let configured = self.options.borrow().protocol;
        let found = || Name::parse(&self.announced_now()?.protocol?);
        configured.or_else(found).unwrap_or_default()
    }

    /// Looks at the first events of a response. Takes them if they show that the agent may speak
    /// another protocol; the search then decides what the core is told.
    pub(super) fn searches_for_protocol(
        &self,
        thread: &ThreadId,
        run: &RunId,
        events: &mut Vec<NumberedEvent>,
    ) -> bool {
        if events.is_empty() || self.is_settled() {
            return false;
        }
        let Some(start) = events.iter().find_map(|(event, _)| start_of_other(event)) else {
            if events.iter().any(|(event, _)| answers(event)) {
                self.settle_protocol();
            }
            return false;
        };
        self.settle_protocol();
        let serial = self.serials.next();
        self.detection.searches.push(Search {
            serial,
            thread: thread.clone(),
            run: run.clone(),
            events: std::mem::take(events),
            found: Vec::new(),
            requests: Vec::new(),
            timer: None,
        });
        let me = self.me.clone();
        self.shell.protocols.detector(Box::new(move |detector| {
            let Some(me) = me.upgrade() else { return };
            match detector {
                Some(detector) => (detector.search)(&me, serial, &start),
                None => me.not_found(serial),
            }
        }));
        true
    }

    fn is_settled(&self) -> bool {
        let now = (
            self.options.borrow().agent_url.clone(),
            self.protocol_name(),
        );
        self.detection.settled.borrow().contains(&now)
    }

    fn settle_protocol(&self) {
        let now = (
            self.options.borrow().agent_url.clone(),
            self.protocol_name(),
        );
        self.detection.settled.borrow_mut().push(now);
    }

    pub(super) fn search(&self, serial: u64, start: &str) {
        if let Some(name) = detect::sniff(start) {
            self.found(serial, Some(name));
            return;
        }
        let probes = detect::probes(&self.endpoints().agent);
        let is_it = |search: &Search| search.serial == serial;
        let timer = self.after(WITHIN_MS, serial, |me, serial| {
            let is_it = |search: &Search| search.serial == serial;
            let found = me.detection.searches.with(is_it, |search| {
                let mut found = search.found.iter();
                found.find_map(|found| match found {
                    Found::Protocol(name) => Some(*name),
                    Found::Unknown | Found::Nothing => None,
                })
            });
            me.found(serial, found.flatten());
        });
        self.detection.searches.with(is_it, |search| {
            search.found = vec![Found::Unknown; probes.len()];
            search.timer = Some(timer);
        });
        for (place, probe) in probes.into_iter().enumerate() {
            self.send_probe(serial, place, probe);
        }
    }

    fn send_probe(&self, serial: u64, place: usize, probe: Probe) {
        let me = self.me.clone();
        let request = self.request_of(probe.call.clone());
        let done = Box::new(move |reply: Option<Reply>| {
            if let Some(me) = me.upgrade() {
                me.probed(serial, place, reply.and_then(|reply| probe.read(&reply)));
            }
        });
        let mut sent = Some(self.shell.transport.ask(request, true, done));
        let is_it = |search: &Search| search.serial == serial;
        self.detection
            .searches
            .with(is_it, |search| search.requests.extend(sent.take()));
        drop(sent);
    }

    /// Notes what a probe has found. The search is over when a probe has found something and no
    /// surer one is unanswered.
    fn probed(&self, serial: u64, place: usize, name: Option<Name>) {
        let is_it = |search: &Search| search.serial == serial;
        let over = self.detection.searches.with(is_it, |search| {
            if let Some(held) = search.found.get_mut(place) {
                *held = name.map_or(Found::Nothing, Found::Protocol);
            }
            let mut found = search.found.iter();
            match found.find(|found| **found != Found::Nothing) {
                Some(Found::Unknown) => Over::No,
                Some(Found::Protocol(name)) => Over::With(Some(*name)),
                Some(Found::Nothing) | None => Over::With(None),
            }
        });
        if let Some(Over::With(name)) = over {
            self.found(serial, name);
        }
    }

    fn found(&self, serial: u64, name: Option<Name>) {
        let tried = self.protocol_name();
        let Some(name) = name.filter(|name| *name != tried) else {
            self.not_found(serial);
            return;
        };
        let Some(mut search) = self.take_search(serial) else {
            return;
        };
        let is_configured = self.options.borrow().protocol.is_some();
        if !is_configured {
            self.use_found(name);
            self.past_wanted(&search.thread);
        }
        let began = |(event, _): &NumberedEvent| matches!(event, RunEvent::Lost(_));
        if !is_configured && !search.events.iter().any(began) {
            self.open_stream(search.thread, search.run);
            return;
        }
        let failed = RunEvent::Failed(wrong(tried, name));
        search
            .events
            .retain(|(event, _)| matches!(event, RunEvent::Opened));
        search.events.push((failed, None));
        self.pass_on(search);
    }

    /// Ends a search: the run's outcome stays as it was.
    fn not_found(&self, serial: u64) {
        if let Some(search) = self.take_search(serial) {
            self.pass_on(search);
        }
    }

    fn take_search(&self, serial: u64) -> Option<Search> {
        self.detection.searches.take(|held| held.serial == serial)
    }

    fn pass_on(&self, search: Search) {
        let Search {
            thread,
            run,
            events,
            ..
        } = search;
        for (event, cursor) in events {
            let input = Input::Run {
                run: run.clone(),
                cursor,
                event,
            };
            self.push(ChatInput::In(thread.clone(), input), false);
        }
        self.drain();
    }

    /// Uses a protocol for the agent's URL from now on, in later pages too.
    fn use_found(&self, name: Name) {
        let announced = Announced {
            agent_url: self.options.borrow().agent_url.clone(),
            protocol: Some(name.as_str().to_owned()),
            ..Announced::default()
        };
        self.save_setting(CONTROL, record::write(&announced));
        self.announce(announced);
        self.protocol.forget();
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
fn wrong(tried: Name, name: Name) -> RunError {
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
