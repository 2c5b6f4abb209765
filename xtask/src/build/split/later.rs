//! Makes a later part: its own functions and data, and the slots in which it puts the former. The
//! rest is imported.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use anyhow::Result;
use walrus::{FunctionBuilder, FunctionId, FunctionKind};
use walrus::{GlobalKind, ImportedFunction, ValType};

use super::bridge::Part;
use super::data::Homes;
use super::plan::{Plan, calls, slots};
use super::{FIRST, Shared, Short, first, order};

/// What is shared grows by what this part needs.
pub(super) fn make(
    bound: &[u8],
    plan: &Plan,
    number: usize,
    homes: &Homes,
    shared: &mut BTreeMap<Shared, String>,
    short: &mut Short,
) -> Result<Vec<u8>> {
    let mut part = Part::begin(bound, plan, number)?;
    let mut name = |thing| shared.entry(thing).or_insert_with(|| short.fresh()).clone();
    let exports: Vec<_> = part.module.exports.iter().map(walrus::Export::id).collect();
    for export in exports {
        part.module.exports.delete(export);
    }
    import_state(&mut part, &mut name);
    part.lead_calls()?;
    fill_slots(&mut part)?;
    say_loaded(&mut part);
    import_earlier(&mut part, &mut name)?;
    widen(&mut part);
    homes.keep(&mut part.module, number)?;
    first::share(&mut part, shared);
    walrus::passes::gc::run(&mut part.module);
    short.imports_of(&mut part.module);
    Ok(part.module.emit_wasm())
}

/// Memory, tables and globals are the first part's.
fn import_state(part: &mut Part<'_>, name: &mut impl FnMut(Shared) -> String) {
    let module = &mut part.module;
    let globals: Vec<_> = module.globals.iter().map(walrus::Global::id).collect();
    for global in globals {
        if let GlobalKind::Local(_) = module.globals.get(global).kind {
            let import = module
                .imports
                .add(FIRST, &name(Shared::Global(global.index())), global);
            module.globals.get_mut(global).kind = GlobalKind::Import(import);
        }
    }
    let tables: Vec<_> = module.tables.iter().map(walrus::Table::id).collect();
    for table in tables {
        let import = module
            .imports
            .add(FIRST, &name(Shared::Table(table.index())), table);
        module.tables.get_mut(table).import = Some(import);
    }
    let memories: Vec<_> = module.memories.iter().map(walrus::Memory::id).collect();
    for memory in memories {
        let import = module
            .imports
            .add(FIRST, &name(Shared::Memory(memory.index())), memory);
        module.memories.get_mut(memory).import = Some(import);
    }
    for later in order::awaited(part.number).chain([part.number]) {
        let name = name(Shared::Loaded(later));
        let (global, _) = module.add_import_global(FIRST, &name, ValType::I32, true, false);
        part.loaded.insert(later, global);
    }
}

/// Puts this part's functions where others look for them.
fn fill_slots(part: &mut Part<'_>) -> Result<()> {
    let (_, filled) = slots(&part.module)?;
    let ids: HashMap<_, _> = part
        .module
        .funcs
        .iter()
        .map(|it| (it.id().index(), it.id()))
        .collect();
    let mut mine: BTreeMap<u32, FunctionId> = filled.into_iter().collect();
    mine.extend(
        part.plan
            .reached()
            .map(|(function, slot)| (slot, ids[&function])),
    );
    mine.retain(|_, function| part.plan.part(function.index()) == Some(part.number));
    part.fill(mine)
}

/// Its start says that it is there, which runs when slots and data are filled.
fn say_loaded(part: &mut Part<'_>) {
    let module = &mut part.module;
    let mut builder = FunctionBuilder::new(&mut module.types, &[], &[]);
    let loaded = part.loaded[&part.number];
    builder
        .name("(loaded)".to_owned())
        .func_body()
        .i32_const(1)
        .global_set(loaded);
    module.start = Some(builder.finish(Vec::new(), &mut module.funcs));
}

/// Functions of earlier parts are there when this one is.
fn import_earlier(part: &mut Part<'_>, name: &mut impl FnMut(Shared) -> String) -> Result<()> {
    let mut called = BTreeSet::new();
    for id in part.own() {
        called.extend(calls(part.module.funcs.get(id).kind.unwrap_local())?);
    }
    for id in called {
        if part.plan.is_before(id.index(), part.number) {
            let name = name(Shared::Function(id.index()));
            let import = part.module.imports.add(FIRST, &name, id);
            let function = part.module.funcs.get_mut(id);
            let ty = function.ty();
            function.kind = FunctionKind::Import(ImportedFunction { import, ty });
        }
    }
    Ok(())
}

/// The table has more slots than the whole program's.
pub(super) fn widen(part: &mut Part<'_>) {
    let added = u64::from(part.plan.added);
    let table = part.module.tables.get_mut(part.table);
    table.initial += added;
    if let Some(maximum) = &mut table.maximum {
        *maximum += added;
    }
}
