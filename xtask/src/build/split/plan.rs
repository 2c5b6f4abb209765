//! Where each function is, and which slot of the table others reach it by.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail, ensure};
use walrus::TableId;
use walrus::ir::{self, Value, Visitor, dfs_in_order};
use walrus::{ConstExpr, ElementItems, ElementKind, ExportItem, FunctionId, LocalFunction, Module};

use super::{COMMON, Profile, SIDES, order, plain};

/// Functions by their index in the bound module, which is the same however often it is parsed.
pub(super) struct Plan {
    /// The part of each function that is not imported.
    parts: BTreeMap<usize, usize>,
    /// The slot of each function that has one.
    slots: BTreeMap<usize, u32>,
    /// How many slots there are more than in the bound module.
    pub(super) added: u32,
}

impl Plan {
    /// Looks at every call.
    ///
    /// # Errors
    /// When the module has tail calls, references to functions, or several tables of functions, or
    /// when a side part calls another.
    pub(super) fn make(module: &Module, profile: &Profile) -> Result<Self> {
        let mut parts = BTreeMap::new();
        for (id, _) in module.funcs.iter_local() {
            let name = module.funcs.get(id).name.as_deref().unwrap_or_default();
            parts.insert(id.index(), profile.part_of(name));
        }
        if let Some(start) = module.start {
            parts.insert(start.index(), 0);
        }
        let (table, filled) = slots(module)?;
        let mut slots = BTreeMap::new();
        for (slot, function) in filled {
            slots.entry(function.index()).or_insert(slot);
        }
        follow_callers(module, &slots, &mut parts)?;
        let before = u32::try_from(module.tables.get(table).initial)?;
        let mut plan = Self {
            parts,
            slots,
            added: 0,
        };
        for (id, function) in module.funcs.iter_local() {
            let from = plan.parts[&id.index()];
            for called in calls(function)? {
                if plan.is_away(called.index(), from) {
                    let to = plan.parts[&called.index()];
                    ensure!(
                        !(order::is_side(from) && order::is_side(to)),
                        "`{}` calls `{}`, which is another of {SIDES:?}: what they share must be \
                         outside of both",
                        named(module, id),
                        named(module, called)
                    );
                    plan.reserve(called.index(), before);
                }
            }
        }
        for export in module.exports.iter() {
            if let ExportItem::Function(function) = export.item
                && plan.is_away(function.index(), 0)
            {
                plan.reserve(function.index(), before);
            }
        }
        Ok(plan)
    }

    fn reserve(&mut self, function: usize, before: u32) {
        let next = before + self.added;
        if *self.slots.entry(function).or_insert(next) == next {
            self.added += 1;
        }
    }

    /// Its part; of imported ones none.
    pub(super) fn part(&self, function: usize) -> Option<usize> {
        self.parts.get(&function).copied()
    }

    /// Whether there is anything in a part.
    pub(super) fn has(&self, part: usize) -> bool {
        self.parts.values().any(|its| *its == part)
    }

    /// Whether `part` cannot be sure that it is there.
    pub(super) fn is_away(&self, function: usize, part: usize) -> bool {
        self.part(function)
            .is_some_and(|its| !order::needs(part, its))
    }

    /// Whether it is in another part, which is there whenever `part` is.
    pub(super) fn is_before(&self, function: usize, part: usize) -> bool {
        self.part(function)
            .is_some_and(|its| its != part && order::needs(part, its))
    }

    /// The slot it is reached by.
    pub(super) fn slot(&self, function: usize) -> Option<u32> {
        self.slots.get(&function).copied()
    }

    /// Functions that have a slot.
    pub(super) fn reached(&self) -> impl Iterator<Item = (usize, u32)> {
        self.slots.iter().map(|(function, slot)| (*function, *slot))
    }
}

/// What is in the last part that everybody gets, and is called by the one for developers alone, goes
/// there. What has a slot, or an export, may be called by anybody.
fn follow_callers(
    module: &Module,
    slots: &BTreeMap<usize, u32>,
    parts: &mut BTreeMap<usize, usize>,
) -> Result<()> {
    let mut callers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (id, function) in module.funcs.iter_local() {
        for called in calls(function)? {
            callers.entry(called.index()).or_default().push(id.index());
        }
    }
    for export in module.exports.iter() {
        if let ExportItem::Function(function) = export.item {
            callers.remove(&function.index());
        }
    }
    callers.retain(|called, _| !slots.contains_key(called));
    loop {
        let is_debug = |part: &usize| parts.get(part) == Some(&COMMON);
        let found: Vec<usize> = callers
            .iter()
            .filter(|(called, _)| parts.get(called) == Some(&(COMMON - 1)))
            .filter(|(called, by)| by.iter().all(|by| by == *called || is_debug(by)))
            .filter(|(_, by)| by.iter().any(is_debug))
            .map(|(called, _)| *called)
            .collect();
        if found.is_empty() {
            return Ok(());
        }
        parts.extend(found.into_iter().map(|function| (function, COMMON)));
    }
}

fn named(module: &Module, function: FunctionId) -> String {
    let name = module.funcs.get(function).name.as_deref();
    plain(name.unwrap_or("a function without a name"))
}

/// The functions that are called by name.
///
/// # Errors
/// When it does what cannot be divided.
pub(super) fn calls(function: &LocalFunction) -> Result<Vec<FunctionId>> {
    let mut calls = Calls::default();
    dfs_in_order(&mut calls, function, function.entry_block());
    ensure!(!calls.odd, "a tail call, or a reference to a function");
    Ok(calls.called)
}

#[derive(Default)]
struct Calls {
    called: Vec<FunctionId>,
    odd: bool,
}

impl Visitor<'_> for Calls {
    fn visit_call(&mut self, call: &ir::Call) {
        self.called.push(call.func);
    }

    fn visit_return_call(&mut self, _: &ir::ReturnCall) {
        self.odd = true;
    }

    fn visit_ref_func(&mut self, _: &ir::RefFunc) {
        self.odd = true;
    }
}

/// The table of functions, and what is in its slots.
///
/// # Errors
/// When there is not exactly one.
pub(super) fn slots(module: &Module) -> Result<(TableId, Vec<(u32, FunctionId)>)> {
    let mut the_table = None;
    let mut slots = Vec::new();
    for segment in module.elements.iter() {
        let ElementKind::Active {
            table,
            offset: ConstExpr::Value(Value::I32(offset)),
        } = segment.kind
        else {
            bail!("a segment of elements that is not active");
        };
        let ElementItems::Functions(functions) = &segment.items else {
            bail!("a segment of elements that are no functions");
        };
        ensure!(
            the_table.replace(table).is_none_or(|other| other == table),
            "several tables of functions"
        );
        slots.extend((u32::try_from(offset)?..).zip(functions.iter().copied()));
    }
    Ok((the_table.context("there is no table of functions")?, slots))
}
