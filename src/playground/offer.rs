//! What the element offers: its properties, methods, events, custom properties, parts and slots, and
//! the playground's samples, each as a table.
//!
//! The parts and slots are those of `docs/theming.md`. Unit tests compare the other tables with
//! `src/embed/`, `docs/theming.md` and `packages/midturn/midturn.d.ts`, so that nothing is missing here.

mod methods;
mod names;
mod properties;
mod samples;
#[cfg(test)]
mod tests;
mod tokens;

pub(super) use methods::{Argument, Given, Known, METHODS, Method, MethodGroup};
pub(super) use names::{EVENTS, SCENES, parts, slots};
pub(super) use properties::{Control, Group, PROPERTIES, Property, attribute, properties};
pub(super) use samples::{Place, SAMPLES, Sample};
pub(super) use tokens::{
    Look, Pair, READY_THEMES, TOKENS, Token, TokenGroup, defaults, pair, tokens,
};
