//! What of a linked module tells who refers to which data: segments, symbols and relocations.
//!
//! Not responsible for following the references.

use std::collections::HashMap;

use anyhow::{Context, Result, bail};
use walrus::Module;
use wasmparser::{BinaryReader, Linking, LinkingSectionReader, Parser, Payload, RelocationEntry};
use wasmparser::{RelocSectionReader, SymbolInfo};

use super::order::common;
use super::plan::Plan;

/// One of the linker's symbols that is data.
#[derive(Clone, Copy)]
pub(super) struct Symbol {
    pub(super) address: u32,
    pub(super) size: u32,
}

/// What is read of the linked module.
#[derive(Default)]
pub(super) struct Linked<'wasm> {
    /// Where sections' contents begin in the file.
    pub(super) code: Option<(u32, usize)>,
    pub(super) data: Option<(u32, usize)>,
    pub(super) imported: u32,
    /// The range of each function's body in the code section.
    pub(super) bodies: Vec<std::ops::Range<u32>>,
    /// Address, place in the data section, and bytes, of each segment.
    pub(super) segments: Vec<(u32, u32, &'wasm [u8])>,
    pub(super) names: HashMap<u32, &'wasm str>,
    pub(super) symbols: Vec<Option<Symbol>>,
    pub(super) relocations: Vec<(u32, Vec<RelocationEntry>)>,
}

impl<'wasm> Linked<'wasm> {
    pub(super) fn read(wasm: &'wasm [u8]) -> Result<Self> {
        let mut linked = Self::default();
        let mut section = 0;
        let mut symbols = Vec::new();
        for payload in Parser::new(0).parse_all(wasm) {
            let payload = payload?;
            if let Some((_, range)) = payload.as_section() {
                match &payload {
                    Payload::CodeSectionStart { range, .. } => {
                        linked.code = Some((section, range.start));
                    }
                    Payload::DataSection(_) => linked.data = Some((section, range.start)),
                    _ => {}
                }
                section += 1;
            }
            match payload {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        linked.imported +=
                            u32::from(matches!(import?.ty, wasmparser::TypeRef::Func(_)));
                    }
                }
                Payload::CodeSectionEntry(body) => {
                    let begin = linked.code.context("code before its section")?.1;
                    let range = body.range();
                    linked.bodies.push(
                        u32::try_from(range.start - begin)?..u32::try_from(range.end - begin)?,
                    );
                }
                Payload::DataSection(segments) => {
                    let begin = linked.data.context("data before its section")?.1;
                    for segment in segments {
                        let segment = segment?;
                        let wasmparser::DataKind::Active { offset_expr, .. } = segment.kind else {
                            bail!("a segment of data that is not active");
                        };
                        let wasmparser::Operator::I32Const { value } =
                            offset_expr.get_operators_reader().read()?
                        else {
                            bail!("a segment of data that is at no constant");
                        };
                        let place = segment.range.end - segment.data.len() - begin;
                        let address = value.cast_unsigned();
                        linked
                            .segments
                            .push((address, u32::try_from(place)?, segment.data));
                    }
                }
                Payload::CustomSection(custom) => {
                    let reader = || BinaryReader::new(custom.data(), custom.data_offset());
                    if custom.name() == "linking" {
                        for part in LinkingSectionReader::new(reader())?.subsections() {
                            if let Linking::SymbolTable(table) = part? {
                                symbols = table.into_iter().collect::<Result<_, _>>()?;
                            }
                        }
                    } else if custom.name().starts_with("reloc.") {
                        let section = RelocSectionReader::new(reader())?;
                        let entries = section.entries().into_iter().collect::<Result<_, _>>()?;
                        linked.relocations.push((section.section_index(), entries));
                    }
                }
                _ => {}
            }
        }
        for symbol in symbols {
            let mut data = None;
            match symbol {
                SymbolInfo::Func {
                    index,
                    name: Some(name),
                    ..
                } => {
                    linked.names.insert(index, name);
                }
                SymbolInfo::Data {
                    symbol: Some(symbol),
                    ..
                } => {
                    // What is zero at the start has no segment.
                    let segment = linked.segments.get(symbol.index as usize);
                    data = segment.map(|(address, ..)| Symbol {
                        address: address + symbol.offset,
                        size: symbol.size,
                    });
                }
                _ => {}
            }
            linked.symbols.push(data);
        }
        Ok(linked)
    }

    /// The function that a place in the code section is in.
    pub(super) fn function_at(&self, place: u32) -> Result<u32> {
        let body = self.bodies.partition_point(|body| body.end <= place);
        Ok(self.imported + u32::try_from(body)?)
    }

    /// The address of a place in the data section.
    pub(super) fn address(&self, place: u32) -> Option<u32> {
        let mut segments = self.segments.iter();
        segments.find_map(|(address, begin, bytes)| {
            let at = place.checked_sub(*begin)?;
            ((at as usize) < bytes.len()).then_some(address + at)
        })
    }
}

/// The parts of functions by what the linker calls them, since their numbers are others when they are
/// bound.
pub(super) struct PartsByName<'a>(HashMap<&'a str, usize>);

impl<'a> PartsByName<'a> {
    pub(super) fn of(bound: &'a Module, plan: &Plan) -> Self {
        let mut parts: HashMap<&str, usize> = HashMap::new();
        for function in bound.funcs.iter() {
            if let (Some(name), Some(part)) = (&function.name, plan.part(function.id().index())) {
                let known = parts.entry(name).or_insert(part);
                *known = common(part, *known);
            }
        }
        Self(parts)
    }

    /// The part of a function of the linked module.
    pub(super) fn part(&self, linked: &Linked<'_>, function: u32) -> usize {
        let name = linked.names.get(&function);
        name.and_then(|name| self.0.get(name)).copied().unwrap_or(0)
    }
}
