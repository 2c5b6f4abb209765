//! The tool calls of a run: which are being written, which wait for their results.

use std::collections::HashMap;

use midturn_core::history::HistoryMessage;
use midturn_core::id::ActivityId;
use serde_json::Value;

/// A tool call.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(super) struct Call {
    id: ActivityId,
    name: String,
    /// Where it was called: a namespace, or nothing for the main agent.
    lane: String,
    /// The complete arguments as JSON text; `None` while they are streamed.
    pub(super) arguments: Option<String>,
    /// Whether any of its arguments came in pieces.
    pub(super) is_streamed: bool,
    /// Whether its result came.
    done: bool,
    /// Whether a subagent belongs to it.
    has_agent: bool,
    /// Whether a question is about it.
    is_asked: bool,
}

/// The calls, in order.
#[derive(Debug, Default)]
pub(super) struct Calls {
    all: Vec<Call>,
    places: HashMap<ActivityId, usize>,
    /// The calls without a result, by place.
    open: Vec<usize>,
}

impl Calls {
    /// Adds the calls of a history that have no result: a resumed run goes on with them.
    pub(super) fn take_over(&mut self, history: &[HistoryMessage]) {
        for message in history {
            match message {
                HistoryMessage::Assistant { calls, .. } => {
                    for call in calls {
                        self.add(&call.id, &call.name, "");
                        if let Some(held) = self.get_mut(&call.id) {
                            held.arguments = Some(call.arguments.clone());
                        }
                    }
                }
                HistoryMessage::Tool { call, .. } => {
                    self.finish(call);
                }
                HistoryMessage::User { .. } | HistoryMessage::Reasoning { .. } => {}
            }
        }
    }

    /// Adds a call, unless it is known. Returns whether it is new.
    pub(super) fn add(&mut self, id: &ActivityId, name: &str, lane: &str) -> bool {
        if self.places.contains_key(id) {
            return false;
        }
        self.places.insert(id.clone(), self.all.len());
        self.open.push(self.all.len());
        self.all.push(Call {
            id: id.clone(),
            name: name.to_owned(),
            lane: lane.to_owned(),
            arguments: None,
            is_streamed: false,
            done: false,
            has_agent: false,
            is_asked: false,
        });
        true
    }

    pub(super) fn get_mut(&mut self, id: &ActivityId) -> Option<&mut Call> {
        let place = *self.places.get(id)?;
        self.all.get_mut(place)
    }

    /// Notes a result. Returns whether it is the first one.
    pub(super) fn finish(&mut self, id: &ActivityId) -> bool {
        // A call of an earlier run may get its result here.
        self.add(id, "", "");
        let Some(place) = self.places.get(id).copied() else {
            return false;
        };
        self.open.retain(|open| *open != place);
        self.all
            .get_mut(place)
            .is_some_and(|call| !std::mem::replace(&mut call.done, true))
    }

    /// The complete calls without a result at this place, in order.
    fn waiting<'c>(&'c self, lane: &'c str) -> impl Iterator<Item = &'c Call> {
        let open = self.open.iter().filter_map(|place| self.all.get(*place));
        open.filter(move |call| call.lane == lane && call.arguments.is_some())
    }

    /// The only call that waits for its result at this place.
    pub(super) fn only(&self, lane: &str) -> Option<ActivityId> {
        let mut waiting = self.waiting(lane);
        let first = waiting.next().filter(|_| waiting.next().is_none());
        first.map(|call| call.id.clone())
    }

    /// The first waiting call without a subagent, which now has one.
    pub(super) fn take_for_agent(&mut self, lane: &str) -> Option<(ActivityId, String)> {
        let id = self.waiting(lane).find(|call| !call.has_agent)?.id.clone();
        let call = self.get_mut(&id)?;
        call.has_agent = true;
        Some((id, call.name.clone()))
    }

    /// The call that a question is about: by its name and arguments, or the only one that waits.
    pub(super) fn take_for_question(
        &mut self,
        name: Option<&str>,
        arguments: Option<&str>,
    ) -> Option<ActivityId> {
        let open = self.open.iter().filter_map(|place| self.all.get(*place));
        let unasked: Vec<&Call> = open
            .filter(|call| call.arguments.is_some() && !call.is_asked)
            .collect();
        let found = match name {
            Some(name) => {
                let named: Vec<&&Call> = unasked.iter().filter(|call| call.name == name).collect();
                let mut same = named.iter().filter(|call| is_same(call, arguments));
                same.next()
                    .or(if named.len() == 1 {
                        named.first()
                    } else {
                        None
                    })
                    .map(|call| call.id.clone())
            }
            None => match unasked.as_slice() {
                [only] => Some(only.id.clone()),
                _ => None,
            },
        }?;
        self.get_mut(&found)?.is_asked = true;
        Some(found)
    }
}

fn is_same(call: &Call, arguments: Option<&str>) -> bool {
    let value = |text: &str| serde_json::from_str::<Value>(text).ok();
    let held = call.arguments.as_deref().and_then(value);
    held.is_some() && held == arguments.and_then(value)
}
