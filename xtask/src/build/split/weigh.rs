//! Which crate the bytes of a part come from.

use std::collections::BTreeMap;

use anyhow::Result;
use walrus::DataKind;

use super::{parse, plain};

/// Bytes of code by crate, as the names of functions tell, and of data.
///
/// # Errors
/// When the module cannot be read.
pub(in super::super) fn weigh(named: &[u8]) -> Result<BTreeMap<String, u64>> {
    let module = parse(named)?;
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

/// The first crate that a name names; a row each for what the division has added, of which wasm-opt
/// has numbered the names.
fn crate_of(name: &str) -> String {
    let begin = name.trim_start_matches(['<', '&', '*', '[', '(']);
    for (added, row) in [("(stub)", "(stubs)"), ("(bridge)", "(bridges)")] {
        if name.starts_with(added) {
            return row.to_owned();
        }
    }
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
    fn a_name_tells_its_crate() {
        assert_eq!(
            crate_of("<midturn_core::chat::Chat>::inside"),
            "midturn_core"
        );
        assert_eq!(crate_of("core::fmt::write"), "core");
        assert_eq!(crate_of("<&mut str as core::fmt::Display>::fmt"), "(other)");
    }

    #[test]
    fn what_the_division_has_added_is_one_row_each() {
        assert_eq!(crate_of("(stub)"), "(stubs)");
        assert_eq!(crate_of("(stub)_944"), "(stubs)");
        assert_eq!(crate_of("(bridge)_12"), "(bridges)");
        assert_eq!(crate_of("(loaded)"), "(other)");
    }
}
