//! Finds out which protocol an agent's URL speaks: from the start of its answer, else by asking it.

use std::rc::Rc;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use midturn_core::time::Millis;
use midturn_protocol::detect::{self, Probe};
use midturn_protocol::name::Name;

use super::asks::{Asks, within};

/// How long the probes may take in all, in milliseconds.
const WITHIN_MS: Millis = 4_000;

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

/// Finds the protocol of an answer that begins with `start`.
pub(super) async fn search(backend: Rc<dyn Asks>, start: Rc<str>) -> Option<Name> {
    if let Some(name) = detect::sniff(&start) {
        return Some(name);
    }
    let probes = detect::probes(&backend.endpoints().agent);
    let mut found = vec![Found::Unknown; probes.len()];
    let asking = probes.into_iter().enumerate();
    let asking = asking.map(|(place, probe)| ask(backend.clone(), place, probe));
    let mut asking: FuturesUnordered<_> = asking.collect();
    let probing = async {
        while let Some((place, name)) = asking.next().await {
            found[place] = name.map_or(Found::Nothing, Found::Protocol);
            // It is over when a probe has found something and no surer one is unanswered.
            let first = found.iter().find(|found| **found != Found::Nothing);
            if first != Some(&Found::Unknown) {
                return;
            }
        }
    };
    within(backend.clone().sleep(WITHIN_MS), probing).await;
    found.into_iter().find_map(|found| match found {
        Found::Protocol(name) => Some(name),
        Found::Unknown | Found::Nothing => None,
    })
}

/// What the probe at this place finds.
async fn ask(backend: Rc<dyn Asks>, place: usize, probe: Probe) -> (usize, Option<Name>) {
    let reply = backend.ask(probe.call.clone()).await;
    (place, reply.and_then(|reply| probe.read(&reply)))
}
