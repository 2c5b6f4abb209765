//! From which parts each slot of the table can be called. Only a part that has the slot's number, in
//! its code or its data, can: where each of those needs the part that the slot's function is in,
//! nothing has to stand in the slot before that is there.
//!
//! Not responsible for what stands there.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use walrus::Module;
use wasmparser::RelocationType as Type;

use super::data::Homes;
use super::linked::{Linked, PartsByName};
use super::order::{common, needs};
use super::plan::Plan;

/// For each slot that something refers to, the last part that is there whenever one that does is.
/// What it does not know of, everything can call.
#[derive(Default)]
pub(super) struct Reach(BTreeMap<u32, usize>);

impl Reach {
    /// Follows every reference.
    ///
    /// # Errors
    /// When the linked module is not as a linker writes it.
    pub(super) fn read(bound: &Module, linked: &[u8], plan: &Plan, homes: &Homes) -> Result<Self> {
        let wasm = linked;
        let linked = Linked::read(wasm)?;
        let parts = PartsByName::of(bound, plan);
        let (code, data) = (
            linked.code.context("no code")?,
            linked.data.context("no data")?,
        );
        let mut reach = Self::default();
        for (section, relocations) in &linked.relocations {
            for relocation in relocations {
                let at = relocation.offset as usize;
                let (slot, from) = match relocation.ty {
                    Type::TableIndexSleb if *section == code.0 => {
                        let function = linked.function_at(relocation.offset)?;
                        (sleb(wasm, code.1 + at)?, parts.part(&linked, function))
                    }
                    Type::TableIndexI32 if *section == data.0 => {
                        let bytes = wasm.get(data.1 + at..data.1 + at + 4);
                        let slot = bytes.and_then(|bytes| bytes.try_into().ok());
                        let address = linked.address(relocation.offset);
                        (
                            u32::from_le_bytes(slot.context("a reference behind the end")?),
                            address.map_or(0, |address| homes.part(address).into()),
                        )
                    }
                    ty => {
                        ensure!(
                            *section != code.0 && *section != data.0 || !is_slot(ty),
                            "a reference to a slot that is of no known kind: {ty:?}"
                        );
                        continue;
                    }
                };
                reach.add(slot, from);
            }
        }
        Ok(reach)
    }

    pub(super) fn add(&mut self, slot: u32, from: usize) {
        let known = self.0.entry(slot).or_insert(from);
        *known = common(*known, from);
    }

    /// Whether a slot with a function of `part` may be called while that is not there.
    pub(super) fn is_early(&self, slot: u32, part: usize) -> bool {
        self.0.get(&slot).is_none_or(|from| !needs(*from, part))
    }
}

fn is_slot(ty: Type) -> bool {
    matches!(
        ty,
        Type::TableIndexSleb
            | Type::TableIndexI32
            | Type::TableIndexSleb64
            | Type::TableIndexI64
            | Type::TableIndexRelSleb
            | Type::TableIndexRelSleb64
    )
}

/// The number that the linker has written here, in five bytes.
fn sleb(wasm: &[u8], at: usize) -> Result<u32> {
    let bytes = wasm.get(at..at + 5).context("a reference behind the end")?;
    let value = bytes.iter().zip((0..).step_by(7));
    let value = value.fold(0_u64, |sum, (byte, shift)| {
        sum | u64::from(byte & 0x7f) << shift
    });
    Ok(u32::try_from(value)?)
}

#[cfg(test)]
mod tests {
    use super::super::PARTS;
    use super::*;

    #[test]
    fn a_slot_is_early_where_a_part_without_its_function_knows_it() {
        let mut reach = Reach::default();
        reach.add(1, 2);
        reach.add(1, 2);
        reach.add(2, 2);
        reach.add(2, 1);
        reach.add(3, PARTS);
        reach.add(4, PARTS);
        reach.add(4, 2);
        assert!(!reach.is_early(1, 2) && !reach.is_early(1, 1));
        assert!(reach.is_early(2, 2) && !reach.is_early(2, 1));
        assert!(!reach.is_early(3, PARTS) && reach.is_early(3, PARTS + 1));
        assert!(reach.is_early(4, 2) && reach.is_early(4, PARTS));
        assert!(reach.is_early(5, 2), "nobody knows who calls it");
    }

    #[test]
    fn a_number_is_read_as_the_linker_writes_it() {
        let wasm = [9, 0x85, 0x82, 0x80, 0x80, 0x00];
        assert_eq!(sleb(&wasm, 1).ok(), Some(5 + 2 * 128));
        assert!(sleb(&wasm, 3).is_err());
    }
}
