//! Counts the bytes of a program by crate.

use std::collections::BTreeMap;

use anyhow::Result;
use walrus::{DataKind, ModuleConfig};

/// The bytes of code by crate, according to the function names, and the bytes of data.
///
/// # Errors
/// If the module cannot be parsed.
pub(super) fn weigh(named: &[u8]) -> Result<BTreeMap<String, u64>> {
    let module = ModuleConfig::new().parse(named)?;
    let mut crates: BTreeMap<String, u64> = BTreeMap::new();
    for (id, function) in module.funcs.iter_local() {
        let name = plain(module.funcs.get(id).name.as_deref().unwrap_or_default());
        let bytes = function
            .original_range
            .as_ref()
            .map_or(0, ExactSizeIterator::len);
        *crates.entry(crate_of(&name)).or_default() += bytes as u64;
    }
    for data in module.data.iter() {
        if let DataKind::Active { .. } = data.kind {
            *crates.entry("(data)".to_owned()).or_default() += data.value.len() as u64;
        }
    }
    Ok(crates)
}

/// The demangled name without the crates' hashes.
fn plain(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}

/// The first crate in a function's name.
fn crate_of(name: &str) -> String {
    let begin = name.trim_start_matches(['<', '&', '*', '[', '(']);
    match begin.split_once("::") {
        Some((first, _)) if first.chars().all(|c| c.is_alphanumeric() || c == '_') => {
            first.to_owned()
        }
        _ => "(other)".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::crate_of;

    #[test]
    fn the_crate_is_read_from_the_name() {
        assert_eq!(
            crate_of("<midturn_core::chat::Chat>::inside"),
            "midturn_core"
        );
        assert_eq!(crate_of("core::fmt::write"), "core");
        assert_eq!(crate_of("<&mut str as core::fmt::Display>::fmt"), "(other)");
    }
}
