//! Reads the locked version of a package from `Cargo.lock`.
//!
//! Not a TOML parser: cargo writes the file in one fixed form.

/// The locked version of a package; `None` if it is not locked, or locked more than once.
pub(crate) fn version(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines();
    let mut found = None;
    while let Some(line) = lines.next() {
        if line != name {
            continue;
        }
        let version = lines
            .next()?
            .strip_prefix("version = \"")?
            .strip_suffix('"')?;
        if found.replace(version.to_owned()).is_some() {
            return None;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::version;

    const LOCK: &str = "\
[[package]]
name = \"wasm-bindgen\"
version = \"0.2.130\"

[[package]]
name = \"wasm-bindgen-macro\"
version = \"0.2.129\"

[[package]]
name = \"twice\"
version = \"1.0.0\"

[[package]]
name = \"twice\"
version = \"2.0.0\"
";

    #[test]
    fn only_the_exact_name_matches() {
        assert_eq!(version(LOCK, "wasm-bindgen").as_deref(), Some("0.2.130"));
        assert_eq!(version(LOCK, "wasm"), None);
    }

    #[test]
    fn a_package_with_two_versions_has_no_version() {
        assert_eq!(version(LOCK, "twice"), None);
    }
}
