//! The ways from a part into those that may not be there: a bridge for each signature and part, which has the part
//! loaded and then calls a slot of the table, and a stub for each function that stands in a slot or
//! is exported.
//!
//! Not responsible for what else is in a part.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, Result};
use walrus::ir::dfs_pre_order_mut;
use walrus::ir::{Call, Const, Instr, InstrLocId, InstrSeq, UnaryOp, Value, VisitorMut};
use walrus::{ConstExpr, ElementItems, ElementKind, FunctionBuilder, FunctionId};
use walrus::{GlobalId, Module, TableId, TypeId, ValType};

use super::plan::{Plan, calls, slots};
use super::{LOADER, parse};

/// What the loader's function is called, which takes the number of a part and returns when that
/// part is there.
pub(super) const LOAD: &str = "l";

/// A part in the making.
pub(super) struct Part<'plan> {
    pub(super) module: Module,
    pub(super) plan: &'plan Plan,
    pub(super) number: usize,
    pub(super) table: TableId,
    /// For each part that may not be there, whether it is.
    pub(super) loaded: BTreeMap<usize, GlobalId>,
    bridges: HashMap<(TypeId, usize), FunctionId>,
    stubs: HashMap<usize, FunctionId>,
    load: Option<FunctionId>,
}

impl<'plan> Part<'plan> {
    /// The whole, to be made smaller.
    pub(super) fn begin(bound: &[u8], plan: &'plan Plan, number: usize) -> Result<Self> {
        let module = parse(bound)?;
        let (table, _) = slots(&module)?;
        Ok(Self {
            module,
            plan,
            number,
            table,
            loaded: BTreeMap::new(),
            bridges: HashMap::new(),
            stubs: HashMap::new(),
            load: None,
        })
    }

    /// The functions of this part.
    pub(super) fn own(&self) -> Vec<FunctionId> {
        let own = |id: &FunctionId| self.plan.part(id.index()) == Some(self.number);
        self.module
            .funcs
            .iter_local()
            .map(|(id, _)| id)
            .filter(own)
            .collect()
    }

    /// Lets calls of later parts' functions go over the bridge.
    pub(super) fn lead_calls(&mut self) -> Result<()> {
        let mut ways = HashMap::new();
        for id in self.own() {
            let function = self.module.funcs.get(id).kind.unwrap_local();
            for called in calls(function)? {
                if let Some(part) = self.away(called.index()) {
                    let slot = self.slot(called.index())?;
                    let bridge = self.bridge(self.module.funcs.get(called).ty(), part)?;
                    ways.insert(called, (slot, bridge));
                }
            }
        }
        for id in self.own() {
            let function = self.module.funcs.get_mut(id).kind.unwrap_local_mut();
            let entry = function.entry_block();
            dfs_pre_order_mut(&mut Lead { ways: &ways }, function, entry);
        }
        Ok(())
    }

    /// Puts functions into slots of the table, and nothing into others.
    pub(super) fn fill(&mut self, filled: BTreeMap<u32, FunctionId>) -> Result<()> {
        let mut runs: Vec<(u32, Vec<FunctionId>)> = Vec::new();
        let mut next = None;
        for (slot, function) in filled {
            match runs.last_mut() {
                Some((_, run)) if next == Some(slot) => run.push(function),
                _ => runs.push((slot, vec![function])),
            }
            next = Some(slot + 1);
        }
        let elements = &mut self.module.elements;
        let before: Vec<_> = elements.iter().map(walrus::Element::id).collect();
        for segment in before {
            elements.delete(segment);
        }
        let table = self.module.tables.get_mut(self.table);
        table.elem_segments.clear();
        for (slot, run) in runs {
            let offset = ConstExpr::Value(Value::I32(i32::try_from(slot)?));
            let kind = ElementKind::Active {
                table: self.table,
                offset,
            };
            let segment = elements.add(kind, ElementItems::Functions(run));
            table.elem_segments.insert(segment);
        }
        Ok(())
    }

