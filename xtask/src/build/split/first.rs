//! Makes the first part: everything but other parts' functions and data, with stubs for the former.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use anyhow::Result;
use walrus::ir::Value;
use walrus::{ConstExpr, ExportItem, ValType};

use super::bridge::Part;
use super::data::Homes;
use super::plan::{Plan, slots};
use super::reach::Reach;
use super::{Shared, Short, order};

pub(super) fn make(
    bound: &[u8],
    plan: &Plan,
    homes: &Homes,
    reach: &Reach,
    shared: &BTreeMap<Shared, String>,
    short: &mut Short,
) -> Result<Vec<u8>> {
    let mut part = Part::begin(bound, plan, 0)?;
    for later in order::awaited(0) {
        let zero = ConstExpr::Value(Value::I32(0));
        let global = part
            .module
            .globals
            .add_local(ValType::I32, true, false, zero);
        part.loaded.insert(later, global);
    }
    part.lead_calls()?;
    let mut stand_ins = BTreeMap::new();
    for (slot, function) in slots(&part.module)?.1 {
        // What is not there yet, and what nobody can call before it is, needs nothing in its place.
        let its = plan.part(function.index()).unwrap_or(0);
        if its == 0 || reach.is_early(slot, its) {
            stand_ins.insert(slot, part.stand_in(function)?);
        }
    }
    part.fill(stand_ins)?;
    let exports: Vec<_> = part.module.exports.iter().map(walrus::Export::id).collect();
    for export in exports {
        if let ExportItem::Function(function) = part.module.exports.get(export).item {
            let item = ExportItem::Function(part.stand_in(function)?);
            part.module.exports.get_mut(export).item = item;
        }
    }
    super::later::widen(&mut part);
    homes.keep(&mut part.module, 0)?;
    short.exports_of(&mut part.module);
    share(&mut part, shared);
    walrus::passes::gc::run(&mut part.module);
    short.imports_of(&mut part.module);
    Ok(part.module.emit_wasm())
}

/// Gives later parts what they need of this one.
pub(super) fn share(part: &mut Part<'_>, shared: &BTreeMap<Shared, String>) {
    let module = &mut part.module;
    let functions = by_index(module.funcs.iter().map(|it| (it.id().index(), it.id())));
    let tables = by_index(module.tables.iter().map(|it| (it.id().index(), it.id())));
    let memories = by_index(module.memories.iter().map(|it| (it.id().index(), it.id())));
    let globals = by_index(module.globals.iter().map(|it| (it.id().index(), it.id())));
    for (thing, name) in shared {
        let item: ExportItem = match thing {
            Shared::Function(index) if part.plan.part(*index) == Some(part.number) => {
                functions[index].into()
            }
            Shared::Table(index) if part.number == 0 => tables[index].into(),
            Shared::Memory(index) if part.number == 0 => memories[index].into(),
            Shared::Global(index) if part.number == 0 => globals[index].into(),
            Shared::Loaded(later) if part.number == 0 => part.loaded[later].into(),
            _ => continue,
        };
        module.exports.add(name, item);
    }
}

fn by_index<Id: Copy>(ids: impl Iterator<Item = (usize, Id)>) -> HashMap<usize, Id>
where
    usize: Hash,
{
    ids.collect()
}
