//! An act of a random sequence: it makes an input for the world at that moment.

use std::fmt::{self, Debug, Formatter};
use std::panic::Location;
use std::rc::Rc;

use proptest::prelude::*;

use midturn_core::input::Input;

use super::World;

/// An act. The run, prompt, interjection or file of an act is chosen when the act is applied.
#[derive(Clone)]
pub(crate) struct Act {
    /// Where the act is written down: its name in the report of a failure.
    at: &'static Location<'static>,
    fields: Rc<dyn Debug>,
    make: Rc<dyn Fn(&mut World) -> Input>,
}

impl Act {
    /// An act with these fields.
    #[track_caller]
    pub(crate) fn new<T: Clone + Debug + 'static>(
        fields: T,
        make: fn(&mut World, T) -> Input,
    ) -> Self {
        Self::at(Location::caller(), fields, make)
    }

    fn at<T: Clone + Debug + 'static>(
        at: &'static Location<'static>,
        fields: T,
        make: fn(&mut World, T) -> Input,
    ) -> Self {
        Self {
            at,
            fields: Rc::new(fields.clone()),
            make: Rc::new(move |world| make(world, fields.clone())),
        }
    }

    /// The act's input.
    pub(crate) fn input(&self, world: &mut World) -> Input {
        (self.make)(world)
    }
}

impl Debug for Act {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} {:?}", self.at.file(), self.at.line(), self.fields)
    }
}

/// An act, and how often it comes.
pub(super) type Weighted = (u32, BoxedStrategy<Act>);

/// An act that comes as often as the weight says, with random fields.
#[track_caller]
pub(super) fn act<S>(weight: u32, fields: S, make: fn(&mut World, S::Value) -> Input) -> Weighted
where
    S: Strategy + 'static,
    S::Value: Clone + 'static,
{
    let at = Location::caller();
    let act = fields.prop_map(move |fields| Act::at(at, fields, make));
    (weight, act.boxed())
}

/// An act whose input is always the same.
#[track_caller]
pub(super) fn plain(weight: u32, input: Input) -> Weighted {
    act(weight, Just(input), |_, input| input)
}

/// The run of an act.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Which {
    AtWork,
    Stopping,
    First,
}

pub(super) fn which() -> impl Strategy<Value = Which> {
    prop_oneof![
        6 => Just(Which::AtWork),
        3 => Just(Which::Stopping),
        1 => Just(Which::First),
    ]
}
