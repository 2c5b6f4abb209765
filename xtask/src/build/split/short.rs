//! Short names of imports and exports, the same in all parts.
//!
//! Not responsible for the JavaScript side, which `names` tells.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use walrus::Module;

use super::{FIRST, LOADER};

const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// What the module of wasm-bindgen's JavaScript is called.
const SCRIPT: &str = "a";

/// Gives each name a short one, once.
#[derive(Default)]
pub(in super::super) struct Short {
    given: usize,
    /// The names that JavaScript knows: those of imports, with their module, and of exports.
    imports: BTreeMap<(String, String), String>,
    exports: BTreeMap<String, String>,
}

impl Short {
    /// A name that no other thing has.
    pub(super) fn fresh(&mut self) -> String {
        let mut rest = self.given;
        self.given += 1;
        let mut name = String::new();
        loop {
            name.push(char::from(LETTERS[rest % LETTERS.len()]));
            rest /= LETTERS.len();
            if rest == 0 {
                return name;
            }
            rest -= 1;
        }
    }

    /// Renames what a part imports from JavaScript.
    pub(super) fn imports_of(&mut self, module: &mut Module) {
        for import in module.imports.iter_mut() {
            if [FIRST, LOADER].contains(&import.module.as_str()) {
                continue;
            }
            let key = (import.module.clone(), import.name.clone());
            let name = if let Some(name) = self.imports.get(&key) {
                name.clone()
            } else {
                let name = self.fresh();
                self.imports.insert(key, name.clone());
                name
            };
            SCRIPT.clone_into(&mut import.module);
            import.name = name;
        }
    }

    /// Renames what the first part gives to JavaScript.
    pub(super) fn exports_of(&mut self, module: &mut Module) {
        for export in module.exports.iter_mut() {
            let name = self.fresh();
            self.exports
                .insert(std::mem::replace(&mut export.name, name.clone()), name);
        }
    }

    /// In the form in which wasm-opt tells of names.
    pub(in super::super) fn told(&self) -> Value {
        let imports: Vec<_> = self
            .imports
            .iter()
            .map(|((module, old), new)| json!([module, old, new]))
            .collect();
        let exports: Vec<_> = self
            .exports
            .iter()
            .map(|(old, new)| json!([old, new]))
            .collect();
        json!({ "imports": imports, "exports": exports })
    }
}
