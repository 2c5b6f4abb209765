//! The short names that wasm-opt gives to imports and exports, for the JavaScript side.
//!
//! Not responsible for choosing them. wasm-bindgen's names are long and end in a hash, which no
//! compression makes smaller: together they are 7 KB of a first load.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

/// What wasm-opt calls the only module that is imported from.
const MODULE: &str = "a";

/// The new name of each import, of each export, and of the module.
pub(super) struct Names(BTreeMap<String, String>);

impl Names {
    /// Reads what wasm-opt has printed. All imports must come from `module`.
    ///
    /// # Errors
    /// When it is no list of names, or another module is imported from.
    pub(super) fn read(printed: &str, module: &str) -> Result<Self> {
        let printed: Value = serde_json::from_str(printed).context("the names from wasm-opt")?;
        let mut names = BTreeMap::from([(module.to_owned(), MODULE.to_owned())]);
        for import in list(&printed, "imports")? {
            let [from, old, new] = strings(import)?;
            if from != module {
                bail!("{old} is imported from {from}, not from {module}");
            }
            names.insert(old, new);
        }
        for export in list(&printed, "exports")? {
            let [old, new] = strings(export)?;
            names.insert(old, new);
        }
        Ok(Self(names))
    }

    /// Lets esbuild use them: properties of exactly the old names get the new ones.
    pub(super) fn put_into(&self, options: &mut Value) {
        let old: Vec<_> = self.0.keys().map(|name| escaped(name)).collect();
        options["mangleProps"] = json!(format!("^({})$", old.join("|")));
        options["mangleQuoted"] = json!(true);
        options["mangleCache"] = json!(self.0);
    }
}

fn list<'a>(printed: &'a Value, of: &str) -> Result<&'a Vec<Value>> {
    let list = printed[of].as_array();
    list.with_context(|| format!("wasm-opt printed no {of}"))
}

fn strings<const N: usize>(entry: &Value) -> Result<[String; N]> {
    let strings: Option<Vec<String>> = entry
        .as_array()
        .into_iter()
        .flatten()
        .map(|part| part.as_str().map(str::to_owned))
        .collect();
    let found = strings.and_then(|strings| strings.try_into().ok());
    found.with_context(|| format!("{entry} is no entry of names"))
}

/// As a regular expression that matches this name alone.
fn escaped(name: &str) -> String {
    let mut escaped = String::new();
    for letter in name.chars() {
        if !letter.is_ascii_alphanumeric() && letter != '_' {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = r#"{"imports": [["./m_bg.js", "__wbg_now_1f", "b"]],
        "exports": [["memory", "c"], ["$main", "d"]]}"#;

    #[test]
    fn old_names_lead_to_new_ones() {
        let mut options = json!({});
        let names = Names::read(PRINTED, "./m_bg.js").expect("it is a list");
        names.put_into(&mut options);
        assert_eq!(
            options["mangleCache"],
            json!({"./m_bg.js": "a", "__wbg_now_1f": "b", "memory": "c", "$main": "d"})
        );
        assert_eq!(
            options["mangleProps"],
            json!(r"^(\$main|\.\/m_bg\.js|__wbg_now_1f|memory)$")
        );
    }

    #[test]
    fn another_module_is_refused() {
        assert!(Names::read(PRINTED, "./other_bg.js").is_err());
        assert!(Names::read("[]", "./m_bg.js").is_err());
        assert!(Names::read("no JSON", "./m_bg.js").is_err());
    }
}
