//! Subagents: inner graphs, whose events have a namespace in their names, such as
//! `tools:UUID|model:UUID`.

use std::collections::HashMap;

use midturn_core::id::ActivityId;
use midturn_core::run_event::RunEvent;
use midturn_protocol::out::Out;

use super::calls::Calls;

/// The name of the node that runs tools, in most graphs.
const TOOLS: &str = "tools";

/// The subagents of a run.
#[derive(Debug, Default)]
pub(super) struct Agents {
    /// By namespace.
    known: HashMap<String, Agent>,
    /// The namespaces of those at work, oldest first.
    open: Vec<String>,
}

#[derive(Debug)]
struct Agent {
    /// The call that it works for.
    call: Option<ActivityId>,
}

/// The deepest graph that is a subagent of its own. Those inside it count as part of it.
const DEEPEST: usize = 8;

/// The part of a namespace that names a subagent.
pub(super) fn lane(namespace: &str) -> &str {
    let end = namespace.match_indices('|').nth(DEEPEST - 1);
    end.map_or(namespace, |(end, _)| {
        namespace.get(..end).unwrap_or_default()
    })
}

/// The namespace around this one, and the node in it.
fn split(namespace: &str) -> (&str, &str) {
    let (outer, own) = namespace.rsplit_once('|').unwrap_or(("", namespace));
    (outer, own.split_once(':').map_or(own, |(node, _)| node))
}

/// Whether a namespace is inside another one.
fn is_inside(namespace: &str, outer: &str) -> bool {
    let rest = namespace.strip_prefix(outer);
    rest.is_some_and(|rest| rest.starts_with('|'))
}

/// What a frame says about the inner graph it comes from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Told<'a> {
    /// The agent's own name.
    pub(super) agent: Option<&'a str>,
    /// The node that writes.
    pub(super) node: Option<&'a str>,
}

impl Agents {
    /// Whether this namespace and all around it have begun.
    pub(super) fn has(&self, namespace: &str) -> bool {
        namespace.is_empty() || self.known.contains_key(namespace)
    }

    /// The subagent of a namespace; `None` for the main agent.
    pub(super) fn id(namespace: &str) -> Option<ActivityId> {
        (!namespace.is_empty()).then(|| ActivityId::from(namespace))
    }

    /// Begins the subagent of a namespace, after those around it.
    pub(super) fn begin(
        &mut self,
        namespace: &str,
        told: Told<'_>,
        calls: &mut Calls,
        out: &mut Out,
    ) {
        let ends = namespace.match_indices('|').map(|(end, _)| end);
        for end in ends {
            let outer = namespace.get(..end).unwrap_or_default();
            self.begin_one(outer, Told::default(), calls, out);
        }
        self.begin_one(namespace, told, calls, out);
    }

    fn begin_one(&mut self, namespace: &str, told: Told<'_>, calls: &mut Calls, out: &mut Out) {
        if self.has(namespace) {
            return;
        }
        let (outer, node) = split(namespace);
        let call = calls.take_for_agent(outer);
        let of_call = || call.as_ref().map(|(_, name)| name.as_str());
        let name = match (told.agent, node) {
            (Some(agent), _) => agent,
            (None, TOOLS | "") => of_call().or(told.node).unwrap_or(TOOLS),
            (None, node) => node,
        };
        out.event(RunEvent::SubagentStarted {
            id: ActivityId::from(namespace),
            name: name.to_owned(),
            description: None,
            parent: call
                .as_ref()
                .map(|(id, _)| id.clone())
                .or_else(|| Self::id(outer)),
        });
        let call = call.map(|(id, _)| id);
        self.known.insert(namespace.to_owned(), Agent { call });
        self.open.push(namespace.to_owned());
    }

    /// Ends the subagents that worked for a call, because its result came.
    pub(super) fn end_of_call(&mut self, call: &ActivityId, out: &mut Out) {
        let is_of = |known: &Agent, _: &str| known.call.as_ref() == Some(call);
        self.end_if(is_of, out);
    }

    /// Ends the subagents that are a node of this graph, because the node is complete.
    pub(super) fn end_of_node(&mut self, lane: &str, node: &str, out: &mut Out) {
        let is_of = |known: &Agent, namespace: &str| {
            known.call.is_none() && split(namespace) == (lane, node)
        };
        self.end_if(is_of, out);
    }

    /// Ends all subagents, because the run is complete.
    pub(super) fn end_all(&mut self, out: &mut Out) {
        self.end_if(|_, _| true, out);
    }

    /// All subagents at work wait for the person.
    pub(super) fn suspend(&mut self, out: &mut Out) {
        for namespace in self.open.drain(..) {
            let id = ActivityId::from(namespace);
            out.event(RunEvent::SubagentSuspended { id });
        }
    }

    /// Ends these subagents and those inside them, the inner ones first.
    fn end_if(&mut self, ends: impl Fn(&Agent, &str) -> bool, out: &mut Out) {
        let known = &self.known;
        let over: Vec<&String> = (self.open.iter())
            .filter(|open| known.get(*open).is_some_and(|agent| ends(agent, open)))
            .collect();
        if over.is_empty() {
            return;
        }
        let is_in = |open: &String| {
            over.iter()
                .any(|outer| open == *outer || is_inside(open, outer))
        };
        let (over, open): (Vec<String>, Vec<String>) = self.open.iter().cloned().partition(is_in);
        self.open = open;
        for namespace in over.into_iter().rev() {
            out.event(RunEvent::SubagentEnded {
                id: ActivityId::from(namespace),
                error: None,
            });
        }
    }
}
