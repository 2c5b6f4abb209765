//! One message for several agents: each gets a copy, and each copy's delivery is reported.
//!
//! The first agent gets the message under its own id. The others get copies with `~2`, `~3` and so
//! on after the id; a number is left out if another message has that id. A copy is handled like any
//! other interjection.

use super::super::io::{AgentId, Effect, Millis};
use super::super::request::{InterjectRefusal, Routed, Settled, Target};
use super::Engine;
use crate::conversation::Interjection;

/// The accepted copies: the id of each, and the agent that gets it.
type Copies = Vec<(String, Routed)>;

impl Engine {
    /// Handles a person's message to one agent or to several. A request for several under an
    /// accepted id changes or takes back all copies of the message. The first request chose the
    /// agents; a later request does not change them.
    ///
    /// # Errors
    /// [`InterjectRefusal`], and then nothing changes and no event follows.
    pub fn interject_each(
        &mut self,
        now: Millis,
        interjection: Interjection,
        target: &Target,
    ) -> Result<(Copies, Vec<Effect>), InterjectRefusal> {
        let agents = match target {
            Target::All | Target::Several(_) if self.heard.contains_key(&interjection.id) => {
                return self.say_copies_again(now, &interjection);
            }
            Target::All => self.all_that_listen(),
            Target::Several(targets) => self.agents_of(targets)?,
            Target::Auto | Target::Root | Target::Call(_) => {
                let id = interjection.id.clone();
                let (routed, effects) = self.interject(now, interjection, target)?;
                return Ok((vec![(id, routed)], effects));
            }
        };
        let (mut copies, mut effects) = (Vec::new(), Vec::new());
        let ids = self.copy_ids(&interjection.id, agents.len());
        for (id, target) in ids.into_iter().zip(&agents) {
            let copy = Interjection {
                id: id.clone(),
                ..interjection.clone()
            };
            match self.interject(now, copy, target) {
                Ok((routed, more)) => {
                    copies.push((id, routed));
                    effects.extend(more);
                }
                // No agent has the message yet, so the request can be refused.
                Err(refusal) if copies.is_empty() => return Err(refusal),
                // The first copy may have stopped this agent.
                Err(_) => {}
            }
        }
        if copies.is_empty() {
            return Err(InterjectRefusal::RunOver);
        }
        let accepted = copies.iter().map(|(id, _)| id.clone()).collect();
        self.copies.insert(interjection.id, accepted);
        Ok((copies, effects))
    }

    fn say_copies_again(
        &mut self,
        now: Millis,
        again: &Interjection,
    ) -> Result<(Copies, Vec<Effect>), InterjectRefusal> {
        let ids = self.copies.get(&again.id).cloned();
        let mut ids = ids.unwrap_or_else(|| vec![again.id.clone()]);
        ids.retain(|id| self.heard.contains_key(id));
        let (mut copies, mut effects) = (Vec::new(), Vec::new());
        let mut refused = InterjectRefusal::RunOver;
        for id in ids {
            let copy = Interjection {
                id: id.clone(),
                ..again.clone()
            };
            match self.interject(now, copy, &Target::Auto) {
                Ok((routed, more)) => {
                    copies.push((id, routed));
                    effects.extend(more);
                }
                Err(refusal) => refused = refusal,
            }
        }
        if copies.is_empty() {
            return Err(refused);
        }
        Ok((copies, effects))
    }

    /// Every agent that a person can speak to: the main agent, then the others in start order.
    fn all_that_listen(&self) -> Vec<Target> {
        let mut nested: Vec<_> = self
            .nested
            .iter()
            .filter(|(id, _)| self.listens(id))
            .map(|(_, nested)| (nested.born, nested.parent_call.clone()))
            .collect();
        nested.sort();
        let nested = nested.into_iter().map(|(_, call)| Target::Call(call));
        std::iter::once(Target::Root).chain(nested).collect()
    }

    /// The targets of a list, without duplicate agents.
    fn agents_of(&self, targets: &[Target]) -> Result<Vec<Target>, InterjectRefusal> {
        let mut agents: Vec<(AgentId, Target)> = Vec::new();
        for target in targets {
            let agent = match target {
                Target::Call(call) => self.agent_of_call(call)?.0,
                Target::Auto | Target::Root | Target::All | Target::Several(_) => AgentId::Root,
            };
            if agents.iter().all(|(held, _)| *held != agent) {
                agents.push((agent, target.clone()));
            }
        }
        Ok(agents.into_iter().map(|(_, target)| target).collect())
    }

    /// Whether an agent has, or will get, another copy of a message. A client may send each copy
    /// itself, so the ids tell.
    pub(super) fn has_copy(&self, routed: &Routed, message: &Interjection) -> bool {
        self.heard.iter().any(|(id, held)| {
            *id != message.id
                && are_copies(id, &message.id)
                && held.said.text == message.text
                && held.routed.parent_id == routed.parent_id
                && matches!(held.settled, None | Some(Settled::Delivered))
        })
    }

    /// An id for each copy of a message, which no other message has. The first is the message's own.
    fn copy_ids(&self, id: &str, count: usize) -> Vec<String> {
        let numbered = (2..).map(|number: usize| format!("{id}~{number}"));
        let free = numbered.filter(|id| !self.heard.contains_key(id));
        let ids = std::iter::once(id.to_owned()).chain(free);
        ids.take(count).collect()
    }
}

/// Whether the numbers after these ids alone tell them apart.
fn are_copies(one: &str, other: &str) -> bool {
    let (first, second) = (unnumbered(one), unnumbered(other));
    first == second || first == other || one == second
}

/// An id without the number of a copy.
fn unnumbered(id: &str) -> &str {
    match id.rsplit_once('~') {
        Some((before, number)) if number.parse::<usize>().is_ok() => before,
        _ => id,
    }
}
