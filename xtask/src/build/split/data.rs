//! Which part each byte of data is in: the last that is there whenever a function that refers to it
//! may run, or other data that does is there.
//!
//! The linker's relocations say who refers to what, so nothing is guessed. What none of its symbols
//! covers is in the first part.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, Result, ensure};
use walrus::ir::Value;
use walrus::{ConstExpr, DataKind, Module};
use wasmparser::RelocationType;

use super::linked::{Linked, PartsByName};
use super::order::{common, needs};
use super::plan::Plan;

/// Nobody's: what fills up between two things.
const PADDING: u8 = u8::MAX;

/// A piece of its own costs about as much as this many bytes.
const SMALLEST: usize = 12;

/// The part of each byte, by its address.
pub(super) struct Homes {
    begin: u32,
    parts: Vec<u8>,
}

impl Homes {
    /// Everything stays where it was.
    #[cfg(test)]
    pub(super) fn all_first() -> Self {
        Self {
            begin: 0,
            parts: Vec::new(),
        }
    }

    /// Leaves in a module the data of one part.
    pub(super) fn keep(&self, module: &mut Module, part: usize) -> Result<()> {
        let segments: Vec<_> = module.data.iter().map(walrus::Data::id).collect();
        for segment in segments {
            let data = module.data.get(segment);
            let DataKind::Active {
                memory,
                offset: ConstExpr::Value(Value::I32(address)),
            } = data.kind
            else {
                anyhow::bail!("a segment of data that is not active");
            };
            let pieces = self.pieces(address.cast_unsigned(), &data.value, u8::try_from(part)?);
            let held = &mut module.memories.get_mut(memory).data_segments;
            held.remove(&segment);
            module.data.delete(segment);
            for (address, value) in pieces {
                let offset = ConstExpr::Value(Value::I32(address.cast_signed()));
                let piece = module.data.add(DataKind::Active { memory, offset }, value);
                module.memories.get_mut(memory).data_segments.insert(piece);
            }
        }
        Ok(())
    }

    /// What of `bytes` is in a part, with addresses.
    fn pieces(&self, address: u32, bytes: &[u8], part: u8) -> Vec<(u32, Vec<u8>)> {
        let mut pieces: Vec<(u32, Vec<u8>)> = Vec::new();
        let mut next = None;
        for (at, byte) in (address..).zip(bytes) {
            if self.part(at) != part {
                continue;
            }
            match pieces.last_mut() {
                Some((_, piece)) if next == Some(at) => piece.push(*byte),
                _ => pieces.push((at, vec![*byte])),
            }
            next = Some(at + 1);
        }
        pieces
    }

    /// The part of the byte at an address.
    pub(super) fn part(&self, address: u32) -> u8 {
        let at = address.checked_sub(self.begin).map(|at| at as usize);
        at.and_then(|at| self.parts.get(at)).copied().unwrap_or(0)
    }

    /// Small pieces, and padding, go with what is before or behind them, if that is there whenever
    /// they are needed.
    fn smooth(&mut self, bytes: &[u8]) {
        for (part, byte) in self.parts.iter_mut().zip(bytes) {
            if *part == PADDING && *byte != 0 {
                *part = 0;
            }
        }
        loop {
            let runs: Vec<_> = self
                .parts
                .chunk_by(|one, other| one == other)
                .map(<[u8]>::len)
                .collect();
            let mut changed = false;
            let mut at = 0;
            for run in runs {
                let part = self.parts[at];
                let before = at.checked_sub(1).map(|before| self.parts[before]);
                let behind = self.parts.get(at + run).copied();
                let near = before
                    .into_iter()
                    .chain(behind)
                    .filter(|near| *near != part && may_go(part, *near))
                    .max();
                if let Some(near) = near
                    && (part == PADDING || run < SMALLEST)
                {
                    self.parts[at..at + run].fill(near);
                    changed = true;
                }
                at += run;
            }
            if !changed {
                return;
            }
        }
    }
}

/// Whether bytes of one part may be in another instead. Padding may be anywhere.
fn may_go(part: u8, near: u8) -> bool {
    part == PADDING || needs(part.into(), near.into())
}

/// As [`common`], where one may be padding.
fn both(one: u8, other: u8) -> u8 {
    if may_go(one, other) {
        other
    } else if may_go(other, one) {
        one
    } else {
        0
    }
}