    /// What stands for a function in slots and exports: itself, or a stub.
    pub(super) fn stand_in(&mut self, function: FunctionId) -> Result<FunctionId> {
        let Some(part) = self.away(function.index()) else {
            return Ok(function);
        };
        if let Some(stub) = self.stubs.get(&function.index()) {
            return Ok(*stub);
        }
        let slot = self.slot(function.index())?;
        let ty = self.module.funcs.get(function).ty();
        let bridge = self.bridge(ty, part)?;
        let (params, results) = self.signature(ty)?;
        let mut builder = FunctionBuilder::new(&mut self.module.types, &params, &results);
        let arguments: Vec<_> = params
            .iter()
            .map(|ty| self.module.locals.add(*ty))
            .collect();
        let mut body = builder.name("(stub)".to_owned()).func_body();
        for argument in &arguments {
            body.local_get(*argument);
        }
        body.i32_const(slot).call(bridge);
        let stub = builder.finish(arguments, &mut self.module.funcs);
        self.stubs.insert(function.index(), stub);
        Ok(stub)
    }

    fn away(&self, function: usize) -> Option<usize> {
        let away = self.plan.is_away(function, self.number);
        away.then(|| self.plan.part(function)).flatten()
    }

    fn slot(&self, function: usize) -> Result<i32> {
        let slot = self
            .plan
            .slot(function)
            .context("a function without a slot")?;
        Ok(i32::try_from(slot)?)
    }

    fn signature(&self, ty: TypeId) -> Result<(Vec<ValType>, Vec<ValType>)> {
        let ty = self
            .module
            .types
            .get(ty)
            .as_function()
            .context("no type of a function")?;
        Ok((ty.params().to_vec(), ty.results().to_vec()))
    }

    /// Takes the arguments, and the slot behind them.
    fn bridge(&mut self, ty: TypeId, part: usize) -> Result<FunctionId> {
        if let Some(bridge) = self.bridges.get(&(ty, part)) {
            return Ok(*bridge);
        }
        let (mut params, results) = self.signature(ty)?;
        params.push(ValType::I32);
        let load = self.load();
        let loaded = *self
            .loaded
            .get(&part)
            .context("a part that is always there")?;
        let number = i32::try_from(part)?;
        let arguments: Vec<_> = params
            .iter()
            .map(|ty| self.module.locals.add(*ty))
            .collect();
        let mut builder = FunctionBuilder::new(&mut self.module.types, &params, &results);
        let mut body = builder.name("(bridge)".to_owned()).func_body();
        body.global_get(loaded).unop(UnaryOp::I32Eqz).if_else(
            None,
            |then| {
                then.i32_const(number).call(load);
            },
            |_| {},
        );
        for argument in &arguments {
            body.local_get(*argument);
        }
        body.call_indirect(ty, self.table);
        let bridge = builder.finish(arguments, &mut self.module.funcs);
        self.bridges.insert((ty, part), bridge);
        Ok(bridge)
    }

    fn load(&mut self) -> FunctionId {
        if let Some(load) = self.load {
            return load;
        }
        let ty = self.module.types.add(&[ValType::I32], &[]);
        let (load, _) = self.module.add_import_func(LOADER, LOAD, ty);
        self.load = Some(load);
        load
    }
}

struct Lead<'ways> {
    ways: &'ways HashMap<FunctionId, (i32, FunctionId)>,
}

impl VisitorMut for Lead<'_> {
    fn start_instr_seq_mut(&mut self, sequence: &mut InstrSeq) {
        let mut led = Vec::with_capacity(sequence.instrs.len());
        for (mut instr, at) in std::mem::take(&mut sequence.instrs) {
            if let Instr::Call(Call { func }) = &mut instr
                && let Some((slot, bridge)) = self.ways.get(func)
            {
                let value = Value::I32(*slot);
                led.push((Instr::Const(Const { value }), InstrLocId::default()));
                *func = *bridge;
            }
            led.push((instr, at));
        }
        sequence.instrs = led;
    }
}
