//! The model that is checked: the actions that are possible in each state of the world, what each
//! does, and the properties.

use stateright::{Model, Property};

use super::network::Net;
use super::person::Person;
use super::properties;
use super::world::{Setup, World};
use midturn_core::id::RunId;

/// An action in the world.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Act {
    Person(Person),
    Net(Net),
    /// The backend makes the next step of a run.
    Step(RunId),
    /// The backend notices that nobody reads a run, and stops the run.
    Notice(RunId),
    /// A timer fires.
    Ring(usize),
    /// A file is read, or cannot be read.
    Read(usize, bool),
    Reload,
}

impl Model for Setup {
    type State = World;
    type Action = Act;

    fn init_states(&self) -> Vec<World> {
        vec![World::new(*self)]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Act>) {
        let mut person = Vec::new();
        world.person_actions(*self, &mut person);
        actions.extend(person.into_iter().map(Act::Person));
        let mut net = Vec::new();
        world.net_actions(self.controlled, &mut net);
        actions.extend(net.into_iter().map(Act::Net));
        for held in &world.server.runs {
            if !held.is_over() {
                actions.push(Act::Step(held.run.clone()));
            }
            if world.server.would_notice(held) {
                actions.push(Act::Notice(held.run.clone()));
            }
        }
        actions.extend((0..world.timers.len()).map(Act::Ring));
        for place in 0..world.reading.len() {
            actions.push(Act::Read(place, true));
            if world.faults > 0 {
                actions.push(Act::Read(place, false));
            }
        }
        if world.reloads > 0 {
            actions.push(Act::Reload);
        }
    }

    fn next_state(&self, world: &World, act: Act) -> Option<World> {
        let mut next = world.clone();
        match act {
            Act::Person(person) => next.person(person),
            Act::Net(act) => next.net(act),
            Act::Step(run) => next.server.step(&run),
            Act::Notice(run) => next.server.notice(&run),
            Act::Ring(place) => next.ring(place),
            Act::Read(place, found) => next.read(place, found),
            Act::Reload => next.reload(),
        }
        (next != *world).then_some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        properties::all()
    }
}
