//! Attributes that say `true` or `false`.

/// The value of an attribute that says `true` or `false`, as those of ARIA do.
pub fn flag(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}
