//! A mock backend that runs every request, and counts the runs of each message.
//!
//! With Midturn's control extension, a run goes on without a reader, a repeated request starts no
//! second run, and a run can be rejoined. Without it, a run ends when its connection is closed.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::Value;

use super::browser::PageNo;
use super::trace;
use crate::driver::tests::fakes::{Asked, FakeTransport, text};
use crate::transport::{Ask, TransportEvent};

pub(super) struct Backend {
    controlled: bool,
    runs: Vec<Run>,
    /// All events in order, each with its run.
    log: Vec<(usize, String)>,
    readers: Vec<Reader>,
    /// Runs that were cancelled before their request arrived: they must not start.
    refused: BTreeSet<String>,
    /// The number of runs of each message.
    started: BTreeMap<String, usize>,
}

struct Run {
    id: String,
    said: usize,
    over: bool,
}

struct Reader {
    page: PageNo,
    asked: Rc<Asked>,
    /// The run whose response this is; `None` for the thread's stream.
    run: Option<usize>,
    /// The index in the log from which to search for the next event to send.
    at: usize,
}

impl Backend {
    pub(super) fn new(controlled: bool) -> Self {
        Self {
            controlled,
            runs: Vec::new(),
            log: Vec::new(),
            readers: Vec::new(),
            refused: BTreeSet::new(),
            started: BTreeMap::new(),
        }
    }

    /// How many runs were started, and how many messages started more than one.
    pub(super) fn counts(&self) -> (usize, usize) {
        let doubled = self.started.values().filter(|count| **count > 1);
        (self.runs.len(), doubled.count())
    }

    /// Takes a page's oldest waiting request. Returns whether there was one.
    pub(super) fn take(&mut self, page: PageNo, net: &FakeTransport) -> bool {
        if !net.asked.borrow().is_empty() {
            let asked = net.asked.borrow_mut().remove(0);
            if !asked.is_aborted() {
                self.requested(page, asked);
            }
            return true;
        }
        if net.posted.borrow().is_empty() {
            return false;
        }
        let posted = net.posted.borrow_mut().remove(0);
        let body: Value = serde_json::from_str(&posted.json).unwrap();
        let run = body["runId"].as_str().unwrap().to_owned();
        let status = self.cancel(&run);
        if !posted.is_aborted() {
            posted.answer(status);
        }
        true
    }

    fn requested(&mut self, page: PageNo, asked: Rc<Asked>) {
        self.look_away();
        trace::note(format!("backend, page {page}: {:.90?}", asked.request.ask));
        let body = match &asked.request.ask {
            Ask::Post(body) => body,
            Ask::Delete => return,
            Ask::Get { after } => {
                let after = after.as_ref().map_or(0, |after| after.parse().unwrap());
                asked.open();
                self.readers.push(Reader {
                    page,
                    asked,
                    run: None,
                    at: after,
                });
                return;
            }
        };
        let body: Value = serde_json::from_str(body).unwrap();
        let id = body["runId"].as_str().unwrap().to_owned();
        let known = self.runs.iter().position(|run| run.id == id);
        let known = known.filter(|_| self.controlled);
        let run = known.unwrap_or_else(|| self.start(id, &body));
        asked.open();
        self.readers.push(Reader {
            page,
            asked,
            run: Some(run),
            at: 0,
        });
    }

