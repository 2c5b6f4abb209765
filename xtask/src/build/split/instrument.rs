//! Makes a program tell which of its functions run, for the profile.

use anyhow::Result;
use walrus::ir::{Call, Const, Instr, InstrLocId, Value};
use walrus::{FunctionKind, ValType};

use super::{LOADER, parse, profile::plain};

/// A copy that calls `mark` with the number of each function that begins, and their names.
///
/// # Errors
/// When the module cannot be read.
pub(in super::super) fn instrument(bound: &[u8]) -> Result<(Vec<u8>, Vec<String>)> {
    let mut module = parse(bound)?;
    let functions: Vec<_> = module.funcs.iter_local().map(|(id, _)| id).collect();
    let ty = module.types.add(&[ValType::I32], &[]);
    let (mark, _) = module.add_import_func(LOADER, "mark", ty);
    let mut names = Vec::new();
    for (number, id) in (0..).zip(functions) {
        let function = module.funcs.get_mut(id);
        names.push(plain(function.name.as_deref().unwrap_or_default()));
        if let FunctionKind::Local(function) = &mut function.kind {
            let entry = function.entry_block();
            let value = Value::I32(number);
            let told = [
                Instr::Const(Const { value }),
                Instr::Call(Call { func: mark }),
            ];
            let told = told.map(|instr| (instr, InstrLocId::default()));
            function.block_mut(entry).instrs.splice(0..0, told);
        }
    }
    Ok((module.emit_wasm(), names))
}