/// Follows every reference.
///
/// # Errors
/// When the linked module has no relocations.
pub(super) fn homes(bound: &Module, linked: &[u8], plan: &Plan) -> Result<Homes> {
    let linked = Linked::read(linked)?;
    let parts_by_name = PartsByName::of(bound, plan);
    let mut parts: Vec<Option<usize>> = vec![None; linked.symbols.len()];
    let mut edges: HashMap<usize, Vec<usize>> = HashMap::new();
    let by_address: BTreeMap<u32, usize> = {
        let addresses = linked.symbols.iter().enumerate();
        addresses
            .filter_map(|(index, symbol)| Some((symbol.as_ref()?.address, index)))
            .collect()
    };
    let (code, data) = (
        linked.code.context("no code")?.0,
        linked.data.context("no data")?.0,
    );
    for (section, relocations) in &linked.relocations {
        for relocation in relocations
            .iter()
            .filter(|relocation| refers_to_data(relocation.ty))
        {
            let target = relocation.index as usize;
            let mut from = None;
            if *section == code {
                let function = linked.function_at(relocation.offset)?;
                from = Some(parts_by_name.part(&linked, function));
            } else if *section == data {
                // Symbols that share an address, or overlap, are rare, and in one part then.
                let holder = linked.address(relocation.offset).and_then(|address| {
                    let (_, holder) = by_address.range(..=address).next_back()?;
                    let symbol = linked.symbols[*holder]?;
                    (address < symbol.address + symbol.size).then_some(*holder)
                });
                match holder {
                    Some(holder) => edges.entry(holder).or_default().push(target),
                    None => from = Some(0),
                }
            }
            if let Some(from) = from {
                parts[target] = Some(parts[target].map_or(from, |part| common(part, from)));
            }
        }
    }
    ensure!(
        !linked.relocations.is_empty(),
        "no relocations: pass --emit-relocs to the linker"
    );
    spread(&linked, &mut parts, &edges);
    Ok(map(&linked, &parts))
}

fn refers_to_data(ty: RelocationType) -> bool {
    use RelocationType as Type;
    matches!(
        ty,
        Type::MemoryAddrLeb
            | Type::MemoryAddrSleb
            | Type::MemoryAddrI32
            | Type::MemoryAddrRelSleb
            | Type::MemoryAddrTlsSleb
            | Type::MemoryAddrLocrelI32
    )
}

/// Data is there when what refers to it is, and things at the same place are together.
fn spread(linked: &Linked<'_>, parts: &mut [Option<usize>], edges: &HashMap<usize, Vec<usize>>) {
    let mut places: HashMap<u32, Vec<usize>> = HashMap::new();
    for (index, symbol) in linked.symbols.iter().enumerate() {
        if let Some(symbol) = symbol {
            places.entry(symbol.address).or_default().push(index);
        }
    }
    let mut waiting: Vec<usize> = (0..parts.len())
        .filter(|index| parts[*index].is_some())
        .collect();
    while let Some(index) = waiting.pop() {
        let Some(part) = parts[index] else { continue };
        let same = linked.symbols[index].and_then(|symbol| places.get(&symbol.address));
        for target in edges.get(&index).into_iter().chain(same).flatten() {
            let both = parts[*target].map_or(part, |known| common(known, part));
            if parts[*target] != Some(both) {
                parts[*target] = Some(both);
                waiting.push(*target);
            }
        }
    }
}