    fn start(&mut self, id: String, body: &Value) -> usize {
        let run = self.runs.len();
        let refused = self.refused.contains(&id);
        if !refused {
            let messages = body["messages"].as_array().unwrap();
            let last = messages.iter().rfind(|held| held["role"] == "user");
            let message = last.unwrap()["id"].as_str().unwrap().to_owned();
            *self.started.entry(message).or_default() += 1;
        }
        self.runs.push(Run {
            id,
            said: 0,
            over: false,
        });
        if refused {
            self.end(run, r#","outcome":{"type":"cancelled"}"#);
        }
        run
    }

    fn cancel(&mut self, id: &str) -> u16 {
        match self.runs.iter().position(|run| run.id == id) {
            Some(run) if self.runs[run].over => 409,
            Some(run) => {
                self.end(run, r#","outcome":{"type":"cancelled"}"#);
                202
            }
            None => {
                self.refused.insert(id.to_owned());
                404
            }
        }
    }

    fn end(&mut self, run: usize, outcome: &str) {
        let id = &self.runs[run].id;
        let end = format!(r#"{{"type":"RUN_FINISHED","threadId":"t","runId":"{id}"{outcome}}}"#);
        self.runs[run].over = true;
        self.log.push((run, end));
    }

    /// One of the active runs, selected by `pick`, emits its next event. Returns whether there was
    /// an active run.
    pub(super) fn work(&mut self, pick: usize) -> bool {
        self.look_away();
        let open = self.runs.iter().enumerate().filter(|(_, run)| !run.over);
        let open: Vec<_> = open.map(|(place, _)| place).collect();
        let Some(run) = open.get(pick % open.len().max(1)).copied() else {
            return false;
        };
        let held = &mut self.runs[run];
        held.said += 1;
        let id = held.id.clone();
        let event = match held.said {
            1 => format!(r#"{{"type":"RUN_STARTED","threadId":"t","runId":"{id}"}}"#),
            2 if self.controlled => {
                let value = r#"{"url":"/control","events":"/events"}"#;
                format!(r#"{{"type":"CUSTOM","name":"midturn.control","value":{value}}}"#)
            }
            2..=4 => text(&format!("a{run}"), "ok "),
            _ => {
                self.end(run, "");
                return true;
            }
        };
        self.log.push((run, event));
        true
    }

    /// Sends one reader its next event. Pages that are asleep get nothing. Returns whether an event
    /// was sent.
    pub(super) fn tell(&mut self, pick: usize, awake: impl Fn(PageNo) -> bool) -> bool {
        self.look_away();
        let log = &self.log;
        let next = |held: &Reader| {
            let mut rest = log.iter().enumerate().skip(held.at);
            rest.find(|(_, (run, _))| held.run.is_none_or(|wanted| wanted == *run))
        };
        let behind = |(_, held): &(usize, &Reader)| awake(held.page) && next(held).is_some();
        let behind: Vec<_> = self.readers.iter().enumerate().filter(behind).collect();
        if behind.is_empty() {
            return false;
        }
        let (place, _) = behind[pick % behind.len()];
        let held = &self.readers[place];
        let Some((at, (run, event))) = next(held) else {
            return false;
        };
        let id = at + 1;
        let (frame, run) = (format!("id: {id}\ndata: {event}\n\n"), *run);
        let ends = held.run.is_some() && self.runs[run].over && event.contains("RUN_FINISHED");
        trace::note(format!("backend, to page {}: {id} {event:.60}", held.page));
        let asked = held.asked.clone();
        if ends {
            self.readers.remove(place);
        } else {
            self.readers[place].at = id;
        }
        asked.chunk(frame);
        if ends && !asked.is_aborted() {
            asked.tell(TransportEvent::Ended);
        }
        true
    }

    /// Breaks one connection.
    pub(super) fn break_one(&mut self, pick: usize, awake: impl Fn(PageNo) -> bool) {
        self.look_away();
        let there = |(_, held): &(usize, &Reader)| awake(held.page);
        let there: Vec<_> = self.readers.iter().enumerate().filter(there).collect();
        if let Some((place, _)) = there.get(pick % there.len().max(1)) {
            let reader = self.readers.remove(*place);
            self.left(&reader);
            let broken = TransportEvent::Broken("network error".to_owned());
            reader.asked.tell(broken);
        }
    }

    /// Closes the connections of a page that is gone.
    pub(super) fn page_gone(&mut self, page: PageNo) {
        let (gone, kept): (Vec<_>, _) = self.readers.drain(..).partition(|held| held.page == page);
        self.readers = kept;
        for reader in gone {
            self.left(&reader);
        }
    }

    /// Drops the readers whose connections were aborted.
    fn look_away(&mut self) {
        let closed = |held: &Reader| held.asked.is_aborted();
        let (gone, kept): (Vec<_>, _) = self.readers.drain(..).partition(closed);
        self.readers = kept;
        for reader in gone {
            self.left(&reader);
        }
    }

    fn left(&mut self, reader: &Reader) {
        trace::note(format!(
            "backend: page {} has left {:?}",
            reader.page, reader.run
        ));
        let run = reader.run.filter(|_| !self.controlled);
        if let Some(run) = run.filter(|run| !self.runs[*run].over) {
            self.runs[run].over = true;
        }
    }
}
