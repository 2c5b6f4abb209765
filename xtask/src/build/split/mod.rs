//! Divides a bound program into parts, so that a first load has only what a start needs.
//!
//! The first part has the memory, the table, the start and everything that JavaScript calls. A
//! function of a later part that an earlier one calls is reached over its slot of the table: the
//! call goes to a small function that has the part loaded where it is not there yet. Data that only
//! later parts refer to goes with them. Which function is in which part is told by a
//! [`Profile`]; where that is wrong, a part is loaded sooner than it could be, and nothing breaks.
//!
//! The parts build on each other; the last of them, what only developers ask for, is what is in
//! [`DEBUG`]. Beside them are [`SIDES`], which need the first part alone.
//!
//! Not responsible for when parts are loaded (`src/embed/parts.js`), nor for making them small.

mod bridge;
mod data;
mod first;
mod instrument;
mod later;
mod linked;
mod order;
mod plan;
mod profile;
mod reach;
mod short;
mod weigh;

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use anyhow::{Result, ensure};
use walrus::{Module, ModuleConfig};

pub(super) use instrument::instrument;
pub(super) use profile::Profile;
pub(super) use short::Short;
pub(super) use weigh::weigh;

use plan::Plan;
use profile::plain;
use reach::Reach;

/// The module that stands for the first part, in the imports of the others.
const FIRST: &str = "m";

/// The module of what the loader gives to all parts.
const LOADER: &str = "l";

/// The parts that build on each other, by name. The last comes only where it is asked for.
pub(super) const CHAIN: [&str; PARTS] = ["bg", "reading", "working", "debug"];

/// How many parts build on each other.
pub(super) const PARTS: usize = 4;

/// How many of them everybody gets.
pub(super) const COMMON: usize = PARTS - 1;

/// What the last of them is made of: the functions of these modules, [what writes the core's values
/// for a reader](DESCRIBED), and what nothing else calls. Generic code that is made for their types is
/// not enough: the compiler makes one function of those that are alike, under any of their names.
pub(super) const DEBUG: [&str; 2] = ["midturn::debug::", "midturn::i18n::en::debug::"];

/// What is in the name of a function that writes a value of the core for a reader.
pub(super) const DESCRIBED: [&str; 2] = ["midturn_core::", "core::fmt::Debug>::fmt"];

/// The parts behind those, by name: all that is in a module of Rust, and the data that nothing else
/// refers to. A language is there for those who read it, before or after any other part.
pub(super) const SIDES: [(&str, &str); 2] =
    [("fr", "midturn::i18n::fr::"), ("ar", "midturn::i18n::ar::")];

/// How many parts a program has.
pub(super) const ALL: usize = PARTS + SIDES.len();

/// A thing of an earlier part that others use, by its index in the bound module. `Loaded` says
/// whether a part is there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shared {
    Function(usize),
    Table(usize),
    Memory(usize),
    Global(usize),
    Loaded(usize),
}

/// Divides `bound`. `linked` is what wasm-bindgen was given: it has the relocations, which say who
/// refers to what data.
///
/// # Errors
/// When a module cannot be read, or has what rustc does not write.
pub(super) fn split(
    bound: &[u8],
    linked: &[u8],
    profile: &Profile,
    short: &mut Short,
) -> Result<Vec<Vec<u8>>> {
    let whole = parse(bound)?;
    let plan = Plan::make(&whole, profile)?;
    ensure!(
        plan.has(COMMON),
        "no function of {DEBUG:?}, which the part `{}` is made of",
        CHAIN[COMMON]
    );
    for (part, (name, module)) in (PARTS..).zip(SIDES) {
        ensure!(
            plan.has(part),
            "no function of `{module}`, which the part `{name}` is made of: has it another name, \
             or was all of it inlined?"
        );
    }
    let homes = data::homes(&whole, linked, &plan)?;
    let reach = Reach::read(&whole, linked, &plan, &homes)?;
    drop(whole);
    // By a name that no other build has, so that its parts are refused.
    let build = fingerprint(bound);
    let mut shared: BTreeMap<_, _> = (1..ALL)
        .map(|part| (Shared::Loaded(part), format!("{part}-{build:x}")))
        .collect();
    let mut parts = Vec::new();
    // From the last, since each asks earlier ones for what it needs.
    for part in (1..ALL).rev() {
        parts.push(later::make(bound, &plan, part, &homes, &mut shared, short)?);
    }
    parts.push(first::make(bound, &plan, &homes, &reach, &shared, short)?);
    parts.reverse();
    Ok(parts)
}

/// Tells builds apart: a part of another build must not be used.
pub(super) fn fingerprint(bound: &[u8]) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    bound.hash(&mut hasher);
    hasher.finish()
}

/// Always gives the same ids for the same bytes.
fn parse(wasm: &[u8]) -> Result<Module> {
    let mut module = ModuleConfig::new()
        .generate_producers_section(false)
        .parse(wasm)?;
    // Relocations are of the module before.
    let customs: Vec<_> = module.customs.iter().map(|(id, _)| id).collect();
    for custom in customs {
        module.customs.delete(custom);
    }
    Ok(module)
}

#[cfg(test)]
mod tests;