/// Where each byte is, when each symbol is known to be somewhere.
fn map(linked: &Linked<'_>, parts: &[Option<usize>]) -> Homes {
    let begin = linked
        .segments
        .iter()
        .map(|(address, ..)| *address)
        .min()
        .unwrap_or(0);
    let ends = linked
        .segments
        .iter()
        .map(|(address, _, bytes)| *address as usize + bytes.len());
    let length = ends.max().unwrap_or(0).saturating_sub(begin as usize);
    let mut bytes = vec![0; length];
    for (address, _, segment) in &linked.segments {
        let at = (address - begin) as usize;
        bytes[at..at + segment.len()].copy_from_slice(segment);
    }
    let mut homes = Homes {
        begin,
        parts: vec![PADDING; length],
    };
    for (symbol, part) in linked.symbols.iter().zip(parts) {
        let Some(symbol) = symbol else { continue };
        // What nothing refers to is not for us to judge.
        let part = part.and_then(|part| u8::try_from(part).ok()).unwrap_or(0);
        let at = (symbol.address - begin) as usize;
        let end = (at + symbol.size as usize).min(length);
        for byte in homes.parts.get_mut(at..end).unwrap_or_default() {
            *byte = both(part, *byte);
        }
    }
    homes.smooth(&bytes);
    homes
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::linked::{Linked, Symbol};
    use super::super::{ALL, PARTS};
    use super::{Homes, PADDING, map, spread};

    /// 20 bytes of the first part, then 2 of padding, 20 of the second, and 3 of the last.
    fn homes() -> Homes {
        let runs = [(0, 20), (PADDING, 2), (1, 20), (2, 3)];
        let parts = runs
            .iter()
            .flat_map(|(part, length)| vec![*part; *length])
            .collect();
        Homes { begin: 100, parts }
    }

    #[test]
    fn padding_and_small_pieces_go_with_their_neighbours() {
        let mut smoothed = homes();
        smoothed.smooth(&[7; 45]);
        assert_eq!(
            smoothed.part(120),
            0,
            "what is no padding is of the first part"
        );
        let mut smoothed = homes();
        smoothed.smooth(&[0; 45]);
        assert_eq!((smoothed.part(119), smoothed.part(122)), (0, 1));
        assert!(smoothed.part(121) < 2);
        assert_eq!(
            smoothed.part(143),
            1,
            "three bytes are no piece of their own"
        );
    }

    #[test]
    fn each_part_has_its_bytes_once() {
        let mut smoothed = homes();
        let bytes: Vec<u8> = (0..45)
            .map(|at| if (20..22).contains(&at) { 0 } else { at })
            .collect();
        smoothed.smooth(&bytes);
        let mut seen = vec![None; 45];
        for part in 0..3 {
            for (address, piece) in smoothed.pieces(100, &bytes, part) {
                for (at, byte) in (address as usize - 100..).zip(piece) {
                    assert_eq!(seen[at].replace(byte), None, "{at} twice");
                }
            }
        }
        let seen: Vec<u8> = seen.into_iter().flatten().collect();
        assert_eq!(seen, bytes);
    }

    /// Things of 20 bytes each, where functions of `parts` refer to the first ones, and the things
    /// of `edges` to others.
    fn homes_of<const N: usize>(parts: [Option<usize>; N], edges: &[(usize, &[usize])]) -> [u8; N] {
        let bytes = [7; 200];
        let mut linked = Linked::default();
        linked.segments.push((100, 0, &bytes[..20 * N]));
        let addresses = std::array::from_fn::<_, N, _>(|at| 100 + 20 * u32::try_from(at).unwrap());
        let symbols = addresses.map(|address| Some(Symbol { address, size: 20 }));
        linked.symbols.extend(symbols);
        let edges: HashMap<_, _> = edges.iter().map(|(at, to)| (*at, to.to_vec())).collect();
        let mut parts = parts;
        spread(&linked, &mut parts, &edges);
        let homes = map(&linked, &parts);
        addresses.map(|address| homes.part(address))
    }

    #[test]
    fn data_of_one_language_goes_with_it() {
        // A list of texts, a text of it, and what that text refers to.
        let homes = homes_of([Some(PARTS), None, None], &[(0, &[1]), (1, &[2])]);
        let part = u8::try_from(PARTS).expect("it is small");
        assert_eq!(homes, [part; 3]);
    }

    #[test]
    fn data_that_a_language_shares_is_in_the_first_part() {
        let (french, arabic) = (PARTS, PARTS + 1);
        for other in (0..ALL).filter(|other| *other != french) {
            let texts = homes_of([Some(french), Some(other), None], &[(0, &[2]), (1, &[2])]);
            assert_eq!(texts[2], 0, "also {other}'s");
        }
        // Through another thing, whichever way round it is found.
        let homes = homes_of(
            [Some(arabic), Some(2), None, None],
            &[(0, &[3]), (1, &[2]), (2, &[3])],
        );
        let part = u8::try_from(arabic).expect("it is small");
        assert_eq!(homes, [part, 2, 2, 0]);
    }

    #[test]
    fn small_pieces_of_a_language_go_to_the_first_part_alone() {
        let language = u8::try_from(PARTS).expect("it is small");
        let smoothed = |around: u8| {
            let runs = [(around, 20), (language, 3), (around, 20)];
            let parts = runs
                .iter()
                .flat_map(|(part, length)| vec![*part; *length])
                .collect();
            let mut homes = Homes { begin: 0, parts };
            homes.smooth(&[7; 43]);
            homes.part(21)
        };
        assert_eq!([smoothed(0), smoothed(2)], [0, language]);
    }
}
